"""The tables of all games: what can be begun, by a form or from a moment of another game."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat

import attrs

from westeros_intrigue import Deal, GameState, InvalidValue, Phase, Record, WrongType, observe
from westeros_intrigue.gamekit.game import (
    GAMES,
    AnyGame,
    AnyPosition,
    begin_at_line,
    find_game,
    read_line,
    write_line,
)
from westeros_intrigue.gamekit.seeds import fresh_seed, seed_of_players
from westeros_intrigue.gamekit.wording import HasNotation
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.play.page import messages, own_screens, requests
from westeros_intrigue.play.page.messages import Unable
from westeros_intrigue.play.page.positions import Screen
from westeros_intrigue.play.page.reviews import check_over, rounds_over
from westeros_intrigue.play.saved.seats import AUTOMATED, STAND_INS, Seat, check_name
from westeros_intrigue.play.sessions import PERSON, AnySession, Folder, Session
from westeros_intrigue.views import Determinizer

_SLOW_IN_PYTHON = "maester"
"""The level that needs seconds for a placement without the compiled half: `learned` is then the
strongest."""


def describe_games(
    request: requests.Rules | requests.Tables,
) -> messages.RulesText | messages.AllTables:
    """Return the rules of a game, or the tables of all games.

    Raises:
        Unable: no game has this key.
    """
    if isinstance(request, requests.Tables):
        return messages.AllTables(tuple(list_games()))
    if request.name not in GAMES:
        raise Unable("cannot-be", f"the games are {', '.join(GAMES)}, not {request.name}")
    game = GAMES[request.name]
    return messages.RulesText(
        game.NAME,
        game.PRIMER,
        tuple(rule.text for rule in game.RULEBOOK.values()),
        game.NOTATION if isinstance(game, HasNotation) else (),
    )


def list_games() -> Iterator[messages.GameChoice]:
    """Yield the games with their table options."""
    for key, game in GAMES.items():
        yield messages.GameChoice(
            key,
            game.NAME,
            game.MIN_PLAYERS,
            game.MAX_PLAYERS,
            list_players(game),
            game.PLAYERS.usual,
            tuple(game.OPTIONS),
            own_screens.address_of_picture(game),
        )


def list_players(game: AnyGame) -> tuple[messages.Choice, ...]:
    """Return a game's computer players, weakest first, but for one that is too slow here."""
    slow = "" if fast.has_extension() else _SLOW_IN_PYTHON
    return tuple(
        messages.Choice(name, f"{name.capitalize()}: {player.summary}")
        for name, player in game.PLAYERS.items()
        if not player.is_numbered and name != slow
    )


def branch(session: AnySession, moment: int, screen: Screen) -> AnySession:
    """Return a new game that continues from an earlier moment of a game.

    Named players first repeat their moves. During a game, a person who plays alone can replay a
    finished round with other hidden cards: see `_try_again`.

    Raises:
        Unable: the round or the game is not over, or has no such moment.
    """
    if moment >= session.moment:
        check_over(session)
        raise Unable("cannot-be", f"the game has {session.moment} moments to continue from")
    states = [*islice(session.record.replay(), moment + 1)]
    record = session.game.Record.from_state(states[-1], tags=dict(session.record.tags))
    if not session.state.is_over:
        player = session.only_person if screen.is_alone else None
        # The order of stacks and the dead of earlier rounds would reveal cards of later rounds.
        if (
            player is None
            or type(record) is not Record
            or record.variant.automated
            or record.variant.anyone_can_die
        ):
            check_over(session)
        elif states[-1].round_number > rounds_over(session):
            raise Unable("not-now", "the round is not over")
        else:
            record = _try_again(record, states, player)
    return Session.resumed(session.game, record)


