"""Events in words, for transcripts and terminals.

Rules: info.public.
"""

from __future__ import annotations

from typing import assert_never

from westeros_intrigue.monopoly import events
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.events import Event


def told(board: Board, event: Event) -> str:  # noqa: PLR0912 - one for each kind of event
    """Return what happened as a short sentence.

    >>> from westeros_intrigue.monopoly import SAMPLE, events
    >>> told(Board(SAMPLE), events.Paid(None, 1, 2))
    'the Treasury pays player 1 2'
    """
    match event:
        case events.Thrown(player, (first, second)):
            sentence = f"player {player} throws {first}-{second}"
        case events.Moved(player, _, target):
            sentence = f"player {player} moves to {_named(board, target)}"
        case events.Jailed(player):
            sentence = f"player {player} goes to jail"
        case events.Released(player):
            sentence = f"player {player} leaves jail"
        case events.Drew(player, card):
            effects = ", ".join(map(str, board.cards[card].effects))
            sentence = f"player {player} draws {board.cards[card]} ({effects})"
        case events.Acquired(player, space):
            sentence = f"player {player} has the deed {_named(board, space)}"
        case events.Unsold(space):
            sentence = f"nobody bids for {_named(board, space)}"
        case events.Paid(payer, payee, amount):
            sentence = f"{_name(payer)} pays {_name(payee)} {amount}"
        case events.Levelled(space, level):
            sentence = f"{_named(board, space)} has {_buildings(board, level)}"
        case events.Turned(space, mortgaged):
            sentence = f"{_named(board, space)} is {'mortgaged' if mortgaged else 'redeemed'}"
        case events.Passed(player):
            sentence = f"player {player} can only pass"
        case events.WentBankrupt(player, creditor):
            sentence = f"player {player} is bankrupt to {_name(creditor)}"
        case _:
            assert_never(event)
    return sentence


def _named(board: Board, space: int) -> str:
    return f"{board.names[space]} ({space})"


def _buildings(board: Board, level: int) -> str:
    if level == board.castle_level:
        return "a Castle"
    return "1 Holdfast" if level == 1 else f"{level} Holdfasts"


def _name(player: int | None) -> str:
    return "the Treasury" if player is None else f"player {player}"
