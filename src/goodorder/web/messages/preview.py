"""What an action would come to: its arithmetic line by line, and exact chances."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from .base import Doc

LineGroup = Literal["fp", "to_hit", "drm", "other"]
"""What a line of a ledger adds to."""
OddsClass = Literal["kia", "k", "break", "pin", "none", "other"]
"""Place of a result in a bar of chances, from eliminated to nothing."""


class LineDoc(Doc, frozen=True, kw_only=True):
    """A line of a ledger."""

    value: str
    reason: str
    rule: str
    id: str
    group: LineGroup


class OddsDoc(Doc, frozen=True, kw_only=True):
    """A chance."""

    label: str
    p: float
    """From 0 to 1."""
    class_: OddsClass = field(name="class")


class TargetDoc(Doc, frozen=True, kw_only=True):
    """What may become of a target."""

    unit: str
    odds: tuple[OddsDoc, ...]


class SumsDoc(Doc, frozen=True, kw_only=True):
    """Column and DRM against these units."""

    column: int | None
    """The FP that heads the IFT column, None below the first."""
    drm: int
    units: tuple[str, ...]


class KillDoc(Doc, frozen=True, kw_only=True):
    """What a hit on one aspect of a vehicle comes to (C7)."""

    aspect: Literal["hull", "turret"]
    facing: Literal["front", "side", "rear"]
    critical: bool
    p: float
    """The chance of this hit."""
    number: int
    """The Final To Kill number."""
    lines: tuple[LineDoc, ...]


class WaveWay(Doc, frozen=True, kw_only=True):
    """An arrow of a Human Wave: where units of one Location go in an impulse, or could go (A25.232, A25.2311)."""

    frm: str = field(name="from")
    """Hex."""
    to: str
    """Hex; the same where they hold, climb stairs or take Crest status."""
    kind: Literal["go", "hold", "forward", "side"]
    """What is announced; before the declaration what will be forward and side hexes."""
    units: tuple[str, ...] = ()
    """Who goes there, of an impulse."""
    level: str = ""
    """Of where they go."""
    around: tuple[int, ...] = ()
    """In Bypass: the vertices of the hex that they go along."""
    mf: float | None = None
    """What the act costs by itself."""
    enemy: bool = False
    """It leads to a Known enemy."""


class LeftOut(Doc, frozen=True, kw_only=True):
    """One who takes no part in a Human Wave, and why (A25.23)."""

    unit: str
    why: str
    rule: str


class WaveDoc(Doc, frozen=True, kw_only=True):
    """A Human Wave as the board draws it before it is declared, or an impulse of it before it is announced (A25.23)."""

    units: tuple[str, ...]
    """Who takes part."""
    ways: tuple[WaveWay, ...]
    grain: tuple[str, ...] = ()
    """The hexes of its grain in their order; none while it is open, or once the Wave is under way."""
    others: tuple[tuple[str, ...], ...] = ()
    """Other grains that are legal."""
    out: tuple[LeftOut, ...] = ()
    mf: float | None = None
    """What an impulse costs everybody."""
    left: float | None = None
    """MF that are left after it."""


class PreviewDoc(Doc, frozen=True, kw_only=True):
    """What an action would come to; ``column``, ``fp`` and ``drm`` are None where there are none."""

    title: str
    column: int | None
    """The FP that heads the IFT column."""
    fp: str | None
    drm: int | None
    lines: tuple[LineDoc, ...]
    odds: tuple[OddsDoc, ...]
    """Of the action's own roll."""
    per_target: tuple[TargetDoc, ...]
    text: tuple[str, ...]
    sums: tuple[SumsDoc, ...] = ()
    """Where column or DRM are not the same against all targets."""
    second: PreviewDoc | None = None
    """The other Location of Spraying Fire; of a step the Residual FP that waits there; of two acts the other."""
    kills: tuple[KillDoc, ...] = ()
    """Of a shot at a vehicle: the To Kill number of each hit that it may make."""
    other_ammo: tuple[OddsDoc, ...] = ()
    """Of a shot at a vehicle: the chance to destroy it by each other kind of ammunition, the best first."""
    wave: WaveDoc | None = None
    """Of a Human Wave and its impulses: what the board draws."""
