"""The parts of a PreviewDoc, and the thirty-six pairs of faces that its chances are counted over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from goodorder.core.actions import Fire
from goodorder.core.events.base import LedgerLine
from goodorder.core.frames import Frame
from goodorder.core.state import State
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.shot import Shot
from goodorder.odds import (
    AttackOdds,
    First,
    attack,
    beside,
    of,
    only_aside,
    only_aside_of,
    own_dice,
)
from goodorder.odds.aftermath import of_frames
from goodorder.odds.beside import Beside
from goodorder.play.log.line import side_name
from goodorder.rules.facts.units import is_smc
from goodorder.rules.ledger import Mod

from .messages.preview import LineDoc, LineGroup, OddsClass, OddsDoc, PreviewDoc, TargetDoc

MOST_SMC = 3
"""Leaders in a target up to which each unit's fate is followed: each one more takes some ten times as long."""


def preview_doc(
    title: str,
    lines: Iterable[LineDoc] = (),
    odds: Iterable[OddsDoc] = (),
    text: Iterable[str] = (),
    *,
    drm: int | None = None,
    per_target: Iterable[TargetDoc] = (),
) -> PreviewDoc:
    """A preview that counts no FP."""
    return PreviewDoc(
        title=title,
        column=None,
        fp=None,
        drm=drm,
        lines=tuple(lines),
        odds=tuple(odds),
        per_target=tuple(per_target),
        text=tuple(text),
    )


def line_of(line: LedgerLine, group: LineGroup) -> LineDoc:
    return LineDoc(value=line.value, reason=line.reason, rule=line.rule, id=line.id, group=group)


def mod_lines(mods: Iterable[Mod], group: LineGroup = "drm") -> list[LineDoc]:
    return [line_of(mod.line(), group) for mod in mods]


def basic_lines(mods: Iterable[Mod], group: LineGroup = "to_hit") -> list[LineDoc]:
    """A basic number, which is added to nothing and so has no sign, and what is added to it."""
    first, *more = mod_lines(mods, group)
    return [msgspec.structs.replace(first, value=first.value.lstrip("+")), *more]


def chance_of(label: str, count: float, of: float, kind: OddsClass) -> OddsDoc:
    return OddsDoc(label=label, p=count / of, class_=kind)


def yes_no(word: str, good: int, of: int) -> list[OddsDoc]:
    """The two chances of an attempt."""
    return [chance_of(word, good, of, "other"), chance_of(f"not {word}", of - good, of, "none")]


FATES: dict[str, tuple[str, OddsClass]] = {
    "eliminated": ("eliminated", "kia"),
    "captured": ("captured", "kia"),
    "reduced": ("reduced", "k"),
    "broken": ("breaks", "break"),
    "wounded": ("wounded", "k"),
    "pinned": ("pinned", "pin"),
    "rallied": ("rallies", "other"),
    "unharmed": ("untouched", "none"),
}
"""Each class of fate as it is told beforehand, and its place in the bar."""


CLASSES: dict[str, OddsClass] = {
    "burning": "kia",
    "destroyed": "kia",
    "abandoned": "k",
    "recalled": "k",
    "immobilized": "break",
    "shocked": "break",
    "stunned": "pin",
    "crew pinned": "pin",
    "no effect": "none",
}
"""Each fate of a vehicle, and its place in the bar."""


def fates_odds(fates: Mapping[str, Fraction | float]) -> tuple[OddsDoc, ...]:
    """A target's fates with their exact chances."""
    return tuple(chance_of(FATES[word][0], float(p), 1.0, FATES[word][1]) for word, p in fates.items())


def fates_doc(units: Mapping[int, Mapping[str, Fraction | float]]) -> tuple[TargetDoc, ...]:
    """Each target with its fates."""
    return tuple(TargetDoc(unit=str(unit), odds=fates_odds(fates)) for unit, fates in units.items())


def vehicle_odds(fates: Mapping[str, Fraction]) -> tuple[OddsDoc, ...]:
    """A vehicle's fates with their exact chances."""
    return tuple(chance_of(word, float(p), 1.0, CLASSES[word]) for word, p in fates.items())


