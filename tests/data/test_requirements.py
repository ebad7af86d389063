"""The requirement rows and their scope."""

import pytest

from goodorder.data import DataError
from goodorder.data.requirements import every_row, requirement, requirements, rows_of, support_rows


def test_all_rows_are_there_and_163_are_in_the_starter_profile() -> None:
    assert len(requirements()) == 562
    rows = rows_of("starter")
    assert len(rows) == 163
    assert sum(row.id.startswith("SK3.") for row in rows) == 121
    assert sum(row.id.startswith("A.") for row in rows) == 42
    assert len(rows_of("full")) == 562


@pytest.mark.parametrize(
    ("id", "starter"),
    [
        ("SK3.DFF.4", True),
        ("SK3.RPh.3", True),
        ("SK3.MPh.17", True),
        ("A.9e", False),
        ("A.5a", True),
        ("A4.6a", False),
    ],
)
def test_scope_follows_the_list_of_rows(id: str, starter: bool) -> None:
    assert requirement(id).starter is starter


def test_an_unknown_row_names_the_nearest() -> None:
    with pytest.raises(DataError, match=r"nearest known is .SK3\.RPh\.9"):
        requirement("SK3.RPh.99")
    with pytest.raises(DataError, match="'starter'"):
        rows_of("start")


def test_the_support_rows_are_counted_beside_the_others_and_carry_a_title_alone() -> None:
    rows = support_rows()
    assert len(rows) == 1851 and not set(rows) & set(requirements()) and len(every_row()) == 562 + 1851
    sections = [row.section for row in rows.values()]
    assert [sections.count(name) for name in ("A7", "C", "C5", "C6", "C7", "D", "D2", "D9")] == [
        *(8, 25, 58, 50, 46, 28, 86, 17)
    ]
    assert sum(row.optional for row in rows.values()) == 172
    for row in rows.values():
        assert 0 < len(row.title) <= 45 and not row.title.endswith(".") and not row.starter
