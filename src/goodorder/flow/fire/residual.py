"""Residual FP after First Fire (A8.2, A8.23)."""

from __future__ import annotations

from itertools import combinations

from goodorder.core.actions import Residual
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, MarkerPlaced, WeaponForfeited
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import FIRST, MK_RESIDUAL, ON_MAP, FireMark, Marker, State
from goodorder.rules.a07_fire.attack import residual_strength
from goodorder.rules.facts.attack_facts import weapon_mark
from goodorder.rules.facts.units import wtype
from goodorder.rules.registry import builds


@builds("A8.2", "SK3.DFF.7")
class LeaveResidual(Frame, frozen=True):
    """Residual FP after First Fire; the owner may give up kept rates of fire to leave more (A8.23).

    ``parts`` are (weapon id or 0, FP in the attack's units) of its firers, ``rated`` the weapons that kept
    their rate, ``cowered`` and ``outside`` the columns lost, ``crest`` whether the attack could not affect the bed of
    a Depression hex.  Weapons that malfunctioned by the attack leave
    nothing (A8.221), and one that cowering marked has no rate to give up.
    """

    loc: int
    side: int
    parts: tuple[tuple[int, int], ...]
    rated: tuple[int, ...] = ()
    cowered: int = 0
    outside: int = 0
    crest: bool = False

    def _free(self, st: State) -> tuple[int, ...]:
        return tuple(w for w in self.rated if st.weapons[w].place == ON_MAP and not weapon_mark(st, st.weapons[w]))

    def strength(self, st: State, given: tuple[int, ...]) -> int:
        """Residual FP when the rates of these weapons are given up."""
        kept = set(self._free(st)) - set(given)
        fp = 0
        for weapon_id, part in self.parts:
            weapon = st.weapons.get(weapon_id)
            if weapon_id in kept or (weapon is not None and (weapon.malfunctioned or weapon.place != ON_MAP)):
                continue
            fp += part
        return residual_strength(fp, self.cowered, self.outside)

    def options(self, st: State) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Weapons given up and what they leave, where that is more than the Location has without them."""
        here = st.marker_at(MK_RESIDUAL, self.loc)
        already = max(here.strength if here else 0, self.strength(st, ()))
        free = self._free(st)
        chosen = [c for size in range(1, len(free) + 1) for c in combinations(free, size)]
        found = ((given, self.strength(st, given)) for given in chosen)
        return tuple((given, strength) for given, strength in found if strength > already)

    def ask(self, st: State) -> Choice | Do:
        """A choice only where giving up a rate leaves more than the Location has already."""
        better = self.options(st)
        if not better:
            return self._leave(st, ())

        def entries() -> list[Entry]:
            where = st.world.map.place_name(self.loc)
            found = [leaf("pass", "Keep the rate of fire", Residual(()), kind="pass", primary=True)]
            for weapons, strength in better:
                words = " and ".join(wtype(st, st.weapons[w]).name for w in weapons)
                key = "give" + ",".join(str(w) for w in weapons)
                found.append(
                    leaf(key, f"Give up the rate of {words}: Residual FP {strength} in {where}", Residual(weapons))
                )
            return found

        allowed = {(), *(weapons for weapons, _ in better)}

        def check(action: object) -> Refusal | None:
            if isinstance(action, Residual) and action.weapons in allowed:
                return None
            return not_asked("A8.23", "keep the rate of fire or give it up for Residual FP")

        return Choice(self.side, "Residual FP or rate of fire?", "A8.23", Menu(entries), check)

    def chosen(self, st: State, action: object) -> Do:
        """Leave what was decided."""
        assert isinstance(action, Residual)
        return self._leave(st, action.weapons)

    def _leave(self, st: State, given: tuple[int, ...]) -> Do:
        strength = self.strength(st, given)
        events: list[Event] = [WeaponForfeited(weapon=w, shot=FireMark(FIRST, self.loc, spent=True)) for w in given]
        here = st.marker_at(MK_RESIDUAL, self.loc)
        if strength and (here is None or here.strength < strength):
            events.append(MarkerPlaced(marker=Marker(st.next_id, MK_RESIDUAL, self.loc, strength, crest=self.crest)))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """Residual FP and where, in the breadcrumb: a Spraying Fire asks for each of its Locations."""
        return f"Residual FP in {st.world.map.place_name(self.loc)}"
