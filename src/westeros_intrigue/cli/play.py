"""`play`: a game in the terminal, alone, with others at one keyboard, or solo.

The sitting holds the state. People see views of it, simple players choose from views, and an
automated house places what its procedure dictates.

Rules: turn.clockwise, round.end, final.reveal, info.leftover, info.throne.
"""

from __future__ import annotations

import functools
import random
import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Group

from westeros_intrigue import (
    GameState,
    Move,
    Phase,
    Record,
    View,
    apply,
    distinct_moves,
    observe,
    score_round,
    setup,
)
from westeros_intrigue.cli import display, files, other_games, seats
from westeros_intrigue.cli.arguments import (
    FLAGSHIP,
    Command,
    Options,
    Parser,
    add_game,
    add_seed,
    given,
    integer,
)
from westeros_intrigue.cli.placing import Turn
from westeros_intrigue.cli.results import Ending, round_table
from westeros_intrigue.cli.terminal import (
    PROGRAM,
    SMALL,
    CardSize,
    Refused,
    Shown,
    Stopped,
    Terminal,
    headline,
)
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.rules.variants import MAX_PLAYERS

_INTRODUCTION = (
    "Place your cards in the court: beside the bottom row, or above two cards of which one is of "
    "the same house. Each card left in your hand at the end of a round is a penalty point; whoever "
    "places the last card of a round draws an Iron Throne card, which takes points off. The lowest "
    "total wins. At any prompt ? helps and quit leaves."
)
_LAST_SEED = 2**32


def _add_arguments(parser: Parser) -> None:
    add_game(parser)
    told = "how many people play at this keyboard (default 1, or as many as names)"
    parser.add_argument("--people", type=integer(1, MAX_PLAYERS), metavar="N", help=told)
    seats.add_names(parser)
    choices = [kind.value for kind in seats.OPPONENTS]
    told = (
        "how the other seats play: random, greedy (one placement ahead, the default), or by a "
        "search: squire (30 playouts a placement), knight (200), search (1000), maester (10 000)"
    )
    parser.add_argument("--opponents", choices=choices, default="greedy", metavar="WHO", help=told)
    seats.add_table(parser, "4, or as many as people")
    add_seed(parser, None, "another game each time")
    files.add_record(parser)


def run(options: Options, terminal: Terminal) -> int:
    """Play a game, new or resumed, keep its record, and play another if it is wanted.

    Raises:
        Refused: there is no such game, or the record cannot be read or kept.
        KeyboardInterrupt: Ctrl-C was pressed; the game has been kept.
    """
    if options.game != FLAGSHIP:
        return other_games.play(options, terminal, given(options, _add_arguments))
    sitting = _resumed(options, terminal) if options.resume else _new(options, terminal)
    while sitting.play() and terminal.is_typed:
        if terminal.ask("Another game? y for yes, Enter for no: ").lower() not in {"y", "yes"}:
            break
        sitting = _dealt(terminal, sitting.seating, files.new_path(), _fresh_seed())
    return 0


def _new(options: Options, terminal: Terminal) -> Sitting:
    people = options.people or max(1, len(options.name))
    if len(options.name) > people:
        raise Refused(f"{people} people have {people} names, not {len(options.name)}", 2)
    beside = len(set(options.automated))
    usual = seats.USUAL_PLAYERS if people == 1 else max(2, people + beside)
    players = seats.players_of(options, usual)
    seating = seats.seating_of(options, players, people, seats.Kind(options.opponents))
    seed = options.seed if options.seed is not None else _fresh_seed()
    return _dealt(terminal, seating, files.new_path(options.record), seed)


def _dealt(terminal: Terminal, seating: seats.Seating, path: Path, seed: int) -> Sitting:
    state = setup(
        seating.players, seed=seed, variant=seating.variant, first_player=seating.first_player
    )
    sitting = Sitting(terminal, seating, state, path, str(seed))
    sitting.notice = [_INTRODUCTION, display.legend()]
    return sitting


def _fresh_seed() -> int:
    return secrets.randbelow(_LAST_SEED)


def _resumed(options: Options, terminal: Terminal) -> Sitting:
    record, path = files.resumed(options)
    state = record.state
    rounds_to_come = state.variant.rounds_for(state.players) - len(record.deal.rounds)
    if rounds_to_come or state.phase is Phase.DEALING:
        raise Refused(f"{options.resume}: the record does not have the cards of all rounds")
    seating = seats.seating_in(record, seats.Kind(options.opponents))
    if not seating.people:
        raise Refused(f"{options.resume}: no seat is a person's; `{PROGRAM} replay` shows the game")
    tags = dict(record.tags)
    sitting = Sitting(terminal, seating, state, path, tags.get("Seed", "0"))
    sitting.tags = tags
    sitting._is_worth_keeping = True
    sitting.past = [before for before in record.replay() if before.active_player in seating.people]
    if state.active_player in seating.people:
        sitting.past.pop()
    sitting.notice = [f"Going on with {options.resume}."]
    return sitting


