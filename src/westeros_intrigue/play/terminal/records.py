"""Records in files: `check` replays them, `draw` makes pictures, `export` writes other formats.

`cards` prints cards for the table, `element` writes the court for a page, and `rules` shows rules.
None of them needs an extra.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, TypeVar

import attrs

from westeros_intrigue import GameState, Position, Record, draw_svg
from westeros_intrigue.gamekit.english import count_things, join_words
from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.options import TableOptions
from westeros_intrigue.gamekit.records import list_names
from westeros_intrigue.gamekit.rulebook import Rulebook
from westeros_intrigue.gamekit.sentences import with_names
from westeros_intrigue.gamekit.wording import HasNotation
from westeros_intrigue.play.elements import write_elements
from westeros_intrigue.play.printing import pictures
from westeros_intrigue.play.referee import public_view
from westeros_intrigue.play.sessions import AnyRecord, GameFile, is_document, names_of
from westeros_intrigue.play.terminal import files, shared
from westeros_intrigue.play.terminal.arguments import (
    CARD_GAME,
    Command,
    alternatives,
    flag,
    flag_of_option,
    integer,
    one_of,
    option,
    optional_positional,
    positional,
    positionals,
)
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused, rule_lines

T = TypeVar("T")

_CHOICE_OF_PICTURE = alternatives()


@attrs.frozen(kw_only=True)
class DrawCommand(Command):
    """`draw`: a picture of a game in a file, or of a position."""

    file: str | None = shared.file_or_position()
    position: str | None = shared.position()
    number: int = shared.number()
    game: str | None = shared.game_of_file()
    own: TableOptions = shared.own_files()
    step: int | None = option(
        integer(0, shared.MOST_STEPS),
        "the position after this number of steps (default the last)",
        group=_CHOICE_OF_PICTURE,
    )
    animate: int | None = option(
        integer(1, shared.MOST_STEPS, metavar="ROUND"),
        "the placements of a round one after another, in an animated SVG",
        group=_CHOICE_OF_PICTURE,
    )
    poster: bool = flag("the ends of all rounds side by side", group=_CHOICE_OF_PICTURE)
    show_hands: bool = shared.show_hands()
    out: str | None = option(
        shared.FILE, "the new picture, in .svg, .png or .pdf (default FILE.svg)"
    )
    force: bool = shared.force()

    def run(self, terminal: Output) -> int:
        """Draw a game in a file, or a position."""
        drawn = files.file_or_position(self.file, self.position, self.game, self.own)
        name = drawn if isinstance(drawn, str) else "position"
        stem = "game" if name == files.STANDARD_INPUT else name
        usual = f"{re.sub('[.](txt|json|table)$', '', stem)}.svg"
        out = usual if self.out is None else self.out
        if self.animate and not out.lower().endswith(".svg"):
            raise Refused("only an .svg can be animated", 2)
        path = files.picture_path(out, force=self.force)
        if isinstance(drawn, str):
            picture = self._draw_record(drawn, terminal)
        else:
            game, position = drawn
            is_card_game = game is CARD_GAME
            picture = (
                draw_svg(position, reveal=self.show_hands)
                if is_card_game
                else game.draw_svg(position)
            )
        terminal.line(*map(str, pictures.write_pictures(path, [picture], overwrite=self.force)))
        return 0

    def _draw_record(self, file: str, terminal: Output) -> str:
        def complain(notes: files.Notes) -> None:
            terminal.complain(*(f"{file}: {note}" for note in notes))

        game, record = files.record_in(file, self.number, self.game, self.own, complain)
        if isinstance(record, Record):
            return self._draw_card_game(record, file)
        if self.poster or self.animate:
            raise Refused(f"--poster and --animate are not for {game.NAME}", 2)
        state = self._state_at_step([*record.replay()], file)
        return game.draw_svg(state if self.show_hands else game.observe(state, None))

    def _draw_card_game(self, record: Record, file: str) -> str:
        states = [*record.replay()]
        names = list_names(record.tags, states[0].players)
        if self.poster:
            ends = {state.round_number: public_view(record, state).table for state in states}
            return pictures.draw_poster(ends.values(), title=", ".join(names), names=names)
        if self.animate:
            steps = [
                self._position(record, state)
                for state in states
                if state.round_number == self.animate
            ]
            if not steps:
                raise Refused(f"{file}: the game has no round {self.animate}", 2)
            return pictures.animate_svg(steps, reveal=self.show_hands, names=names)
        shown = self._position(record, self._state_at_step(states, file))
        return draw_svg(shown, reveal=self.show_hands, names=names)

    def _position(self, record: Record, state: GameState) -> Position:
        return state if self.show_hands else public_view(record, state)

    def _state_at_step(self, states: Sequence[T], file: str) -> T:
        """Return the state that the arguments name, or the last one."""
        step = len(states) - 1 if self.step is None else self.step
        if step >= len(states):
            raise Refused(f"{file}: the last step is {len(states) - 1}", 2)
        return states[step]


_JSON = "json"


@attrs.frozen(kw_only=True)
class ExportCommand(Command):
    """`export`: the games in a file in another format."""

    file: str = shared.file()
    game: str | None = shared.game_of_file()
    own: TableOptions = shared.own_files()
    form: str = option(
        one_of(lambda: (_JSON, "events")),
        "json: one document per line; events: sentences (default %(default)s)",
        default=_JSON,
    )
    out: str | None = option(shared.FILE, "a new file (default the standard output)")
    force: bool = shared.force()

    def run(self, terminal: Output) -> int:
        """Write the games in a file in another format."""
        lines: list[str] = []
        out = None if self.out is None else files.fresh_path(self.out, force=self.force)
        with files.records_in(
            self.file, self.game, self.own, files.complaining(terminal, self.file)
        ) as (game, records):
            for record in records:
                if self.form == _JSON:
                    lines.append(game.DOCUMENTS.to_json(record))
                else:
                    lines += chain.from_iterable(files.tell_steps(game, record))
        if out:
            files.write_out(out, "\n".join(lines), force=self.force)
        elif lines:
            terminal.line("\n".join(lines))
        return 0


@attrs.frozen(kw_only=True)
class CardsCommand(Command):
    """`cards`: cards and a score sheet to print."""

    out: str = option(
        shared.FILE,
        "the new pages: one file.pdf, or several .svg or .png (default %(default)s)",
        default="cards.svg",
    )
    force: bool = shared.force()
    name: tuple[str, ...] = shared.names()
    players: int | None = shared.players("4, or one for each name")
    table_options: TableOptions = shared.options_of_table()

    def run(self, terminal: Output) -> int:
        """Write the pages of cards and the score sheet."""
        path = files.picture_path(self.out, force=self.force)
        session = files.real_session(self.name, self.players, self.table_options)
        throne_cards = session.state.variant.throne_cards
        names = names_of(session.seats) if self.name else ()
        pages = (
            *pictures.card_pages(throne_cards),
            pictures.score_sheet(session.state.players, names),
        )
        for each in pictures.write_pictures(path, pages, overwrite=self.force):
            terminal.line(str(each))
        return 0


_FORM_ENDING = ".toml"
"""The end of the name of a form, an edition's file that is not JSON."""
_HEAD = 1000
"""The maximum length of a document's head, in characters."""