def _try_again(record: Record, states: Sequence[GameState], player: int) -> Record:
    """Return the record of a game that ends with the round of the last state.

    The original game still hides cards. All cards that the player did not know at that moment are
    therefore drawn again, so neither the new game nor its record reveals the true cards.

    Rules: info.leftover, info.throne, info.throne-automated.
    """
    rng = random.Random(seed_of_players())  # noqa: S311 - of a game
    last = states[-1]
    views = [
        observe(each, player) for each in states if each is last or each.phase is Phase.ROUND_OVER
    ]
    worlds = [*map(Determinizer, views)]
    deals = [each.draw_deal(rng) for each in worlds]
    world = worlds[-1].draw(rng, later_rounds=False)
    sizes = [*map(len, record.earlier.score_piles)] or [0] * record.players
    seated = [*zip(world.score_piles, sizes, strict=True)]
    earlier = record.earlier
    if earlier.count:
        drawn_before = tuple(pile[:size] for pile, size in seated)
        earlier = attrs.evolve(earlier, score_piles=drawn_before)
    piles = [iter(pile[size:]) for pile, size in seated]
    throne_cards = [next(piles[result.last_placer]) for result in last.results]
    return attrs.evolve(
        record,
        rounds=record.rounds[: last.round_number - record.earlier.count],
        deal=Deal(deals, [*throne_cards, *world.rest.throne_cards[:1]]),
        variant=record.variant.with_rounds(last.round_number),
        earlier=earlier,
    )


def start(folder: Folder, wanted: requests.Start | requests.Arrange) -> AnySession:
    """Return a new game: from a setup, or from a position in one line.

    Raises:
        ValueError: something wanted does not exist or is contradictory, or no game can begin there.
        OSError: a file cannot be stored.
    """
    if isinstance(wanted, requests.Start):
        return start_game(folder, wanted)
    return begin_at(wanted)


def start_game(folder: Folder, wanted: requests.Start) -> AnySession:
    """Return a new game; store an owner's file in the folder.

    Raises:
        ValueError: a game, player or option does not exist, or the values contradict each other.
        OSError: a file cannot be stored.
    """
    game, seats = find_game(wanted.name), wanted.seats
    seed = fresh_seed(game) if wanted.seed is None else wanted.seed
    options = {option.name: option for option in game.OPTIONS}
    given = {}
    for each in wanted.options:
        if each.name not in options:
            known = ", ".join(options) or "none"
            raise InvalidValue(f"{game.NAME} has no option {each.name}; its options: {known}")
        given[each.name] = options[each.name].parse(each.value)
    state = game.new_game(len(seats), given, seed=seed)
    tags = folder.store_files(game, given)
    for seat in seats:
        if seat.who == PERSON:
            others = [each.name for each in seats if each is not seat]
            check_name(seat.name, others, game.PLAYERS)
    return Session.begun(game, state, seats, seed=seed, tags=tags)


def begin_at(wanted: requests.Arrange) -> AnySession:
    """Return a new game that begins at a position in one line, with one person.

    Raises:
        ValueError: the game does not exist, the line is not a position, or no record can begin
            there.
    """
    game = find_game(wanted.name)
    seed = fresh_seed(game)
    position, line, viewer = read_line(game, wanted.line), wanted.line, None
    if _is_view(game, position):
        world = game.determinize(position, random.Random(seed))  # noqa: S311 - of a game
        everybody = range(position.players)
        viewer = next((each for each in everybody if game.observe(world, each) == position), None)
        line = write_line(game, world)
    position = begin_at_line(game, line, seed=seed)
    automated = game.automated_seats(position)
    asked = (viewer, *position.deciders, 0)
    person = next((seat for seat in asked if seat not in {None, *automated}), None)
    names = chain(STAND_INS, repeat(""))
    seats = tuple(
        Seat("", PERSON if seat == person else AUTOMATED)
        if seat == person or seat in automated
        else Seat(next(names), game.PLAYERS.usual)
        for seat in range(position.players)
    )
    return Session.begun(game, position, seats, seed=seed)


def _is_view(game: AnyGame, position: AnyPosition) -> bool:
    """Return True for a view, of which there are no views."""
    try:
        game.observe(position, None)
    except (InvalidValue, WrongType):
        return True
    return False
