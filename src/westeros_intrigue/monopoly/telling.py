"""Events in words, for transcripts and terminals.

Rules: info.public.
"""

from __future__ import annotations

from typing import assert_never

from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.events import (
    Acquired,
    Drew,
    Event,
    Jailed,
    Levelled,
    Moved,
    Paid,
    Passed,
    Released,
    Thrown,
    Turned,
    Unsold,
    WentBankrupt,
)


def told(board: Board, event: Event) -> str:  # noqa: PLR0912 - one for each kind of event
    """Return what happened as a short sentence.

    >>> from westeros_intrigue.monopoly import SAMPLE
    >>> told(Board(SAMPLE), Paid(None, 1, 2))
    'the Treasury pays player 1 2'
    """
    match event:
        case Thrown(player, (first, second)):
            sentence = f"player {player} throws {first}-{second}"
        case Moved(player, _, target):
            sentence = f"player {player} moves to {_named(board, target)}"
        case Jailed(player):
            sentence = f"player {player} goes to jail"
        case Released(player):
            sentence = f"player {player} leaves jail"
        case Drew(player, card):
            effects = ", ".join(map(str, board.cards[card].effects))
            sentence = f"player {player} draws {board.cards[card]} ({effects})"
        case Acquired(player, space):
            sentence = f"player {player} has the deed {_named(board, space)}"
        case Unsold(space):
            sentence = f"nobody bids for {_named(board, space)}"
        case Paid(payer, payee, amount):
            sentence = f"{_name(payer)} pays {_name(payee)} {amount}"
        case Levelled(space, level):
            sentence = f"{_named(board, space)} has {_buildings(board, level)}"
        case Turned(space, mortgaged):
            sentence = f"{_named(board, space)} is {'mortgaged' if mortgaged else 'redeemed'}"
        case Passed(player):
            sentence = f"player {player} can only pass"
        case WentBankrupt(player, creditor):
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
