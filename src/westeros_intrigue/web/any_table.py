"""Games on the page by the protocol alone: new tables of all, and what is shown of other games."""

from __future__ import annotations

import html
import random
from collections.abc import Iterator, Mapping
from typing import Any

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.options import OptionKind, OptionValue
from westeros_intrigue.game import GAMES, Game
from westeros_intrigue.sessions import AUTOMATED, PERSON, Folder, Seat, Session, names_of
from westeros_intrigue.sessions.folder import FILE_TAG
from westeros_intrigue.sessions.seats import places, with_names
from westeros_intrigue.web.answers import (
    AnyPosition,
    Choice,
    GameChoice,
    OptionForm,
    Reason,
    Suggestion,
)
from westeros_intrigue.web.event_sentences import capital, printed
from westeros_intrigue.web.requests import Setting
from westeros_intrigue.web.sessions import Screen, names_in, seats_shown

_MOST_TOLD = 60
_MOST_STEPS = 500

AnySession = Session[Any, Any, Any]


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
    files = {option.name for option in game.OPTIONS if option.kind is OptionKind.FILE}
    tags = {
        f"{FILE_TAG}{each.name}": str(folder.store_file(each.value))
        for each in settings
        if each.name in files
    }
    # The rules move the seats that the options make automated, whoever was to play them.
    automated = game.automated_seats(state)
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


def shown(
    game_id: str, session: AnySession, seat: int | None, screen: Screen | None = None
) -> AnyPosition:
    """Return what a person may see of a game of any kind."""
    game, state = session.game, session.state
    screen = screen or Screen(session.people)
    viewer = session.looks(seat, screen.here)
    view = session.seen_by(seat, screen.here)
    # The sentences and pictures of some games have no word for the viewer.
    names = names_of(session.seats)
    titles = game.titles(state)
    happened = game.events(game.observe(session.first, viewer), view)[-_MOST_TOLD:]
    sentences = (game.sentence(event, viewer) for event in happened)
    escaped = [html.escape(name) for name in names]
    called = names_in(session, viewer, first=0)

    def named(text: str) -> str:
        return with_names(text, names, titles)

    return AnyPosition(
        game=game_id,
        name=session.game.NAME,
        moment=session.moment,
        seats=seats_shown(session, viewer, first=0),
        waits_for=session.waits_for,
        viewer=viewer,
        active=state.active_player,
        question=printed(named(game.question(view))),
        moves=tuple(
            Choice(str(move), capital(named(game.move_in_words(view, move))))
            for move in game.legal_moves(view)
        ),
        picture=with_names(game.draw_svg(view), escaped),
        words=named(game.draw_text(view)),
        told=tuple(printed(named(each)) for each in sentences if each),
        story=tuple(places(game.final_winner(state), called)) if state.is_over else (),
        can_undo=screen.can_undo and bool(session.past) and not state.is_over,
        here=screen.here,
        away=screen.away,
    )


def suggestion(session: AnySession, view: Any) -> Suggestion:  # noqa: ANN401 - a view of the game
    """Return the move that the usual player of a game would make for the viewer."""
    game = session.game
    player: Any = game.PLAYERS.parse(game.PLAYERS.usual)
    move = player(view, random.Random(session.moment))  # noqa: S311 - a game, no secret
    words = with_names(
        game.move_in_words(view, move), names_of(session.seats), game.titles(session.state)
    )
    return Suggestion(str(move), f"The computer would {words}.")


def reasons_against(game: Game[Any, Any, Any], view: Any, written: str) -> tuple[Reason, ...]:  # noqa: ANN401 - a view of the game
    """Return what is wrong with a move that its viewer has written; nothing if it is legal."""
    try:
        found = game.explain(view, game.parse_move(written))
    except ValueError as error:
        found = (error,)
    return tuple(Reason("refused", "", str(each)) for each in found)


def stepped(session: AnySession, seat: int | None) -> AnySession:
    """Return the game after the steps up to the next event that the viewer learns of.

    Raises:
        InvalidValue: the game waits for a person, or is over.
    """
    after = session.stepped()
    for _ in range(_MOST_STEPS):
        happened = after.game.events(session.state, after.state)
        is_told = any(after.game.sentence(event, seat) for event in happened)
        if is_told or after.waits_for != "step":
            break
        after = after.stepped()
    return after
