"""What a hit does to a vehicle: the To Kill number and the fate of each DR (C7)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Vehicle
from goodorder.data.charts import ift, to_kill
from goodorder.data.charts.cell import Cell
from goodorder.data.charts.to_hit import to_hit
from goodorder.data.charts.to_kill import Facing, Fate, ToKillAmmo, to_kill_ammo
from goodorder.data.charts.to_kill import Shell as Round
from goodorder.data.counters.support import HEAVIEST_MG, WeaponType

from ..d_vehicles.aspect import ASPECTS, FACINGS, Aspect, target_facing
from ..d_vehicles.protection import levels_above
from ..facts.ordnance import ToHitFacts
from ..facts.vehicles import vtype
from ..ledger import Ledger, Mod
from ..registry import builds
from .machine_gun_numbers import machine_gun_fp, machine_gun_number
from .shell import shell_of

SIX = 6
"""A colored die that is asked for where its face does not matter."""


class Strike(Struct, frozen=True):
    """A hit on a vehicle: what struck it and where, from how far (in hexes), of which side; ``fp``: its FP against
    those who are exposed on it (D.8); ``carried``: the To Kill number on the counter of a weapon that men carry, or of
    a ``machine_gun``. ``above``: by so many levels more than hexes it comes from over an open top (D5.31).
    ``firer`` is who fired it from under a "?" or in hiding. ``charge``: a DC, which meets the ``armor`` there or that
    of its top and belly, ``aerial`` (C7.346).
    """

    vehicle: int
    side: int
    ammo: ToKillAmmo
    caliber: float
    barrel: str
    maker: str
    range: int
    aspect: Aspect
    facing: Facing
    critical: bool = False
    fp: int = 0
    carried: int = 0
    machine_gun: bool = False
    above: int = 0
    firer: int = 0
    charge: Literal["", "aerial", "armor"] = ""

    @property
    def firers(self) -> tuple[int, ...]:
        """Who fired from under a "?" or in hiding."""
        return (self.firer,) if self.firer else ()

    @property
    def plain(self) -> bool:
        """Whether it is never a Critical Hit: of a machine gun that is not of 15mm (C3.7)."""
        return self.machine_gun and self.caliber < HEAVIEST_MG

    def critically(self) -> Strike:
        """The same as a Critical Hit."""
        return replace(self, critical=True)

    @property
    def round(self) -> Round:
        """The shell as the tables know it."""
        return Round(self.ammo, self.caliber, self.barrel or None, self.maker)


class ToKillLedger(Struct, frozen=True):
    """The Final To Kill number line by line; ``armored``: armor counts, by the facing and aspect that is struck."""

    strike: Strike
    number: Ledger
    armored: bool
    brews_up: bool

    @property
    def final(self) -> int:
        """The Final To Kill number."""
        return self.number.total()

    @builds("C7.11", "C7.35", "C7.6", "C7.7", "C7.11b", "C7.35a", "C7.6a", "C7.7a", "C7.7c", "D5.7a", "B25.14a")
    @builds("C7.7", "SK3.TH.7", "C7.5d")
    def fate(self, original: int) -> Fate | None:
        """What an Original To Kill DR does to the vehicle, None for nothing; a 12 is a dud."""
        if original == to_kill().dud:
            return None
        if self.strike.machine_gun:
            table = to_kill().afv_fates("mg") if self.armored else to_kill().vehicle_fates("other")
        elif self.strike.charge:
            table = to_kill().afv_fates("charge")
        else:
            table = to_kill().afv_fates("direct") if self.armored else to_kill().vehicle_fates("direct")
        burn = to_kill().red_survival_drm if self.brews_up else 0
        return table.fate(original, self.final, he=self.strike.ammo == "HE", burn_drm=burn)


@builds("D.8", "A9.611", "C8.31")
def struck_fp(facts: ToHitFacts) -> int:
    """The FP of a hit on a vehicle against who is exposed there; of a Gun of up to 15mm its IFE, as machine guns have
    no HE Equivalency.
    """
    kind = facts.kind
    if kind.pierces:
        return machine_gun_fp(facts)
    return kind.fp if kind.bullets and kind.fp else shell_of(facts).full


@builds("C7.1", "C2.21", "D5.311", "C7.1a", "C7.32", "C7.32a", "D5.311d", "SK3.TH.6", "C2.21d")
def struck_by(facts: ToHitFacts, aspect: Aspect, colored: int, *, critical: bool = False) -> Strike:
    """The hit of a shot on the vehicle that it is aimed at; some barrels fire all but HE as APCR (C7.32)."""
    vehicle, kind, ammo = facts.attack.vehicle, facts.kind, facts.shot.ammo
    assert vehicle is not None
    [frm] = facts.attack.eyes()
    own = kind.gun or kind.vehicle
    if facts.weapon.limbered:  # it hits by its limbered side and kills as it always does (C2.21)
        kind = facts.st.world.weapons[facts.weapon.type]
    if ammo == "AP" and to_hit().composite(kind.nationality, kind.caliber or 0, kind.barrel):
        ammo = "APCR"
    return Strike(
        vehicle.id,
        facts.attack.side,
        to_kill_ammo(ammo),
        float(kind.caliber or 0),  # equal positions are written alike
        kind.barrel or "",
        own.gun_maker if own is not None else kind.nationality,
        facts.range,
        aspect,
        target_facing(facts.st, vehicle, aspect, frm, colored),
        critical,
        struck_fp(facts),
        machine_gun_number(kind) if kind.pierces else 0 if own is not None else _carried(kind),
        kind.bullets,
        levels_above(facts.st, vehicle, frm),
        facts.unit.id if facts.unit.concealed else 0,
    )


@builds("C13.2", "C13.34", "C13.43", "C13.2a", "C13.34a", "C13.43a")
def _carried(kind: WeaponType) -> int:
    """The To Kill number of a weapon that men carry: that of its counter, of an ATR that of its army and caliber."""
    if kind.to_kill is None and kind.anti_tank_rifle:
        return to_kill().atr(kind.nationality, kind.caliber).number
    return kind.to_kill or 0


@once_a_position
def to_kill_ledger(st: State, strike: Strike) -> ToKillLedger:
    """The To Kill ledger of a hit."""
    vehicle = st.vehicles[strike.vehicle]
    kind = vtype(st, vehicle)
    factor = None if strike.above else kind.armor_factor(strike.aspect, strike.facing)
    bare = vehicle_line if strike.machine_gun else _unarmored
    if strike.charge and factor is not None:
        mods = _charged(strike, factor, min(kind.armor_factors()))
    else:
        mods = bare(strike) if factor is None else _armored(strike, factor)
    return ToKillLedger(strike, Ledger(mods), factor is not None, kind.brews_up)


@builds("C7.311", "C7.321", "C7.331", "C7.342", "C7.311a", "C7.321a", "C7.331a", "C7.11c", "C3.71b", "D1.21a", "D1.22a")
def _unarmored(strike: Strike) -> tuple[Mod, ...]:
    """Against what has no armor there: by ammunition and caliber alone, doubled by a Critical Hit."""
    cell = to_kill().unarmored(strike.round)
    assert cell is not None
    return _basic(cell, strike)


@builds("A9.61", "A7.308")
def vehicle_line(strike: Strike) -> tuple[Mod, ...]:
    """Of a machine gun against what has no armor there: the Kill Number of its FP on the Vehicle line of the IFT."""
    column = ift().column(strike.fp)
    assert column is not None
    cell = ift().vehicle_kill_number(column)
    return (Mod("basic", cell.number, "A9.61", cell.row),)


def basic_cell(strike: Strike) -> Cell | None:
    """The Basic To Kill number against armor: of the tables, or on the counter of what men carry."""
    if strike.carried:
        return Cell(strike.carried, strike.ammo, "C13")
    return to_kill().basic(strike.round)


def _basic(cell: Cell, strike: Strike) -> tuple[Mod, ...]:
    """The Basic number, and once more for a Critical Hit."""
    basic = Mod("basic", cell.number, cell.rule, f"To Kill of {cell.row}")
    times = to_hit().critical.to_kill
    if not strike.critical:
        return (basic,)
    return basic, Mod("critical", (times - 1) * cell.number, "C7.23", "Critical Hit (Case C)")


@builds(
    "C7.21", "C7.23", "C7.24", "C7.31", "C7.33", "C7.34", "C7.21a", "C7.23a", "C7.24a", "C7.31a", "C7.33a", "C7.34a"
)
@builds("C7.11", "C7.11a", "C7.24.EX1", "D1.6a", "C4.1b")
def _armored(strike: Strike, factor: int) -> tuple[Mod, ...]:
    """Against armor: Basic number, Critical Hit, rear (Case A) and range (Case D), less the Armor Factor."""
    table = to_kill()
    cell, by_range = basic_cell(strike), table.range_change(strike.round, strike.range)
    assert cell is not None
    found = [*_basic(cell, strike)]
    if strike.facing == "rear":
        found.append(Mod("case_a", table.rear, "C7.21", "rear Target Facing (Case A)"))
    if by_range is None:
        found.append(Mod("case_d", -cell.number, "C7.24", "no force at this range"))
    elif by_range.number:
        found.append(Mod("case_d", by_range.number, "C7.24", f"range {strike.range}, {by_range.row} (Case D)"))
    if factor:
        found.append(Mod("armor", -factor, "D1.6", f"{strike.aspect} {strike.facing} armor"))
    return tuple(found)


@builds("C7.12", "C7.346", "C7.12a", "C7.21a", "A23.5a")
def _charged(strike: Strike, factor: int, worst: int) -> tuple[Mod, ...]:
    """Of a DC: its own Basic number, the rear (Case A), less the Armor Factor there or the Aerial one of the AFV."""
    table = to_kill()
    aerial = table.aerial_armor(worst) if strike.charge == "aerial" else None
    found = [Mod("basic", table.charge.tk, "C7.34", "To Kill of a DC")]
    if strike.facing == "rear":
        found.append(Mod("case_a", table.rear, "C7.21", "rear Target Facing (Case A)"))
    if aerial is not None:
        found.append(Mod("armor", -aerial, "C7.12", "Aerial Armor Factor"))
    elif factor:
        found.append(Mod("armor", -factor, "D1.6", f"{strike.aspect} {strike.facing} armor"))
    return tuple(found)


@builds("C7.1")
def resolved(st: State, facts: ToHitFacts) -> bool:
    """Whether the tables know what a shot does to the vehicle that it is aimed at, wherever it strikes."""
    vehicle, weapon = facts.attack.vehicle, facts.weapon
    if vehicle is None:
        return False
    world, known = st.tables.get("resolved", (None, {}))
    if world is not st.world:
        known = {}
        st.tables["resolved"] = (st.world, known)
    key = (weapon.type, weapon.limbered, weapon.dismantled, facts.shot.ammo, vehicle.type)
    found: bool | None = known.get(key)
    if found is None:
        found = known[key] = _resolved(st, facts, vehicle)
    return found


def _resolved(st: State, facts: ToHitFacts, vehicle: Vehicle) -> bool:
    """The same, found once in a game for a shell of a counter at a kind of vehicle: nothing of the position counts."""
    if facts.shot.ammo not in ("AP", "APCR", "APDS", "HEAT", "HE"):
        return False
    if facts.kind.bullets:
        return facts.shot.ammo == "AP"
    strike, kind, table = struck_by(facts, "hull", SIX), vtype(st, vehicle), to_kill()
    factors = [kind.armor_factor(aspect, facing) for aspect in ASPECTS for facing in FACINGS]
    armored = all(factor is None for factor in factors) or basic_cell(strike) is not None
    return armored and (None not in factors or table.unarmored(strike.round) is not None)


@builds("A9.61")
def can_harm(facts: ToHitFacts) -> bool:
    """Whether a hit may do anything to the vehicle that is aimed at, or to an exposed crew."""
    vehicle = facts.attack.vehicle
    assert vehicle is not None
    if vehicle.ce:
        return True
    colored = range(1, SIX + 1) if facts.own_hex else (SIX,)
    strikes = (struck_by(facts, aspect, face) for aspect in ASPECTS for face in colored)
    least = to_hit().critical.original
    fates = (to_kill_ledger(facts.st, strike).fate(least) for strike in strikes)
    return any(fate == "burn" if vehicle.wreck else fate is not None for fate in fates)
