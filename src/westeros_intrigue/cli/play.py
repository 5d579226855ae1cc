"""`play`: a game in the terminal, alone, with others at one keyboard, or solo.

The loop here holds the state. People see views of it, simple players choose from views, and an
automated house places what its procedure dictates.

Rules: turn.clockwise, round.end, final.reveal, info.leftover, info.throne.
"""

from __future__ import annotations

import argparse
import random
from contextlib import nullcontext
from pathlib import Path

from westeros_intrigue.cli.files import is_there, last_record, new_path, save
from westeros_intrigue.cli.layout import wrapped
from westeros_intrigue.cli.screens import (
    happened,
    public_lines,
    round_lines,
    set_aside_in,
    since_own_turn,
    turn_lines,
)
from westeros_intrigue.cli.seats import SIMPLE_PLAYERS, Kind, Table, names_of, shown_name, table_of
from westeros_intrigue.cli.terminal import PROGRAM, Refused, Stopped, Terminal
from westeros_intrigue.cli.turn import Turn
from westeros_intrigue.cli.wording import YOU, final_lines
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.scoring import final_winner, score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.text.records import Record

_INTRODUCTION = """\
Place your cards in the court: beside the bottom row, or above two cards of which one is of the
same house. Each card left in your hand at the end of a round is a penalty point; whoever places
the last card of a round draws an Iron Throne card, which takes points off. The lowest total wins.
At any prompt ? helps and quit leaves."""

