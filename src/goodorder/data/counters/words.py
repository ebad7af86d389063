"""Words that counters, nationalities and rules share: kinds, classes, traits."""

from __future__ import annotations

from typing import Literal

UnitKind = Literal["squad", "half_squad", "crew", "leader", "hero", "dummy"]
UnitClass = Literal["elite", "1st_line", "2nd_line", "green", "conscript"]

Trait = Literal[
    "assault_fire",
    "commando",
    "conscript_like",
    "deploys_alone",
    "deploys_by_1tc",
    "easily_captured",
    "easily_fought",
    "elr_5",
    "firm_when_broken",
    "hand_to_hand",
    "human_wave",
    "irregular",
    "lax",
    "massacres",
    "never_cowers",
    "never_deploys",
    "never_disrupted",
    "never_elite",
    "never_escapes",
    "no_field_promotion",
    "rearms_as_conscript",
    "recombines_alone",
    "rival",
    "shy_of_tanks",
    "ski_capable",
    "spraying_fire",
    "stealthy",
    "steadfast",
    "town_ways",
    "uses_charges",
    "wood_ways",
]
"""What a unit has by its counter and its nationality, whatever befalls it in play.

``assault_fire`` (A7.36) and ``spraying_fire`` (A9.5) are printed on it; ``stealthy`` (A11.17) and ``lax`` (A11.18) by
nature; ``massacres``: may kill Unarmed units (A20.4); ``never_cowers`` (A7.9); ``never_deploys`` (A25);
``human_wave``: may take part in one (A25.23);
``deploys_alone`` and ``recombines_alone`` without a leader (A1.31, A25.7), ``deploys_by_1tc`` when alone by a 1TC,
not a NTC (A25.71); ``easily_captured``: in Close Combat without the +1 (A25.63);
``no_field_promotion`` (A18.2); ``never_disrupted`` (A19.12); ``never_escapes`` as a prisoner
(A20.55); ``rearms_as_conscript`` where others would be Green (A25.72); ``shy_of_tanks``: one more on a
PAATC (A11.6); ``steadfast``: neither Disrupted nor surrendering in the RtPh (A19.12, A20.21).

``commando`` (H1.24); ``conscript_like``: Inexperienced as Conscripts are (A25.41); ``easily_fought``: CC against it
takes -1 (A25.212); ``elr_5`` whatever its side's is (A25.24); ``firm_when_broken``: one more on the broken side than
printed (A25.8, A25.9); ``hand_to_hand``: its side may make a fight Hand-to-Hand (A25.43); ``irregular``: no leader of
others leads it, and its own lead no others (A25.24); ``rival``: berserk where others surrender (A25.82), and No Quarter
(A25.8); ``never_elite``, single men neither (A1.11, A25.24); ``ski_capable`` (E4.2); ``uses_charges``: FT and DC as if
Elite (A25.74).
``wood_ways`` and ``town_ways``: woods, or buildings and rubble, cost one MF (A25.241).
"""
