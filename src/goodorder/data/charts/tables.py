"""The smaller charts: morale, leader creation, wounds, movement, smoke, sequence of play, nations."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.charts.ift import Modifier
from goodorder.data.load import DATA_FOLDER, read_toml


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """Pinning (A7.8)."""

    rule: str
    to_hit_drm: int


class RoutChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Rout allotments in MF, and the range in hexes within which Open Ground forces a rout (A10.5)."""

    rule: str
    mf: int
    mf_wounded: int
    open_ground_range: int


class Morale(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of morale and rally (A10)."""

    rule: str
    morale_ceiling: int
    ceiling_rule: str
    casualty_original: int
    heat_of_battle_original: int
    inexperienced_mf: int
    rally_drm: dict[str, Modifier]
    pin: Pin
    rout: RoutChart


class Promotion(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the leader creation table: Final drs up to ``max`` give ``leader``."""

    max: int
    leader: str


class SniperCheckChart(Struct, frozen=True, forbid_unknown_fields=True):
    """The Final DR up to which a Sniper Check eliminates and pins, and what each hero and half-squad adds (A14.4)."""

    rule: str
    eliminates: int
    pins: int
    hero: int
    half_squad: int


class SniperResult(Struct, frozen=True, forbid_unknown_fields=True):
    """In words what an effective Sniper attack does to a kind of target (A14.3)."""

    target: str
    kills: str
    strikes: str


class SniperChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Snipers (A14): the least and most SAN, the ``phases`` of activation, up to which dr an attack is ``effective``
    and up to which it ``kills``, how many enemy hexes lie in which range of the counter at set-up; its ``results`` are
    for readers.
    """

    rule: str
    least: int
    most: int
    phases: tuple[str, ...]
    effective: int
    kills: int
    setup_hexes: int
    setup_range: int
    results: tuple[SniperResult, ...]
    check: SniperCheckChart


class LeaderCreation(Struct, frozen=True, forbid_unknown_fields=True):
    """Field Promotion (A18.2)."""

    rule: str
    results: tuple[Promotion, ...]
    nationality_drm: dict[str, int]
    drm: dict[str, Modifier]

    def leader(self, final_dr: int) -> str | None:
        """Code of the leader that a Final dr creates, None when none is."""
        return next((line.leader for line in self.results if final_dr <= line.max), None)

    def drm_of(self, nationality: str) -> int:
        """The dr modifier of a nationality, 0 when it has none."""
        return self.nationality_drm.get(nationality, 0)


class EarlyHardening(Struct, frozen=True, forbid_unknown_fields=True):
    """What units become by Battle Hardening before a year (A25.211)."""

    rule: str
    before: int
    hardens: dict[str, str]
    unless: tuple[str, ...]


class HeatOfBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """Heat of Battle (A15.1): hero, Battle Hardening, berserk and surrender by the Final DR."""

    rule: str
    hero_to: int
    hardens_from: int
    berserk_from: int
    surrenders_from: int
    weak_surrenders_from: int
    weak: dict[str, str]
    hardy: str
    drm: dict[str, Modifier]
    nationality_drm: dict[str, int]
    early: EarlyHardening


class Wounds(Struct, frozen=True, forbid_unknown_fields=True):
    """Wound severity (A17.11) and what a wound costs (A17.2)."""

    rule: str
    eliminated_from: int
    mf: int
    morale_change: int
    leadership_change: int
    ipc: int
    drm: dict[str, Modifier]

    def eliminates(self, final_dr: int) -> bool:
        """Whether a Final wound severity dr kills; otherwise it wounds."""
        return final_dr >= self.eliminated_from


class MovementFactor(Struct, frozen=True, forbid_unknown_fields=True):
    """An amount of MF with its rule."""

    mf: int
    rule: str


class MovementLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Ceilings: MF of Double Time, cost that makes an advance difficult, stacking per Location and side."""

    double_time_max: int
    double_time_max_conscript: int
    difficult_advance_from: int
    squads_per_location: int
    smc_per_location: int


class Portage(Struct, frozen=True, forbid_unknown_fields=True):
    """Inherent Portage Capacity in PP, and MF lost for each PP above it (A4.42)."""

    mmc_ipc: int
    smc_ipc: int
    smc_max: int
    wounded_smc_ipc: int
    double_time_ipc: int
    mf_per_pp_over: int


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """Recovery of a weapon: a Final dr below ``below`` succeeds (A4.44)."""

    below: int
    cx_drm: int


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """Infantry movement (A4); ``hazards`` are the acts of Hazardous Movement with their rules."""

    rule: str
    mf: dict[str, MovementFactor]
    limits: MovementLimits
    portage: Portage
    recovery: Recovery
    hazards: dict[str, str]


class Grenades(Struct, frozen=True, forbid_unknown_fields=True):
    """The smoke grenade attempt (A24.1): dr up to the squad's exponent succeeds."""

    rule: str
    cx_drm: int
    ends_move_on: int
    mf_own_hex: int
    mf_adjacent: int
    uphill_max: int
    wp_exponent_less: int


class SmokeHeights(Struct, frozen=True, forbid_unknown_fields=True):
    """Heights of SMOKE in levels (A24.4, B25.2); a burning wreck smokes as a Blaze does."""

    smoke: int
    wp: int
    blaze: int
    blaze_in_breeze: int


class SmokeShells(Struct, frozen=True, forbid_unknown_fields=True):
    """The phases in which shells place smoke and WP (C8.5, C8.6), and those in which it is full, not dispersed."""

    rule: str
    smoke: tuple[str, ...]
    wp: tuple[str, ...]
    full: tuple[str, ...]


class SmokeChart(Struct, frozen=True, forbid_unknown_fields=True):
    """SMOKE hindrance, heights, shells and grenades (A24)."""

    rule: str
    max_drm_per_location: int
    firing_out_drm: int
    mf_extra: int
    hindrance: dict[str, int]
    heights: SmokeHeights
    shells: SmokeShells
    grenades: Grenades


class PhaseStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a phase: when in the phase, who acts, the rule, our own words.

    ``removes`` are the kinds of markers that it takes off the map.
    """

    at: Literal["start", "during", "end"]
    id: str
    who: Literal["attacker", "defender", "both"]
    rule: str
    text: str
    removes: tuple[str, ...] = ()


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of the Player Turn with its steps in order."""

    code: str
    name: str
    rule: str
    steps: tuple[PhaseStep, ...]


class Sequence(Struct, frozen=True, forbid_unknown_fields=True):
    """The sequence of play: eight phases a Player Turn, two Player Turns a Game Turn (A3)."""

    rule: str
    player_turns: int
    phases: tuple[Phase, ...]


class IntegrityChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Battlefield Integrity (A16)."""

    rule: str
    least_squads: int
    share: int
    lowers_from: int
    restores_to: int
    base_loss: int
    no_leader: int
    unopposed_armor: int
    armor_range: int
    armor_below: int
    reinforcements: int


@cache
def integrity() -> IntegrityChart:
    """Battlefield Integrity."""
    return read_toml(DATA_FOLDER / "charts" / "integrity.toml", IntegrityChart)


@cache
def morale() -> Morale:
    """Numbers of morale, rally and rout."""
    return read_toml(DATA_FOLDER / "charts" / "morale.toml", Morale)


@cache
def heat_of_battle() -> HeatOfBattle:
    """The Heat of Battle table."""
    return read_toml(DATA_FOLDER / "charts" / "heat_of_battle.toml", HeatOfBattle)


@cache
def leader_creation() -> LeaderCreation:
    """The Field Promotion table."""
    return read_toml(DATA_FOLDER / "charts" / "leader_creation.toml", LeaderCreation)


@cache
def wounds() -> Wounds:
    """Wound severity."""
    return read_toml(DATA_FOLDER / "charts" / "wounds.toml", Wounds)


@cache
def movement() -> Movement:
    """Infantry movement numbers."""
    return read_toml(DATA_FOLDER / "charts" / "movement.toml", Movement)


@cache
def smoke() -> SmokeChart:
    """SMOKE numbers."""
    return read_toml(DATA_FOLDER / "charts" / "smoke.toml", SmokeChart)


@cache
def sequence() -> Sequence:
    """The sequence of play."""
    return read_toml(DATA_FOLDER / "charts" / "sequence.toml", Sequence)


@cache
def snipers() -> SniperChart:
    """Snipers."""
    return read_toml(DATA_FOLDER / "charts" / "snipers.toml", SniperChart)
