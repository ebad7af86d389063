"""A shot at a vehicle among others that misses it by little may hit another one of the hex (A5.132)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.dice import ONE_DIE, Roll, selection_dice
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.data.charts import to_hit
from goodorder.rules.c_ordnance.strays import strays
from goodorder.rules.c_ordnance.to_hit import to_hit_ledger
from goodorder.rules.c_ordnance.to_kill import Strike, struck_by
from goodorder.rules.c_ordnance.vehicle_hits import aspect_of
from goodorder.rules.d_vehicles.aspect import hull_down
from goodorder.rules.facts.vehicles import vehicle_name, vtype
from goodorder.rules.registry import builds

from ..shared.thrown import thrown
from .residual import LeaveResidual
from .to_kill import ToKill
from .vehicle_under_fire import VehicleShown


@builds("A5.132", "A12.2")
class StrayHit(Frame, frozen=True):
    """The dr whether a near miss hits another vehicle of the hex; then, where there are
    several ``others``, which: the highest dr less its size. ``strikes`` are the hits on them, None where the DR strikes
    the hull of one that is Hull Down; ``leaves`` is the Residual FP of a hit.
    """

    side: int
    others: tuple[int, ...]
    strikes: tuple[Strike | None, ...]
    hits: bool = False
    leaves: tuple[LeaveResidual, ...] = ()

    def ask(self, st: State) -> Roll | Do:
        """The dr, or a die for each of the others."""
        if not self.hits:
            need = f"{len(self.others)} or less"
            return Roll(ONE_DIE, "another vehicle is hit", "A5.132", self.side, (), need, subsequent=True)
        if len(self.others) == 1:
            [strike] = self.strikes
            hit = (VehicleShown(self.others[0]), ToKill(strike, leaves=self.leaves)) if strike is not None else ()
            return Do(push=hit)
        return Roll(selection_dice(len(self.others)), "which vehicle is hit", "A5.132", self.side)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """No more, or the one that is hit; of equal ones one more die each."""
        roll = self.ask(st)
        assert isinstance(roll, Roll)
        if not self.hits:
            hit = faces[0] <= len(self.others)
            told = thrown(roll, faces, "hits another vehicle" if hit else "misses all of them")
            return Do(events=(told,), then=replace(self, hits=True)) if hit else Do(events=(told,))
        sizes = [to_hit().case_p(vtype(st, st.vehicles[one]).target_size) for one in self.others]
        finals = [face - size for face, size in zip(faces, sizes, strict=True)]
        left = [at for at, final in enumerate(finals) if final == max(finals)]
        others, strikes = tuple(self.others[at] for at in left), tuple(self.strikes[at] for at in left)
        told = thrown(roll, faces, ", ".join(dict.fromkeys(_called(st, one) for one in others)))
        return Do(events=(told,), then=replace(self, others=others, strikes=strikes))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "near miss"


def _called(st: State, vehicle: int) -> str:
    """What everybody may know of a vehicle before the shot has hit it."""
    one = st.vehicles[vehicle]
    return 'a vehicle under a "?"' if one.concealed else vehicle_name(st, one)


@builds("A5.132")
def near_miss(
    st: State, action: Fire, phase: str, pair: tuple[int, int], leaves: tuple[LeaveResidual, ...]
) -> tuple[Frame, ...]:
    """What a To Hit DR that misses its vehicle may still hit, and what a hit ``leaves``."""
    ledger, strikes = to_hit_ledger(st, action, (), phase), list[Strike | None]()
    others, aspect = strays(ledger, pair), aspect_of(pair)
    for other in others:
        facts = to_hit_ledger(st, replace(action, vehicle=other), (), phase).facts
        missed = aspect == "hull" and hull_down(facts.attack)
        strikes.append(None if missed else struck_by(facts, aspect, pair[1]))
    return (StrayHit(ledger.facts.attack.side, others, tuple(strikes), leaves=leaves),) if others else ()
