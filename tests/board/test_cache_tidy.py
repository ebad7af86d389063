"""Kernels that older versions left in the user's cache are removed, nothing else is."""

import os
from pathlib import Path

from goodorder.board.sight.cache_tidy import BUSY, OTHERS, UNUSED, tidy

NOW = 2_000_000_000.0


def folder(root: Path, name: str, age: float, ready: float | None = None) -> Path:
    made = root / name
    made.mkdir()
    (made / "code.nbc").write_bytes(b"x")
    if ready is not None:
        (made / "ready").touch()
        os.utime(made / "ready", (NOW - ready, NOW - ready))
    os.utime(made, (NOW - age, NOW - age))
    return made


def test_old_kernels_go_and_the_one_in_use_stays(tmp_path: Path) -> None:
    current = folder(tmp_path, "kernel-0123456789abcdef-cpython-311-linux", UNUSED * 2)
    old = folder(tmp_path, "kernel-fedcba9876543210-cpython-311-linux", UNUSED * 2, UNUSED * 2)
    older = folder(tmp_path, "kernel-fedcba9876543211", UNUSED * 3)
    assert tidy(tmp_path, current, NOW) == [old, older]
    assert current.is_dir() and not old.exists() and not older.exists()


def test_a_kernel_loaded_lately_stays_though_it_was_made_long_ago(tmp_path: Path) -> None:
    lately = folder(tmp_path, "kernel-fedcba9876543210-cpython-311-linux", UNUSED * 2, UNUSED / 2)
    assert tidy(tmp_path, tmp_path / "kernel-0123456789abcdef", NOW) == [] and lately.is_dir()


def test_of_many_versions_used_today_the_latest_stay(tmp_path: Path) -> None:
    ages = [5 * BUSY, 2 * BUSY, 4 * BUSY, 3 * BUSY]
    made = [folder(tmp_path, f"kernel-000000000000000{n}-x", age, age) for n, age in enumerate(ages)]
    assert OTHERS == 2
    assert tidy(tmp_path, tmp_path / "none", NOW) == [made[2], made[0]]
    assert made[1].is_dir() and made[3].is_dir()


def test_what_another_version_is_at_work_on_stays(tmp_path: Path) -> None:
    made = [folder(tmp_path, f"kernel-000000000000000{n}-x", BUSY / 2) for n in range(OTHERS + 2)]
    assert tidy(tmp_path, tmp_path / "none", NOW) == [] and all(one.is_dir() for one in made)


def test_nothing_of_another_name_and_no_link_is_touched(tmp_path: Path) -> None:
    names = ("tables", "kernel-mine", "kernel-0123456789abcdeg-x", "photos")
    kept = [folder(tmp_path, name, UNUSED * 2) for name in names]
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "kernel-aaaaaaaaaaaaaaaa-cpython-311-linux"
    link.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert tidy(tmp_path, tmp_path / "none", NOW) == []
    assert all(one.is_dir() for one in kept) and link.is_symlink()


def test_a_cache_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    assert tidy(tmp_path / "nowhere", tmp_path, NOW) == []
