"""Actions written as :mod:`goodorder.core.notation.reading` reads them: in their form, or in words of their own."""

from __future__ import annotations

from collections.abc import Iterable

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
    unit, weapon, place = names.unit_word, names.weapon_word, names.hex_word

    def units(ids: Iterable[int]) -> str:
        return " ".join(unit(one) for one in ids)

    match action:
        case act.Done():
            return "pass"
        case act.Place():
            where = place(action.loc) if action.loc >= 0 else "off"
            return f"place {unit(action.unit)} {where}{_crest_word(action.crest)}"
        case act.TakeSetup():
            return f"setup {action.name}"
        case act.Handle():
            turn = f" turn {action.facing}" if action.facing >= 0 else ""
            return f"{action.how} {weapon(action.weapon)}{turn}"
        case act.Recombine():
            return f"recombine {units(action.units)}"
        case act.Fire():
            leaders = f" dir {units(action.leaders)}" if action.leaders else ""
            via = f" via {'centre' if action.via == 6 else action.via}" if action.via >= 0 else ""
            via = " snap" if action.via == act.SNAP else via
            firers = " ".join(_part_word(f, names) for f in action.firers)
            spray = f" spray {place(action.spray)}" if action.spray >= 0 else ""
            lanes = [":".join(filter(None, (weapon(o.weapon), place(o.to), o.hand))) for o in action.lanes]
            lane = f" lane {' '.join(lanes)}" if lanes else ""
            shot = _shot(action.ordnance, names) if action.ordnance is not None else ""
            turn = f" turn {action.facing}" if action.facing >= 0 else ""
            turn += " hull" if action.hull else ""
            aimed = f" vehicle {unit(action.vehicle)}" if action.vehicle else ""
            aimed += f" gun {weapon(action.gun)}" if action.gun else ""
            return f"fire {firers} at {place(action.target)}{aimed}{spray}{leaders}{via}{lane}{shot}{turn}"
        case act.Panzerfaust():
            return f"panzerfaust{write(action.shot, names).removeprefix('fire')}"
        case act.Wall():
            return f"{'claim' if action.held else 'forfeit'} {units(action.units)}"
        case act.Move():
            words = "".join(f" {word}" for word, bit in DECLARED.items() if action.declared & bit)
            dash = f" dash {place(action.dash)}" if action.declared & DASH else ""
            carry = f" carry {unit(action.carry)} by {unit(action.by)}" if action.carry else ""
            some = ",".join(unit(one) for one in action.double_timing)
            double_timing = f" double_time:{some}" if some else ""
            head = f"move {units(action.units)}{words}{double_timing}{dash}{carry}"
            if action.first is None:
                return head
            first = write(action.first, names)
            if isinstance(action.first, act.Go) and action.first.units == action.units:
                return head + first.removeprefix(f"go {units(action.units)}")
            return f"{head} then {first}"
        case act.Go():
            road = " road" if action.road else ""
            side = f" {action.hexside}" if action.hexside >= 0 else ""
            where = f"off{side}" if action.to == -2 else f"to {place(action.to)}"
            past = f" past {place(action.past)}" if action.past >= 0 else ""
            sides = f" bypass {','.join(map(str, action.bypass))}" if action.bypass else ""
            cover = " cover" if action.cover else ""
            return f"go {units(action.units)} {where}{road}{sides}{_crest_word(action.crest)}{past}{cover}"
        case act.ArmoredAssault():
            return f"armored_assault {unit(action.vehicle)} {write(action.move, names)}"
        case act.DriveAlong():
            return f"{write(action.drive, names)} with {write(action.go, names)}"
        case act.DriveTo():
            sides = f" bypass {','.join(map(str, action.bypass))}" if action.bypass else ""
            share = f" share {action.share}" if action.share else ""
            manner = "".join(f" {word}" for word in ("road", "reverse", "minimum") if getattr(action, word))
            if action.to == -2:
                return f"drive {unit(action.vehicle)} off {action.hexside}{manner}"
            across = f" from {action.hexside}" if action.hexside >= 0 else ""
            points = f" facing {action.facing}" if action.facing >= 0 else ""
            points += f" more {action.more}" if action.more else ""
            return f"drive {unit(action.vehicle)} to {place(action.to)}{manner}{sides}{share}{across}{points}"
        case act.StartUp():
            return f"start {unit(action.vehicle)}{' reverse' if action.reverse else ''}"
        case act.Hatch():
            return f"{'ce' if action.ce else 'bu'} {unit(action.vehicle)}"
        case act.Face():
            turret = f" turret {action.turret}" if action.turret >= 0 else ""
            return f"face {unit(action.vehicle)} {action.facing}{turret}{' ce' if action.ce else ''}"
        case act.Together():
            return "together " + " and ".join(write(one, names) for one in action.acts)
        case act.Rout():
            how = " crawl" if action.crawl else " quick" if action.quick else ""
            led = f" with {unit(action.leader)}" if action.leader else ""
            past = f" past {place(action.past)}" if action.past >= 0 else ""
            return f"rout {unit(action.unit)} to {place(action.to)}{how}{led}{past}"
        case act.Abandon():
            return " ".join(["abandon", unit(action.unit), *(weapon(one) for one in action.weapons)])
        case act.Advance():
            where = "off" if action.to == -2 else f"to {place(action.to)}"
            return f"advance {units(action.units)} {where}{_crest_word(action.crest)}"
        case act.StandWith():
            return f"stand {unit(action.unit)} " + (f"with {unit(action.other)}" if action.other else "alone")
        case act.Hide():
            return f"{'hide' if action.hidden else 'show'} {unit(action.unit)}"
    raise Unreadable(f"no written form for {type(action).__name__}")


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
