"""Guns that nobody mans as targets: what may fire at them, what hits them, what a hit does (C3.41, C11.4, C11.6)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Weapon
from goodorder.data.charts import FireResult, ift, to_hit

from ..a07_fire.group import AttackAsk
from ..facts.aiming import is_blocked
from ..facts.cover import Aimed, tem_of
from ..facts.firers import spotting
from ..facts.ground import map_now
from ..facts.gun_cover import EMPLACED, EMPLACEMENT
from ..facts.indirect import air_bursts, inside_tem
from ..facts.ordnance import ToHitFacts
from ..facts.places import eye
from ..facts.unattended import GunHit, unattended, unattended_at
from ..facts.units import wtype
from ..ledger import Mod
from ..points import MAY_ATTACK, TO_HIT_DRM
from ..registry import builds, rule
from .firer_cases import lettered
from .to_hit import to_hit_ledger


@rule("C3.41", point=MAY_ATTACK, order=-1, rows=["C3.41a"], of=["at a Gun"])
def gun_there(ask: AttackAsk) -> Refusal | None:
    """A Gun that is named as the target lies in the target Location unattended, nobody beside it; ordnance fires at it,
    on the Infantry or the Area Target Type, and at what does not move in the MPh.
    """
    action, st = ask.action, ask.st
    if not action.gun:
        return None
    if action.gun not in {gun.id for gun in unattended_at(st, action.target)}:
        return Refusal("C3.41", "no unattended Gun is there alone", also=("C11.4",))
    if action.ordnance is None:
        return Refusal("C11.6", "fire on the IFT harms no Gun that nobody mans", also=("A9.74",))
    if ask.phase == "MPh":
        return Refusal("A8.1", "Defensive First Fire is at what moves")
    if action.vehicle or action.ordnance.at_hex or action.ordnance.target_type == "vehicle":
        return Refusal("C3.41", "on the Infantry or the Area Target Type")
    return None


@rule("C6.7", point=TO_HIT_DRM, order=162, rows=["C6.7a"])
def case_p_unattended(facts: ToHitFacts) -> Mod | None:
    """P: the size of an unattended Gun."""
    gun = facts.attack.gun
    kind = wtype(facts.st, gun).gun if gun is not None else None
    value = to_hit().case_p(kind.target_size) if kind is not None else 0
    return lettered("P", value, "Gun size", outside=False) if value else None


@rule("C6.8", point=TO_HIT_DRM, order=171, rows=["C11.2b"])
def case_q_unattended(facts: ToHitFacts) -> Mod | None:
    """Q: the TEM of an unattended Gun's Location, or its Emplacement where that is better."""
    gun, attack = facts.attack.gun, facts.attack
    if gun is None:
        return None
    [frm] = attack.eyes()
    mod = _direct_tem(facts.st, gun, frm)
    return replace(lettered("Q", mod.value, mod.reason, outside=mod.outside), rule=mod.rule) if mod else None


def _direct_tem(st: State, gun: Weapon, frm: int) -> Mod | None:
    mod = tem_of(Aimed(st, frm, gun.loc, None))
    if gun.emplaced and (mod is None or mod.value < EMPLACED):
        return Mod(EMPLACEMENT, EMPLACED, "C11.2", "Emplaced Gun")
    return mod


@builds("C3.41", "C3.4", "C3.41a", "C11.4d")
def guns_hit(st: State, action: Fire, phase: str, pair: tuple[int, int]) -> tuple[GunHit, ...]:
    """The unattended Guns that a To Hit DR hits, each by its own DRM: those of the Location that is aimed at, on the
    Area Target Type of the hex.
    """
    found = []
    for gun in _in_reach(st, action, phase):
        ledger = to_hit_ledger(st, replace(action, vehicle=0, gun=gun.id, target=gun.loc, via=-1), (), phase)
        final = sum(pair) + ledger.drm.total()
        if final > ledger.needed:
            continue
        critical = to_hit().critical
        if ledger.facts.area:
            struck = sum(pair) == critical.original
        else:
            struck = final <= critical.highest_final(ledger.needed)
        found.append(GunHit(gun.id, struck, 0 if struck else _tem(ledger.facts, gun)))
    return tuple(found)


def _in_reach(st: State, action: Fire, phase: str) -> tuple[Weapon, ...]:
    shot = action.ordnance
    if shot is None or shot.target_type == "vehicle" or shot.at_hex or phase == "MPh" or not unattended(st):
        return ()
    firer = action.firers[0]
    if wtype(st, st.weapons[firer.weapons[0]]).panzerfaust:
        return ()
    if shot.target_type != "area":
        return unattended_at(st, action.target)
    board, frm = map_now(st), eye(st, st.fighter(spotting(action) or firer.unit))
    h = board.hex_at(action.target)
    here = (gun for gun in unattended(st) if board.hex_at(gun.loc) == h)
    return tuple(gun for gun in here if gun.loc == action.target or not is_blocked(st, frm, gun.loc, ()))


@builds("C3.331", "C1.52")
def _tem(facts: ToHitFacts, gun: Weapon) -> int:
    """The TEM of the Effects DR: on the Area Target Type alone; of Indirect Fire what it meets from above."""
    if not facts.area:
        return 0
    st = facts.st
    if facts.kind.mortar:
        return tem_from_above(st, gun)
    [frm] = facts.attack.eyes()
    mod = _direct_tem(st, gun, frm)
    return mod.value if mod is not None else 0


@builds("C1.52", "A23.1")
def tem_from_above(st: State, gun: Weapon) -> int:
    """The TEM of an unattended Gun against what comes along no line, Air Bursts included."""
    inside = sum(mod.value for mod in inside_tem(st, gun.loc, None))
    bursts = air_bursts(st, gun.loc)
    return max(inside, EMPLACED if gun.emplaced else 0) + (bursts.value if bursts is not None else 0)


@builds("C11.4", "C11.6", "C11.4a", "C11.4b", "C11.4e")
def gun_result(hit: GunHit, fp: int, pair: tuple[int, int]) -> FireResult:
    """What an Effects DR of so much FP does to a Gun; a Critical Hit destroys it."""
    if hit.critical:
        return FireResult("KIA", 1)
    column = ift().column(fp)
    return FireResult("NONE") if column is None else ift().result(column, sum(pair) + hit.tem)
