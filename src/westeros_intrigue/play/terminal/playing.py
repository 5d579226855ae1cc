"""Games at this keyboard: `play`, `games` to continue one, `puzzle`, and `edition`.

Any game is played through its text and moves; Westeros Intrigue shows its court, the seats and the
hand. People move in turn, named players automatically. A puzzle is a position in which exactly one
placement wins the round. An edition is a file with the numbers in an owner's copy; without it,
Monopoly uses the publicly known numbers, and invented ones for the rest.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import datetime as dt
import functools
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

import attrs
from rich.console import Group
from rich.text import Text

from westeros_intrigue import (
    GameState,
    InvalidValue,
    Move,
    Phase,
    Slot,
    View,
    format_position,
    observe,
    table_rules,
)
from westeros_intrigue.gamekit import quantities
from westeros_intrigue.gamekit.authoring.game_files import FILES
from westeros_intrigue.gamekit.english import as_sentence, capital, count_things
from westeros_intrigue.gamekit.errors import PlayerFailed, WesterosIntrigueError
from westeros_intrigue.gamekit.game import SuppliesChance
from westeros_intrigue.gamekit.judging import judge
from westeros_intrigue.gamekit.options import TableOptions
from westeros_intrigue.gamekit.outline import ASKED, BOARD
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.seeds import fresh_seed
from westeros_intrigue.gamekit.sentences import (
    draw_lines,
    places,
    sentences,
    telling_titles,
    with_names,
)
from westeros_intrigue.gamekit.wording import rules_of_table
from westeros_intrigue.lab.players.outlooks import players_in
from westeros_intrigue.notation.records.writing import origin_tags
from westeros_intrigue.play import sessions
from westeros_intrigue.play.page import messages
from westeros_intrigue.play.page.exercises import judge_attempt
from westeros_intrigue.play.page.positions import house_rule_in_words
from westeros_intrigue.play.puzzles import Puzzle, daily_puzzle, find_solution, load_puzzles
from westeros_intrigue.play.referee.entries import Wanted
from westeros_intrigue.play.saved.seats import seats_for
from westeros_intrigue.play.sessions import AnySession, GameFile, Seat
from westeros_intrigue.play.terminal import display, files, prompt, screen, shared
from westeros_intrigue.play.terminal.arguments import (
    CARD_GAME,
    Command,
    alternatives,
    flag,
    flags_given,
    integer,
    option,
    optional_positional,
)
from westeros_intrigue.play.terminal.linked import take_seat
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused
from westeros_intrigue.play.terminal.screen import Shown, Terminal, full_terminal
from westeros_intrigue.play.terminal.workshop import Workshop

_MOST_LISTED = 12


class Table(prompt.Choosing, prompt.Sitting):
    """Any game: moves are chosen by number or typed."""

    HELP: str = f"""\
{prompt.CHOOSING_HELP}notation | list all moves as the game writes them
{prompt.SAVING_HELP}"""

    def __init__(self, terminal: Terminal, session: AnySession, file: GameFile) -> None:
        super().__init__(terminal, file)
        self.RULES = session.game.RULEBOOK
        self.game_file: Path | None = FILES.get(session.game.KEY)
        self.session: AnySession = session
        self.names: tuple[str, ...] = sessions.names_of(session.seats, YOU)
        self.at_keyboard: int | None = None
        """The seat of the last person to decide; other people must not look at the screen."""
        self._worded: tuple[AnySession | None, Mapping[str, str]] = (None, {})
        """The moves in words, and the session whose moves they are."""

    def things(self) -> list[str]:
        return [*self.moves, *(each.example for each in self.ranges)]

    def table_rules(self) -> tuple[str, ...]:
        return rules_of_table(self.session.game, self.session.state)

    def introduction(self) -> list[Shown]:
        """Return the introduction to a new game."""
        return ["At any prompt, type ? for help or quit to leave."]

    @property
    def played(self) -> AnySession:
        return self.session

    def record_text(self) -> str:
        return str(self.session.record)

    def take_back(self) -> bool:
        """Undo a person's last decision, if there is one, and if another person agrees to it.

        Raises:
            InvalidValue: the game is over, or a person has seen a secret since.
        """
        if not self.session.past:
            return False
        undone = self.session.undone()
        seat, asking = undone.state.active_player, self.session.state.active_player
        if self.is_shared and seat is not None and seat != asking:
            who = self.names[seat]
            asked = f"{who}, may your last move be undone? y for yes, Enter for no: "
            if self.ask_publicly(asked).lower() not in {"y", "yes"}:
                self.news.append(f"The last move of {who} stays.")
                # An equal session, whose page is shown again.
                self.session = attrs.evolve(self.session)
                return True
        self.go_to(undone)
        self.news.append("The last move is undone.")
        return True

    @property
    def is_shared(self) -> bool:
        return len(self.session.people) > 1

    def go_to(self, session: AnySession) -> None:
        """Continue from a moment and save it."""
        self.session = session
        self.save_record()

    def play_on(self) -> list[Shown]:
        while not self.session.state.is_over:
            seat = self.session.state.active_player
            if self.session.waits_for == "person" and seat is not None:
                self._hand_over(seat)
                self.person_decides(seat)
            else:
                self.step_on()
        return self.ending()

    def step_on(self) -> None:
        """Make the next step that needs no person; Ctrl-C ends a search early."""
        seat = self.session.state.active_player
        who = "" if seat is None else self.names[seat]
        try:
            with self.terminal.thinking(who, self.public_page()) as stop:
                after = self.session.stepped(stop=stop)
        except PlayerFailed as failed:
            self._ask_who_plays(failed)
        else:
            self.go_to(after)

    def _ask_who_plays(self, failed: PlayerFailed) -> None:
        """Ask whether to ask a player again that has failed, or which other one gets its seat."""
        self.news.append(as_sentence(with_names(failed.in_public, self.names)))
        other = self.session.substitute(failed.player)
        or_another = f", or {other} to let it play" if other else ""
        asked = f"Enter to ask {failed.player} again{or_another}: "
        while typed := self.ask_publicly(asked):
            try:
                after = self.session.reseated(failed.seat, Seat("", typed))
            except InvalidValue as error:
                self.news.append(as_sentence(error))
            else:
                self.names = sessions.names_of(after.seats, YOU)
                self.go_to(after)
                return

    def person_decides(self, seat: int) -> None:
        """Show the person's view and ask until a move is made or undone."""
        before, asked = self.session, self.move_prompt(seat)
        news = [*self.take_news(), *self.list_events(seat)]
        self.terminal.turn_to(functools.partial(self.person_page, news))
        while self.session is before:
            self.step(asked)

    def move_prompt(self, seat: int) -> str:
        """Return the question about a move; if only one is legal, Enter makes it."""
        titles = [*self.moves.values()]
        is_only = len(titles) == 1 and not self.ranges
        asked = f"Enter to {titles[0]}" if is_only else "your move"
        who = self.names[seat]
        return f"{capital(asked) if who == YOU else f'{who}, {asked}'} (? for help): "

    def answer(self, typed: str) -> None:
        """Make the move that was typed."""
        session, view = self.session, self._view
        named = prompt.find_move(typed, self.moves, self.ranges) or typed
        verdict = judge(session.game, view, named, self._in_names)
        if not verdict.is_a_move:
            advice = f"Type something like {self.EXAMPLE}, or ? for help"
            raise InvalidValue(f"{verdict.text} {advice}")
        if not verdict.is_legal:
            raise InvalidValue(verdict.text)
        self.go_to(session.moved(view.active_player, verdict.move))

    def person_page(self, news: Sequence[Shown]) -> Shown:
        """Return the position, the question and the first moves."""
        asked = self._in_names(self.session.game.question(self._view))
        question = Text(as_sentence(asked), "bold")
        titles = [*self.moves.values()]
        most = len(titles) if self.terminal.redraws else _MOST_LISTED
        more = len(titles) - most
        notes = [f"and {more} more: moves lists them all"] if more > 0 else []
        # Deals are not in lists of moves.
        notes += [f"or a deal, such as {typed}" for typed in islice(self._deals(), 1)]
        stated = display.range_lines(self.ranges, is_only=not titles)
        numbered = [display.number_moves(titles[:most])] if titles else []
        listed = Group(*stated, *numbered, *(f"     {note}" for note in notes))
        return Group(
            self._page(self.session.state.active_player, news, [ASKED]), "", question, "", listed
        )

    def public_page(self, news: Sequence[Shown] = ()) -> screen.Page:
        """Return public information."""
        events = self.list_events(self.session.only_person)
        return functools.partial(self._page, None, [*news, *events])

    def ending(self) -> list[Shown]:
        """Return the last position and the places."""
        final = self.session.game.final_winner(self.session.state)
        told = self.list_events(self.session.only_person)
        return [*told, "", self._position(None), "", *places(final, self.names)]

    def list_events(self, seat: int | None, *, is_all: bool = False) -> Sequence[Shown]:
        """Return a line for each event that a seat knows: all, or since its last decision."""
        past = () if is_all else self.session.past
        own = [state for _, state in past if seat in {None, state.active_player}]
        before = [self.session.first, *own][-1]
        game, now = self.session.game, self.session.state
        return display.event_lines(sentences(game, before, now, seat, self.names))

    def _hand_over(self, seat: int) -> None:
        """Ask for the right person before showing a secret."""
        if not self.is_shared or self.at_keyboard == seat:
            return
        while self.ask_publicly(f"{self.names[seat]}, press Enter when only you see the screen: "):
            self.news.append("Press Enter alone, or type quit.")
        self.at_keyboard = seat

    def ask_publicly(self, question: str) -> str:
        """Show public information with a question, and return the answer."""
        if self.is_shared:
            self.terminal.erase()
            self.at_keyboard = None
        self.terminal.turn_to(self.public_page(self.take_news()))
        if self.is_shared:
            self.terminal.forget_typed_ahead()
        return self.terminal.read_line(question)

    @property
    def _view(self) -> Any:  # noqa: ANN401 - each game has its views
        return self.session.game.observe(self.session.state, self.session.state.active_player)

    def _in_names(self, text: str) -> str:
        """Return a text from the game with the names of seats and cards."""
        titles = telling_titles(self.session.game.titles(self.session.state))
        return with_names(text, self.names, titles)

    def _page(self, seat: int | None, news: Sequence[Shown], without: Sequence[str] = ()) -> Shown:
        """Return a page without some kinds of lines; in a pipe, `look` shows the board."""
        if not self.terminal.redraws:
            without = [*without, BOARD]
        return display.page(self.session.game.NAME, news, self._position(seat, without))

    def _position(self, seat: int | None, without: Sequence[str] = ()) -> Shown:
        shown = self.session.game.observe(self.session.state, seat)
        lines = draw_lines(self.session.game, shown, self.names)
        return display.lay_out(lines, seat, without)

    @property
    def moves(self) -> Mapping[str, str]:
        return quantities.others(self._legal, self.ranges)

    @property
    def ranges(self) -> Sequence[quantities.MoveRange]:
        return quantities.ranges_of(self.session.game, self._legal)

    @property
    def _legal(self) -> Mapping[str, str]:
        """The legal moves as the game writes them, each with its words."""
        if self._worded[0] is not self.session:
            game, view = self.session.game, self._view
            titles = telling_titles(game.titles(self.session.state))
            moves = {
                str(move): with_names(game.move_in_words(view, move), self.names, titles)
                for move in game.legal_moves(view)
            }
            self._worded = (self.session, moves)
        return self._worded[1]

    def _deals(self) -> Iterator[str]:
        game, view = self.session.game, self._view
        mine = game.goods_of(view, view.active_player)
        for partner in range(view.players):
            for pair in product(mine, game.goods_of(view, partner)):
                typed = f"offer {partner}: {pair[0]} for {pair[1]}"
                if not game.explain(view, game.parse_move(typed)):
                    yield typed

    def do_notation(self, _argument: str) -> None:
        self.terminal.show_below(*(f"{at:>3}  {move}" for at, move in enumerate(self._legal, 1)))

    def do_look(self, _argument: str) -> None:
        self.terminal.show_below(self._position(self.session.state.active_player))

    def do_hint(self, _argument: str) -> None:
        self.terminal.show_below(self.session.hint(self._view, self.names)[1])

    def do_log(self, _argument: str) -> None:
        told = self.list_events(self.session.state.active_player, is_all=True)
        self.terminal.show_below(*(told or ["Nothing has happened."]))


