"""Actions in a short written form, for cases, protocols and logs: ``fire A+w1 B at K5 dir L``.

``parse`` and ``write`` are inverse to each other over the same :class:`Names`.  Words in the order in
which a player says them; units and weapons by their names, hexes by those of the map:

    pass | place A C4 [crest SIDE] | place A off | setup NAME | give W to A | recover W by A | drop W by A | repair W
    dismantle W | assemble W | destroy W | malfunction W
    deploy A [by L] | recombine A B | voluntary_break A
    rally A [by L] | keep_dm A | fire PART.. at HEX [dir L..] [via VERTEX]
    fire PART.. at HEX spray HEX | fire PART.. at HEX snap | opportunity A..
    fire PART.. at HEX lane W:HEX[:left|:right]
    go A.. to HEX [road] | go A.. to HEX bypass SIDES | go A.. to HEX crest [SIDE] | go A.. off SIDE
    claim A.. | forfeit A..
    move A.. [DECLARED] to HEX [road] | move A.. [DECLARED] then smoke A to HEX
    together ACT and ACT.. (ACT is smoke, recover or go)
    smoke A to HEX | ntc A to HEX | displace L [to HEX] | double_time A..
    search A.. | mop_up A..
    halt A.. | residual [W..] | rout A to HEX [crawl] [with L] | abandon A W..
    advance A.. to HEX [crest [SIDE]] | advance A.. off | pick HEX | stand L with A | stand L alone
    cc A.. on B.. [dir L] | withdraw A.. [to HEX] | reveal A.. | concede SIDE

A PART is ``A`` (inherent FP), ``A+w`` (with a weapon), ``A/w`` (the weapon without inherent FP),
``L/w&M`` (a second man M helps with it).  DECLARED is ``assault``, ``double_time``, ``minimum`` or
``dash HEX``, where a Dash is to end.  SIDES are hexsides of HEX gone along in Bypass,
``5,4`` (0 is the top, then clockwise); the SIDE of ``crest`` is the middle one of the three that it protects, that
crossed where none is said; VERTEX is a vertex of the target hex, 0 (upper left) to 5, or ``centre``.  A
``move`` is its declaration with the first expenditure; what follows is said with ``go``, ``smoke``, ``recover``,
``drop``, ``halt`` and ``pass``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from goodorder.data.not_built import all_not_built

from . import actions as act
from .errors import Ambiguous, NotBuilt, Unreadable
from .state import ASSAULT, DASH, DOUBLE_TIME, MINIMUM

if TYPE_CHECKING:
    from .state import State

DECLARED = {"assault": ASSAULT, "double_time": DOUBLE_TIME, "minimum": MINIMUM}
"""Words for what is declared as a move begins, with their bits; a Dash has the name of its end besides."""
_PART = re.compile(r"(?P<unit>[^+/&]+)(?P<weapons>(?:[+/][^+/&]+)*)(?:&(?P<helper>[^+/&]+))?")


class Names(Struct, frozen=True):
    """The words for units, weapons, sides and Locations of one position."""

    units: Mapping[str, int]
    weapons: Mapping[str, int]
    sides: tuple[str, str]
    hexes: Mapping[str, int]

    @classmethod
    def of(cls, st: State) -> Names:
        """Names of a position: a unit's letter, with its side's id where both have it (``german.A``), else ``u12``.

        Weapons are ``w3`` by their id, and ``u12`` is always understood.
        """
        idents: dict[str, list[int]] = {}
        for unit in st.units.values():
            if unit.ident:
                idents.setdefault(unit.ident, []).append(unit.id)
                idents.setdefault(f"{st.world.sides[unit.side].id}.{unit.ident}", []).append(unit.id)
        units: dict[str, int] = {}
        for word, ids in idents.items():
            if len(ids) == 1 and not _reserved(word) and ids[0] not in units.values():
                units[word] = ids[0]
        named = set(units.values())
        units.update({f"u{unit}": unit for unit in st.units if unit not in named})
        weapons = {f"w{weapon}": weapon for weapon in st.weapons}
        return cls(units, weapons, (st.world.sides[0].id, st.world.sides[1].id), st.world.map.words)

    def unit(self, word: str) -> int:
        """The id of a unit; raises :class:`Unreadable` or :class:`Ambiguous`, naming the known words it may be."""
        if re.fullmatch(r"u\d+", word) and word not in self.units and int(word[1:]) in self.units.values():
            return int(word[1:])
        both = [f"{side}.{word}" for side in self.sides if f"{side}.{word}" in self.units]
        if word not in self.units and both:
            raise Ambiguous(f"{word!r} may be {' or '.join(both)}")
        return _look("unit", word, self.units)

    def weapon(self, word: str) -> int:
        """The id of a weapon."""
        return _look("weapon", word, self.weapons)

    def hex(self, word: str) -> int:
        """The Location of a hex name."""
        return _look("hex", word, self.hexes)

    def side(self, word: str) -> int:
        """0 or 1."""
        return _look("side", word, {self.sides[0]: 0, self.sides[1]: 1})

    def unit_word(self, unit: int) -> str:
        """The word for a unit."""
        return next((word for word, known in self.units.items() if known == unit), f"u{unit}")

    def weapon_word(self, weapon: int) -> str:
        """The word for a weapon."""
        return next((word for word, known in self.weapons.items() if known == weapon), f"w{weapon}")

    def hex_word(self, loc: int) -> str:
        """The name of a Location."""
        return next((word for word, known in self.hexes.items() if known == loc), f"#{loc}")


def _reserved(word: str) -> bool:
    return re.fullmatch(r"[uw]\d+", word) is not None or word in _RESERVED


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that looks most like ``word``, or ``""``."""
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.3)
    return found[0] if found else ""


