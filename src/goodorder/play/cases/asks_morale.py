"""Questions about Deployment, Voluntary Break and surrender."""

from __future__ import annotations

from goodorder.rules.a01_deploy import (
    DeployFacts,
    deploy_ledger,
    deploy_refusal,
    deploys,
    recombine_refusal,
    whole_of,
)
from goodorder.rules.a10_morale.voluntary_break import voluntary_break_refusal
from goodorder.rules.units import morale_level

from .asks import Ask, Figures, mods_of, refused


def ask_deploy(question: Ask) -> Figures:
    """``deploy A [by L]``: whether a squad may try to Deploy, its DRM, with dice its outcome."""
    st, unit = question.st, question.unit(question.words[0])
    leader = question.unit(question.words[2]) if len(question.words) > 2 else None
    facts = DeployFacts(st, unit, leader)
    ledger = deploy_ledger(facts)
    figures: Figures = {
        **refused(deploy_refusal(st, unit.side, unit.id, leader.id if leader else 0)),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
        "level": morale_level(st, unit),
    }
    if question.faces:
        figures["final"], figures["passed"] = deploys(facts, question.pair())
    return figures


def ask_recombine(question: Ask) -> Figures:
    """``recombine A B``: whether two half-squads may Recombine, and the squad that they make."""
    one, two = question.unit(question.words[0]), question.unit(question.words[1])
    made = whole_of(question.st, one).partition(":")[2]
    return {**refused(recombine_refusal(question.st, one.side, one.id, two.id)), "makes": made}


def ask_voluntary_break(question: Ask) -> Figures:
    """``voluntary_break A``: whether a unit may break on purpose at the start of the RtPh."""
    unit = question.unit(question.words[0])
    return refused(voluntary_break_refusal(question.st, unit.side, unit.id))


QUESTIONS = {"deploy": ask_deploy, "recombine": ask_recombine, "voluntary_break": ask_voluntary_break}
"""The questions of this module by name."""