_INTRODUCTION = (
    "Place your cards in the court: at an end of the bottom row, or above two cards, one of which "
    "is of the same house. Each card left in your hand at the end of a round is a penalty point. "
    "The last player to place draws an Iron Throne card, which takes 1 to 3 points off. The lowest "
    "total wins. At any prompt, type ? for help or quit to leave."
)


class CourtTable(prompt.Placing, Table):
    """A game of Westeros Intrigue at this keyboard."""

    HELP: str = f"{prompt.PLACING_HELP}{prompt.ADVICE_HELP}{prompt.SAVING_HELP}"

    @property
    def _view(self) -> View:
        state = self.session.state
        view: View = self.session.game.observe(state, state.active_player)
        return view

    @property
    def _table_players(self) -> Sequence[str]:
        return players_in(seat.player for seat in self.session.seats)

    def introduction(self) -> list[Shown]:
        """Return the aim of the game, and the signs of the houses."""
        return [_INTRODUCTION, display.legend()]

    def do_look(self, argument: str) -> None:
        prompt.Placing.do_look(self, argument)

    def take_back(self) -> bool:
        """Drop the chosen card or undo a person's last placement."""
        return prompt.Placing.take_back(self) or Table.take_back(self)

    def move_prompt(self, seat: int) -> str:  # noqa: ARG002 - the page has the name
        return "Your card and slot (? for help): "

    def step_on(self) -> None:
        """Make the next placement, or score the round once people have seen its end."""
        if self.session.state.phase is Phase.ROUND_OVER:
            self.ask_publicly("Press Enter to continue: ")
        super().step_on()

    def ending(self) -> list[Shown]:
        """Reveal the Iron Throne cards; return the last round and the places."""
        over = self.session.state
        final = self.session.game.final_winner(over)
        ranked = display.reveal_places(self.terminal, self.names, over, over.score_piles, final)
        told = self.list_events(self.session.only_person)
        return [*told, "", display.court_text(observe(over, None)), "", *ranked]

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        seat = self.session.state.active_player
        self.go_to(self.session.moved(seat or 0, self._move(wanted, slot)))

    def person_page(self, news: Sequence[Shown]) -> Shown:
        """Return the page of the player to move, with the house rule."""
        rule = house_rule_in_words(self.session.game)
        return self.court_page(self._view, self.names, [*filter(None, [rule]), *news])

    def _page(self, seat: int | None, news: Sequence[Shown], without: Sequence[str] = ()) -> Shown:  # noqa: ARG002 - a court's page is whole
        """Return the court and the seats."""
        return self.court_page(observe(self.session.state, seat), self.names, news)


