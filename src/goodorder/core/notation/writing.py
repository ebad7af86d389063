"""Actions written as :mod:`goodorder.core.notation.reading` reads them: in their form, or in words of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from goodorder.core import actions as act
from goodorder.core.errors import Unreadable
from goodorder.core.state import DASH
from goodorder.core.way import CROSSED

from . import forms
from .names import DECLARED, Names


def write(action: act.Action, names: Names) -> str:
    """The action in the form that :func:`parse` reads."""
    if action.form:
        return forms.write(action, names)
    writer = _WRITERS.get(type(action))
    if writer is None:
        raise Unreadable(f"no written form for {type(action).__name__}")
    return writer(action, names)


def _units(names: Names, ids: Iterable[int]) -> str:
    return " ".join(names.unit_word(one) for one in ids)


def _done(action: act.Done, names: Names) -> str:
    return "pass"


def _place(action: act.Place, names: Names) -> str:
    where = names.hex_word(action.loc) if action.loc >= 0 else "off"
    return f"place {names.unit_word(action.unit)} {where}{_crest_word(action.crest)}"


def _take_setup(action: act.TakeSetup, names: Names) -> str:
    return f"setup {action.name}"


def _handle(action: act.Handle, names: Names) -> str:
    turn = f" turn {action.facing}" if action.facing >= 0 else ""
    return f"{action.how} {names.weapon_word(action.weapon)}{turn}"


def _recombine(action: act.Recombine, names: Names) -> str:
    return f"recombine {_units(names, action.units)}"


def _fire(action: act.Fire, names: Names) -> str:
    leaders = f" dir {_units(names, action.leaders)}" if action.leaders else ""
    via = f" via {'centre' if action.via == 6 else action.via}" if action.via >= 0 else ""
    via = " snap" if action.via == act.SNAP else via
    firers = " ".join(_part_word(f, names) for f in action.firers)
    spray = f" spray {names.hex_word(action.spray)}" if action.spray >= 0 else ""
    lanes = [":".join(filter(None, (names.weapon_word(o.weapon), names.hex_word(o.to), o.hand))) for o in action.lanes]
    lane = f" lane {' '.join(lanes)}" if lanes else ""
    shot = _shot(action.ordnance, names) if action.ordnance is not None else ""
    turn = f" turn {action.facing}" if action.facing >= 0 else ""
    turn += " hull" if action.hull else ""
    aimed = f" vehicle {names.unit_word(action.vehicle)}" if action.vehicle else ""
    aimed += f" gun {names.weapon_word(action.gun)}" if action.gun else ""
    return f"fire {firers} at {names.hex_word(action.target)}{aimed}{spray}{leaders}{via}{lane}{shot}{turn}"


def _panzerfaust(action: act.Panzerfaust, names: Names) -> str:
    return f"panzerfaust{write(action.shot, names).removeprefix('fire')}"


def _molotov(action: act.Molotov, names: Names) -> str:
    return f"molotov{write(action.shot, names).removeprefix('fire')}"


def _wall(action: act.Wall, names: Names) -> str:
    return f"{'claim' if action.held else 'forfeit'} {_units(names, action.units)}"


def _move(action: act.Move, names: Names) -> str:
    words = "".join(f" {word}" for word, bit in DECLARED.items() if action.declared & bit)
    dash = f" dash {names.hex_word(action.dash)}" if action.declared & DASH else ""
    carry = f" carry {names.unit_word(action.carry)} by {names.unit_word(action.by)}" if action.carry else ""
    some = ",".join(names.unit_word(one) for one in action.double_timing)
    double_timing = f" double_time:{some}" if some else ""
    head = f"move {_units(names, action.units)}{words}{double_timing}{dash}{carry}"
    if action.first is None:
        return head
    first = write(action.first, names)
    if isinstance(action.first, act.Go) and action.first.units == action.units:
        return head + first.removeprefix(f"go {_units(names, action.units)}")
    return f"{head} then {first}"


def _go(action: act.Go, names: Names) -> str:
    road = " road" if action.road else ""
    side = f" {action.hexside}" if action.hexside >= 0 else ""
    where = f"off{side}" if action.to == -2 else f"to {names.hex_word(action.to)}"
    past = f" past {names.hex_word(action.past)}" if action.past >= 0 else ""
    sides = f" bypass {','.join(map(str, action.bypass))}" if action.bypass else ""
    cover = " cover" if action.cover else ""
    return f"go {_units(names, action.units)} {where}{road}{sides}{_crest_word(action.crest)}{past}{cover}"


def _armored_assault(action: act.ArmoredAssault, names: Names) -> str:
    return f"armored_assault {names.unit_word(action.vehicle)} {write(action.move, names)}"


def _drive_along(action: act.DriveAlong, names: Names) -> str:
    return f"{write(action.drive, names)} with {write(action.go, names)}"


def _drive_to(action: act.DriveTo, names: Names) -> str:
    sides = f" bypass {','.join(map(str, action.bypass))}" if action.bypass else ""
    share = f" share {action.share}" if action.share else ""
    manner = "".join(f" {word}" for word in ("road", "reverse", "minimum") if getattr(action, word))
    if action.to == -2:
        return f"drive {names.unit_word(action.vehicle)} off {action.hexside}{manner}"
    across = f" from {action.hexside}" if action.hexside >= 0 else ""
    points = f" facing {action.facing}" if action.facing >= 0 else ""
    points += f" more {action.more}" if action.more else ""
    return (
        f"drive {names.unit_word(action.vehicle)} to {names.hex_word(action.to)}{manner}{sides}{share}{across}{points}"
    )


def _start_up(action: act.StartUp, names: Names) -> str:
    return f"start {names.unit_word(action.vehicle)}{' reverse' if action.reverse else ''}"


def _hatch(action: act.Hatch, names: Names) -> str:
    return f"{'ce' if action.ce else 'bu'} {names.unit_word(action.vehicle)}"


def _face(action: act.Face, names: Names) -> str:
    turret = f" turret {action.turret}" if action.turret >= 0 else ""
    return f"face {names.unit_word(action.vehicle)} {action.facing}{turret}{' ce' if action.ce else ''}"


def _together(action: act.Together, names: Names) -> str:
    return "together " + " and ".join(write(one, names) for one in action.acts)


def _human_wave(action: act.DeclareWave, names: Names) -> str:
    sides = ",".join(map(str, action.grain))
    return f"human_wave {_units(names, action.units)} at {names.hex_word(action.to)} grain {sides}"


def _impulse(action: act.Surge, names: Names) -> str:
    return "impulse " + " and ".join(write(one, names) for one in action.acts)


def _rout(action: act.Rout, names: Names) -> str:
    how = " crawl" if action.crawl else " quick" if action.quick else ""
    led = f" with {names.unit_word(action.leader)}" if action.leader else ""
    past = f" past {names.hex_word(action.past)}" if action.past >= 0 else ""
    return f"rout {names.unit_word(action.unit)} to {names.hex_word(action.to)}{how}{led}{past}"


def _abandon(action: act.Abandon, names: Names) -> str:
    return " ".join(["abandon", names.unit_word(action.unit), *(names.weapon_word(one) for one in action.weapons)])


def _advance(action: act.Advance, names: Names) -> str:
    where = "off" if action.to == -2 else f"to {names.hex_word(action.to)}"
    return f"advance {_units(names, action.units)} {where}{_crest_word(action.crest)}"


def _stand_with(action: act.StandWith, names: Names) -> str:
    return f"stand {names.unit_word(action.unit)} " + (
        f"with {names.unit_word(action.other)}" if action.other else "alone"
    )


def _hide(action: act.Hide, names: Names) -> str:
    return f"{'hide' if action.hidden else 'show'} {names.unit_word(action.unit)}"


def _shot(shot: act.Ordnance, names: Names) -> str:
    turn = f" turn {shot.facing}" if shot.facing >= 0 else ""
    spotter = f" spotter {names.unit_word(shot.spotter)}" if shot.spotter else ""
    cone = f" cone {','.join(names.hex_word(loc) for loc in shot.cone)}" if shot.cone else ""
    return f" shot {shot.target_type} {shot.ammo}{cone}{turn}{' desperate' if shot.desperate else ''}{spotter}"


def _part_word(firer: act.Firer, names: Names) -> str:
    word = names.unit_word(firer.unit)
    for number, weapon in enumerate(firer.weapons):
        word += ("/" if number == 0 and not firer.inherent else "+") + names.weapon_word(weapon)
    return word + (f"&{names.unit_word(firer.helper)}" if firer.helper else "")


def _crest_word(side: int) -> str:
    return "" if side < 0 else " crest" if side == CROSSED else f" crest {side}"


_WRITERS: dict[type, Callable[[Any, Names], str]] = {
    act.Done: _done,
    act.Place: _place,
    act.TakeSetup: _take_setup,
    act.Handle: _handle,
    act.Recombine: _recombine,
    act.Fire: _fire,
    act.Panzerfaust: _panzerfaust,
    act.Molotov: _molotov,
    act.Wall: _wall,
    act.Move: _move,
    act.Go: _go,
    act.DeclareWave: _human_wave,
    act.Surge: _impulse,
    act.ArmoredAssault: _armored_assault,
    act.DriveAlong: _drive_along,
    act.DriveTo: _drive_to,
    act.StartUp: _start_up,
    act.Hatch: _hatch,
    act.Face: _face,
    act.Together: _together,
    act.Rout: _rout,
    act.Abandon: _abandon,
    act.Advance: _advance,
    act.StandWith: _stand_with,
    act.Hide: _hide,
}
