"""Events in words, for transcripts and terminals.

Rules: info.public.
"""

from __future__ import annotations

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


def told(board: Board, event: Event) -> str:  # noqa: PLR0911 - one sentence for each kind
    """Return what happened as a short sentence.

    >>> from westeros_intrigue.monopoly import SAMPLE
    >>> told(Board(SAMPLE), Paid(None, 1, 2))
    'the Treasury pays player 1 2'
    """
    match event:
        case Thrown(player, (first, second)):
            return f"player {player} throws {first}-{second}"
        case Moved(player, _, target):
            return f"player {player} moves to {board.names[target]} ({target})"
        case Jailed(player):
            return f"player {player} goes to jail"
        case Released(player):
            return f"player {player} leaves jail"
        case Drew(player, card):
            effects = ", ".join(map(str, board.cards[card].effects))
            return f"player {player} draws {board.cards[card]} ({effects})"
        case Acquired(player, space):
            return f"player {player} has the deed {board.names[space]} ({space})"
        case Unsold(space):
            return f"nobody bids for {board.names[space]} ({space})"
        case _:
            return _told_money(board, event)


def _told_money(board: Board, event: Event) -> str:
    match event:
        case Paid(payer, payee, amount):
            return f"{_name(payer)} pays {_name(payee)} {amount}"
        case Levelled(space, level):
            castle = level == board.castle_level
            buildings = "a Castle" if castle else f"{level} Holdfast{'' if level == 1 else 's'}"
            return f"{board.names[space]} ({space}) has {buildings}"
        case Turned(space, mortgaged):
            what = "mortgaged" if mortgaged else "redeemed"
            return f"{board.names[space]} ({space}) is {what}"
        case Passed(player):
            return f"player {player} can only pass"
        case WentBankrupt(player, creditor):
            return f"player {player} is bankrupt to {_name(creditor)}"
        case _:
            raise AssertionError(event)


def _name(player: int | None) -> str:
    return "the Treasury" if player is None else f"player {player}"