@attrs.frozen(kw_only=True)
class PlayCommand(shared.GameCommand):
    """`play`: a game at this keyboard, new or resumed, or the seat of a link."""

    people: int | None = option(
        integer(1, shared.most_players),
        "the number of people at this keyboard (default 1, or one per name)",
    )
    name: tuple[str, ...] = shared.names()
    opponents: str | None = option(
        shared.PLAYER,
        lambda game: (
            f"the players in the other seats (default {game.PLAYERS.usual}): "
            f"{shared.describe_players(game)}"
        ),
    )
    players: int | None = shared.players("4, or as many as people")
    table_options: TableOptions = shared.options_of_table()
    seed: int | None = option(
        shared.SEED, "an integer from 0 that fixes the game (default another game each time)"
    )
    from_: str | None = option(
        shared.POSITION, "begin at a position of the game in one line, with the cards of all hands"
    )
    record: str | None = shared.record()
    resume: str | None = shared.resume()
    force: bool = shared.force()
    watch: bool = flag(
        "with --game FILE.py, show the state and all views, and load the file again when it changes"
    )
    link: str | None = option(shared.ADDRESS, "take the seat of a link to a table served by `web`")

    def run(self, terminal: Output) -> int:
        """Play a game, new or resumed; save it and offer another."""
        if self.watch:
            self._watch(terminal)
            return 0
        screen = full_terminal(terminal)
        if self.link is not None:
            self._take_seat(screen, self.link)
        elif self.resume is not None:
            self._resume_table(screen, self.resume).play()
        else:
            seed = fresh_seed(self.played) if self.seed is None else self.seed
            self._begin_table(screen, seed, self.record).play()
            asked = "Another game? y for yes, Enter for no: "
            while screen.is_typed and screen.read_line(asked).lower() in {"y", "yes"}:
                self._begin_table(screen, fresh_seed(self.played), None).play()
        return 0

    def _watch(self, terminal: Output) -> None:
        if (file := FILES.get(self.played.KEY)) is None:
            raise Refused("--watch needs the file of a game, such as --game pig.py", 2)
        seed = 1 if self.seed is None else self.seed
        Workshop(terminal, file, self.players, self.table_options, seed).run()

    def _take_seat(self, terminal: Terminal, link: str) -> None:
        contrary = flags_given(
            self.table_options,
            people=self.people,
            players=self.players,
            seed=self.seed,
            from_=self.from_,
            record=self.record,
            resume=self.resume,
        )
        if contrary:
            raise Refused(f"the table of a link is set up: leave out {', '.join(contrary)}", 2)
        take_seat(terminal, link, next(iter(self.name), ""))

    def _begin_table(self, terminal: Terminal, seed: int, name: str | None) -> Table:
        """Return a new table, whose game is saved in a named file or a new one."""
        game = self.played
        people = self.people or max(1, len(self.name))
        if len(self.name) > people:
            raise Refused(f"--people is {people}, and there are {len(self.name)} names", 2)
        state = (
            files.new_state(game, self.players, self.table_options, people=people, seed=seed)
            if self.from_ is None
            else self._state_of(self.from_, seed)
        )
        tags = origin_tags(dt.datetime.now().astimezone().date())
        tags |= sessions.Folder.usual().store_files(game, files.table_of(self.table_options, game))
        others = self.opponents or game.PLAYERS.usual
        seated = seats_for(self.name, state.players, game.automated_seats(state), people, others)
        session = sessions.Session.begun(game, state, seated, seed=seed, tags=tags)
        return _table(terminal, session, files.new_file(name, game.KEY, force=self.force))

    def _state_of(self, line: str, seed: int) -> Any:  # noqa: ANN401 - each game has its states
        """Return the state that a line describes, with chance by the seed where it has none."""
        game = self.played
        paths = files.own_paths(self.table_options, game)
        own = tuple((name, value) for name, value in self.table_options if name in paths)
        others = tuple(given for given in self.table_options if given not in own)
        if contrary := flags_given(others, players=self.players):
            told = ", ".join(contrary)
            raise Refused(
                f"the line of a position has the players and the rules: leave out {told}", 2
            )
        state = files.position_of(game, line, own, flag="--from")
        try:
            game.Record.from_state(state)  # a view has none
        except WesterosIntrigueError as error:
            raise Refused(
                f"argument --from: no game can begin there, since it could not be saved ({error})",
                2,
            ) from error
        if not isinstance(game, SuppliesChance):
            return state
        try:
            return game.supply_chance(state, seed)
        except WesterosIntrigueError as error:
            raise Refused(f"no game can begin there: {error}", 2) from error

    def _resume_table(self, terminal: Terminal, name: str) -> Table:
        resumed = files.resume_session(
            name,
            "play",
            record=self.record,
            key=self.game,
            table_options=self.table_options,
            set_up=flags_given(
                (),
                people=self.people,
                name=self.name,
                players=self.players,
                seed=self.seed,
                from_=self.from_,
            ),
            opponents=self.opponents,
            force=self.force,
        )
        if not resumed.session.people:
            raise Refused(f"{name}: no seat is a person's; `{PROGRAM} replay` shows the game")
        # The people at this keyboard play again what a stand-in has played for them.
        session = resumed.session.taken_back(*resumed.session.people)
        return _table(terminal, session, resumed.file, f"Continuing {name}.")