class Sitting:
    """A game that is being played at this keyboard.

    Args:
        terminal: where people type and read.
        seating: who sits where.
        state: where the game is.
        path: where its record is kept.
        seed: fixes what the simple players draw.
    """

    def __init__(
        self, terminal: Terminal, seating: seats.Seating, state: GameState, path: Path, seed: str
    ) -> None:
        """Sit down; nothing is shown yet."""
        self.terminal = terminal
        self.seating = seating
        self.state: GameState = state
        self.path = path
        self.past: list[GameState] = []
        """The states in which a person placed a card, the first first."""
        self.notice: list[Shown] = []
        """What is shown above the first page."""
        self.tags: dict[str, str] = {}
        """The tags of the record that is gone on with; those of the sitting come in their place."""
        self._seed = seed
        self._at_keyboard: int | None = None
        self._fault = ""
        """Why the record could not be kept last time; empty if it was."""
        self._is_worth_keeping = False
        self._last_round: list[Shown] = []

    def play(self) -> bool:
        """Play, and keep the record; return whether the game has come to its end.

        Raises:
            Refused: the record cannot be kept.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        self._save(self.path)
        try:
            with self.terminal.own_screen(is_private=self._is_shared):
                self._play_rounds()
                ending = Ending.of(self.state, self.seating.names)
                ending.turn_over(self.terminal)
        except (Stopped, KeyboardInterrupt) as stopped:
            self._leave()
            if isinstance(stopped, KeyboardInterrupt):
                raise
            return False
        self.terminal.show("", *self._last_round, "", *ending.lines(), "")
        self._check_kept()
        self.terminal.line(f"The record of the game: {self.path}")
        return True

    def place(self, move: Move) -> None:
        """Place a card for the person to move."""
        self.past.append(self.state)
        self._go_on(apply(self.state, move, player=self.state.active_player))

    def undo(self) -> bool:
        """Go back to the last state in which a person placed a card; return whether there is one.

        Simple players repeat themselves: what they draw depends on the seed and the placement.
        """
        if not self.past:
            return False
        self._go_on(self.past.pop())
        return True

    def save(self, name: str) -> Path:
        """Write the record of the game so far to a file somebody names, and return its path.

        Without a name it is the file in which the record is kept anyway.

        Raises:
            Refused: it cannot be written, or a file of that name is there already.
        """
        path = files.path_of(name) if name else self.path
        if path != self.path and files.is_there(path):
            raise Refused(f"{path} exists already; choose another name")
        self._save(path)
        self._is_worth_keeping = True
        return path

    def _save(self, path: Path) -> None:
        tags = self.seating.tags(self.tags, Seed=self._seed)
        files.save_record(Record.from_state(self.state, tags=tags), path)

    def _go_on(self, state: GameState) -> None:
        """Go on from a state, and keep the record."""
        self.state = state
        try:
            self._save(self.path)
            self._fault = ""
        except Refused as refused:
            # The game need not end; `save` may keep it elsewhere.
            self._fault = str(refused)

    def _check_kept(self) -> None:
        if self._fault:
            raise Refused(self._fault)

    def _leave(self) -> None:
        """Say where the game is kept, if anything has been placed."""
        if not self.past and not self._is_worth_keeping:
            self.path.unlink(missing_ok=True)
            self.terminal.show("Goodbye. Nothing was placed, so nothing is kept.")
            return
        self._check_kept()
        path = shlex.quote(str(self.path))
        self.terminal.show(f"The game is kept in {self.path}. To go on with it:")
        self.terminal.line(f"  {PROGRAM} play --resume {path}")

    @property
    def _is_shared(self) -> bool:
        """Whether several people share the keyboard, and so must not see each other's hands."""
        return len(self.seating.people) > 1

    def _play_rounds(self) -> None:
        while self.state.phase is not Phase.GAME_OVER:
            seat = self.state.active_player
            if seat is None:
                self._end_round()
            elif self.seating.kinds[seat] is seats.Kind.PERSON:
                self._hand_over(seat)
                self._person_places(seat)
            else:
                self._go_on(apply(self.state, self._choice(seat), player=seat))

    def _choice(self, seat: int) -> Move:
        player = seats.OPPONENTS.get(self.seating.kinds[seat])
        if player is None:
            return distinct_moves(self.state)[0]
        now = f"{self._seed}/{self.state.round_number}/{len(self.state.placements)}"
        rng = random.Random(now)  # noqa: S311 - a game, no secret
        return player(observe(self.state, seat), rng)

    def _person_places(self, seat: int) -> None:
        before = self.state
        view = observe(before, seat)
        notice = self._taken_notice()
        turn = Turn(self, view)
        self.terminal.turn_to(functools.partial(self._turn_page, turn, notice))
        while self.state is before:
            turn.step("Your card and slot (? for help): ")

    def _turn_page(self, turn: Turn, notice: Sequence[Shown], size: CardSize) -> Shown:
        """Return all that the player to move needs: what is new, the court, seats, the hand."""
        view = turn.view
        seat = view.active_player or 0
        since = display.since_own_turn(view, seat)
        news = display.happened(view, since, self.seating)
        heading = "Since your last turn:" if since else "So far:"
        if not news and view.starting_player == seat:
            heading = "You start the round."
        who = self.seating.names[seat]
        whose = "your turn" if who == seats.YOU else f"{who} to move"
        return display.position_page(
            view.court,
            display.seats_table(view, self.seating),
            size,
            self.terminal.room,
            title=f"{display.round_title(view)}, placement {len(view.placements) + 1}: {whose}",
            above=[*notice, *self._warning(), heading, *news, ""],
            below=[display.hand_table(view)],
            last=display.last_slot(view),
            open_for=turn.chosen.house if turn.chosen else None,
        )

    def _hand_over(self, seat: int) -> None:
        """Make sure that the right person is at the keyboard before a hand is shown."""
        if not self._is_shared or self._at_keyboard == seat:
            return
        self.terminal.erase()
        view = observe(self.state, None)
        notice = self._taken_notice()
        since = max(0, len(view.placements) - view.players)
        self.terminal.turn_to(functools.partial(self._public_page, view, since, notice))
        name = self.seating.names[seat]
        self.terminal.forget_typed_ahead()
        while self.terminal.ask(f"{name}, press Enter when only you see the screen: "):
            self.terminal.say("Press Enter alone, or type quit.")
        self.terminal.erase()
        self._at_keyboard = seat

    def _public_page(
        self, view: View, since: int, notice: Sequence[Shown], size: CardSize
    ) -> Shown:
        """Return what everybody may see, and nothing else."""
        news = display.happened(view, since, self.seating)
        return display.position_page(
            view.court,
            display.seats_table(view, self.seating),
            size,
            self.terminal.room,
            title=display.round_title(view),
            above=[*notice, *self._warning()],
            below=[*(["The last placements:"] if news else []), *news],
            last=display.last_slot(view),
        )

    def _end_round(self) -> None:
        """Show how the round ended, with its points; one who plays alone sees their own card."""
        over = self.state
        self._go_on(score_round(over))
        asks = None if self._is_shared else self.seating.people[0]
        if self._is_shared:
            self.terminal.erase()
            self._at_keyboard = None
        page = functools.partial(self._round_page, over, asks)
        if self.state.phase is Phase.GAME_OVER:
            self._last_round = [page(SMALL)]
            if not self.terminal.redraws:
                return
        self.terminal.turn_to(page)
        if self._is_shared:
            self.terminal.forget_typed_ahead()
        self.terminal.ask("Press Enter to go on: ")

    def _round_page(self, over: GameState, asks: int | None, size: CardSize) -> Shown:
        view = observe(self.state, asks)
        result = view.results[-1]
        names = self.seating.names
        last = result.placements[-1].move
        since = display.since_own_turn(observe(over, asks), asks) if asks is not None else 0
        since = max(since, len(result.placements) - 2 * view.players)
        placed = counted(len(result.placements), "card")
        lines: list[Shown] = [
            headline(f"Round {result.round_number} is over"),
            *self._warning(),
            display.court_text(over.court, size, last=last.slot),
            "",
            *display.happened(observe(over, asks), since, self.seating),
            f"{placed} placed, the last by {names[result.last_placer]}.",
            "",
            round_table(names, result, view.penalty_points),
        ]
        if asks is not None and asks == result.last_placer:
            lines.append(f"Your Iron Throne card: {result.throne_card}.")
        return Group(*lines)

    def _taken_notice(self) -> list[Shown]:
        notice, self.notice = self.notice, []
        where = f"The record of the game is kept in {self.path}."
        return [*notice, where, ""] if notice else []

    def _warning(self) -> list[Shown]:
        return [f"{self._fault}; try save FILE."] if self._fault else []


COMMAND = Command(
    "play",
    "play a game, alone or with others at this keyboard",
    run,
    _add_arguments,
    (
        ("play", "you and three simple players"),
        ("play --name Ada --name Ben", "two people, one keyboard"),
        ("play --solo --option rivalry", "Solo Scheming with an option"),
        ("play --resume game.txt", "go on with a game"),
        ("play --game monopoly", "another game"),
    ),
)
