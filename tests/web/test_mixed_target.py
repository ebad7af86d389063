"""What preview and log tell of an attack on concealed and Known units of one Location (A12.13)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer
from goodorder.core.events import Announced
from goodorder.core.state import State
from goodorder.flow.fire.small_arms import SmallArms
from goodorder.rules.ruleset import ruleset
from goodorder.web.preview import preview_action
from tests.support import loc, position, squad


def mixed() -> State:
    st = position("size 8x8", squad("A", "C3"), squad("Y", "C6", 1).now(concealed=True), squad("Z", "C6", 1))
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def shot(st: State) -> Fire:
    return Fire((Firer(1, True, ()),), loc(st, "C6"))


def test_the_log_tells_fp_and_column_of_each_group() -> None:
    st = mixed()
    said = SmallArms((2, 3), "PFPh", shot(st)).announce(st)[0]
    assert isinstance(said, Announced)
    assert said.text.endswith("2 FP (concealed target), 4 FP (other targets), DRM +0")
    lines = {line.id: f"{line.value}: {line.reason}" for line in said.lines}
    assert lines["fp:1"] == "4 x1/2 = 2: 4-6-7: concealed target A12.13"
    assert lines["fp:1:1"] == "4: 4-6-7: other targets"
    assert lines["column"] == "2 FP, column 2: concealed target"
    assert lines["column:1"] == "4 FP, column 4: other targets"


def test_the_preview_has_the_same_lines_and_the_sums_of_both_groups() -> None:
    st = mixed()
    doc = preview_action(st, shot(st))
    assert doc is not None
    told = {line.id: line.value for line in doc.lines}
    assert told["fp:1"] == "4 x1/2 = 2" and told["column:1"] == "4 FP, column 4"
    assert [(one.column, one.units) for one in doc.sums] == [(2, ("2",)), (4, ("3",))]


def test_the_breadcrumb_tells_each_fp_but_nothing_of_who_is_hidden() -> None:
    st = mixed()
    assert SmallArms((2, 3), "PFPh", shot(st)).title(st).startswith("attack 2/4 ")
    hidden = st.with_unit(replace(st.units[2], hidden=True))
    assert SmallArms((2, 3), "PFPh", shot(st)).title(hidden).startswith("attack 4 ")
