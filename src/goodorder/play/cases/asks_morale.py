"""Questions about Deployment, Voluntary Break and the loss of leaders."""

from __future__ import annotations

from goodorder.flow.shared.casualties import LeaderLoss, penalty
from goodorder.rules.a01_deploy import (
    DeployFacts,
    deploy_ledger,
    deploy_refusal,
    deploys,
    recombine_refusal,
    whole_of,
)
from goodorder.rules.a10_morale.voluntary_break import voluntary_break_refusal
from goodorder.rules.facts.units import leadership, morale_level, own_morale

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
        "level": own_morale(st, unit),
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


def ask_leader_loss(question: Ask) -> Figures:
    """``leader_loss L [breaks] [stack A L]``: who checks when a leader is lost, or breaks, and how hard (A10.2)."""
    st, (word, *words) = question.st, question.words
    leader, breaks = question.unit(word), words[:1] == ["breaks"]
    words = words[1:] if breaks else words
    stack = tuple(question.names.unit(one) for one in words[1:]) if words[:1] == ["stack"] else ()
    near = stack or tuple(unit.id for unit in st.side_at(leader.loc, leader.side))
    modifier, kind = leadership(st, leader), "TC" if breaks else "MC"
    found = LeaderLoss((), near).shaken(st, leader.id, morale_level(st, leader), unbroken_only=breaks)
    return {
        "checks": {
            question.names.unit_word(unit): f"{penalty(st, leader, modifier, unit) or 'N'}{kind}" for unit in found
        },
        "units": [question.names.unit_word(unit) for unit in found],
    }


QUESTIONS = {
    "deploy": ask_deploy,
    "recombine": ask_recombine,
    "voluntary_break": ask_voluntary_break,
    "leader_loss": ask_leader_loss,
}
"""The questions of this module by name."""