@attrs.frozen(kw_only=True)
class ElementCommand(Command):
    """`element`: the court and the table as elements for pages of others."""

    folder: str = positional(shared.FOLDER, "the folder for the file of the elements and its types")

    def run(self, terminal: Output) -> int:
        """Write both files, and replace those of an earlier version."""
        for each in write_elements(files.path_of(self.folder)):
            terminal.line(str(each))
        return 0


@attrs.frozen(kw_only=True)
class CheckCommand(Command):
    """`check`: whether records are valid, and what an owner's file lacks."""

    files: tuple[str, ...] = positionals(
        shared.FILE,
        "a file of records, or - for the input; or the file of an edition or a box",
    )
    quiet: bool = flag("show faults only")
    json: bool = shared.json()
    game: str | None = shared.game_of_file()
    own: TableOptions = shared.own_files()

    def run(self, terminal: Output) -> int:
        """Print a line about each game, or a file's gaps; return 1 if there are faults.

        A game by other rules is valid if they allow it too; one that was cut short is not.
        """
        found: list[_Checked] = []
        for name in self.files:
            for checked in self._check_file(name):
                found.append(checked)
                if not self.json:
                    checked.write(terminal, quiet=self.quiet)
        if self.json:
            terminal.write_json([checked.data for checked in found])
        return 0 if all(checked.is_fine for checked in found) else 1

    def _check_file(self, name: str) -> Iterator[_Checked]:
        """Yield the result for each game in a file, or for an owner's file."""
        try:
            with files.open_text(name) as file:
                # The files of editions and boxes are JSON without a document head.
                start = "" if name == files.STANDARD_INPUT else file.read(_HEAD)
                is_own = start.startswith(("{", "[")) and not is_document(start)
                is_own |= name.endswith(_FORM_ENDING)
            if is_own:
                told, is_playable = _report_on_own_file(name)
                yield _Checked(name, told, is_fine=is_playable)
                return
            notes: dict[int, files.Notes] = {}
            with files.records_in(name, self.game, self.own, notes.__setitem__) as (game, records):
                yield from _check(game, records, name, notes)
        except Refused as refused:
            yield _Checked(name, str(refused), is_fine=False, is_refused=True)


