"""Events in words for each viewer, and the reasons why a slot is open.

Rules: info.public, info.throne, info.throne-automated.
"""

from __future__ import annotations

from westeros_intrigue.gamekit import packaging, values
from westeros_intrigue.rules import history, log, state
from westeros_intrigue.rules.cards import House, Slot
from westeros_intrigue.rules.court import Court, Violation

_IN_A_ROUND = (history.RoundStart, history.SetAside, history.Placement, history.Elimination)


@packaging.public
def sentence(event: history.Event, viewer: int | None) -> str | None:
    """Return an event in words, as a viewer may know it.

    >>> from westeros_intrigue import apply, events, legal_moves, setup
    >>> before = setup(4, seed=3)
    >>> after = apply(before, legal_moves(before)[0])
    >>> sentence(events(before, after)[0], None)
    'player 0 places S2 in a0'
    >>> sentence(events(before, after)[0], 0)
    'you place S2 in a0'

    Args:
        event: an event of a state or of a view.
        viewer: the seat, from 0, of the viewer, whom the sentence addresses as "you"; None for a
            spectator.

    Rules: info.public, info.throne, info.throne-automated.
    """
    match event:
        case history.RoundStart(starting_player=seat, round_number=number):
            return _clause(seat, viewer, "start", f"round {number}")
        case history.SetAside(player=seat, cards=cards):
            shown = " ".join(map(str, cards))
            return f"player {seat} turns over {shown}, which cannot be placed"
        case history.Placement(player=seat, move=move):
            return _clause(seat, viewer, "place", f"{move.card} in {move.slot}")
        case history.Elimination():
            return _elimination(event, viewer)
    return None if isinstance(event, history.TurnStart) else str(history.seen_by(event, viewer))


def round_sentences(view: state.View, since: int | None = None) -> tuple[str, ...]:
    """Return the events of a view's round in words, as far as its player may know them.

    The points at the end of the round are not included.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> state = setup(4, seed=3)
    >>> state = apply(state, legal_moves(state)[0])
    >>> round_sentences(observe(state, None)), round_sentences(observe(state, 0), since=0)
    (('player 0 starts round 1', 'player 0 places S2 in a0'), ())

    Args:
        view: the view.
        since: the seat, from 0, whose last placement precedes the first event; None for the whole
            round.

    Rules: info.public.
    """
    sentences: list[str] = []
    for event in reversed(log.events(None, view)):
        if isinstance(event, history.Placement) and event.player == since:
            break
        if isinstance(event, _IN_A_ROUND):
            sentences[:0] = filter(None, [sentence(event, view.player)])
        if isinstance(event, history.RoundStart):
            break
    return tuple(sentences)


def _clause(seat: int, viewer: int | None, verb: str, rest: str) -> str:
    return f"you {verb} {rest}" if seat == viewer else f"player {seat} {verb}s {rest}"


def _elimination(event: history.Elimination, viewer: int | None) -> str:
    own, other = ("you", "are", "have"), (f"player {event.player}", "is", "has")
    who, are, have = own if event.player == viewer else other
    if not event.cards_left:
        return f"{who} {have} placed every card and {are} out"
    return (
        f"{who} cannot place and {are} out, with {values.count_things(event.cards_left, 'card')} "
        "left"
    )


def cite(violation: Violation) -> str:
    """Return the reason for refusing a placement, followed by the rule."""
    return f"{str(violation).removesuffix('.')} (rule {violation.rule})."


def why_it_fits(court: Court, house: House, slot: Slot) -> str:
    """Return the reason why an open slot accepts a card of a house, with its rule.

    >>> from westeros_intrigue import parse_court, parse_slot
    >>> court = parse_court("a0 S1 L1")
    >>> why_it_fits(court, House.STARK, parse_slot("b0"))
    'it rests on S1 and L1, and S1 matches its house (rule court.match)'

    Args:
        court: the court.
        house: a house.
        slot: a slot that is open to the house.

    Rules: court.first, court.beside, court.match.
    """
    if not court:
        return "the first card of a round goes there (rule court.first)"
    if slot.row == 0 and court.width < court.width_limit:
        return "the bottom row grows at its ends, with any house (rule court.beside)"
    below = [court[support] for support in slot.supports]
    matched = [card for card in below if card.house is house]
    if not matched:
        return f"the house rule {court.house_rule} opens it"
    return (
        f"it rests on {values.join_words(below)}, and {values.join_words(matched)} matches its "
        "house (rule court.match)"
    )
