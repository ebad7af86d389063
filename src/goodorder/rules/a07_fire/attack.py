"""A whole attack: its permission, its ledger, its column and what a DR does (A7.3, A7.9, A8.2).

Play, preview, odds and bots all call these.
"""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.actions import SNAP, Fire, Firer
from goodorder.core.errors import Refusal
from goodorder.core.events.base import LedgerLine
from goodorder.core.remembered import once_a_position
from goodorder.core.state import PROTECTIVE, SUBSEQUENT, Fighter, State, Unit
from goodorder.core.view import may_hide
from goodorder.data.charts import FireResult, captured, ift

from ..a19_shortage import leaves_nothing
from ..facts.aiming import attack_line, via_refusal
from ..facts.attack_facts import AttackFacts, by_ife, effect_facts, fired_weapons, firer_occasions
from ..facts.crew import misuse, strange
from ..facts.firers import attack_facts
from ..facts.gun_cover import GUNSHIELD, beside_shields, manned_gun
from ..facts.masks import under_fire
from ..facts.snap_shot import snap_refusal
from ..facts.source import Source
from ..facts.tem import hexside_tem
from ..facts.units import has, in_melee, is_inexperienced, utype, wtype
from ..ledger import Ledger, Mod
from ..points import COWERING, FIRE_DRM, MAY_ATTACK
from ..registry import builds, rule
from .firepower import UNIT, PartFire, fp_text, part_fire, total_fp
from .group import AttackAsk
from .permission import Target, part_refusal

RESIDUAL_MAXIMUM = 12


OTHERS = "other targets"
"""What targets of a mixed attack are called to which none of the halvings of others applies."""


class Share(Struct, frozen=True):
    """What an attack is worth against targets to whom the same halvings apply: FP in units of ``UNIT``, IFT column.

    ``why`` tells what sets them apart from the others, "" where all targets are alike.  It names nobody: who is under a
    "?" may not be told apart.
    """

    units: tuple[int, ...]
    fp: int
    column: int | None
    why: str = ""


