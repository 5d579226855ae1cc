"""`draw`: a picture of a game, of a round that plays itself, or of the ends of all rounds."""

from __future__ import annotations

import attrs

from westeros_intrigue import GameState, Phase, View, draw_svg
from westeros_intrigue.cli.arguments import Options, Parser, add_number
from westeros_intrigue.cli.files import add_file, record_in
from westeros_intrigue.cli.output import Output, Refused
from westeros_intrigue.cli.pictures import picture_path, write_pictures
from westeros_intrigue.drawing.animation import animate_svg, draw_poster
from westeros_intrigue.sessions import AnyRecord
from westeros_intrigue.sessions.seats import recorded_names

_LAST = 10**9


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_file(parser, is_one=True)
    what = parser.add_mutually_exclusive_group()
    told = "the position after this number of steps (default the last)"
    add_number(what, "--step", 0, _LAST, told)
    told = "the placements of a round one after another, in an animated SVG"
    add_number(what, "--animate", 1, _LAST, told, metavar="ROUND")
    told = "the ends of all rounds side by side"
    what.add_argument("--poster", action="store_true", help=told)
    parser.add_argument("--show-hands", action="store_true", help="show all hands")
    told = "the new picture: its ending is .svg, .png or .pdf (default FILE.svg)"
    parser.add_argument("--out", metavar="FILE", help=told)
    parser.add_own_files()


def run(options: Options, terminal: Output) -> int:
    """Draw a game of a file."""
    stem = "game" if options.file == "-" else options.file.removesuffix(".txt")
    out = f"{stem}.svg" if options.out is None else options.out
    if options.animate and not out.lower().endswith(".svg"):
        raise Refused("only an .svg can be animated", 2)
    path = picture_path(out)
    game, record = record_in(options)
    states = list(record.replay())
    names = recorded_names(record)
    if not isinstance(record.state, GameState) and (options.poster or options.animate):
        raise Refused(f"--poster and --animate are not for {game.NAME}", 2)
    if options.poster:
        picture = draw_poster(
            [_shown(record, state) for state in _ends(record)], title=", ".join(names), names=names
        )
    elif options.animate:
        steps = [state for state in states if state.round_number == options.animate]
        if not steps:
            raise Refused(f"{options.file}: the game has no round {options.animate}")
        if not options.show_hands:
            steps = [_shown(record, state) for state in steps]
        picture = animate_svg(steps, reveal=options.show_hands, names=names)
    else:
        step = len(states) - 1 if options.step is None else options.step
        if step >= len(states):
            raise Refused(f"{options.file}: the last step is {len(states) - 1}")
        state = states[step]
        if isinstance(state, GameState):
            shown = state if options.show_hands else _shown(record, state)
            picture = draw_svg(shown, reveal=options.show_hands, names=names)
        else:
            picture = game.draw_svg(state if options.show_hands else game.observe(state, None))
    for written in write_pictures(path, [picture]):
        terminal.line(f"{written}")
    return 0


def _ends(record: AnyRecord) -> list[GameState]:
    """Return the last position of each round; of the last one with the winners, if it is over."""
    states: list[GameState] = list(record.replay())
    ends = [state for state in states[:-1] if state.phase is Phase.ROUND_OVER]
    return [*(ends[:-1] if states[-1].is_over else ends), states[-1]]


def _shown(record: AnyRecord, state: GameState) -> GameState | View:
    """Return the position as it is drawn; the cards of a real table have no numbers."""
    if "Referee" not in dict(record.tags):
        return state
    return View(attrs.evolve(state.table, has_numbers=False))