@attrs.frozen
class _Checked:
    """A game in a file, or an owner's file, after a check."""

    file: str
    text: str
    is_fine: bool
    notes: tuple[str, ...] = ()
    number: int | None = None
    """The number of the game in the file, from 1; None for an owner's file."""
    game: str | None = None
    """The key of the game; None for a text that could not be read."""
    facts: Mapping[str, object] = {}
    is_refused: bool = False

    def write(self, terminal: Output, *, quiet: bool) -> None:
        """Print it in a line, unless only faults are wanted."""
        if self.is_refused:
            terminal.complain(self.text)
        elif self.number is None:
            terminal.line(self.text)
        elif not (quiet and self.is_fine and not self.notes):
            is_valid = self.is_fine and self.game is not None
            words = ", ".join([f"{self.text}: valid" if is_valid else self.text, *self.notes])
            terminal.line(f"{self.file}: game {self.number}: {words}")

    @property
    def data(self) -> dict[str, object]:
        """The same as plain data."""
        data: dict[str, object] = {"file": self.file, "is_fine": self.is_fine}
        if self.number is not None:
            data |= {"number": self.number, "game": self.game}
        return {**data, "text": self.text, "notes": [*self.notes], **self.facts}


def _report_on_own_file(name: str) -> tuple[str, bool]:
    """Return the contents and gaps of an owner's file, and True if it can be played."""
    text = files.content_of(name)
    with files.refusing(files.path_of(name)):
        # Some files do not name a game: the first game with files accepts any that no later game
        # claims.
        return next(
            found
            for key, game in reversed([*GAMES.items()])
            for option in game.OPTIONS
            if (report := option.report)
            and (
                found := report(
                    text, f"{PROGRAM} play --game {key} {flag_of_option(option)} {name}"
                )
            )
        )


def _check(
    game: AnyGame, records: Iterator[AnyRecord], name: str, notes: Mapping[int, files.Notes]
) -> Iterator[_Checked]:
    for number in count(1):
        try:
            record = next(records)
            facts = facts_of(game, record)
        except StopIteration:
            break
        except WesterosIntrigueError as error:
            yield _Checked(name, str(error), is_fine=False, number=number)
            continue
        is_whole = not record.lost_moves
        text = summary(facts)
        yield _Checked(name, text, is_whole, notes.get(number, ()), number, game.KEY, facts)


def facts_of(game: AnyGame, record: AnyRecord) -> dict[str, Any]:
    """Return facts about a game: its players by name, its moves, and the winners, if it is over."""
    *before, state = record.replay()
    return {
        "players": [*list_names(record.tags, state.players)],
        "moves": sum(earlier.active_player is not None for earlier in before),
        "winners": [*game.final_winner(state).winners] if state.is_over else None,
    }


def summary(facts: Mapping[str, Any]) -> str:
    """Return a line about a game: its players, its moves and the winner."""
    names, winners = facts["players"], facts["winners"]
    parts = [count_things(len(names), "player"), count_things(facts["moves"], "move")]
    if winners is None:
        return ", ".join([*parts, "under way"])
    won = join_words(f"player {seat}" for seat in winners)
    return ", ".join([*parts, with_names(f"won by {won}", names)])