class AttackLedger(Struct, frozen=True):
    """Everything that an attack is worth before its dice: parts, FP, column, DRM.

    ``direct`` is the DRM without gunshields, where it can strike a Gun itself and any has one (C11.4).
    """

    attack: AttackFacts
    parts: tuple[PartFire, ...]
    fp: int
    column: int | None
    drm: Ledger
    direct: Ledger | None = None

    @property
    def guns(self) -> tuple[tuple[int, int], ...]:
        """The targets that man a Gun which this attack can strike itself, each with it (C11.4)."""
        attack = self.attack
        if not attack.source.direct_hits:
            return ()
        manned = ((unit.id, manned_gun(attack.st, unit)) for unit in attack.targets)
        return tuple((unit, gun.id) for unit, gun in manned if gun is not None)

    def split(self) -> bool:
        """Whether FP is halved against some of the targets only (A4.63)."""
        if self.attack.source.splits:
            return True
        for part in self.parts:
            for mod in part.factors:
                if mod.units:
                    return True
        return False

    def column_against(self, unit: int) -> int | None:
        """The IFT column against one target."""
        if not self.split():
            return self.column
        return ift().column(self.fp_against(unit) // UNIT)

    def fp_against(self, unit: int) -> int:
        """The FP against one target, in units of ``UNIT``."""
        if not self.split():
            return self.fp
        return self.attack.source.fp_against(unit) * UNIT + sum(part.fp_against(unit) for part in self.parts)

    @builds("A12.13", "A12.11")
    def shares(self) -> tuple[Share, ...]:
        """The targets by what halves the FP against them, in the order of the stack; where any is under a "?", in one
        that does not tell how high it lies there.
        """
        if not self.split():
            return (Share(tuple(u.id for u in self.attack.targets), self.fp, self.column),)
        found: dict[str, tuple[int, ...]] = {}
        for unit in self.attack.targets:
            why = ", ".join(dict.fromkeys(mod.reason for mod in self._own(unit.id))) or OTHERS
            found[why] = (*found.get(why, ()), unit.id)
        if any(unit.concealed for unit in self.attack.targets):
            found = {why: found[why] for why in sorted(found, key=lambda why: (why == OTHERS, why))}
        return tuple(
            Share(units, self.fp_against(units[0]), self.column_against(units[0]), why) for why, units in found.items()
        )

    def _own(self, unit: int) -> list[Mod]:
        """The halvings that one target has and others have not."""
        return [mod for part in self.parts for mod in part.factors if unit in mod.units]

    def fp_text(self) -> str:
        """The total FP as players write it."""
        return fp_text(self.fp)

    def groups(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Target units by their total DRM, in the order of the stack: (DRM, unit ids) (A.5)."""
        found: dict[int, tuple[int, ...]] = {}
        for unit in self.attack.targets:
            total = self.drm.total(unit.id)
            found[total] = (*found.get(total, ()), unit.id)
        return tuple(found.items())

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """FP of each part and its factors, as the log and the preview print them."""
        lines = list(self.attack.source.fp_lines())
        shares = self.shares()
        for part in self.parts:
            alike = not any(mod.units for mod in part.factors)
            lines += [self._line(part, n, share) for n, share in enumerate(shares[:1] if alike else shares)]
        if len(shares) > 1:
            lines += [_column_line(n, share) for n, share in enumerate(shares)]
        return (*lines, *captured_lines(self.attack))

    def _line(self, part: PartFire, number: int, share: Share) -> LedgerLine:
        """The FP of one part against targets of one share, factor by factor."""
        st, what = self.attack.st, part.part.weapon
        label = wtype(st, what).name if what else utype(st, part.part.unit).code
        unit = share.units[0] if share.units else 0
        factors = [mod for mod in part.factors if not mod.units or unit in mod.units]
        times = " ".join(_factor_text(mod.value) for mod in factors)
        why = [f"{mod.reason} {mod.rule}" for mod in factors]
        if len(factors) < len(part.factors):
            why.append(share.why)
        fp = fp_text(part.fp_against(unit) if unit else part.fp)
        value = f"{part.part.fp} {times} = {fp}" if times else str(part.part.fp)
        key = f"fp:{part.part.key}:{number}" if number else f"fp:{part.part.key}"
        return LedgerLine(key, value, f"{label}{': ' + ', '.join(why) if why else ''}", "A7.2")

    def fp_words(self) -> str:
        """The FP in words: ``8 FP``, or ``4 FP (concealed target), 8 FP (other targets)``."""
        shares = self.shares()
        if len(shares) == 1:
            return f"{fp_text(shares[0].fp)} FP"
        return ", ".join(f"{fp_text(share.fp)} FP ({share.why})" for share in shares)


@builds("A21.11", "A21.12", "A21.12a")
def captured_lines(attack: AttackFacts) -> tuple[LedgerLine, ...]:
    """What captured weapons that fire without a To Hit DR suffer, as the log and the preview tell it."""
    st, table = attack.st, captured()
    found = []
    for part in attack.parts:
        weapon = part.weapon
        if weapon is not None and (times := misuse(st, part.unit, weapon)):
            value = f"B# -{times * table.breakdown}, ROF -{times * table.rof}"
            words = "captured" if strange(st, part.unit, weapon) else "unqualified use"
            found.append(LedgerLine(f"captured:{weapon.id}", value, f"{wtype(st, weapon).name}: {words}", "A21.11"))
    return tuple(found)


def _column_line(number: int, share: Share) -> LedgerLine:
    """What a mixed attack comes to against the targets of one share."""
    column = "no column" if share.column is None else f"column {ift().fp(share.column)}"
    key = f"column:{number}" if number else "column"
    return LedgerLine(key, f"{fp_text(share.fp)} FP, {column}", share.why, "A7.3")


class Outcome(Struct, frozen=True):
    """What one DR does to one group of targets: the group, its Final DR, the result.

    ``near`` are those to whom another result befalls where a KIA or K chooses somebody else: their gunshields count
    then (C11.4).
    """

    units: tuple[int, ...]
    final: int
    result: FireResult
    near: tuple[tuple[int, FireResult], ...] = ()


def _factor_text(value: int) -> str:
    return {2: "x2", 3: "x3", -2: "x1/2", 0: "+1 up"}[value]


@builds("A4.43", "A4.43a", "A4.43.EX1")
def attack_refusal(st: State, action: Fire, targets: tuple[Unit, ...], phase: str) -> Refusal | None:
    """Why this attack may not be made, or None.  Everything that could fail later is asked here.

    Fire at a hex asks of nobody in it (C8.5).
    """
    if action.ordnance is not None and action.ordnance.at_hex and phase != "MPh":
        targets = ()
    return _refusal(st, action, targets, phase)


@once_a_position
def _refusal(st: State, action: Fire, targets: tuple[Unit, ...], phase: str) -> Refusal | None:
    if not action.firers:
        return Refusal("A7.3", "an attack needs a firer")
    if action.via != -1 and (refusal := via_refusal(st, action.target, targets, action.via)):
        return refusal
    if action.lanes and (lacking := st.world.rules.lacks("fire_lanes")):
        return lacking
    if action.via == SNAP and (refusal := snap_refusal(st, action.target, targets, phase)):
        return refusal
    if action.spray >= 0 and (refusal := st.world.rules.lacks("spraying_fire")):
        return refusal
    seen: set[int] = set()
    for firer in action.firers:
        if refusal := _firer_refusal(st, action, firer, targets, phase, seen):
            return refusal
    if len(seen) > 1 and len({st.fighter(firer.unit).side for firer in action.firers}) != 1:
        return Refusal("A7.5", "firers of one side only")
    if action.leaders and any(leader not in st.units for leader in action.leaders):
        return Refusal("A7.531", "unknown leader")
    at_hex = action.vehicle or action.gun or (action.ordnance is not None and action.ordnance.at_hex)
    if not targets and not at_hex and not may_hide(st, 1 - st.fighter(action.firers[0].unit).side):
        return Refusal("A7.4", "there is nobody to attack there")
    refusal = st.world.rules.refuse(MAY_ATTACK, AttackAsk(st, action, targets, phase))
    if refusal is not None:
        return refusal
    if action.ordnance is not None:
        return None
    attack = attack_facts(st, action, targets, phase)
    if attack.source.fp * UNIT + total_fp(tuple([part_fire(attack, part) for part in attack.parts])) < UNIT:
        return Refusal("A7.3", "less than 1 FP")
    return None


def _firer_refusal(
    st: State, action: Fire, firer: Firer, targets: tuple[Unit, ...], phase: str, seen: set[int]
) -> Refusal | None:
    """Why one of the firers may not take part; who does joins ``seen``, the firers and helpers before him."""
    unit = st.units.get(firer.unit) or st.vehicles.get(firer.unit)
    if unit is None or firer.unit in seen:
        return Refusal("A7.5", f"unit {firer.unit} is unknown or named twice")
    seen.add(firer.unit)
    if not firer.inherent and not firer.weapons:
        return Refusal("A7.5", "each firer fires something")
    for weapon_id in firer.weapons:
        held = st.weapons.get(weapon_id)
        if held is None or held.holder != unit.id:
            return Refusal("A7.35", f"unit {unit.id} does not possess weapon {weapon_id}")
        kind = wtype(st, held)
        if action.ordnance is None and kind.ordnance and not kind.ife:
            return Refusal("C.2", f"{wtype(st, held).name} must hit first: it needs a Target Type")
    if len(set(firer.weapons)) != len(firer.weapons):
        return Refusal("A7.35", "a weapon is named twice")
    if firer.helper and (refusal := helper_refusal(st, firer, seen)):
        return refusal
    ift, vehicle = action.ordnance is None, st.vehicles.get(action.vehicle) if action.vehicle else None
    spotter = action.ordnance.spotter if action.ordnance is not None else 0
    aim = Target(action.target, targets, vehicle, action.via, spotter, action.molotov)
    for weapon, occasion in firer_occasions(st, firer, phase, ift=ift):
        ife = ift and weapon is not None and wtype(st, weapon).ordnance
        refusal = part_refusal(st, unit, weapon, aim, phase, occasion=occasion, helped=bool(firer.helper), ife=ife)
        if refusal:
            return refusal
    return None


def helper_refusal(st: State, firer: Firer, seen: set[int]) -> Refusal | None:
    """Why a second SMC may not serve the firer's weapon with him, or None (A9.12)."""
    unit, helper = st.fighter(firer.unit), st.units.get(firer.helper)
    if helper is None or helper.loc != unit.loc or helper.side != unit.side or helper.id in seen:
        return Refusal("A9.12", "two SMC of one hex fire a MG together")
    if not utype(st, helper).smc or not utype(st, unit).smc or len(firer.weapons) != 1:
        return Refusal("A9.12", "two SMC fire one MG together")
    if helper.broken or in_melee(st, helper):
        return Refusal("A9.12", "the second man is broken or in Melee")
    if st.trail(helper.id).directed or fired_weapons(st, helper) - set(firer.weapons):
        return Refusal("A10.7", "the second man has directed fire or fired another weapon")
    seen.add(helper.id)
    return None


@once_a_position
def declared_ledger(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> AttackLedger:
    """FP, column and DRM of a declared attack, which announcement, dice, effect and odds all ask for."""
    return attack_ledger(attack_facts(st, action, under_fire(st, targets), phase))


@once_a_position
def effect_ledger(st: State, source: Source, loc: int, targets: tuple[int, ...]) -> AttackLedger:
    """The same of an attack that no unit fires."""
    return attack_ledger(effect_facts(st, source, loc, under_fire(st, targets)))


def attack_ledger(attack: AttackFacts) -> AttackLedger:
    """FP, column and DRM of an attack."""
    parts = tuple([part_fire(attack, part) for part in attack.parts])
    fp = attack.source.fp * UNIT + total_fp(parts)
    mods, direct = attack.source.modified_by(attack, attack.st.world.rules.mods(FIRE_DRM, attack)), None
    if any(mod.id == GUNSHIELD for mod in mods):
        if attack.source.direct_hits:
            direct = Ledger(tuple(mod for mod in mods if mod.id != GUNSHIELD))
        mods = beside_shields(mods, attack.targets)
    return AttackLedger(attack, parts, fp, ift().column(fp // UNIT), Ledger(mods), direct)


@rule("A7.9", point=COWERING, rows=["A19.33a"])
def cowering_columns(attack: AttackFacts) -> int:
    """Columns that Original Doubles cost: one, two with Inexperienced units, none when directed or immune.

    Immune: leader-directed attacks, SMC, what no unit fires, and nationalities whose class does not cower.
    """
    if not cowerers(attack) or attack.leaders:
        return 0
    table, st = ift().cowering, attack.st
    raw = any(is_inexperienced(st, unit) for unit in attack.firing_units())
    return table.columns_inexperienced if raw else table.columns


@rule("A7.9", point=COWERING, rows=["SK3.DR.1"])
def cowering_by_class(attack: AttackFacts) -> int:
    """The sheet's: two columns with Green or Conscript units, whoever stands by them without directing."""
    if not cowerers(attack) or attack.leaders:
        return 0
    table, st = ift().cowering, attack.st
    raw = any(utype(st, unit).unit_class in ("green", "conscript") for unit in attack.firing_units())
    return table.columns_inexperienced if raw else table.columns


def _steady(attack: AttackFacts, unit: Fighter) -> bool:
    return unit.fanatic or unit.berserk or has(attack.st, unit, "never_cowers")


def cowerers(attack: AttackFacts) -> tuple[Unit, ...]:
    """The units among which cowering picks whom it marks (A7.9); nobody at a Gun (C2.29) or in a vehicle."""
    if any(by_ife(attack, part) for part in attack.parts):
        return ()
    return tuple(
        u
        for u in attack.firing_units()
        if isinstance(u, Unit) and not utype(attack.st, u).smc and not _steady(attack, u)
    )


def fire_column(ledger: AttackLedger, faces: tuple[int, int], unit: int = 0) -> int | None:
    """The IFT column after cowering, of the attack or against one target; None when it is reduced to nothing."""
    column = ledger.column_against(unit) if unit else ledger.column
    if column is None:
        return None
    column -= cowered_columns(ledger, faces)
    return column if column >= 0 else None


def outcomes(ledger: AttackLedger, faces: tuple[int, int]) -> tuple[Outcome, ...]:
    """What a DR does to each group of targets (A.5a)."""
    original = faces[0] + faces[1]
    found: list[Outcome] = []
    if ledger.guns:
        return _at_guns(ledger, faces)
    for drm, units in ledger.groups():
        final = original + drm
        for column, some in _by_column(ledger, faces, units):
            result = FireResult("NONE") if column is None else ift().result(column, final)
            found.append(Outcome(some, final, result))
    return tuple(found)


@builds("C11.4", "C11.4a", "C11.4b", "C11.4c", "C11.4e", "C11.1a", "C11.6a", "C11.52b")
def _at_guns(ledger: AttackLedger, faces: tuple[int, int]) -> tuple[Outcome, ...]:
    """What a DR that can strike a Gun itself does: a KIA or K by the Final DR without gunshields, which may fall on a
    Gun; any other result with them. A Critical Hit on a Gun destroys it with who mans it.
    """
    original, direct = faces[0] + faces[1], ledger.direct or ledger.drm
    struck = [unit for unit, _ in ledger.guns if ledger.attack.source.strikes(unit)]
    found = [Outcome((unit,), original + direct.total(unit), FireResult("KIA", 1)) for unit in struck]
    groups: dict[tuple[int, int | None], tuple[int, ...]] = {}
    for target in ledger.attack.targets:
        if target.id not in struck:
            key = (direct.total(target.id), fire_column(ledger, faces, target.id))
            groups[key] = (*groups.get(key, ()), target.id)
    for (drm, column), units in groups.items():
        result = _cell(column, original + drm)
        finals = {unit: original + ledger.drm.total(unit) for unit in units}
        if result.kind in ("KIA", "K"):
            near = tuple((unit, _cell(column, final)) for unit, final in finals.items() if final != original + drm)
            found.append(Outcome(units, original + drm, result, near))
            continue
        for final in dict.fromkeys(finals.values()):
            found.append(Outcome(tuple(u for u in units if finals[u] == final), final, _cell(column, final)))
    return tuple(found)


def _cell(column: int | None, final: int) -> FireResult:
    return FireResult("NONE") if column is None else ift().result(column, final)


def _by_column(
    ledger: AttackLedger, faces: tuple[int, int], units: tuple[int, ...]
) -> list[tuple[int | None, tuple[int, ...]]]:
    """The columns in which the DR is read, each with its targets."""
    if not ledger.split():
        return [(fire_column(ledger, faces), units)]
    columns: dict[int | None, tuple[int, ...]] = {}
    for unit in units:
        column = fire_column(ledger, faces, unit)
        columns[column] = (*columns.get(column, ()), unit)
    return list(columns.items())


def harmful(ledger: AttackLedger, unit: int) -> bool:
    """Whether the attack could inflict at least a NMC on a unit, cowering taken into account (A10.62)."""
    drm = ledger.drm.total(unit)
    for faces in ((1, 2), (1, 1)):  # who might cower by the second is worked out where the first does not tell
        column = fire_column(ledger, faces, unit)
        if column is not None and ift().result(column, sum(faces) + drm).kind in ("MC", "K", "KIA"):
            return True
    return False


@builds("A8.26")
def outside_drm(attack: AttackFacts, drm: Ledger) -> int:
    """Positive DRM from outside the target hex, each of which costs Residual FP a column (A8.26).

    A hexside's TEM counts where the line crosses it, whether it or better cover in the hex was used, and so does a
    bridge's; Height Advantage does not.
    """
    found = sum(mod.value for mod in drm.mods if mod.outside and mod.value > 0 and mod.id != "hexside_tem")
    sides = [
        hexside_tem(
            attack.st,
            loc,
            attack.target,
            moving=attack.moving,
            line=attack_line(attack, loc).sight,
            firers=attack.firers_at(loc),
        )
        for loc in attack.eyes()
    ]
    bridge = sum(mod.value for mod in drm.mods if mod.rule == "B6.31")
    return found + bridge + max((mod.value for mod in sides if mod), default=0)


@builds("A8.26")
@builds("A8.2")
def residual_strength(fp: int, cowered: int, outside: int) -> int:
    """Residual FP of an attack: half its column (fractions down), a column less for each outside DRM, at most 12.

    ``fp`` in units of ``UNIT``; ``cowered`` are columns lost to cowering (A8.2, A8.224, A8.26).
    """
    table = ift()
    column = table.column(fp // UNIT)
    if column is None or column < cowered:
        return 0
    half = table.column(table.fp(column - cowered) // 2)
    if half is None or half < outside:
        return 0
    return min(table.fp(half - outside), RESIDUAL_MAXIMUM)


@builds("A8.223")
def leaves_residual(attack: AttackFacts) -> bool:
    """Whether an attack by units leaves Residual FP: First Fire does, but not a Snap Shot (A8.2, A8.223)."""
    return attack.moving and attack.via != SNAP


def residual_left(ledger: AttackLedger, faces: tuple[int, int], kept: tuple[int, ...]) -> int:
    """Residual FP that a First Fire attack leaves (A8.2); a Snap Shot (A8.223) and fire of other phases leave none.

    ``kept`` are the weapons that do not count: they hold on to their rate of fire (A8.23) or malfunctioned
    by this attack (A8.221).
    """
    if not leaves_residual(ledger.attack):
        return 0
    fp = sum(fp for weapon, fp in residual_parts(ledger, faces) if weapon not in kept)
    return residual_strength(fp, cowered_columns(ledger, faces), outside_drm(ledger.attack, ledger.drm))


@builds("A8.2", "C13.24", "C13.24b")
def residual_parts(ledger: AttackLedger, faces: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """FP that may count for Residual FP, as (weapon or 0, FP); none of who runs short of ammunition by it
    (A8.221), nor of an ATR (C13.24).
    """
    st, side = ledger.attack.st, ledger.attack.side
    lasting = (p for p in ledger.parts if p.part.weapon is None or not wtype(st, p.part.weapon).anti_tank_rifle)
    fired = ((p.part.weapon.id if p.part.weapon else 0, p.part.unit, p.fp) for p in lasting)
    left = [(weapon, fp) for weapon, unit, fp in fired if weapon or not leaves_nothing(st, side, unit, sum(faces))]
    given = ledger.attack.source.fp if ledger.parts else 0
    return (*left, (0, given * UNIT)) if given else tuple(left)


def cowered_columns(ledger: AttackLedger, faces: tuple[int, int]) -> int:
    """Columns that this DR costs by cowering (A7.9)."""
    if faces[0] != faces[1]:
        return 0
    lost: int = ledger.attack.st.world.rules.value(COWERING, ledger.attack)
    return lost


@builds("A9.3")
def sustained(attack: AttackFacts, weapon: int) -> bool:
    """Whether a weapon of the attack uses Sustained Fire (A9.3)."""
    for part in attack.parts:
        if part.weapon is not None and part.weapon.id == weapon:
            return part.occasion in (SUBSEQUENT, PROTECTIVE) or part.marked
    return False