def vehicles_doc(vehicles: Mapping[int, Mapping[str, Fraction]]) -> tuple[TargetDoc, ...]:
    """Each vehicle with its fates."""
    return tuple(TargetDoc(unit=str(one), odds=vehicle_odds(fates)) for one, fates in vehicles.items())


def shot_chances(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> AttackOdds:
    """The chances of a shot at men with what its dice may bring beside; with many leaders among them no fates."""
    if sum(is_smc(st, st.units[unit]) for unit in targets) > MOST_SMC:
        return only_aside(st, action, targets, phase)
    return attack(st, action, targets, phase, aside=True)


def effect_chances(st: State, effect: Effect) -> AttackOdds:
    """The same of FP that nobody fires."""
    if sum(is_smc(st, st.units[unit]) for unit in effect.targets) > MOST_SMC:
        return only_aside_of(st, effect)
    return of(st, effect, aside=True)


LEAST = "at least "
"""What is said of a chance that leaves out the checks for the loss of many leaders."""


def heat_words(chance: Fraction, least: str = "", of: str = "") -> tuple[str, ...]:
    """The line about Heat of Battle, whose results the chances leave out (A15.1); none where it can't come."""
    if not chance:
        return ()
    by = f" that {of} brings" if of else ""
    words = f"Heat of Battle (A15.1) by an Original 2 of a check{by}: {least}{float(chance):.1%}"
    return (f"{words}; what that brings is not counted.",)


def sniper_words(
    st: State, chances: Mapping[int, Fraction], least: str = "", of: str = "this attack"
) -> tuple[str, ...]:
    """A line for each Sniper that a DR of the attack may activate, whose attack the chances leave out (A14.1)."""
    return tuple(
        f"The {side_name(st, side)} Sniper (A14.1, SAN {st.snipers[side].san}) is activated by a DR of {of}: "
        f"{least}{float(chances[side]):.1%}; what that brings is not counted."
        for side in sorted(chances)
    )


def own_dice_words(st: State, frame: Shot) -> tuple[str, ...]:
    """The same where only the attack's own DR are counted out."""
    return sniper_words(st, own_dice(st, frame))


def beside_words(st: State, found: AttackOdds | Beside, of: str = "") -> tuple[str, ...]:
    """What may come of an attack beside the fates of its targets: Heat of Battle, then Snipers; ``of`` names it where
    more than one is told of.
    """
    least = LEAST if found.least else ""
    return (*heat_words(found.heat, least, of), *sniper_words(st, found.snipers, least, of or "this attack"))


def frames_words(st: State, frames: tuple[Frame, ...], locs: Iterable[int]) -> tuple[str, ...]:
    """The same of frames that are about to run, with all that they bring to some Locations."""
    return beside_words(st, beside.of_frames(st, frames, locs))


def with_aftermath(st: State, doc: PreviewDoc, frames: tuple[Frame, ...], locs: Iterable[int]) -> PreviewDoc:
    """A preview with the fates of all whom frames that are about to run may befall in some Locations, unless there are
    many leaders among them, and with what else those frames may bring.
    """
    places, words = set(locs), frames_words(st, frames, locs)
    if sum(is_smc(st, unit) for unit in st.units.values() if unit.loc in places) > MOST_SMC:
        none = f"With more than {MOST_SMC} leaders there no fates are counted out."
        return msgspec.structs.replace(doc, text=(*doc.text, none, *words))
    found = of_frames(st, frames, places)
    per_target = (*fates_doc(found.units), *vehicles_doc(found.vehicles))
    return msgspec.structs.replace(doc, text=(*doc.text, *words), per_target=per_target)


def vehicle_words(st: State, shot: Shot) -> tuple[str, ...]:
    """The same of a shot at a vehicle."""
    return beside_words(st, beside.of_shot(st, shot))


_CLASSES: dict[str, OddsClass] = {"KIA": "kia", "K": "k", "MC": "break", "PTC": "pin", "NONE": "none"}


def first_roll(results: Iterable[First]) -> tuple[OddsDoc, ...]:
    """The chance of each result of the attack's own DR, worst for the target first."""
    return tuple(
        chance_of(
            "no effect" if one.kind == "NONE" else one.label, float(one.chance), 1.0, _CLASSES.get(one.kind, "other")
        )
        for one in results
    )
