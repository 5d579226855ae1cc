"""`play --game` and `demo --game`: any game of the library, by its own text and moves.

What this knows of a game is its protocol, and a few names that the other games share. Each decision
shows what the one who decides may know.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from westeros_intrigue import WesterosIntrigueError
from westeros_intrigue.cli import files
from westeros_intrigue.cli.arguments import Options
from westeros_intrigue.cli.terminal import Refused, Terminal, headline
from westeros_intrigue.game import GAMES, Final

_PERSON = 0
"""The seat of the person who plays."""
_MOST_LISTED = 20
_TAKEN = frozenset(("game", "players", "seed", "record", "resume", "pace", "quiet"))
"""The arguments that are not about the card game alone."""
_HELP = "Type a move as it is written here, or its number; ? lists the moves, quit ends the game."


def play(options: Options, terminal: Terminal, given: Sequence[str]) -> int:
    """Play the game that the arguments name, in seat 0 against simple players."""
    table = _AnyGame(options, terminal, given)
    table.keep(options)
    terminal.show(headline(table.game.NAME), _HELP)
    final = table.played(person=_PERSON)
    terminal.show("", *_ending(final))
    return 0


def demo(options: Options, terminal: Terminal, given: Sequence[str]) -> int:
    """Let simple players play the game that the arguments name."""
    table = _AnyGame(options, terminal, given)
    pace = 0.0 if options.quiet else options.pace
    final = table.played(person=None, pace=pace)
    terminal.show(headline(f"{table.game.NAME}: the end"), table.shown(None), "", *_ending(final))
    return 0


class _AnyGame:
    """A game under way at this terminal."""

    def __init__(self, options: Options, terminal: Terminal, given: Sequence[str]) -> None:
        # Beside what the protocol has, such a game has simple players and records.
        self.game: Any = GAMES[options.game]
        if unknown := [f"--{name.replace('_', '-')}" for name in given if name not in _TAKEN]:
            raise Refused(f"{self.game.NAME} does not take {', '.join(unknown)}", 2)
        self._terminal = terminal
        fewest, most = self.game.MIN_PLAYERS, self.game.MAX_PLAYERS
        players = options.players or min(max(4, fewest), most)
        if not fewest <= players <= most:
            raise Refused(f"{self.game.NAME} is for {fewest} to {most} players, not {players}")
        seed = random.SystemRandom().getrandbits(64) if options.seed is None else options.seed
        self._rng = random.Random(seed)  # noqa: S311 - a game, no secret
        self._path: Path | None = None
        self.state: Any = self.game.setup(players, seed=seed)

    def keep(self, options: Options) -> None:
        """Go on from the record that is named, if one is, and keep the game where it is named."""
        name = options.resume or options.record
        if name is None:
            return
        if options.resume:
            with files.opened(name) as file:
                try:
                    self.state = self.game.Record.parse(file.read()).state
                except (WesterosIntrigueError, UnicodeDecodeError) as error:
                    raise Refused(f"{name}: {error}") from error
            if self.state.is_over:
                raise Refused(f"{name}: the game is over")
        is_new = options.record not in {None, options.resume}
        self._path = files.new_path(options.record) if is_new else files.path_of(name)
        self._terminal.line(f"The game is kept in {self._path}; --resume goes on with it.")

    def played(self, *, person: int | None, pace: float = 0.0) -> Final:
        """Play to the end, the person's moves as they are typed, and return how it ended."""
        self.state = self.game.proceed(self.state)
        while (seat := self.state.active_player) is not None:
            view = self.game.observe(self.state, seat)
            if seat == person:
                self._save()
                move = self._typed_move(view)
            else:
                move = self.game.simple_player(view, self._rng)
            before = self.state
            self.state = self.game.apply(before, move, player=seat)
            self._tell(before, person, pace)
            self.state = self.game.proceed(self.state)
        self._save()
        final: Final = self.game.final_winner(self.state)
        return final

    def shown(self, seat: int | None) -> str:
        """Return the position as a seat sees it, or a spectator."""
        return str(self.game.draw_text(self.game.observe(self.state, seat)))

    def _save(self) -> None:
        if self._path:
            files.save(str(self.game.Record.from_state(self.state)), self._path)

    def _tell(self, before: Any, person: int | None, pace: float) -> None:  # noqa: ANN401 - a state of any game
        """Show the person who plays what happened since, or the table to a spectator."""
        happened = self.game.events(before, self.state)
        sentences = (self.game.sentence(event, person) for event in happened)
        lines = [sentence for sentence in sentences if sentence]
        if person is not None:
            self._terminal.show(*lines)
        elif pace and self._terminal.redraws:
            page = "\n".join([self.shown(None), "", *lines])
            self._terminal.turn_to(lambda _size: page)
            self._terminal.pause(pace)

    def _typed_move(self, view: Any) -> object:  # noqa: ANN401 - a view of any game
        moves: Sequence[object] = self.game.legal_moves(view)
        self._terminal.show("", self.game.draw_text(view), "")
        self._list(view, moves)
        while True:
            typed = self._terminal.ask(f"player {view.active_player}, your move: ")
            if typed in ("?", "help"):
                self._terminal.show(_HELP)
                self._list(view, moves)
                continue
            if typed.isdecimal() and 1 <= int(typed[:9]) <= len(moves):
                return moves[int(typed) - 1]
            try:
                move: object = self.game.parse_move(typed)
            except WesterosIntrigueError as error:
                self._terminal.show(f"{error}.")
                continue
            if not (refusals := self.game.explain(view, move)):
                return move
            self._terminal.show(*map(str, refusals))

    def _list(self, view: Any, moves: Sequence[object]) -> None:  # noqa: ANN401 - as above
        listed = [f"{number:>3} {move}" for number, move in enumerate(moves[:_MOST_LISTED], 1)]
        more = len(moves) - len(listed)
        besides = [f"    and {more} more"] if more else []
        # Of a game that leaves offers out of its legal moves.
        offers = getattr(self.game, "simple_offers", lambda _view: ())
        besides += [f"    or an offer, such as {offer}" for offer in islice(offers(view), 1)]
        self._terminal.show(*listed, *besides)


def _ending(final: Final) -> list[str]:
    places = [" and ".join(f"player {seat}" for seat in place) for place in final.ranking]
    return [f"{number}. {place}" for number, place in enumerate(places, 1)]
