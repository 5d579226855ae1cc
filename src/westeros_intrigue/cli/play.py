"""`play`: a game in the terminal, alone, with others at one keyboard, or solo.

The game holds the state. People see views of it, simple players choose from views, and an
automated house places what its procedure dictates.
"""

from __future__ import annotations

import functools
import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.console import Group
from rich.text import Text

from westeros_intrigue import (
    GameState,
    Move,
    Phase,
    Record,
    Slot,
    View,
    apply,
    distinct_moves,
    observe,
    score_round,
    setup,
)
from westeros_intrigue.cli import display, files, other_games, seats
from westeros_intrigue.cli.arguments import FLAGSHIP, Command, Options, Parser, add_number, given
from westeros_intrigue.cli.hint import hint
from westeros_intrigue.cli.results import Ending, round_table
from westeros_intrigue.cli.sitting import Sitting
from westeros_intrigue.cli.terminal import (
    PROGRAM,
    SMALL,
    CardSize,
    Refused,
    Shown,
    Terminal,
    headline,
)
from westeros_intrigue.cli.typed import Wanted
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.rules.variants import MAX_PLAYERS

_INTRODUCTION = (
    "Place your cards in the court: beside the bottom row, or above two cards of which one is of "
    "the same house. Each card left in your hand at the end of a round is a penalty point; whoever "
    "places the last card of a round draws an Iron Throne card, which takes points off. The lowest "
    "total wins. At any prompt ? helps and quit leaves."
)
_HELP = """\
  S4 b2       place the card S4 in slot b2; S b2 places any Stark card there
  S4          choose a card, or S a house: its open slots are numbered
  3           place the chosen card in the slot numbered 3; b2 is a slot, too
  why S4 b2   why this may or may not be done; why S4 shows where it can go
  hint        what a search would do, and why
  undo        drop the chosen card, or take back a person's last placement
  look        show the court, the seats and the hand again
  log         all placements of this round
  rule ID     a rule, such as rule court.match
  save FILE   keep the record of the game so far in another file, too
  quit        leave; the game is kept, and can be resumed"""
_LAST_SEED = 2**53  # too many to be tried by a player, who knows one of the hands


def _add_arguments(parser: Parser) -> None:
    parser.add_game()
    told = "how many people play at this keyboard (default 1, or as many as names)"
    add_number(parser, "--people", 1, MAX_PLAYERS, told)
    seats.add_names(parser)
    told = (
        "how the other seats play: random, greedy (one placement ahead, the default), or by a "
        "search: squire (30 playouts a placement), knight (200), search (1000), maester (10 000)"
    )
    parser.add_argument(
        "--opponents", choices=seats.OPPONENTS, default="greedy", metavar="WHO", help=told
    )
    seats.add_table(parser, "4, or as many as people")
    parser.add_seed(None, "another game each time")
    files.add_record(parser)


def run(options: Options, terminal: Terminal) -> int:
    """Play a game, new or resumed, keep its record, and play another if it is wanted."""
    if options.game != FLAGSHIP:
        return other_games.play(options, terminal, given(options, _add_arguments))
    game = _resumed(options, terminal) if options.resume else _new(options, terminal)
    game.play()
    asked = "Another game? y for yes, Enter for no: "
    while terminal.is_typed and terminal.ask(asked).lower() in {"y", "yes"}:
        game = _dealt(terminal, game.seating, files.new_path(), _fresh_seed())
        game.play()
    return 0


def _new(options: Options, terminal: Terminal) -> AtKeyboard:
    people = options.people or max(1, len(options.name))
    if len(options.name) > people:
        raise Refused(f"{people} people have {people} names, not {len(options.name)}", 2)
    beside = len(set(options.automated))
    usual = 4 if people == 1 else max(2, people + beside)
    seating = seats.seating_of(options, usual, people, options.opponents)
    seed = options.seed if options.seed is not None else _fresh_seed()
    return _dealt(terminal, seating, files.new_path(options.record), seed)


def _dealt(terminal: Terminal, seating: seats.Seating, path: Path, seed: int) -> AtKeyboard:
    state = setup(
        seating.players, seed=seed, variant=seating.variant, first_player=seating.first_player
    )
    game = AtKeyboard(terminal, seating, path, Record.from_state(state, tags={"Seed": str(seed)}))
    game.news = [_INTRODUCTION, display.legend()]
    return game


def _fresh_seed() -> int:
    return secrets.randbelow(_LAST_SEED)


def _resumed(options: Options, terminal: Terminal) -> AtKeyboard:
    record, path = files.resumed(options)
    state = record.state
    rounds_to_come = state.variant.rounds_for(state.players) - len(record.deal.rounds)
    if rounds_to_come or state.phase is Phase.DEALING:
        raise Refused(f"{options.resume}: the record does not have the cards of all rounds")
    seating = seats.seating_in(record, options.opponents)
    if not seating.people:
        raise Refused(f"{options.resume}: no seat is a person's; `{PROGRAM} replay` shows the game")
    game = AtKeyboard(terminal, seating, path, record)
    game.news = [f"Going on with {options.resume}."]
    game.is_worth_keeping = True
    return game


