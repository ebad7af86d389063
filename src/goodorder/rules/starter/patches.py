"""What ``starter`` changes in the base layer."""

from __future__ import annotations

FULL_ONLY: frozenset[str] = frozenset(
    {
        "a01_deploy",
        "a04_movement.advance._no_climb_begins",
        "a04_movement.advance._takes_all_mf",
        "a04_movement.bypass",
        "a04_movement.carrying",
        "a04_movement.costs._crest_side_refusal",
        "a04_movement.dash",
        "a04_movement.fording",
        "a04_movement.late_double_time",
        "a04_movement.minimum",
        "a04_movement.overrun",
        "a04_movement.pick_up",
        "a04_movement.edges",
        "a04_movement.permission._by_climbing_only",
        "a04_movement.portage.sinks",
        "a04_movement.portage.sinks_at_last",
        "a04_movement.portage.sunk",
        "a04_movement.road_bonus",
        "a04_movement.shellholes",
        "a05_stacking",
        "a07_fire.attack.cowering_columns",
        "a07_fire.encirclement",
        "a07_fire.permission._noticed",
        "a07_fire.spraying",
        "a08_defensive.forced",
        "a08_defensive.snap_fire",
        "a07_fire.opportunity",
        "a09_weapons.dismantled",
        "a09_weapons.handling",
        "a10_morale.full_rally",
        "a10_morale.full_rout",
        "a10_morale.voluntary_break",
        "a09_weapons.fire_lane",
        "a24_smoke.no_smoke_on_water",
        "a12_concealment",
        "a11_close_combat.concealment",
        "a11_close_combat.withdrawal",
        "a19_disruption",
        "a19_shortage",
        "a20_surrender",
        "c_ordnance.firer_cases.case_b",
        "c_ordnance.smoke_rounds.smoke_phases",
        "b_terrain.around",
        "b_terrain.bocage_fire",
        "b_terrain.byways",
        "b_terrain.climbing",
        "b_terrain.crest_fire",
        "b_terrain.depressions",
        "b_terrain.mixed",
        "b_terrain.storeys",
        "b_terrain.towers",
        "b_terrain.wading",
        "b_terrain.wall_claims",
        "b_terrain.wall_loss",
        "d_vehicles.bog.beside_marsh",
        "d_vehicles.enemy_afv",
        "d_vehicles.exposing.in_mph",
        "d_vehicles.in_the_way.doubles_by_road",
        "d_vehicles.motion.unspent_refusal",
        "d_vehicles.reliability.by_the_book",
        "facts.attack_facts.out_of_sight",
        "facts.attack_facts.unseen",
        "facts.entry.road_choice",
        "facts.cover",
        "facts.manned",
        "facts.entry.only_road",
        "facts.places.for_all_mf",
        "facts.road",
        "facts.shelter",
        "facts.snap_shot",
        "facts.stream_terrain",
        "facts.units.among_allies",
        "facts.units.foreign",
        "facts.wall_advantage",
        "facts.water",
    }
)
"""Rules of the full game that the Starter Kit leaves out, by the id of a rule or of a whole module or package; of a
module of readers those go that are ``removable``.

What a player would call by name (Bypass, Dash ...) stands in ``data/not_built.toml`` as well, so that a profile
without it refuses it with its rule number.
"""

STARTER_ONLY: frozenset[str] = frozenset(
    {
        "a07_fire.attack.cowering_by_class",
        "a10_morale.direction.any_foe",
        "a10_morale.dm.outside_cover",
        "a10_morale.rout.where_interdicted",
        "a10_morale.rout.who_goes_along",
        "c_ordnance.firer_cases.case_b_flat",
        "c_ordnance.smoke_rounds.smoke_phases_of_sheet",
        "d_vehicles.stacking",
        "starter.no_concealment",
    }
)
"""Rules that only the Starter Kit's sheet has; the full game has others in their place."""
