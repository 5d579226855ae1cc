"""Records in files: `check` replays them, `draw` makes pictures, `export` writes other formats.

`cards` prints cards for the table, and `rules` shows rules. None of them needs an extra.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from typing import Any

from westeros_intrigue import Record, draw_svg
from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.records import list_names
from westeros_intrigue.gamekit.rulebook import Rulebook
from westeros_intrigue.gamekit.values import count_things, join_words
from westeros_intrigue.play.printing import pictures
from westeros_intrigue.play.referee import public_view
from westeros_intrigue.play.sessions import AnyRecord, GameFile, is_document, names_of
from westeros_intrigue.play.sessions.session import with_names
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, flag_of
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused, rule_lines


def run_draw(options: Options, terminal: Output) -> int:
    """Draw a game in a file, or a position."""
    position = files.position_in(options)
    name = "position" if position else "game" if options.file == "-" else options.file
    stem = name.removesuffix(".txt").removesuffix(".json")
    out = f"{stem}.svg" if options.out is None else options.out
    if options.animate and not out.lower().endswith(".svg"):
        raise Refused("only an .svg can be animated", 2)
    path = files.picture_path(out, force=options.force)
    if position is None:
        picture = _draw_record(options)
    else:
        picture = draw_svg(position, reveal=options.show_hands)
    terminal.line(*map(str, pictures.write_pictures(path, [picture], overwrite=options.force)))
    return 0


def _draw_record(options: Options) -> str:
    game, record = files.record_in(options)
    states = list(record.replay())

    def view_for_reader(state: Any) -> Any:  # noqa: ANN401 - each game has its positions
        if options.show_hands:
            return state
        if isinstance(record, Record):
            return public_view(record, state)
        return game.observe(state, None)

    names = list_names(record.tags, states[0].players)
    if not isinstance(record, Record) and (options.poster or options.animate):
        raise Refused(f"--poster and --animate are not for {game.NAME}", 2)
    if isinstance(record, Record) and options.poster:
        ends = {state.round_number: public_view(record, state).table for state in states}
        return pictures.draw_poster(ends.values(), title=", ".join(names), names=names)
    if options.animate:
        steps = [
            view_for_reader(state) for state in states if state.round_number == options.animate
        ]
        if not steps:
            raise Refused(f"{options.file}: the game has no round {options.animate}", 2)
        return pictures.animate_svg(steps, reveal=options.show_hands, names=names)
    step = len(states) - 1 if options.step is None else options.step
    if step >= len(states):
        raise Refused(f"{options.file}: the last step is {len(states) - 1}", 2)
    how = {"reveal": options.show_hands, "names": names} if isinstance(record, Record) else {}
    return game.draw_svg(view_for_reader(states[step]), **how)


def run_export(options: Options, terminal: Output) -> int:
    """Write the games in a file in another format."""
    lines: list[str] = []
    out = None if options.out is None else files.fresh_path(options.out, force=options.force)
    with files.records_in(options.file, options) as (game, records):
        for record in records:
            if options.form == "json":
                lines.append(game.DOCUMENTS.to_json(record))
            else:
                lines += chain.from_iterable(files.tell_steps(game, record))
    if out:
        files.write_out(out, "\n".join(lines), force=options.force)
    elif lines:
        terminal.line("\n".join(lines))
    return 0


def run_cards(options: Options, terminal: Output) -> int:
    """Write the pages of cards and the score sheet."""
    path = files.picture_path(options.out, force=options.force)
    session = files.real_session(options)
    throne_cards = session.state.variant.throne_cards
    names = names_of(session.seats) if options.name else ()
    pages = (*pictures.card_pages(throne_cards), pictures.score_sheet(session.state.players, names))
    for each in pictures.write_pictures(path, pages, overwrite=options.force):
        terminal.line(str(each))
    return 0


_HEAD = 1000
"""The maximum length of a document's head, in characters."""


def run_check(options: Options, terminal: Output) -> int:
    """Print a line about each game in each file, or a file's gaps; return 1 if there are faults."""
    is_fine = True
    for name in options.files:
        try:
            with files.open_text(name) as file:
                # The files of editions and boxes are JSON without a document head.
                start = "" if name == files.STANDARD_INPUT else file.read(_HEAD)
                is_own = start.startswith(("{", "[")) and not is_document(start)
            if is_own:
                is_fine &= _check_own_file(name, terminal)
                continue
            with files.records_in(name, options) as (game, records):
                is_fine &= _check(game, records, name, terminal, quiet=options.quiet)
        except Refused as refused:
            terminal.complain(str(refused))
            is_fine = False
    return 0 if is_fine else 1


def _check_own_file(name: str, terminal: Output) -> bool:
    """Print the contents and gaps of an owner's file; return True if it can be played."""
    text = files.content_of(name)
    with files.refusing(files.path_of(name)):
        # Some files do not name a game: the first game with files accepts any that no later game
        # claims.
        told, is_playable = next(
            found
            for key, game in reversed([*GAMES.items()])
            for option in game.OPTIONS
            if (report := option.report)
            and (found := report(text, f"{PROGRAM} play --game {key} {flag_of(option)} {name}"))
        )
    terminal.line(told)
    return is_playable


def _check(
    game: AnyGame, records: Iterator[AnyRecord], name: str, terminal: Output, *, quiet: bool
) -> bool:
    is_fine = True
    for number in count(1):
        try:
            found = summary(game, next(records))
        except StopIteration:
            break
        except WesterosIntrigueError as error:
            is_fine = False
            terminal.line(f"{name}: game {number}: {error}")
            continue
        if not quiet:
            terminal.line(f"{name}: game {number}: {found}: valid")
    return is_fine


def summary(game: AnyGame, record: AnyRecord) -> str:
    """Return a line about a game: its players, its moves and the winner."""
    *before, state = record.replay()
    moves = sum(each.active_player is not None for each in before)
    parts = [count_things(state.players, "player"), count_things(moves, "move")]
    if state.is_over:
        names = list_names(record.tags, state.players)
        winners = join_words(f"player {seat}" for seat in game.final_winner(state).winners)
        parts.append(with_names(f"won by {winners}", names))
    else:
        parts.append("under way")
    return ", ".join(parts)


def run_rules(options: Options, terminal: Output) -> int:
    """Show a rule, or the rules of a chapter, or all."""
    rules, wanted = options.played.RULEBOOK, options.id
    if wanted is None:
        for each in rules:
            terminal.show(*rule_lines(rules, each, terminal.width)[:2])
        return 0
    if not (options.game or _has(rules, wanted)):
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


def run_edition(options: Options, terminal: Output) -> int:
    """Ask for the missing numbers of an edition; return 1 if any are still missing."""
    monopoly: Any = GAMES["monopoly"]  # the only game with editions
    file = GameFile(files.path_of(options.file))
    if not file.path.parent.is_dir():
        raise Refused(f"there is no folder {file.path.parent}")
    with files.refusing(file.path):
        is_old = files.is_there(file.path)
        edition = monopoly.read_edition(file.read()) if is_old else monopoly.PRINTED
    command = f"{PROGRAM} play --game monopoly --edition {options.file}"
    edition = _fill_in(monopoly, edition, file, terminal)
    option = next(option for option in monopoly.OPTIONS if option.report)
    told, is_playable = option.report(monopoly.write_edition(edition), command)
    terminal.line(told)
    return 0 if is_playable else 1


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
