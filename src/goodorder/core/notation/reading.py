"""The forms of actions, words in the order in which a player says them, and their reading.

Units and weapons are said by their names, hexes by those of the map. Most actions say their form themselves
(``Action.form``, such as ``recover W by A`` or ``search A..``). These have more to say:

    pass | place A C4 [crest SIDE] | place A off | setup NAME
    dismantle W | assemble W | destroy W | malfunction W | limber W [turn HEXSPINE] | unlimber W [turn HEXSPINE]
    bare W | emplace W | recombine A B
    fire PART.. at HEX [dir L..] [via VERTEX]
    fire PART.. at HEX spray HEX | fire PART.. at HEX snap | fire PART at HEX turn HEXSPINE
    fire PART.. at HEX lane W:HEX[:left|:right]
    panzerfaust A at HEX [vehicle T] shot TYPE HEAT
    molotov A PART.. at HEX [vehicle T] [dir L..]
    go A.. to HEX [road] | go A.. to HEX bypass SIDES | go A.. to HEX crest [SIDE] | go A.. to HEX past HEX
    go A.. off SIDE
    claim A.. | forfeit A..
    move A.. [DECLARED] [carry L by A] to HEX [road] | move A.. [DECLARED] then smoke A to HEX
    smoke A to HEX | together ACT and ACT.. (ACT is smoke, recover or go)
    abandon A W..
    rout A to HEX [crawl | quick] [with L] [past HEX]
    advance A.. to HEX [crest [SIDE]] | advance A.. off | stand L with A | stand L alone
    cc A.. on B.. [with W..] [dir L] | hide A | show A
    face T HEXSPINE [turret HEXSPINE] [ce]
    drive T to HEX [road] [reverse] [minimum] [bypass SIDES] [share N] [from SIDE] [facing HEXSPINE] | drive T off SIDE
    drive T to HEX [..] with go A.. to HEX [road] | start T [reverse] | ce T | bu T
    armored_assault T move A.. [DECLARED]
    human_wave A.. at HEX grain SIDES | impulse ACT and ACT.. (ACT is go or hold)

A PART is ``A`` (inherent FP), ``A+w`` (with a weapon), ``A/w`` (the weapon without inherent FP),
``L/w&M`` (a second man M helps with it).  DECLARED is ``assault``, ``double_time``, ``minimum`` or
``dash HEX``, where a Dash is to end; ``double_time:A,B`` for some of the stack alone.
SIDES are hexsides of HEX gone along in Bypass,
``5,4`` (0 is the top, then clockwise); the SIDE of ``crest`` is the middle one of the three that it protects, that
crossed where none is said; ``past HEX`` is the side of a rowhouse on which one goes around it into the next; VERTEX
is a vertex of the target hex, 0 (upper left) to 5, or ``centre``.  A ``move`` is its declaration with the first
expenditure; what follows is said with ``go``, ``smoke``, ``recover``, ``drop``, ``halt`` and ``pass``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.core.errors import NotBuilt, Unreadable
from goodorder.core.state import DASH
from goodorder.core.way import CROSSED
from goodorder.data.not_built import all_not_built

from . import forms
from .names import DECLARED, Names, nearest

MOST_DIGITS = 6
"""Digits of a number in an action; far more than any of the game has."""
_PART = re.compile(r"(?P<unit>[^+/&]+)(?P<weapons>(?:[+/][^+/&]+)*)(?:&(?P<helper>[^+/&]+))?")


NO_VERB = ", expected a verb first: 'fire A at C4'"
"""What is said of a first word that looks like no verb."""


def parse(text: str, names: Names) -> act.Action:
    """The action that ``text`` describes.

    Raises :class:`Unreadable` naming the word that is not understood and the nearest known one, and
    :class:`NotBuilt` with its rule for a verb that the profile of the position leaves out (``bypass A C4``).
    """
    words = text.split()
    if not words:
        raise Unreadable("an action is a verb and its words, such as 'fire A at C4'")
    reader = _READERS.get(words[0])
    if reader is None and words[0] in forms.VERBS:
        return forms.read(forms.VERBS[words[0]], words[1:], names)
    if reader is None:
        if words[0] in names.refused:
            refused = all_not_built()[words[0]]
            raise NotBuilt(f"{refused.name}: {refused.text} ({refused.rule})", rule=refused.rule)
        hint = _OTHER_WORDS.get(words[0]) or nearest(words[0], [*VERBS, *names.refused])
        raise Unreadable(f"unknown action {words[0]!r}" + (f"; nearest known: {hint}" if hint else NO_VERB))
    try:
        return reader(words[1:], names)
    except IndexError:
        raise Unreadable(f"{text!r} is too short; the form is: {_FORMS[words[0]]}") from None


_OTHER_WORDS = {
    "low_crawl": "rout A to C6 crawl",
    "crawl": "rout A to C6 crawl",
    "self_rally": "rally A",
    "break": "voluntary_break A",
    "infiltrate": "withdraw A to C5",
    "attack": "cc A on B, or fire A at C6",
    "overrun": "ntc A to C5",
    "detect": "go A to C5",
    "enter": "move A to C5",
    "unconceal": "reveal A",
    "lose": "reveal A",
    "bypass": "move A to D4 bypass 5,4",
    "vehicle_bypass": "drive T to D4 bypass 4",
    "street_fighting": "cc A on T",
    "close_defense": "close_defend T",
    "dash": "move A dash C6 to C5",
    "minimum_move": "move A minimum to C5",
    "late_double_time": "double_time A",
    "armored_assault_in_bypass": "drive T to D4 bypass 4 with go A to D4 bypass 4",
    "infantry_overrun": "ntc A to C5",
    "opportunity_fire": "opportunity A",
    "spraying_fire": "fire A at C6 spray C7",
    "snap_shots": "fire A at C6 snap",
    "lanes_of_ordnance": "fire A/w at C6 vehicle T shot vehicle AP lane w:C7",
    "snap_shots_at_vehicles": "fire A at C6 vehicle T snap",
    "fire_lanes": "fire A/w at C4 lane w:C7",
    "searching": "search A",
    "climbing": "climb A to C4",
    "wall_advantage": "claim A",
    "crest": "move A to D4 crest",
    "withdrawal": "withdraw A to C5",
    "infiltration": "withdraw A to C5",
    "self_destruction": "destroy w",
    "dismantling": "dismantle w",
    "surrender": "rout A to C6 (who must surrender does so by himself)",
}
"""Words that one would try for an action which has another form."""


def _nothing(words: Sequence[str]) -> None:
    if words:
        raise Unreadable(f"nothing is expected at {words[0]!r}")


def _something(mark: str, words: Sequence[str]) -> None:
    if not words:
        raise Unreadable(f"nothing follows {mark!r}")


def _number(words: Sequence[str], mark: str, what: str) -> int:
    """The number behind a mark, 0 without words."""
    word = forms.one(words, what) if words else "0"
    if not (word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS):
        raise Unreadable(f"{mark} is followed by a {what}, not {word!r}")
    return int(word)


def _done(words: Sequence[str], names: Names) -> act.Action:
    _nothing(words)
    return act.Done()


def _place(words: Sequence[str], names: Names) -> act.Action:
    words, crest = _crest(words)
    _nothing(words[2:])
    return act.Place(names.unit(words[0]), -1 if words[1] == "off" else names.hex(words[1]), crest)


def _setup(words: Sequence[str], names: Names) -> act.Action:
    if not words:
        raise Unreadable("setup needs the name of a ready-made set-up")
    return act.TakeSetup(" ".join(words))


def _handle(how: str) -> Callable[[Sequence[str], Names], act.Action]:
    def read(words: Sequence[str], names: Names) -> act.Action:
        facing = -1
        if words[-2:-1] == ["turn"]:
            words, facing = words[:-2], forms.hexspine(words[-1])
        return act.Handle(names.weapon(forms.one(words, "weapon")), how, facing)

    return read


def _recombine(words: Sequence[str], names: Names) -> act.Action:
    _nothing(words[2:])
    return act.Recombine((names.unit(words[0]), names.unit(words[1])))


def _part(word: str, names: Names) -> act.Firer:
    match = _PART.fullmatch(word)
    if match is None:
        raise Unreadable(f"{word!r} is no firer; write A, A+w, A/w or L/w&M")
    weapons = tuple(names.weapon(name) for name in re.split(r"[+/]", match["weapons"]) if name)
    inherent = not match["weapons"].startswith("/")
    helper = names.unit(match["helper"]) if match["helper"] else 0
    return act.Firer(names.unit(match["unit"]), inherent, weapons, helper)


def _lane(word: str, names: Names) -> act.Lane:
    """``w:D8``, ``w:D8:left``."""
    weapon, _, place = word.partition(":")
    where, _, hand = place.partition(":")
    if hand not in ("", "left", "right"):
        raise Unreadable(f"a Fire Lane is written w:D8, w:D8:left or w:D8:right, not {word!r}")
    return act.Lane(names.weapon(weapon), names.hex(where), "left" if hand == "left" else "right" if hand else "")


def _panzerfaust(words: Sequence[str], names: Names) -> act.Action:
    fire = _fire(words, names)
    assert isinstance(fire, act.Fire)
    if len(fire.firers) != 1 or fire.firers[0].weapons or fire.ordnance is None:
        raise Unreadable("a Panzerfaust is fired as 'panzerfaust A at C6 shot infantry HEAT'")
    bare = act.Firer(fire.firers[0].unit, False)
    return act.Panzerfaust(bare.unit, replace(fire, firers=(bare,)))


def _molotov(words: Sequence[str], names: Names) -> act.Action:
    fire = _fire(words, names)
    assert isinstance(fire, act.Fire)
    if fire.firers[0].weapons or fire.ordnance is not None:
        raise Unreadable("a MOL is thrown as 'molotov A at C6', in a Fire Group as 'molotov A B+w at C6': A has it")
    return act.Molotov(fire.firers[0].unit, fire)


def _fire(words: Sequence[str], names: Names) -> act.Action:
    if "lane" in words:
        at = words.index("lane")
        _something("lane", words[at + 1 :])
        fire = _fire(words[:at], names)
        assert isinstance(fire, act.Fire)
        return replace(fire, lanes=tuple(_lane(word, names) for word in words[at + 1 :]))
    if words[-1:] == ["hull"]:
        fire = _fire(words[:-1], names)
        assert isinstance(fire, act.Fire)
        return replace(fire, hull=True)
    if "shot" in words:
        at = words.index("shot")
        fire = _fire(words[:at], names)
        assert isinstance(fire, act.Fire)
        return replace(fire, ordnance=_shot(words[at + 1 :], names))
    if words[-2:-1] == ["turn"]:
        fire = _fire(words[:-2], names)
        assert isinstance(fire, act.Fire)
        return replace(fire, facing=forms.hexspine(words[-1]))
    plain = [word for word in words if word != "snap"]
    parted = forms.split(plain, "at", "vehicle", "gun", "spray", "dir", "via")
    parts, target, aimed, lying, second, leaders, place = parted
    firers = tuple(_part(word, names) for word in parts)
    if not firers:
        raise Unreadable("at least one firer is expected")
    via = -1
    if "via" in words:
        via = _numbers(forms.one(place, "vertex"), 1, ("centre",))[0]
    if "snap" in words:
        via = act.SNAP
    spray = names.hex(forms.one(second, "second target hex")) if "spray" in words else -1
    led = tuple(names.unit(word) for word in leaders)
    vehicle = names.unit(forms.one(aimed, "vehicle")) if "vehicle" in words else 0
    gun = names.weapon(forms.one(lying, "Gun")) if "gun" in words else 0
    return act.Fire(firers, names.hex(forms.one(target, "target hex")), led, via, spray, vehicle=vehicle, gun=gun)


TARGET_TYPES: tuple[act.TargetType, ...] = ("vehicle", "infantry", "area")


def _shot(words: Sequence[str], names: Names) -> act.Ordnance:
    """``infantry HE turn 3``: the Target Type, the ammunition (HE where none is named), the hexspine turned to."""
    kinds = [kind for kind in TARGET_TYPES if words[:1] == [kind]]
    if not kinds:
        hint = f"; nearest known: {nearest(words[0], TARGET_TYPES)}" if words else ""
        raise Unreadable(f"'shot' is followed by the Target Type, {', '.join(TARGET_TYPES)}{hint}")
    rest, spotter = [word for word in words[1:] if word != "desperate"], 0
    if rest[-2:-1] == ["spotter"]:
        spotter = names.unit(rest[-1])
        del rest[-2:]
    facing = -1
    if rest[-2:-1] == ["turn"]:
        facing = forms.hexspine(rest[-1])
        del rest[-2:]
    cone: tuple[int, ...] = ()
    if rest[-2:-1] == ["cone"]:
        cone = tuple(names.hex(word) for word in rest[-1].split(","))
        del rest[-2:]
    if len(rest) > 1:
        raise Unreadable(f"{rest[1]!r} is not understood; write 'shot infantry HE turn 3'")
    return act.Ordnance(kinds[0], rest[0] if rest else "HE", facing, "desperate" in words, spotter, cone)


def _numbers(word: str, most: int, others: tuple[str, ...] = ()) -> tuple[int, ...]:
    """Hexsides or vertices, ``4,5``; a word of ``others`` counts on from 6."""
    known = {**{str(one): one for one in range(6)}, **{one: 6 + i for i, one in enumerate(others)}}
    found = tuple(known.get(one, -1) for one in word.split(","))
    if -1 in found or len(found) > most:
        raise Unreadable(f"{word!r} is not understood; hexsides and vertices are 0 to 5, as in 'bypass 4,5'")
    return found


def _move(words: Sequence[str], names: Names) -> act.Action:
    plain = [word for word in words if word not in DECLARED]
    declared, dash = sum(bit for word, bit in DECLARED.items() if word in words), -1
    if "dash" in plain:
        at = plain.index("dash")
        declared, dash = declared | DASH, names.hex(plain[at + 1])
        del plain[at : at + 2]
    some = next((word for word in plain if word.startswith("double_time:")), "")
    double_timing = tuple(names.unit(one) for one in some.partition(":")[2].split(",")) if some else ()
    plain = [word for word in plain if word != some]
    carry = by = 0
    if "carry" in plain:
        at = plain.index("carry")
        man, _, carrier = plain[at + 1 : at + 4] if plain[at + 2 : at + 3] == ["by"] else ("", "", "")
        carry, by = names.unit(man), names.unit(carrier)
        del plain[at : at + 4]
    before, then = forms.split(plain, "then")
    if "then" in plain:
        _something("then", then)
        first = parse(" ".join(then), names)
        if not isinstance(first, act.Spending):
            raise Unreadable(f"a move begins with {forms.verbs(act.Spending)}, not with {then[0]!r}")
        return act.Move(forms.units(before, names), declared, first, dash, carry, by, double_timing)
    if "to" in before or "off" in before:
        go = _go(before, names)
        assert isinstance(go, act.Go)
        return act.Move(go.units, declared, go, dash, carry, by, double_timing)
    return act.Move(forms.units(before, names), declared, None, dash, carry, by, double_timing)


def _go(words: Sequence[str], names: Names) -> act.Action:
    road, cover = "road" in words, "cover" in words
    words, crest = _crest([word for word in words if word not in ("road", "cover")])
    words, past = _past(words, names)
    units, to, off, sides = forms.split(words, "to", "off", "bypass")
    if "off" in words or "bypass" in words:
        _nothing([word for word, said in (("crest", crest >= 0), ("past", past >= 0)) if said])
    if "off" in words:
        _nothing([*to, *sides])
    if "bypass" in words:
        bypass = _numbers(forms.one(sides, "list of hexsides").partition(":")[2] or sides[0], 6)
        return act.Go(forms.units(units, names), names.hex(forms.one(to, "hex")), road, -1, bypass, cover=cover)
    if "off" in words and not off:
        return act.Go(forms.units(units, names), -2, road, cover=cover)
    if off:
        side = forms.one(off, "hexside")
        if side not in "012345":
            raise Unreadable(f"a hexside is 0 to 5, not {side!r}")
        return act.Go(forms.units(units, names), -2, road, int(side), cover=cover)
    return act.Go(forms.units(units, names), names.hex(forms.one(to, "hex")), road, crest=crest, past=past, cover=cover)


def _past(words: Sequence[str], names: Names) -> tuple[list[str], int]:
    """The words without ``past HEX``, and that hex: -1 without the word."""
    if "past" not in words:
        return list(words), -1
    at = words.index("past")
    return [*words[:at], *words[at + 2 :]], names.hex(words[at + 1])


def _crest(words: Sequence[str]) -> tuple[list[str], int]:
    """The words without ``crest [SIDE]``, and its hexside: -1 without the word, CROSSED where no hexside is said."""
    if "crest" not in words:
        return list(words), -1
    at = words.index("crest")
    said = words[at + 1 : at + 2]
    if not said:
        return list(words[:at]), CROSSED
    if said[0] not in list("012345"):
        raise Unreadable(f"a hexside is 0 to 5, not {said[0]!r}")
    return [*words[:at], *words[at + 2 :]], int(said[0])


def _together(words: Sequence[str], names: Names) -> act.Action:
    acts: list[act.Joint] = []
    for text in " ".join(words).split(" and "):
        one = parse(text, names)
        if not isinstance(one, act.Joint):
            raise Unreadable(f"together are done {forms.verbs(act.Joint)}, not {text.split()[0]!r}")
        acts.append(one)
    return act.Together(tuple(acts))


def _human_wave(words: Sequence[str], names: Names) -> act.Action:
    units, at, grain = forms.split(words, "at", "grain")
    sides = _numbers(forms.one(grain, "list of one or two hexsides"), 2)
    return act.DeclareWave(forms.by_id(units, names), names.hex(forms.one(at, "hex")), sides)


def _impulse(words: Sequence[str], names: Names) -> act.Action:
    acts: list[act.Go | act.Hold] = []
    for text in " ".join(words).split(" and "):
        one = parse(text, names)
        if not isinstance(one, act.Go | act.Hold):
            raise Unreadable(f"in an impulse units go or hold, not {text.split()[0]!r}")
        acts.append(one)
    return act.Surge(tuple(acts))


def _rout(words: Sequence[str], names: Names) -> act.Action:
    words, past = _past(words, names)
    unit, to, leader = forms.split([word for word in words if word not in ("crawl", "quick")], "to", "with")
    chosen = names.unit(forms.one(leader, "leader")) if leader else 0
    where = names.hex(forms.one(to, "hex"))
    return act.Rout(names.unit(forms.one(unit, "unit")), where, "crawl" in words, chosen, "quick" in words, past)


def _abandon(words: Sequence[str], names: Names) -> act.Action:
    return act.Abandon(names.unit(words[0]), tuple(names.weapon(word) for word in words[1:]))


def _advance(words: Sequence[str], names: Names) -> act.Action:
    if "off" in words[-2:]:  # the hexside may be named, as in a move
        return act.Advance(forms.by_id(words[: words.index("off")], names), -2)
    words, crest = _crest(words)
    units, to = forms.split(words, "to")
    return act.Advance(forms.by_id(units, names), names.hex(forms.one(to, "hex")), crest)


def _stand(words: Sequence[str], names: Names) -> act.Action:
    if len(words) == 2 and words[1] == "alone":
        return act.StandWith(names.unit(words[0]), 0)
    unit, other = forms.split(words, "with")
    return act.StandWith(names.unit(forms.one(unit, "unit")), names.unit(forms.one(other, "unit")))


def _hide(words: Sequence[str], names: Names) -> act.Action:
    return act.Hide(names.unit(forms.one(words, "unit")))


def _show(words: Sequence[str], names: Names) -> act.Action:
    return act.Hide(names.unit(forms.one(words, "unit")), False)


def _face(words: Sequence[str], names: Names) -> act.Action:
    ce = "ce" in words
    head, turret = forms.split([word for word in words if word != "ce"], "turret")
    _nothing(head[2:])
    points = forms.hexspine(forms.one(turret, "hexspine")) if turret else -1
    return act.Face(names.unit(head[0]), forms.hexspine(head[1]), points, ce)


def _start(words: Sequence[str], names: Names) -> act.Action:
    rest = [word for word in words if word != "reverse"]
    return act.StartUp(names.unit(forms.one(rest, "vehicle")), len(rest) < len(words))


def _exposed(words: Sequence[str], names: Names) -> act.Action:
    return act.Hatch(names.unit(forms.one(words, "vehicle")), True)


def _buttoned_up(words: Sequence[str], names: Names) -> act.Action:
    return act.Hatch(names.unit(forms.one(words, "vehicle")), False)


_DRIVE_WORDS = ("road", "reverse", "minimum")


def _armored_assault(words: Sequence[str], names: Names) -> act.Action:
    move = parse(" ".join(words[1:]), names) if words[1:2] == ["move"] else None
    if not isinstance(move, act.Move):
        raise Unreadable("an Armored Assault begins as 'armored_assault T move A B assault'")
    return act.ArmoredAssault(names.unit(words[0]), move)


def _drive(words: Sequence[str], names: Names) -> act.Action:
    if "with" in words:
        at = list(words).index("with")
        drive, go = _drive(words[:at], names), parse(" ".join(words[at + 1 :]), names)
        if not isinstance(drive, act.DriveTo) or not isinstance(go, act.Go):
            raise Unreadable("Infantry goes along as in 'drive T to C5 with go A to C5'")
        return act.DriveAlong(drive, go)
    road, reverse, minimum = (word in words for word in _DRIVE_WORDS)
    rest = [word for word in words if word not in _DRIVE_WORDS]
    parted = forms.split(rest, "to", "off", "bypass", "share", "from", "facing", "more")
    who, to, off, sides, share, across, points, beyond = parted
    vehicle = names.unit(forms.one(who, "vehicle"))
    facing = forms.hexspine(forms.one(points, "hexspine")) if points else -1
    if "off" in words:
        _nothing([*to, *sides, *share, *across, *points, *beyond])
        side = forms.hexspine(forms.one(off, "hexside"))
        return act.DriveTo(vehicle, -2, road, reverse, side, minimum=minimum)
    bypass = _numbers(forms.one(sides, "list of hexsides"), 6) if sides else ()
    side = forms.hexspine(forms.one(across, "hexside")) if across else -1
    there = names.hex(forms.one(to, "hex"))
    paid, more = _number(share, "share", "number"), _number(beyond, "more", "number of MP")
    return act.DriveTo(vehicle, there, road, reverse, side, bypass, paid, minimum, facing, more)


_READERS: dict[str, Callable[[Sequence[str], Names], act.Action]] = {
    "pass": _done,
    "place": _place,
    "setup": _setup,
    **{
        how: _handle(how)
        for how in ("dismantle", "assemble", "destroy", "malfunction", "limber", "unlimber", "bare", "emplace")
    },
    "recombine": _recombine,
    "fire": _fire,
    "panzerfaust": _panzerfaust,
    "molotov": _molotov,
    "claim": lambda words, names: act.Wall(forms.by_id(words, names)),
    "forfeit": lambda words, names: act.Wall(forms.by_id(words, names), False),
    "move": _move,
    "go": _go,
    "together": _together,
    "human_wave": _human_wave,
    "impulse": _impulse,
    "rout": _rout,
    "abandon": _abandon,
    "advance": _advance,
    "stand": _stand,
    "hide": _hide,
    "show": _show,
    "face": _face,
    "drive": _drive,
    "armored_assault": _armored_assault,
    "start": _start,
    "ce": _exposed,
    "bu": _buttoned_up,
}
_FORMS: dict[str, str] = {
    line.split()[0]: line.strip()
    for row in (__doc__ or "").split("\n")
    if row.startswith("    ")
    for line in row.split(" | ")
    if line.split()[0] in _READERS
}
VERBS: tuple[str, ...] = tuple(dict.fromkeys((*_READERS, *forms.VERBS)))
