"""Tables of all games: what they can be set up with, and new games at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.options import OptionValue
from westeros_intrigue.game import GAMES, Game
from westeros_intrigue.sessions import AUTOMATED, PERSON, AnySession, Folder, Seat, Session
from westeros_intrigue.sessions.folder import FILE_TAG
from westeros_intrigue.sessions.seats import check_name
from westeros_intrigue.web.answers import Choice, GameChoice, OptionForm
from westeros_intrigue.web.requests import Setting


def game_choices() -> Iterator[GameChoice]:
    """Yield the games with what their tables can be set up with."""
    for key, game in GAMES.items():
        forms = (
            OptionForm(each.name, each.kind.value, each.help, each.choices, each.least, each.most)
            for each in game.OPTIONS
        )
        usual = game.PLAYERS.usual
        yield GameChoice(
            key, game.NAME, game.MIN_PLAYERS, game.MAX_PLAYERS, levels(game), usual, tuple(forms)
        )


def levels(game: Game[Any, Any, Any]) -> tuple[Choice, ...]:
    """Return the players of a game that can be chosen, the weakest first."""
    return tuple(
        Choice(name, f"{name.capitalize()}: {player.summary}")
        for name, player in game.PLAYERS.items()
        if not player.is_numbered
    )


def started(
    folder: Folder, key: str, seats: tuple[Seat, ...], settings: tuple[Setting, ...], seed: int
) -> AnySession:
    """Return a new game; a file of the owner's is stored in the folder.

    Raises:
        ValueError: a game, player or option does not exist, or the values do not fit together.
        OSError: a file cannot be stored.
    """
    if key not in GAMES:
        raise InvalidValue(f"the games are {', '.join(GAMES)}, not {key}")
    game = GAMES[key]
    values = _values(game, settings)
    state = game.new_game(len(seats), values, seed=seed)
    tags = folder.store_files(game, values)
    # The rules move the seats that the options make automated, whoever was to play them.
    automated = game.automated_seats(state)
    for number, seat in enumerate(seats):
        others = [each.name for at, each in enumerate(seats) if at != number]
        if seat.who == PERSON:
            check_name(seat.name, others, game.PLAYERS)
    seated = tuple(
        Seat(seat.name, AUTOMATED) if number in automated and seat.who != PERSON else seat
        for number, seat in enumerate(seats)
    )
    return Session.begun(game, state, seated, seed=seed, tags=tags)


def again(session: AnySession, seed: int) -> AnySession:
    """Return a new game of the same seats at the same table."""
    state = session.game.rematch(session.state, seed=seed)
    tags = {name: value for name, value in session.tags if name.startswith(FILE_TAG)}
    return Session.begun(session.game, state, session.seats, seed=seed, tags=tags)


def _values(game: Game[Any, Any, Any], settings: tuple[Setting, ...]) -> Mapping[str, OptionValue]:
    options = {option.name: option for option in game.OPTIONS}
    for each in settings:
        if each.name not in options:
            raise InvalidValue(f"{game.NAME} has no option {each.name}")
    return {each.name: options[each.name].parse(each.value) for each in settings}
