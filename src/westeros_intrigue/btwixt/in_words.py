"""Questions, moves and leaders in words, with names in place of ids.

Rules: decision.order, info.public.
"""

from __future__ import annotations

from collections.abc import Mapping

from westeros_intrigue.btwixt.cards import Card, describe
from westeros_intrigue.btwixt.moves import Choose, ChooseLeader, Draft, Move, Play
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.state import Position
from westeros_intrigue.btwixt.table import Table
from westeros_intrigue.btwixt.text import ally_text, cards_text, leader_name


def titles(position: Position) -> Mapping[str, str]:
    """Return the names of leaders, allies, influence cards and councils by the ids of texts.

    >>> from westeros_intrigue.btwixt import setup
    >>> titles(setup(3, seed=1))["jon-snow"]
    'Jon Snow'

    Rules: components.influence, components.ally.
    """
    box = position.table.box
    found = {leader.id: leader.name for leader in box.leaders}
    found |= {ally.id: ally.name for ally in box.allies}
    found |= {card.id: card.title for card in box.influence}
    return found | {f"c{council}": f"council {council}" for council in range(position.players)}


def player_in_words(position: Position, player: int) -> str:
    """Return what a leader, from 0, has in words: cards, the bid so far, the powers of councils.

    Tokens whose values are hidden count in no power.

    >>> from westeros_intrigue.btwixt import setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> player_in_words(setup(3, seed=1, leaders=leaders), 0)
    '10 cards, councils 0 and 0'

    Rules: info.public, ring.councils.
    """
    table = position.table
    known = table.powers_with(table.token_values or ((),) * table.players)
    powers = sorted(known[council] for council in councils_of(player, table.players))
    bid = [f"bid {table.box.total(table.piles[player])}"] if table.piles[player] else []
    return ", ".join((cards_text(table, player), *bid, "councils {} and {}".format(*powers)))


def question(position: Position) -> str:
    """Return in a sentence what the game waits for; empty when it is over.

    >>> from westeros_intrigue.btwixt import setup
    >>> question(setup(3, seed=1))
    'Pick a leader card, or draw a random one'

    Rules: decision.order.
    """
    if (decision := position.decision) is None:
        return ""
    names = titles(position)
    facts = [names.get(str(fact).partition("#")[0], str(fact)) for _, fact in decision.facts]
    return f"{position.question} ({', '.join(facts)})" if facts else position.question


def move_in_words(position: Position, move: Move) -> str:
    """Return a move in words, with what its card does.

    >>> from westeros_intrigue.btwixt import legal_moves, setup
    >>> state = setup(3, seed=1)
    >>> move_in_words(state, legal_moves(state)[0])
    'lead as Cersei Lannister'

    Rules: bid.turn, effect.must.
    """
    table = position.table
    names = titles(position)
    match move:
        case ChooseLeader(None):
            return "lead as anybody, by chance"
        case ChooseLeader(str(leader)):
            return f"lead as {names.get(leader, leader)}"
        case Draft(card) | Play(card):
            entry = table.box.entry(card)
            told = f": {describe(entry)}" if entry.abilities else ""
            return f"{'play' if isinstance(move, Play) else 'keep'} {_card(table, card)}{told}"
        case Choose():
            return _chosen(table, move)
    return str(move)


def _chosen(table: Table, move: Choose) -> str:
    if move.council is not None and move.to is not None:
        return f"move a token from {_council(table, move.council)} to {_council(table, move.to)}"
    parts = []
    if move.seat is not None:
        parts.append(leader_name(table, move.seat))
    if move.card is not None:
        parts.append(_card(table, move.card))
    if move.ally is not None:
        parts.append(ally_text(table, move.ally))
    if move.council is not None:
        parts.append(_council(table, move.council))
    return f"choose {': '.join(parts)}"


def _council(table: Table, council: int) -> str:
    """Return a council by the leaders between whom it lies."""
    seats = [seat for seat in range(table.players) if council in councils_of(seat, table.players)]
    return f"the council of {' and '.join(leader_name(table, seat) for seat in seats)}"


def _card(table: Table, card: Card) -> str:
    return f"{table.box.entry(card).title} ({table.box.value(card)})"