def _table(terminal: Terminal, session: AnySession, file: GameFile, *news: str) -> Table:
    kind = CourtTable if isinstance(session.state, GameState) else Table
    table: Table = kind(terminal, session, file)
    table.news = [*(news or table.introduction())]
    return table


_LEVELS = 4
_CHOICE_OF_PUZZLES = alternatives()


@attrs.frozen(kw_only=True)
class PuzzleCommand(Command):
    """`puzzle`: successive puzzles, the daily one, or a position of the user's."""

    number: int | None = optional_positional(
        integer(1, lambda _game: len(load_puzzles()), metavar="NUMBER"),
        "the number of the first puzzle (default the first one that you have not solved)",
        group=_CHOICE_OF_PUZZLES,
    )
    level: int | None = option(
        integer(1, _LEVELS),
        f"begin with the next puzzle of a level, 1 to {_LEVELS}",
        group=_CHOICE_OF_PUZZLES,
    )
    daily: bool = flag("the puzzle of the day, the same for everyone", group=_CHOICE_OF_PUZZLES)
    solved: bool = flag(
        "list the puzzles that you have solved, each with the day", group=_CHOICE_OF_PUZZLES
    )
    position: str | None = option(
        shared.POSITION,
        "a position of two players in one line, with the cards of both hands, in which exactly "
        "one placement wins",
        group=_CHOICE_OF_PUZZLES,
    )

    def run(self, terminal: Output) -> int:
        """Ask for the winning placement of each puzzle, or list the solved ones."""
        folder = sessions.Folder.usual()
        today = dt.datetime.now().astimezone().date()
        solved = sessions.SolvedPuzzles.load(folder)
        if self.solved:
            days = sorted(solved.days.items())
            terminal.show(*(f"{number:>4}  {day}" for number, day in days), f"{_total(solved)}.")
            return 0
        if self.position is not None:
            state, solution = _pose(self.position)
            screen = full_terminal(terminal)
            Attempt(screen, state, solution, "Your position").make()
            screen.read_line("Enter to leave: ")
            return 0
        screen, puzzles = full_terminal(terminal), self._puzzles(solved, today)
        for puzzle in puzzles:
            title = f"Puzzle {puzzle.number}, level {puzzle.level}"
            attempt = Attempt(screen, puzzle.state, puzzle.solution, title)
            attempt.make()
            if attempt.is_solved:
                screen.show_below(_note_solved(folder, puzzle.number, today, is_daily=self.daily))
            asked = "Enter for the next puzzle, quit to leave: "
            screen.read_line(
                asked if puzzle is not puzzles[-1] else "That was the last. Enter to leave: "
            )
        return 0

    def _puzzles(self, solved: sessions.SolvedPuzzles, today: dt.date) -> Sequence[Puzzle]:
        """Return the puzzles that the arguments choose, in order."""
        if self.daily:
            return (daily_puzzle(today),)
        puzzles = load_puzzles()
        if self.number is not None:
            return puzzles[self.number - 1 :]
        level = [puzzle for puzzle in puzzles if self.level in {None, puzzle.level}]
        first = next((puzzle for puzzle in level if puzzle.number not in solved.days), level[0])
        return puzzles[first.number - 1 :]


