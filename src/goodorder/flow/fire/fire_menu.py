"""The menu of fire attacks: a lazy tree that builds a Fire Group step by step (A7.5).

Every node of the tree is a draft that is legal against at least one target, so no path ends without a leaf.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import SNAP, Fire, Firer, Lane
from goodorder.core.menu import Entry, InARow, Late, Text, branch_if_any, leaf
from goodorder.core.state import State, Unit
from goodorder.rules.a07_fire.attack import declared_ledger
from goodorder.rules.a07_fire.naming import fire_words
from goodorder.rules.a07_fire.spraying import neighbouring
from goodorder.rules.a09_weapons.fire_lane import lane_options
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import has, name, wtype

from .fire_drafts import Draft, Drafts
from .targets import Aim


def _sprays(st: State, unit: Unit) -> bool:
    """Whether a unit or one of its weapons has Spraying Fire (A7.34, A9.5)."""
    return has(st, unit, "spraying_fire") or any(wtype(st, weapon).spraying_fire for weapon in st.weapons_of(unit.id))


class FireMenu(Drafts):
    """The tree over the drafts of one side, phase and set of targets."""

    def root(self) -> Sequence[Entry]:
        """One branch for each unit that can fire."""
        units = self.hopeful()
        return Late(len(units), lambda at: self._begun(units[at]))

    def _begun(self, unit: Unit) -> Entry:
        return Entry(
            f"u{unit.id}",
            partial(name, self.st, unit),
            children=partial(self._opened, unit),
            alive=partial(self.able, unit),
            kind="unit",
            unit=unit.id,
        )

    def _branch(self, draft: Draft, key: str, label: Text, **more: Any) -> Entry:
        children, alive = partial(self.node, draft), partial(self.leads_to_an_attack, draft)
        return Entry(key, label, children=children, alive=alive, **more)

    def _opened(self, unit: Unit) -> Sequence[Entry]:
        return self.node(self.first(unit))

    def node(self, draft: Draft) -> Sequence[Entry]:
        """What can be done with a draft: commit it, aim it, add to it, change its parts."""
        if draft.aim is None:
            return InARow((self._aim_entries(draft), self._more_units(draft), self._directed(draft)))
        action = self.action(draft, draft.aim)
        go = [self._go(action, draft.aim)] if action is not None else []
        return InARow(
            (
                go,
                self._more_units(draft),
                self._directed(draft),
                self._parts(draft, draft.aim),
                self._lanes(draft),
                self._second(draft),
            )
        )

    def _go(self, action: Fire, aim: Aim) -> Entry:
        return leaf(
            "go",
            partial(fire_words, self.st, action.firers, self.phase, self.via),
            action,
            note=partial(self.note, action, aim),
            confirm=True,
            primary=True,
            hex=aim.loc,
        )

    def _second(self, draft: Draft) -> list[Entry]:
        """Second Locations for Spraying Fire: with enemies, or in the MPh any that Residual FP may be left in."""
        st, aim = self.st, draft.aim
        if aim is None or draft.spray >= 0 or self.via == SNAP or not st.world.rules.offers("spraying_fire"):
            return []
        if not any(_sprays(st, st.units[unit]) for unit in draft.units):
            return []
        found: list[Entry] = []
        board = map_now(st)
        near = neighbouring(board, aim.loc)
        held = {loc for loc in near.intersection(st.stacks()) if st.side_at(loc, 1 - self.side)}
        held |= {one.loc for one in st.vehicles.values() if one.loc in near and one.side != self.side and not one.wreck}
        beside = (loc for loc in board.around(aim.loc) if loc >= 0 and self.phase == "MPh")
        for loc in sorted(held.union(beside)):
            both = replace(draft, spray=loc)
            where = st.world.map.word(loc)
            words = f"Spraying Fire, at {st.world.map.place_name(loc)} too"
            found.append(self._branch(both, f"s:{where}", words, kind="spray", hex=loc, rule="A7.34"))
        return found

    def _lanes(self, draft: Draft) -> list[Entry]:
        """For each gun of the attack the Fire Lanes that it may lay (A9.22)."""
        action = self.action(draft, draft.aim) if draft.aim is not None and self.phase == "MPh" else None
        if action is None:
            return []
        return [
            branch_if_any(
                f"lane{weapon}",
                f"Fire Lane with {wtype(self.st, self.st.weapons[weapon]).name}",
                partial(self._lay, draft, lanes),
            )
            for firer in action.firers
            for weapon in firer.weapons
            if weapon not in {lane.weapon for lane in draft.lanes}
            and (lanes := lane_options(self.st, firer, self.st.weapons[weapon], action.target, self.phase))
        ]

    def _lay(self, draft: Draft, lanes: tuple[Lane, ...]) -> list[Entry]:
        names = self.st.world.map.place_name
        return [
            self._branch(
                replace(draft, lanes=(*draft.lanes, lane)),
                f"{names(lane.to)}{lane.hand}",
                f"to {names(lane.to)}{', the hexes on the ' + lane.hand if lane.hand else ''}",
                kind="hex",
                hex=lane.to,
            )
            for lane in lanes
        ]

    def note(self, action: Fire, aim: Aim) -> str:
        """FP, column and DRM of an attack in short."""
        ledger = declared_ledger(self.st, action, aim.ids, self.phase)
        return f"{ledger.fp_words()}, {ledger.drm.total():+d}"

    def _aim_entries(self, draft: Draft) -> Sequence[Entry]:
        """The targets that the first unit of a draft sees: at no other is there an attack."""
        seen = self.seen_by(self.st.units[draft.units[0]])
        return Late(len(seen), lambda at: self._aimed(draft, seen[at]))

    def _aimed(self, draft: Draft, aim: Aim) -> Entry:
        key = f"v{aim.named}" if aim.vehicle is not None else f"h:{self.st.world.map.word(aim.loc)}"
        return self._branch(replace(draft, aim=aim), key, partial(self._at, aim), kind="hex", hex=aim.loc)

    def _at(self, aim: Aim) -> str:
        return f"at {self.st.world.map.place_name(aim.loc) if aim.vehicle is None else aim.words(self.st)}"

    def _more_units(self, draft: Draft) -> Sequence[Entry]:
        partners = self.partners(draft)
        return Late(len(partners), lambda at: self._joined_by(draft, partners[at]))

    def _joined_by(self, draft: Draft, unit: Unit) -> Entry:
        st = self.st
        grown = replace(draft, units=(*draft.units, unit.id))
        words = f"add {name(st, unit)}"
        beside = draft.leaders and any(st.units[one].loc == unit.loc for one in draft.units)
        if draft.leaders and not (beside and self.leads_to_an_attack(grown)):
            # One leader in each firing hex directs, or none does (A7.531): said before it is chosen.
            grown = replace(grown, leaders=())
            words += ", undirected"
        return self._branch(grown, f"+u{unit.id}", words, kind="unit", unit=unit.id)

    def _directed(self, draft: Draft) -> Sequence[Entry]:
        picks = [] if draft.leaders else self.picks(draft)
        return Late(len(picks), lambda at: self._led_by(draft, picks[at]))

    def _led_by(self, draft: Draft, leaders: tuple[int, ...]) -> Entry:
        st, key = self.st, "+".join(str(one) for one in leaders)
        words = " and ".join(name(st, st.units[leader]) for leader in leaders)
        led = replace(draft, leaders=leaders)
        return self._branch(led, f"l{key}", f"directed by {words}", kind="leader", unit=leaders[0])

    def _parts(self, draft: Draft, aim: Aim) -> Sequence[Entry]:
        """Other ways in which a unit of the draft may use its weapons; each unit is changed once at most."""
        changed = {own.unit for own in draft.fixed}
        found: list[Firer] = []
        for unit in [self.st.units[one] for one in draft.units if one not in changed]:
            usual = self.firer(unit, aim)
            found += [firer for firer in self.variants(unit) if firer != usual]
        return Late(len(found), lambda at: self._fires_so(draft, found[at]))

    def _fires_so(self, draft: Draft, firer: Firer) -> Entry:
        st = self.st
        unit = st.units[firer.unit]
        changed = replace(draft, fixed=(*draft.fixed, firer))
        words = [wtype(st, st.weapons[w]).name for w in firer.weapons]
        if firer.inherent:
            words.insert(0, "own FP")
        key = f"p{unit.id}:{'i' if firer.inherent else ''}{','.join(str(w) for w in firer.weapons)}"
        text = f"{name(st, unit)}: {' and '.join(words)} only"
        if firer.helper:
            key += f"+{firer.helper}"
            text = f"{name(st, unit)}: {words[0]} served by {name(st, st.units[firer.helper])} too"
        return self._branch(changed, key, text, kind="toggle")