_LAST_SEED = 2**32


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Play a game, new or resumed, and keep its record.

    Raises:
        Refused: there is no such game, or the record cannot be read or kept.
        KeyboardInterrupt: Ctrl-C was pressed; the game has been kept.
    """
    sitting = _resumed(options, terminal) if options.resume else _new(options, terminal)
    try:
        with terminal.other_screen() if sitting.is_shared else nullcontext():
            sitting.play()
    except (Stopped, KeyboardInterrupt) as stopped:
        _leave(sitting, terminal)
        if isinstance(stopped, KeyboardInterrupt):
            raise
        return 0
    except OSError:
        # Nobody is there to be told, but the game need not be lost.
        sitting.keep()
        raise
    terminal.write("\n".join(sitting.last_lines))
    sitting.keep()
    terminal.write(f"\nThe record of the game: {sitting.path}")
    return 0


def _leave(sitting: Sitting, terminal: Terminal) -> None:
    if not sitting.has_begun:
        terminal.write("Goodbye. Nothing was placed, so nothing is kept.")
        return
    sitting.keep()
    path = f'"{sitting.path}"' if " " in str(sitting.path) else sitting.path
    terminal.write(f"The game is kept in {sitting.path}. To go on with it:")
    terminal.write(f"  {PROGRAM} play --resume {path}")


def _new(options: argparse.Namespace, terminal: Terminal) -> Sitting:
    table = table_of(options)
    path = _named(options.record) if options.record else new_path()
    seed = options.seed if options.seed is not None else _fresh_seed()
    state = setup(table.players, seed=seed, variant=table.variant, first_player=table.first_player)
    sitting = Sitting(terminal, table, state, path, str(seed))
    sitting.notice = _introduction(terminal)
    return sitting


def _named(name: str) -> Path:
    path = Path(name)
    if is_there(path):
        raise Refused(f"{path} exists; choose another name for the record, or --resume it")
    return path


def _introduction(terminal: Terminal) -> list[str]:
    return [terminal.bold("Westeros Intrigue"), wrapped(_INTRODUCTION, terminal.width)]


def _resumed(options: argparse.Namespace, terminal: Terminal) -> Sitting:
    record, count = last_record(options.resume)
    state = record.state
    if state.phase is Phase.GAME_OVER:
        raise Refused(f"{options.resume}: the game is over; `{PROGRAM} replay` shows it")
    rounds_to_come = state.variant.rounds_for(state.players) - len(record.deal.rounds)
    if rounds_to_come or state.phase is Phase.DEALING:
        raise Refused(f"{options.resume}: the record does not have the cards of all rounds")
    tags = dict(record.tags)
    kinds: list[Kind] = []
    for seat in range(state.players):
        is_first = all(kind is Kind.AUTOMATED for kind in kinds)
        written = tags.get(f"Seat-{seat}", "person" if is_first else options.opponents)
        known = written if written in {"person", "greedy", "random"} else "person"
        kinds.append(Kind.AUTOMATED if seat in state.variant.automated else Kind(known))
    if Kind.PERSON not in kinds:
        raise Refused(f"{options.resume}: no seat is a person's; `{PROGRAM} replay` shows the game")
    names = list(names_of(state.variant, kinds))
    for seat in range(state.players):
        if name := tags.get(f"Player-{seat}"):
            names[seat] = shown_name(name)
    table = Table(state.variant, record.first_player, tuple(names), tuple(kinds))
    if options.record:
        is_the_same = options.record == options.resume
        path = Path(options.record) if is_the_same else _named(options.record)
    else:
        # A file of several games keeps them all, and comments would not survive an undo.
        is_rewritten = count == 1 and options.resume != "-" and not _has_comments(record)
        path = Path(options.resume) if is_rewritten else new_path()
    sitting = Sitting(terminal, table, state, path, tags.get("Seed", "0"))
    sitting.tags = tags
    sitting.past = [before for before in record.replay() if before.active_player in table.people]
    if state.active_player in table.people:
        sitting.past.pop()
    sitting.notice = [f"Going on with {options.resume}."]
    return sitting


def _has_comments(record: Record) -> bool:
    comments = [record.comment]
    for played in record.rounds:
        comments += [played.comment, *(placement.comment for placement in played.placements)]
    return any(comments)


def _fresh_seed() -> int:
    return int(random.SystemRandom().random() * _LAST_SEED)


class Sitting:
    """A game that is being played at this keyboard.

    Args:
        terminal: where people type and read.
        table: who sits where.
        state: where the game is.
        path: where its record is kept.
        seed: fixes what the simple players draw.
    """

    def __init__(
        self, terminal: Terminal, table: Table, state: GameState, path: Path, seed: str
    ) -> None:
        """Sit down; nothing is shown yet."""
        self.terminal = terminal
        self.table = table
        self.state: GameState = state
        self.path = path
        self.past: list[GameState] = []
        """The states in which a person placed a card, the first first."""
        self.notice: list[str] = []
        """What is shown above the first screen."""
        self.last_lines: list[str] = []
        """What is shown when the game is over."""
        self.tags: dict[str, str] = {}
        """The tags of the record that is gone on with; those of the sitting come in their place."""
        self._seed = seed
        self._at_keyboard: int | None = None

    @property
    def is_shared(self) -> bool:
        """Whether several people share the keyboard, and so must not see each other's hands."""
        return len(self.table.people) > 1

    @property
    def has_begun(self) -> bool:
        """Whether a person has placed a card."""
        return bool(self.past)

    def play(self) -> None:
        """Play until the game is over.

        Raises:
            Stopped: somebody quits.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        if not self.is_shared:
            self.terminal.write("\n".join(self.notice))
        while self.state.phase is not Phase.GAME_OVER:
            seat = self.state.active_player
            if seat is None:
                self._end_round()
            elif self.table.kinds[seat] is Kind.PERSON:
                self._hand_over(seat)
                self._person_places(seat)
            else:
                self.state = apply(self.state, self._choice(seat), player=seat)

    def keep(self, path: Path | None = None) -> Path:
        """Write the record of the game so far, and return where to.

        Raises:
            Refused: it cannot be written, or a file of that name is there already.
        """
        tags = {"Seed": self._seed}
        for seat, name in enumerate(self.table.names):
            tags[f"Player-{seat}"] = name
        for seat, kind in enumerate(self.table.kinds):
            tags[f"Seat-{seat}"] = kind.value
        if path and path != self.path and is_there(path):
            raise Refused(f"{path} exists already; choose another name")
        own = {name.lower() for name in tags}
        others = {name: text for name, text in self.tags.items() if name.lower() not in own}
        save(Record.from_state(self.state, tags={**others, **tags}), path or self.path)
        return path or self.path

    def undo(self) -> bool:
        """Go back to the last state in which a person placed a card; return whether there is one.

        Simple players repeat themselves: what they draw depends on the seed and the placement.
        """
        if not self.past:
            return False
        self.state = self.past.pop()
        return True

    def place(self, move: Move) -> None:
        """Place a card for the person to move."""
        state = apply(self.state, move, player=self.state.active_player)
        self.past.append(self.state)
        self.state = state

    def _choice(self, seat: int) -> Move:
        player = SIMPLE_PLAYERS.get(self.table.kinds[seat])
        if player is None:
            return distinct_moves(self.state)[0]
        now = f"{self._seed}/{self.state.round_number}/{len(self.state.placements)}"
        rng = random.Random(now)  # noqa: S311 - a game, no secret
        return player(observe(self.state, seat), rng)

    def _person_places(self, seat: int) -> None:
        before = self.state
        view = observe(before, seat)
        self.terminal.write(
            "\n".join(turn_lines(view, self.table, self.terminal, set_aside_in(before)))
        )
        turn = Turn(self, view)
        while self.state is before:
            turn.step()

    def _hand_over(self, seat: int) -> None:
        """Make sure that the right person is at the keyboard before a hand is shown."""
        if not self.is_shared or self._at_keyboard == seat:
            return
        self._show_all()
        name = self.table.names[seat]
        self.terminal.forget_typed_ahead()
        while self.terminal.ask(f"{name}, press Enter when only you see the screen: "):
            self.terminal.write("Press Enter alone, or type quit.")
        self.terminal.erase()
        self._at_keyboard = seat

    def _show_all(self) -> None:
        """Show what everybody may see, and nothing else."""
        self.terminal.erase()
        view = observe(self.state, None)
        rounds = view.variant.rounds_for(view.players)
        title = f"Round {view.round_number} of {rounds}"
        colour = self.terminal.colour
        since = max(0, len(view.placements) - view.players)
        news = happened(view, since, self.table, set_aside_in(self.state), colour=colour)
        notice = [*self.notice, ""] if self.notice else []
        lines = [*notice, *public_lines(view, self.table, self.terminal, title)]
        self.notice = []
        self.terminal.write(
            "\n".join([*lines, *(["The last placements:", *news, ""] if news else [])])
        )

    def _end_round(self) -> None:
        """Show how the round ended, score it, and show the points."""
        over = self.state
        self.state = score_round(over)
        is_last = self.state.phase is Phase.GAME_OVER
        asks = None if self.is_shared else self.table.people[0]
        if self.is_shared:
            self.terminal.erase()
            self._at_keyboard = None
        view = observe(over, asks)
        lines = public_lines(view, self.table, self.terminal, f"Round {view.round_number} is over")
        since = 0 if asks is None else since_own_turn(view, asks)
        since = max(since, len(view.placements) - 2 * view.players)
        colour = self.terminal.colour
        lines += happened(view, since, self.table, set_aside_in(over), colour=colour)
        scored = round_lines(observe(self.state, asks), self.table, self.terminal.width)
        if is_last:
            self.last_lines = ["", *lines, "", *scored, "", *self._final_lines()]
            return
        self.terminal.write("\n".join(["", *lines, "", *scored, ""]))
        if self.is_shared:
            self.terminal.forget_typed_ahead()
        self.terminal.ask("Press Enter to go on: ")

    def _final_lines(self) -> list[str]:
        names, state = self.table.names, self.state
        final = final_winner(state)
        lines = final_lines(
            names, final, state.penalty_points, state.score_piles, width=self.terminal.width
        )
        title = "You win!" if self._wins_alone(final.winners) else "The game is over"
        return [self.terminal.line(title), *lines]

    def _wins_alone(self, winners: tuple[int, ...]) -> bool:
        return [self.table.names[seat] for seat in winners] == [YOU]