class AtKeyboard(Sitting[GameState]):
    """A game at this keyboard; the tag `Seed` of its record fixes what simple players draw."""

    HELP: ClassVar[str] = _HELP
    COMMAND: ClassVar[str] = "play"

    def __init__(
        self, terminal: Terminal, seating: seats.Seating, path: Path, record: Record
    ) -> None:
        super().__init__(terminal, seating, path, dict(record.tags))
        *before, last = record.replay()
        self.state: GameState = last
        self.past.extend(each for each in before if each.active_player in seating.people)
        self._seed = self.tags.get("Seed", "0")
        self._at_keyboard: int | None = None
        self.commands["hint"] = lambda _: terminal.say(hint(self._view))
        self.commands["log"] = lambda _: self._log()

    @property
    def _view(self) -> View:
        return observe(self.state, self.state.active_player)

    @property
    def _is_shared(self) -> bool:
        return len(self.seating.people) > 1

    def _record(self) -> Record:
        return Record.from_state(self.state, tags=self.seating.tags(self.tags, Seed=self._seed))

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        self.past.append(self.state)
        self._go_to(apply(self.state, self._move(wanted, slot)))

    def _go_to(self, moment: GameState) -> None:
        self.state = moment
        self._keep()

    def _play_on(self) -> Ending:
        while self.state.phase is not Phase.GAME_OVER:
            seat = self.state.active_player
            if seat is None:
                self._end_round()
            elif self.seating.kinds[seat] == seats.PERSON:
                self._hand_over(seat)
                self._person_places()
            else:
                self._go_to(apply(self.state, self._choice(seat)))
        return Ending(self.seating.names, self.state.results, self.state.score_piles)

    def _choice(self, seat: int) -> Move:
        player = seats.OPPONENTS.get(self.seating.kinds[seat])
        if player is None:
            return distinct_moves(self.state)[0]
        # After an undo they choose as before.
        now = f"{self._seed}/{self.state.round_number}/{len(self.state.placements)}"
        rng = random.Random(now)  # noqa: S311 - a game, no secret
        return player(observe(self.state, seat), rng)

    def _person_places(self) -> None:
        before = self.state
        self.chosen: Wanted | None = None
        self.terminal.turn_to(functools.partial(self._turn_page, self._view, self._taken_news()))
        while self.state is before:
            self.step("Your card and slot (? for help): ")

    def _log(self) -> None:
        lines = display.happened(self._view, 0, self.seating)
        self.terminal.say(*(lines or [Text("Nothing has been placed in this round.")]))

    def _turn_page(self, view: View, news: Sequence[Shown], size: CardSize) -> Shown:
        """Return all that the player to move needs: what is new, the court, seats, the hand."""
        seat = view.active_player or 0
        since = display.since_own_turn(view, seat)
        placed = display.happened(view, since, self.seating)
        heading = "Since your last turn:" if since else "So far:"
        if not placed and view.starting_player == seat:
            heading = "You start the round."
        who = self.seating.names[seat]
        whose = "your turn" if who == seats.YOU else f"{who} to move"
        return display.position_page(
            view,
            self.seating,
            size,
            self.terminal.room,
            title=f"{display.round_title(view)}, placement {len(view.placements) + 1}: {whose}",
            above=[*news, heading, *placed, ""],
            below=[display.hand_table(view)],
            open_for=self.chosen.house if self.chosen else None,
        )

    def _hand_over(self, seat: int) -> None:
        """Make sure that the right person is at the keyboard before a hand is shown."""
        if not self._is_shared or self._at_keyboard == seat:
            return
        self.terminal.erase()
        view = observe(self.state, None)
        self.terminal.turn_to(functools.partial(self._public_page, view, self._taken_news()))
        name = self.seating.names[seat]
        self.terminal.forget_typed_ahead()
        while self.terminal.ask(f"{name}, press Enter when only you see the screen: "):
            self.terminal.say("Press Enter alone, or type quit.")
        self.terminal.erase()
        self._at_keyboard = seat

    def _public_page(self, view: View, news: Sequence[Shown], size: CardSize) -> Shown:
        """Return what everybody may see, and nothing else."""
        since = max(0, len(view.placements) - view.players)
        placed = display.happened(view, since, self.seating)
        return display.position_page(
            view,
            self.seating,
            size,
            self.terminal.room,
            title=display.round_title(view),
            above=news,
            below=["The last placements:", *placed] if placed else [],
        )

    def _end_round(self) -> None:
        """Show how the round ended, with its points; one who plays alone sees their own card."""
        over = self.state
        self._go_to(score_round(over))
        asks = None if self._is_shared else self.seating.people[0]
        if self._is_shared:
            self.terminal.erase()
            self._at_keyboard = None
        page = functools.partial(self._round_page, over, asks, self._taken_news())
        if self.state.phase is Phase.GAME_OVER:
            self.last_round: list[Shown] = [page(SMALL), ""]
            if not self.terminal.redraws:
                return
        self.terminal.turn_to(page)
        if self._is_shared:
            self.terminal.forget_typed_ahead()
        self.terminal.ask("Press Enter to go on: ")

    def _round_page(
        self, over: GameState, asks: int | None, news: Sequence[Shown], size: CardSize
    ) -> Shown:
        seen, view = observe(over, asks), observe(self.state, asks)
        result = view.results[-1]
        names = self.seating.names
        since = display.since_own_turn(seen, asks) if asks is not None else 0
        since = max(since, len(result.placements) - 2 * view.players)
        placed = counted(len(result.placements), "card")
        own = asks is not None and asks == result.last_placer
        return Group(
            headline(f"Round {result.round_number} is over"),
            *news,
            display.court_text(seen.court, size, last=display.last_slot(seen)),
            "",
            *display.happened(seen, since, self.seating),
            f"{placed} placed, the last by {names[result.last_placer]}.",
            "",
            round_table(names, result, view.penalty_points),
            *([f"Your Iron Throne card: {result.throne_card}."] if own else []),
        )


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