def _pose(line: str) -> tuple[GameState, Move]:
    """Return the position of a line and its solution.

    Raises:
        Refused: the line is not a position, or the position is not a puzzle.
    """
    state = files.position_of(CARD_GAME, line, (), flag="--position")
    if not isinstance(state, GameState):
        raise Refused("argument --position: list the cards of both hands, which a puzzle shows", 2)
    try:
        return state, find_solution(state)
    except WesterosIntrigueError as error:
        raise Refused(f"argument --position: {error}", 2) from error


def _note_solved(folder: sessions.Folder, number: int, today: dt.date, *, is_daily: bool) -> str:
    """Record that a puzzle is solved; return a sentence about all solved puzzles."""
    try:
        sessions.SolvedPuzzles.add(folder, number, today, is_daily=is_daily)
    except (OSError, sessions.FileChanged) as error:
        return f"This cannot be noted in {folder.path}: {error}."
    solved = sessions.SolvedPuzzles.load(folder)
    streak = f", {count_things(solved.streak(today), 'day')} in a row" if is_daily else ""
    return f"{_total(solved)}{streak}."


def _total(solved: sessions.SolvedPuzzles) -> str:
    return f"You have solved {len(solved.days)} of {len(load_puzzles())} puzzles"


class Attempt(prompt.Placing):
    """An attempt to find the winning placement of a puzzle."""

    HELP: str = f"""\
{prompt.PLACING_HELP}hint | the house of the winning card
solution | the winning placement
quit | leave
"""

    def __init__(self, terminal: Terminal, state: GameState, solution: Move, title: str) -> None:
        super().__init__(terminal)
        self.state = state
        self.solution = solution
        self.title = title
        self.is_over: bool = False
        self.is_solved: bool = False
        """True if the winning placement was found without `solution`."""

    def table_rules(self) -> tuple[str, ...]:
        return table_rules(self.state)

    def make(self) -> None:
        """Ask for placements until one wins."""
        self.terminal.turn_to(self.show_puzzle)
        while not self.is_over:
            self.step("Your card and slot (? for help): ")

    def do_hint(self, _argument: str) -> None:
        self.terminal.show_below(f"The card that wins is a {self.solution.card.house} card.")

    def do_solution(self, _argument: str) -> None:
        self._try(None)

    @property
    def _view(self) -> View:
        return observe(self.state, self.state.active_player)

    def show_puzzle(self) -> Group:
        """Return the court, both hands, and the position in one line."""
        table, seat = self._view.table, self._view.player or 0
        both = {"You": seat, f"Player {2 - seat}": 1 - seat}
        hands = self.state.hands
        rows = ((name, display.cards_text(hands[at], table)) for name, at in both.items())
        title = f"{self.title}: one placement wins"
        # Broken at spaces to the width of the page, it can be pasted all the same.
        line = screen.spare(Text(format_position(self.state)), screen.Turn.LAYOUT)
        asked = "You are to move. Place the last card!"
        above = (screen.headline(title), display.legend(), "", self.court(), "")
        return Group(*above, display.columns("", "", rows=rows), "", line, "", asked)

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        self._try(self._move(wanted, slot))

    def _try(self, move: Move | None) -> None:
        """Show the course of the round after a placement, or after the solution."""
        if self.terminal.redraws:
            self.terminal.show("", "Looking for the best answers …")
        result = judge_attempt(self.state, self.solution, move)
        assert isinstance(result, messages.PuzzleResult)  # noqa: S101 - for the type checker
        self.is_over = result.wins
        self.is_solved = result.wins and move is not None
        self.terminal.show_below(result.text, *display.event_lines(result.told))