def _look(what: str, word: str, table: Mapping[str, int]) -> int:
    if word in table:
        return table[word]
    hint = nearest(word, table)
    raise Unreadable(f"unknown {what} {word!r}" + (f"; nearest known: {hint}" if hint else ""))


def parse(text: str, names: Names) -> act.Action:
    """The action that ``text`` describes.

    Raises :class:`Unreadable` naming the word that is not understood and the nearest known one, and
    :class:`NotBuilt` with its rule for a verb of the list of what the profile leaves out (``bypass A C4``).
    """
    words = text.split()
    if not words:
        raise Unreadable("an action is a verb and its words, such as 'fire A at C4'")
    reader = _READERS.get(words[0])
    if reader is None:
        if refused := all_not_built().get(words[0]):
            raise NotBuilt(f"{refused.name}: {refused.text} ({refused.rule})", rule=refused.rule)
        hint = nearest(words[0], [*_READERS, *all_not_built()])
        raise Unreadable(f"unknown action {words[0]!r}" + (f"; nearest known: {hint}" if hint else ""))
    try:
        return reader(words[1:], names)
    except IndexError:
        raise Unreadable(f"{text!r} is too short; the form is: {_FORMS[words[0]]}") from None


def _split(words: Sequence[str], *marks: str) -> list[list[str]]:
    """Words before the first mark, then those after each mark, in the given order of marks."""
    groups: list[list[str]] = [[] for _ in range(len(marks) + 1)]
    at = 0
    for word in words:
        if word in marks and marks.index(word) + 1 > at:
            at = marks.index(word) + 1
        else:
            groups[at].append(word)
    return groups


def _one(group: Sequence[str], what: str) -> str:
    if len(group) != 1:
        raise Unreadable(f"exactly one {what} is expected, not {' '.join(group) or 'none'!r}")
    return group[0]


def _units(words: Sequence[str], names: Names) -> tuple[int, ...]:
    if not words:
        raise Unreadable("at least one unit is expected")
    return tuple(names.unit(word) for word in words)


