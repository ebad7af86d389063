"""What ``starter`` changes in the base layer."""

from __future__ import annotations

FULL_ONLY: frozenset[str] = frozenset(
    {
        "a04_movement.bypass",
        "a04_movement.dash",
        "a04_movement.fording",
        "a04_movement.hazardous",
        "a04_movement.immobilized",
        "a04_movement.minimum",
        "a04_movement.overrun",
        "a04_movement.pick_up",
        "a04_movement.portage.sinks_at_last",
        "a04_movement.road_bonus",
        "a04_movement.shellholes",
        "a07_fire.attack.cowering_columns",
        "a07_fire.encirclement",
        "a07_fire.spraying",
        "a08_defensive.forced",
        "a08_defensive.snap_fire",
        "a07_fire.opportunity",
        "a09_weapons.dismantled",
        "a10_morale.full_rally",
        "a10_morale.full_rout",
        "a09_weapons.fire_lane",
        "a24_smoke.no_smoke_on_water",
        "a12_concealment",
        "a11_close_combat.concealment",
        "a11_close_combat.withdrawal",
        "a20_surrender",
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
    }
)
"""Rules of the full game that the Starter Kit leaves out, by the id of a rule or of a whole module or package.

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
        "starter.no_concealment",
    }
)
"""Rules that only the Starter Kit's sheet has; the full game has others in their place."""
