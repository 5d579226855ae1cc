"""Positions as text for a terminal.

Rules: info.public, ring.councils.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.base.values import check_type, counted
from westeros_intrigue.btwixt.allies import Take
from westeros_intrigue.btwixt.cards import Ally, Card, InfluenceCard, describe
from westeros_intrigue.btwixt.drafting import direction
from westeros_intrigue.btwixt.events import counted_cards
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.state import Position, View
from westeros_intrigue.btwixt.table import Bid, DecidedBy, DecisionKind, Phase, Table


def draw_text(value: Position) -> str:
    """Return a position as text: the ring with its councils, the piles, and what is asked.

    A state is drawn as a spectator sees it, a view with what its leader knows.

    >>> from westeros_intrigue.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> print(draw_text(setup(3, seed=1, leaders=leaders)))
    Summer, round 1 of 4, sample box: some cards are invented
    Current ally: Varys (4)
        Once you claim it: look at another leader's hand and take a card of it.
    <BLANKLINE>
    player 0, Cersei Lannister: 10 cards, first player, decides
        c0: nothing
    player 1, Tyrion Lannister: 10 cards
        c1: nothing
    player 2, Jon Snow: 10 cards
        c2: nothing
    <BLANKLINE>
    Supply 54, ally deck 29, influence deck 32, discard 0
    Asked: Play a card of the hand, or kneel

    Raises:
        WrongType: `value` is neither a GameState nor a View.

    Rules: info.public, info.hand.
    """
    check_type("value", value, Position)
    lines = [*_lines(value)]
    if isinstance(value, View):
        lines += _private_lines(value)
    if decision := value.decision:
        facts = ", ".join(f"{name} {fact}" for name, fact in decision.facts)
        lines.append(f"Asked: {value.question}" + (f" ({facts})" if facts else ""))
    return "\n".join(lines)


def public_text(position: Position) -> str:
    """Return what everybody sees of a position as text."""
    return "\n".join(_lines(position))


def _lines(position: Position) -> Iterator[str]:
    table = position.table
    head = f"{table.season.value.capitalize()}, round {table.round_number} of {table.players + 1}"
    yield head + (", sample box: some cards are invented" if table.box.sample else "")
    if table.phase is Phase.DRAFTING:
        yield drafting_text(table)
    for current in table.current:
        tokens = f" with tokens: {len(current.tokens)}" if current.tokens else ""
        yield f"Current ally: {ally_text(table, current.ally)}{tokens}"
        yield f"    {describe(table.box.ally(current.ally))}"
    if bid := table.bid or (table.results[-1].bid if table.results else None):
        totals = " ".join(map(str, bid.totals))
        yield f"{'Bid' if table.bid else 'Last bid'} of {totals}: {bid_text(table, bid)}"
    if table.row:
        yield from _allies(table, "Row", table.row)
    yield ""
    powers = table.powers if table.final else None
    for seat in range(table.players):
        yield _seat_line(position, seat)
        if table.piles[seat]:
            yield f"    bid {table.box.total(table.piles[seat])}: " + ", ".join(
                map(str, table.piles[seat])
            )
        power = "" if powers is None else f" = {powers[seat]}"
        yield f"    c{seat}: {_council(table, seat)}{power}"
    yield ""
    yield (
        f"Supply {len(table.supply)}, ally deck {table.ally_deck_size}, "
        f"influence deck {table.deck_size}, discard {len(table.discard)}"
    )
    if table.dead:
        yield "Dead: " + ", ".join(table.box.ally(ally).name for ally in table.dead)
    if table.final:
        yield victory(table, table.final)
        for place, seats in enumerate(table.final.ranking, start=1):
            for seat in seats:
                yield f"    place {place}, {leader_name(table, seat)}: {standing(table, seat)}"


def drafting_text(table: Table) -> str:
    """Return which pick of a draft it is, and where the packs go then.

    Rules: draft.pick, draft.direction.
    """
    way = "left" if direction(table) > 0 else "right"
    return f"Pick {table.aside_sizes[0] + 1} of {table.variant.hand_size}, then packs go {way}"


def bid_text(table: Table, bid: Bid) -> str:
    """Return who won a bid, why if others bid as much, and what binds the winner.

    Rules: claim.winner, card.strings.
    """
    tied = bid.totals.count(max(bid.totals)) > 1
    why = ", tied and met first from the first player" if tied else ""
    if bid.bound_council is not None:
        why += f", bound to council {bid.bound_council} by what the neighbours played"
    return f"{leader_name(table, bid.winner)} won{why}"


def victory(table: Table, final: FinalResult[DecidedBy]) -> str:
    """Return who won and by what."""
    winners = " and ".join(leader_name(table, seat) for seat in final.winners)
    how = f"by the {str(final.decided_by).replace('-', ' ')}"
    return f"{winners} won, {'sharing it' if final.decided_by is DecidedBy.SHARED else how}"


def standing(table: Table, seat: int) -> str:
    """Return what a leader has at the end of the game, in the order in which it counts."""
    own = councils_of(seat, table.players)
    small, other = sorted(table.powers[council] for council in own)
    allies = sum(len(table.councils[council].allies) for council in own)
    return f"small council {small}, other {other}, allies {allies}"


_VERBS = {DecisionKind.TURN: "play", DecisionKind.DRAFT: "draft"}
_VERBS |= dict.fromkeys(
    (DecisionKind.DISCARD, DecisionKind.OFFER, DecisionKind.CANCEL), "choose card"
)


def seen_cards(view: View) -> Iterator[tuple[str, tuple[Card, ...], str]]:
    """Yield the cards that the viewer alone sees, each group after its heading.

    Last comes the word before a card in the viewer's answers that choose from the group; it is
    empty if none do.
    """
    asking = view.table.asking if view.player in view.deciders else None
    taken = asking.leader if isinstance(asking, Take) else None
    verb = "" if asking is None else _VERBS.get(asking.KIND, "")
    yield "your hand", view.hand, verb
    yield "your pack", view.pack, verb
    yield "set aside", view.aside, ""
    for seat, hand in view.shown_hands:
        heading = f"hand of {leader_name(view.table, seat)}"
        yield heading, hand, "choose card" if seat == taken else ""


def _private_lines(view: View) -> Iterator[str]:
    table = view.table
    for heading, cards, _ in seen_cards(view):
        if cards:
            yield f"{heading[0].upper()}{heading[1:]}: {_cards(table, cards)}"
            yield from _abilities(map(table.box.entry, cards))
    if view.looked_at:
        yield from _allies(table, "You look at", view.looked_at)


def _allies(table: Table, heading: str, allies: tuple[str, ...]) -> Iterator[str]:
    yield f"{heading}: {', '.join(ally_text(table, ally) for ally in allies)}"
    yield from _abilities(map(table.box.ally, allies))


def _abilities(entries: Iterable[Ally | InfluenceCard]) -> Iterator[str]:
    """Yield what cards and allies do, each once, without those that do nothing."""
    for entry in {entry.id: entry for entry in entries if entry.abilities}.values():
        yield f"    {entry.id}: {describe(entry)}"


def _seat_line(position: Position, seat: int) -> str:
    table = position.table
    words = [cards_text(table, seat)]
    words += ["first player"] * (table.first_player == seat)
    words += ["has knelt"] * table.knelt[seat]
    words += ["decides"] * (seat in position.deciders)
    who = f"player {seat}, {leader_name(table, seat)}" if table.leaders[seat] else f"player {seat}"
    return f"{who}: {', '.join(words)}"


def leader_name(table: Table, seat: int) -> str:
    """Return the name of a leader, or the player while none is chosen."""
    names = {leader.id: leader.name for leader in table.box.leaders}
    return names.get(table.leaders[seat] or "", f"player {seat}")


def cards_text(table: Table, seat: int) -> str:
    """Return the size of a leader's hand in words; while drafting those of what it is made of."""
    if table.phase is Phase.DRAFTING:
        return f"pack of {table.pack_sizes[seat]}, {table.aside_sizes[seat]} set aside"
    return counted(table.hand_sizes[seat], "card")


def ally_text(table: Table, ally: str) -> str:
    """Return an ally's name and power."""
    entry = table.box.ally(ally)
    return f"{entry.name} ({entry.power})"


def _council(table: Table, number: int) -> str:
    council = table.councils[number]
    parts = [ally_text(table, ally) for ally in council.allies]
    if table.token_values:
        parts += [f"token {value}" for value in table.token_values[number]]
    elif council.tokens:
        parts.append(f"tokens: {len(council.tokens)}")
    return ", ".join(parts) or "nothing"


def _cards(table: Table, cards: tuple[Card, ...]) -> str:
    return counted_cards(cards, lambda card: f"{card} ({table.box.value(card)})")