def _by_id(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """Units of an action in which their order says nothing, by rising ids."""
    return tuple(sorted(_units(words, names)))


def _nothing(words: Sequence[str]) -> None:
    if words:
        raise Unreadable(f"nothing is expected at {words[0]!r}")


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


def _give(words: Sequence[str], names: Names) -> act.Action:
    weapon, unit = _split(words, "to")
    return act.Give(names.weapon(_one(weapon, "weapon")), names.unit(_one(unit, "unit")))


def _recover(words: Sequence[str], names: Names) -> act.Action:
    weapon, unit = _split(words, "by")
    return act.Recover(names.unit(_one(unit, "unit")), names.weapon(_one(weapon, "weapon")))


def _drop(words: Sequence[str], names: Names) -> act.Action:
    weapon, unit = _split(words, "by")
    return act.Drop(names.unit(_one(unit, "unit")), names.weapon(_one(weapon, "weapon")))


def _repair(words: Sequence[str], names: Names) -> act.Action:
    return act.Repair(names.weapon(_one(words, "weapon")))


def _handle(how: str) -> Callable[[Sequence[str], Names], act.Action]:
    return lambda words, names: act.Handle(names.weapon(_one(words, "weapon")), how)


def _rally(words: Sequence[str], names: Names) -> act.Action:
    unit, leader = _split(words, "by")
    return act.Rally(names.unit(_one(unit, "unit")), names.unit(_one(leader, "leader")) if leader else 0)


def _deploy(words: Sequence[str], names: Names) -> act.Action:
    unit, leader = _split(words, "by")
    return act.Deploy(names.unit(_one(unit, "unit")), names.unit(_one(leader, "leader")) if leader else 0)


def _recombine(words: Sequence[str], names: Names) -> act.Action:
    _nothing(words[2:])
    return act.Recombine((names.unit(words[0]), names.unit(words[1])))


def _voluntary_break(words: Sequence[str], names: Names) -> act.Action:
    return act.VoluntaryBreak(names.unit(_one(words, "unit")))


def _keep_dm(words: Sequence[str], names: Names) -> act.Action:
    return act.KeepDm(names.unit(_one(words, "unit")))


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


def _fire(words: Sequence[str], names: Names) -> act.Action:
    if "lane" in words:
        at = words.index("lane")
        fire = _fire(words[:at], names)
        assert isinstance(fire, act.Fire)
        return replace(fire, lanes=tuple(_lane(word, names) for word in words[at + 1 :]))
    parts, target, second, leaders, _ = _split([w for w in words if w != "snap"], "at", "spray", "dir", "via")
    firers = tuple(_part(word, names) for word in parts)
    if not firers:
        raise Unreadable("at least one firer is expected")
    via = -1
    if "via" in words:
        via = _numbers(words[words.index("via") + 1], 1, ("centre",))[0]
    if "snap" in words:
        via = act.SNAP
    spray = names.hex(_one(second, "second target hex")) if "spray" in words else -1
    led = tuple(names.unit(word) for word in leaders)
    return act.Fire(firers, names.hex(_one(target, "target hex")), led, via, spray)


def _opportunity(words: Sequence[str], names: Names) -> act.Action:
    return act.Opportunity(_by_id(words, names))


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
    before, then = _split(plain, "then")
    if then:
        first = parse(" ".join(then), names)
        if not isinstance(first, act.FIRST):
            raise Unreadable(
                f"a move begins with go, smoke, recover, drop, search, together or ntc, not with {then[0]!r}"
            )
        return act.Move(_units(before, names), declared, first, dash)
    if "to" in before or "off" in before:
        go = _go(before, names)
        assert isinstance(go, act.Go)
        return act.Move(go.units, declared, go, dash)
    return act.Move(_units(before, names), declared, None, dash)


def _go(words: Sequence[str], names: Names) -> act.Action:
    road = "road" in words
    words, crest = _crest([word for word in words if word != "road"])
    units, to, off, sides = _split(words, "to", "off", "bypass")
    if "bypass" in words:
        bypass = _numbers(_one(sides, "list of hexsides").partition(":")[2] or sides[0], 6)
        return act.Go(_units(units, names), names.hex(_one(to, "hex")), road, -1, bypass)
    if "off" in words and not off:
        return act.Go(_units(units, names), -2, road)
    if off:
        side = _one(off, "hexside")
        if side not in "012345":
            raise Unreadable(f"a hexside is 0 to 5, not {side!r}")
        return act.Go(_units(units, names), -2, road, int(side))
    return act.Go(_units(units, names), names.hex(_one(to, "hex")), road, crest=crest)


def _crest(words: Sequence[str]) -> tuple[list[str], int]:
    """The words without ``crest [SIDE]``, and its hexside: -1 without the word, CROSSED where no hexside is said."""
    if "crest" not in words:
        return list(words), -1
    at = words.index("crest")
    said = words[at + 1 : at + 2]
    if not said:
        return list(words[:at]), act.CROSSED
    if said[0] not in list("012345"):
        raise Unreadable(f"a hexside is 0 to 5, not {said[0]!r}")
    return [*words[:at], *words[at + 2 :]], int(said[0])


def _crest_word(side: int) -> str:
    return "" if side < 0 else " crest" if side == act.CROSSED else f" crest {side}"


def _smoke(words: Sequence[str], names: Names) -> act.Action:
    if words[-1:] == ["wp"]:
        raise NotBuilt("white phosphorus grenades are not built (A24.3)", rule="A24.3")
    unit, to = _split(words, "to")
    return act.Smoke(names.unit(_one(unit, "unit")), names.hex(_one(to, "hex")))


def _together(words: Sequence[str], names: Names) -> act.Action:
    acts: list[act.Go | act.Smoke | act.Recover] = []
    rest = " ".join(words).split(" and ")
    for text in rest:
        one = parse(text, names)
        if not isinstance(one, act.Go | act.Smoke | act.Recover):
            raise Unreadable(f"together are done smoke, recover and go, not {text.split()[0]!r}")
        acts.append(one)
    return act.Together(tuple(acts))


def _double_time(words: Sequence[str], names: Names) -> act.Action:
    return act.DoubleTime(_units(words, names))


def _ntc(words: Sequence[str], names: Names) -> act.Action:
    unit, to = _split(words, "to")
    return act.OverrunCheck(names.unit(_one(unit, "unit")), names.hex(_one(to, "hex")))


def _displace(words: Sequence[str], names: Names) -> act.Action:
    unit, to = _split(words, "to")
    man = names.unit(_one(unit, "unit"))
    return act.Displace(man, names.hex(_one(to, "hex"))) if "to" in words else act.Displace(man)


def _halt(words: Sequence[str], names: Names) -> act.Action:
    return act.Halt(_units(words, names))


def _residual(words: Sequence[str], names: Names) -> act.Action:
    return act.Residual(tuple(names.weapon(word) for word in words))


def _rout(words: Sequence[str], names: Names) -> act.Action:
    unit, to, leader = _split([word for word in words if word != "crawl"], "to", "with")
    chosen = names.unit(_one(leader, "leader")) if leader else 0
    return act.Rout(names.unit(_one(unit, "unit")), names.hex(_one(to, "hex")), "crawl" in words, chosen)


def _abandon(words: Sequence[str], names: Names) -> act.Action:
    return act.Abandon(names.unit(words[0]), tuple(names.weapon(word) for word in words[1:]))


def _advance(words: Sequence[str], names: Names) -> act.Action:
    if words and words[-1] == "off":
        return act.Advance(_by_id(words[:-1], names), -2)
    words, crest = _crest(words)
    units, to = _split(words, "to")
    return act.Advance(_by_id(units, names), names.hex(_one(to, "hex")), crest)


def _pick(words: Sequence[str], names: Names) -> act.Action:
    return act.PickLocation(names.hex(_one(words, "hex")))


def _stand(words: Sequence[str], names: Names) -> act.Action:
    if len(words) == 2 and words[1] == "alone":
        return act.StandWith(names.unit(words[0]), 0)
    unit, other = _split(words, "with")
    return act.StandWith(names.unit(_one(unit, "unit")), names.unit(_one(other, "unit")))


def _cc(words: Sequence[str], names: Names) -> act.Action:
    attackers, defenders, leader = _split(words, "on", "dir")
    chosen = names.unit(_one(leader, "leader")) if leader else 0
    return act.CloseCombat(_by_id(attackers, names), _by_id(defenders, names), chosen)


def _withdraw(words: Sequence[str], names: Names) -> act.Action:
    units, to = _split(words, "to")
    return act.Withdraw(_by_id(units, names), names.hex(_one(to, "hex")) if "to" in words else -1)


def _reveal(words: Sequence[str], names: Names) -> act.Action:
    return act.Reveal(_by_id(words, names))


def _concede(words: Sequence[str], names: Names) -> act.Action:
    return act.Concede(names.side(_one(words, "side")))


_READERS: dict[str, Callable[[Sequence[str], Names], act.Action]] = {
    "pass": _done,
    "place": _place,
    "setup": _setup,
    "give": _give,
    "recover": _recover,
    "drop": _drop,
    "repair": _repair,
    **{how: _handle(how) for how in ("dismantle", "assemble", "destroy", "malfunction")},
    "rally": _rally,
    "deploy": _deploy,
    "recombine": _recombine,
    "voluntary_break": _voluntary_break,
    "keep_dm": _keep_dm,
    "fire": _fire,
    "opportunity": _opportunity,
    "claim": lambda words, names: act.Wall(_by_id(words, names)),
    "forfeit": lambda words, names: act.Wall(_by_id(words, names), False),
    "move": _move,
    "go": _go,
    "smoke": _smoke,
    "together": _together,
    "ntc": _ntc,
    "double_time": _double_time,
    "displace": _displace,
    "search": lambda words, names: act.Search(_by_id(words, names)),
    "mop_up": lambda words, names: act.MopUp(_by_id(words, names)),
    "halt": _halt,
    "residual": _residual,
    "rout": _rout,
    "abandon": _abandon,
    "advance": _advance,
    "pick": _pick,
    "stand": _stand,
    "cc": _cc,
    "reveal": _reveal,
    "withdraw": _withdraw,
    "concede": _concede,
}
_RESERVED = {"at", "to", "by", "on", "off", "dir", "road", "crawl", *DECLARED, "dash", "then", "with", "alone"}
_RESERVED |= {"bypass", "via", "spray", "snap", "lane", "and"}
_RESERVED |= {"crest"}
_FORMS: dict[str, str] = {
    line.split()[0]: line.strip()
    for row in (__doc__ or "").split("\n")
    if row.startswith("    ")
    for line in row.split(" | ")
    if line.split()[0] in _READERS
}
VERBS: tuple[str, ...] = tuple(_READERS)


def write(action: act.Action, names: Names) -> str:
    """The action in the form that :func:`parse` reads."""
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
        case act.Give():
            return f"give {weapon(action.weapon)} to {unit(action.unit)}"
        case act.Recover():
            return f"recover {weapon(action.weapon)} by {unit(action.unit)}"
        case act.Drop():
            return f"drop {weapon(action.weapon)} by {unit(action.unit)}"
        case act.Repair():
            return f"repair {weapon(action.weapon)}"
        case act.Handle():
            return f"{action.how} {weapon(action.weapon)}"
        case act.Rally():
            return f"rally {unit(action.unit)}" + (f" by {unit(action.leader)}" if action.leader else "")
        case act.Deploy():
            return f"deploy {unit(action.unit)}" + (f" by {unit(action.leader)}" if action.leader else "")
        case act.Recombine():
            return f"recombine {units(action.units)}"
        case act.VoluntaryBreak():
            return f"voluntary_break {unit(action.unit)}"
        case act.KeepDm():
            return f"keep_dm {unit(action.unit)}"
        case act.Fire():
            leaders = f" dir {units(action.leaders)}" if action.leaders else ""
            via = f" via {'centre' if action.via == 6 else action.via}" if action.via >= 0 else ""
            via = " snap" if action.via == act.SNAP else via
            firers = " ".join(_part_word(f, names) for f in action.firers)
            spray = f" spray {place(action.spray)}" if action.spray >= 0 else ""
            lanes = [":".join(filter(None, (weapon(o.weapon), place(o.to), o.hand))) for o in action.lanes]
            lane = f" lane {' '.join(lanes)}" if lanes else ""
            return f"fire {firers} at {place(action.target)}{spray}{leaders}{via}{lane}"
        case act.Wall():
            return f"{'claim' if action.held else 'forfeit'} {units(action.units)}"
        case act.Opportunity():
            return f"opportunity {units(action.units)}"
        case act.Move():
            words = "".join(f" {word}" for word, bit in DECLARED.items() if action.declared & bit)
            dash = f" dash {place(action.dash)}" if action.declared & DASH else ""
            head = f"move {units(action.units)}{words}{dash}"
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
            sides = f" bypass {','.join(map(str, action.bypass))}" if action.bypass else ""
            return f"go {units(action.units)} {where}{road}{sides}{_crest_word(action.crest)}"
        case act.Smoke():
            return f"smoke {unit(action.unit)} to {place(action.to)}"
        case act.Together():
            return "together " + " and ".join(write(one, names) for one in action.acts)
        case act.DoubleTime():
            return f"double_time {units(action.units)}"
        case act.OverrunCheck():
            return f"ntc {unit(action.unit)} to {place(action.to)}"
        case act.Displace():
            return f"displace {unit(action.unit)}" + (f" to {place(action.to)}" if action.to >= 0 else "")
        case act.Search():
            return f"search {units(action.units)}"
        case act.MopUp():
            return f"mop_up {units(action.units)}"
        case act.Halt():
            return f"halt {units(action.units)}"
        case act.Residual():
            return " ".join(["residual", *(weapon(one) for one in action.weapons)])
        case act.Rout():
            return f"rout {unit(action.unit)} to {place(action.to)}" + (
                (" crawl" if action.crawl else "") + (f" with {unit(action.leader)}" if action.leader else "")
            )
        case act.Abandon():
            return " ".join(["abandon", unit(action.unit), *(weapon(one) for one in action.weapons)])
        case act.Advance():
            where = "off" if action.to == -2 else f"to {place(action.to)}"
            return f"advance {units(action.units)} {where}{_crest_word(action.crest)}"
        case act.PickLocation():
            return f"pick {place(action.loc)}"
        case act.StandWith():
            return f"stand {unit(action.unit)} " + (f"with {unit(action.other)}" if action.other else "alone")
        case act.CloseCombat():
            leader = f" dir {unit(action.leader)}" if action.leader else ""
            return f"cc {units(action.attackers)} on {units(action.defenders)}{leader}"
        case act.Withdraw():
            return f"withdraw {units(action.units)}{f' to {place(action.to)}' if action.to >= 0 else ''}"
        case act.Reveal():
            return f"reveal {units(action.units)}"
        case act.Concede():
            return f"concede {names.sides[action.side]}"
    raise Unreadable(f"no written form for {type(action).__name__}")


def _part_word(firer: act.Firer, names: Names) -> str:
    word = names.unit_word(firer.unit)
    for number, weapon in enumerate(firer.weapons):
        word += ("/" if number == 0 and not firer.inherent else "+") + names.weapon_word(weapon)
    return word + (f"&{names.unit_word(firer.helper)}" if firer.helper else "")
