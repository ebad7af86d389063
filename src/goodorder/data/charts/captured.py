"""Captured weapons: what they cost who fires them, and which are captured in whose hands (A21, A25)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.data.counters.armament import Date
from goodorder.data.load import DATA_FOLDER, read_toml


class WeaponLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Weapons in somebody's hands, and the rule of A25 about them.

    ``users`` fire counters of ``makers``; ``endings`` are those of the codes, ``kinds`` the kinds of weapon that it is
    about, all where none is named; ``not_users`` are who it is not about, ``classes`` of which Class who fires is;
    ``since`` and ``until`` are years and months.
    """

    rule: str
    users: tuple[str, ...] = ()
    not_users: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    since: tuple[int, int] = (0, 0)
    until: tuple[int, int] = (9999, 12)

    def fits(self, arm: Arm, date: Date) -> bool:
        """Whether it is about this weapon in these hands."""
        return (
            (not self.users or arm.user in self.users)
            and arm.user not in self.not_users
            and (not self.makers or arm.maker in self.makers)
            and (not self.endings or arm.code.endswith(self.endings))
            and (not self.kinds or arm.kind in self.kinds)
            and (not self.classes or arm.unit_class in self.classes)
            and self.since <= (date.year, date.month) <= self.until
        )


class Arm(Struct, frozen=True):
    """A weapon in somebody's hands: nationality of who fires it and of its counter, its code and kind, his Class."""

    user: str
    maker: str
    code: str
    kind: str
    unit_class: str = ""


class StartLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The dr of Infantry that starts a vehicle: when it ``starts``, from which it ``bogs``, whose ``drm`` it is."""

    rule: str
    starts: int
    bogs: int
    drm: int
    nationalities: tuple[str, ...]


class CapturedChart(Struct, frozen=True, forbid_unknown_fields=True):
    """By how much ``breakdown`` and ``rof`` of a captured weapon are lower, ``shared`` weapons which are not captured
    in the hands of an enemy, and ``foreign`` ones of an order of battle that are; ``start``: who starts a vehicle.
    """

    rule: str
    breakdown: int
    rof: int
    start: StartLine
    shared: tuple[WeaponLine, ...] = ()
    foreign: tuple[WeaponLine, ...] = ()

    def names(self, user: str) -> bool:
        """Whether it speaks of such users."""
        return any(user in line.users or user in line.not_users for line in (*self.shared, *self.foreign))

    def strange(self, arm: Arm, date: Date, *, taken: bool) -> bool:
        """Whether a weapon counts as captured in these hands; ``taken``: it was the enemy's. What is foreign to users
        whom a line names is so in their own colour too.
        """
        if any(line.users and line.fits(arm, date) for line in self.foreign):
            return True
        if arm.user == arm.maker or any(line.fits(arm, date) for line in self.shared):
            return False
        return taken or any(line.fits(arm, date) for line in self.foreign)


@cache
def captured() -> CapturedChart:
    """Captured weapons (A21)."""
    return read_toml(DATA_FOLDER / "charts" / "captured.toml", CapturedChart)