@attrs.frozen(kw_only=True)
class RulesCommand(shared.GameCommand):
    """`rules`: a rule, or the rules of a chapter, or all."""

    id: str | None = optional_positional(
        shared.RULE, "a rule such as court.match, or a chapter such as court (default all)"
    )

    def run(self, terminal: Output) -> int:
        """Show a rule, or the rules of a chapter, or all."""
        rules, wanted = self.played.RULEBOOK, self.id
        if wanted is None:
            for each in rules:
                terminal.show(*rule_lines(rules, each, terminal.width)[:2])
            if isinstance(self.played, HasNotation):
                notation = (textwrap.fill(each, terminal.width) for each in self.played.NOTATION)
                terminal.show("", "How moves are written:", *notation)
            return 0
        if not (self.game or _has(rules, wanted)):
            # Only now, since loading all games takes long.
            others = (game.RULEBOOK for game in GAMES.values())
            rules = next((book for book in others if _has(book, wanted)), rules)
        terminal.show(*rule_lines(rules, wanted, terminal.width))
        return 0


def _has(rules: Rulebook, wanted: str) -> bool:
    return any(wanted in {rule.id, rule.chapter} for rule in rules.values())


_HELP = (
    "Enter the numbers in the order of the list, with spaces between, and - for one that you do "
    "not know; if you enter fewer, the others are asked again. Enter alone skips the space, `undo` "
    "removes the last answer, `quit` ends. Each answer is saved."
)


@attrs.frozen(kw_only=True)
class EditionCommand(Command):
    """`edition`: the numbers of an owner's copy of Monopoly, in a file."""

    file: str = positional(
        shared.FILE, "the file of your edition; a new one starts with the known numbers"
    )

    def run(self, terminal: Output) -> int:
        """Ask for the missing numbers of an edition; return 1 if any are still missing."""
        monopoly: Any = GAMES["monopoly"]  # the only game with editions
        file = GameFile(files.path_of(self.file))
        if not file.path.parent.is_dir():
            raise Refused(f"there is no folder {file.path.parent}")
        if self.file.endswith(_FORM_ENDING):
            return _begin_form(monopoly, self.file, file, terminal)
        with files.refusing(file.path):
            is_old = files.is_there(file.path)
            edition = monopoly.read_edition(file.read()) if is_old else monopoly.PRINTED
        command = f"{PROGRAM} play --game monopoly --edition {self.file}"
        edition = _fill_in(monopoly, edition, file, terminal)
        option = next(option for option in monopoly.OPTIONS if option.report)
        told, is_playable = option.report(monopoly.write_edition(edition), command)
        terminal.line(told)
        return 0 if is_playable else 1


def _begin_form(monopoly: Any, name: str, file: GameFile, terminal: Output) -> int:  # noqa: ANN401 - a game by its key
    """Write a form to a new file, for an owner to edit; check one that is there."""
    if files.is_there(file.path):
        told, is_playable = _report_on_own_file(name)
        terminal.line(told)
        return 0 if is_playable else 1
    files.write(file, monopoly.FORM)
    terminal.show(
        f"{name} now has a line for each value that is not publicly known, with invented numbers.",
        f"Replace them by those of your copy in an editor, then: {PROGRAM} check {name}",
    )
    return 0


def _fill_in(monopoly: Any, edition: Any, file: GameFile, terminal: Output) -> Any:  # noqa: ANN401 - a game by its key
    """Ask for the missing numbers of an edition, space by space, and save each answer."""
    terminal.show(_HELP)
    steps = [monopoly.Filling(edition)]
    while asked := steps[-1].asked:
        terminal.show("", steps[-1].name, *(f"  {steps[-1].question(gap)}" for gap in asked))
        typed = terminal.read_line(f"{count_things(len(asked), 'number')}: ", ["undo"])
        if typed.lower() != "undo":
            try:
                steps.append(steps[-1].answered(typed))
            except ValueError as error:
                terminal.show(f"{error}.")
                continue
        elif len(steps) == 1:
            terminal.show("There is nothing to undo.")
            continue
        else:
            steps.pop()
        files.write(file, monopoly.write_edition(steps[-1].edition))
    return steps[-1].edition
