"""What a hit brings: the FP of a shell, and what modifies its effect (C3.33, C3.71, C.3)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.actions import TargetType
from goodorder.core.events.base import LedgerLine
from goodorder.core.state import Unit
from goodorder.data.charts import ift, to_hit

from ..a07_fire.attack import outside_drm
from ..facts.aiming import FireLine, fire_line
from ..facts.attack_facts import AttackFacts
from ..facts.ground import ground
from ..facts.gun_cover import GUNSHIELD, HIGHER_LEVELS, TEM
from ..facts.hulls import Hull
from ..facts.indirect import air_bursts, indirect_wall
from ..facts.ordnance import ToHitFacts
from ..facts.source import Source
from ..facts.unattended import GunHit
from ..facts.water import MARSHES, fords
from ..ledger import Ledger, Mod
from ..registry import builds
from .ammunition import SOLID, shell_fp

MOTION = frozenset({"ffmo", "ffnam", "hazardous"})
"""Ids of the modifiers of those who move, which add to a Critical Hit (C3.71)."""


class Shell(Source, frozen=True):
    """The FP of a shell that has hit, along its line from ``frm`` to the place ``aim`` of the target hex, as in
    ``Fire.via``.

    ``target_type`` decides what modifies it: on the Area Target Type TEM does, which on any other has made the hit
    harder (C.3). ``full`` is the FP before it is halved, ``critical`` are the targets that suffer a Critical Hit, with
    twice that; ``movers``: it was fired at movers in the MPh; ``mortar``: by a mortar, whose hits are Indirect Fire;
    ``ammo`` is the kind of shell (C8), ``wading`` are targets against whom its FP is halved, ``soft``: by the ground
    against everybody (C3.53). ``lone``: it strikes one unit, as a Panzerfaust does (C13.31).
    ``hulls`` are the vehicles that it has hit, ``guns`` the unattended Guns; ``firer`` is who fired it from under a
    "?" or in hiding.
    """

    frm: int = -1
    aim: int = -1
    target_type: TargetType = "infantry"
    full: int = 0
    critical: tuple[int, ...] = ()
    movers: bool = False
    mortar: bool = False
    ammo: str = "HE"
    wading: tuple[int, ...] = ()
    lone: bool = False
    soft: bool = False
    hulls: tuple[Hull, ...] = ()
    firer: int = 0
    guns: tuple[GunHit, ...] = ()

    words: ClassVar[str] = "shell"

    @property
    def via(self) -> int:
        """The place of the target hex that it was aimed at."""
        return self.aim

    @property
    def moving(self) -> bool:
        """Whether it was fired at movers."""
        return self.movers

    @property
    def firers(self) -> tuple[int, ...]:
        """The unit that fired it from under a "?" or in hiding."""
        return (self.firer,) if self.firer else ()

    @property
    def direct_hits(self) -> bool:
        """A shell can strike a Gun itself."""
        return True

    @property
    @builds("C11.52", "C11.51", "C11.51a")
    def pierces(self) -> bool:
        """Whether it is solid shot, which destroys a Gun that it strikes by a K too."""
        return self.ammo in SOLID

    @property
    def indirect(self) -> bool:
        """Whether a mortar fired it (C9.1)."""
        return self.mortar

    def eyes(self, attack: AttackFacts) -> tuple[int, ...]:
        """Where the Gun was fired from."""
        return (self.frm,)

    def line(self, attack: AttackFacts, frm: int, targets: tuple[Unit, ...]) -> FireLine:
        """The line along which it came."""
        return fire_line(attack.st, frm, attack.target, targets, self.aim)

    @builds("C3.71", "C3.71a")
    def fp_against(self, unit: int) -> int:
        """Twice the full FP for who suffers a Critical Hit, half of it for who fords."""
        if unit in self.critical:
            return self.doubled(unit)
        return self.fp // 2 if unit in self.wading else self.fp

    @builds("C3.53", "C3.71")
    def doubled(self, unit: int) -> int:
        """The FP of a Critical Hit: twice the full FP, which marsh and water then halve (R1241)."""
        return 2 * self.full // (2 if self.soft or unit in self.wading else 1)

    @builds("C3.74", "C3.74b")
    def struck(self) -> tuple[tuple[Hull, int, int], ...]:
        """The vehicles that it has hit: by a Critical Hit with twice the full FP, their crews as by any other."""
        return tuple((hull, 2 * self.full if hull.critical else self.fp, self.fp) for hull in self.hulls)

    def beside(self) -> tuple[GunHit, ...]:
        """The unattended Guns that it has hit."""
        return self.guns

    def strikes(self, unit: int) -> bool:
        """Whether a target suffers a Critical Hit."""
        return unit in self.critical

    @property
    def splits(self) -> bool:
        """A Critical Hit strikes some of its targets alone, and some may ford."""
        return bool(self.critical or self.wading)

    @builds("C.3", "C3.33", "C3.71", "C.3a", "C3.71c", "C3.71d", "C3.71.EX1")
    def modified_by(self, attack: AttackFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """TEM on the Area Target Type, whatever else has modified the To Hit DR modifies nothing more; a Critical Hit
        turns positive TEM around, but for the building levels above, and what makes movers easier to hit adds to it.
        """
        every = tuple(unit.id for unit in attack.targets)
        found: list[Mod] = []
        for mod in mods:
            struck = mod.units or every
            others = tuple(unit for unit in struck if unit not in self.critical)
            if mod.id == "flamethrower":
                found.append(mod)
            if others and (mod.id == GUNSHIELD or (mod.id in TEM and self.target_type == "area")):
                found.append(replace(mod, units=() if others == every else others))
            hit = tuple(unit for unit in struck if unit in self.critical)
            if hit and mod.id in TEM | MOTION:
                kept = mod.value < 0 or mod.id == HIGHER_LEVELS
                turned = mod.value if kept else -mod.value
                reason = mod.reason if kept else f"{mod.reason}, Critical Hit"
                found.append(replace(mod, value=turned, reason=reason, units=() if hit == every else hit))
        return (*found, *self._payload(every))

    @builds("C.7", "C.7c")
    def _payload(self, every: tuple[int, ...]) -> tuple[Mod, ...]:
        """Heavy Payload of a Critical Hit of more FP than the last column has."""
        struck = tuple(unit for unit in every if unit in self.critical)
        drm = ift().payload_drm(0, max(map(self.doubled, struck))) if struck else 0
        return (Mod("heavy_payload", drm, "C.7", "Heavy Payload", () if struck == every else struck),) if drm else ()

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """Its FP."""
        half = ", halved on the Area Target Type" if self.target_type == "area" else ""
        half += ", halved into marsh" if self.fp < self.full // (2 if self.target_type == "area" else 1) else ""
        told = LedgerLine("he", str(self.fp), f"HE{half}", "C.6")
        if self.ammo != "HE":
            told = LedgerLine("equivalent", str(self.fp), f"HE Equivalency of {self.ammo}", "C8.31")
        lines = [told]
        if self.wading:
            lines.append(LedgerLine("wading", str(self.fp // 2), "HE at who fords", "C3.53"))
        if self.critical:
            lines.append(LedgerLine("critical", str(max(map(self.doubled, self.critical))), "Critical Hit", "C3.71"))
        return tuple(lines)


@builds("A8.26", "B9.34")
def columns_lost(facts: ToHitFacts, drm: Ledger) -> int:
    """Columns of Residual FP that a hit loses to what lies outside the target hex: a mortar's meets the hexsides from
    above, and its Air Bursts leave a column more.
    """
    attack = facts.attack
    if not facts.kind.mortar:
        return outside_drm(attack, drm)
    found = sum(mod.value for mod in drm.mods if mod.outside and mod.value > 0 and mod.id != "hexside_tem")
    walls = (indirect_wall(facts.st, unit) for unit in attack.targets)
    bursts = any(air_bursts(facts.st, unit.loc) for unit in attack.targets)
    return found + max((wall.value for wall in walls if wall is not None), default=0) - bursts


@builds("C.6", "C3.32", "C3.33", "C3.33d", "C3.51a", "C3.53", "C3.53a", "C9.1a", "C9.1c", "C9.5a", "C9.5.EX1", "C3.3d")
def shell_of(facts: ToHitFacts) -> Shell:
    """The shell of a shot that hits: its FP against men, half of it on the Area Target Type; that of HE is halved (once
    more) into marsh, and against who fords.
    """
    full, share = shell_fp(facts), to_hit().fp_share(facts.shot.target_type)
    [frm] = facts.attack.eyes()
    attack = facts.attack
    mortar, shot, st = facts.kind.mortar, facts.shot, facts.st
    soft = shot.ammo == "HE" and ground(st, attack.target).terrain.id in MARSHES
    fp = int(full * share / (2 if soft else 1))
    wading = tuple(unit.id for unit in attack.targets if shot.ammo == "HE" and fords(st, unit))
    made = Shell(attack.side, fp, frm, attack.via, shot.target_type, full, (), attack.moving, mortar, shot.ammo)
    lone = facts.kind.panzerfaust
    if facts.unit.concealed:
        made = replace(made, firer=facts.unit.id)
    return replace(made, wading=wading, lone=lone, soft=soft) if wading or lone or soft else made
