"""The requests of the page about a game or a puzzle: what changes, shows, judges or replays one.

Every answer is made for one person, or for the public: it has only what that viewer may know. A
puzzle is a position with one placement that wins the round; both hands lie open. Code that compiles
on its first call is prepared before a player asks for it.

Rules: round.throne, round.penalty, final.reveal, final.total, info.throne.
"""

from __future__ import annotations

import datetime as dt
import html
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit.display import FinalResult
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame, Game
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.values import Value, capital, counted
from westeros_intrigue.lab.players.analysis import analyse, better, why
from westeros_intrigue.notation.sentences import round_sentences
from westeros_intrigue.play.page.friends import (
    PageSession,
    Screen,
    course,
    names_in,
    seats_shown,
    waits_for,
)
from westeros_intrigue.play.page.messages import (
    Advice,
    AnyPosition,
    Attempt,
    Attempted,
    Choice,
    Copied,
    Copy,
    GameChoice,
    OptionForm,
    Play,
    Pose,
    Posed,
    Position,
    Reason,
    Refused,
    Review,
    Reviewed,
    Ruled,
    Setting,
    Standing,
    Step,
    Unable,
    Undo,
)
from westeros_intrigue.play.puzzles import Puzzle, daily_puzzle, load_puzzles
from westeros_intrigue.play.sessions import (
    AUTOMATED,
    PERSON,
    AnySession,
    Folder,
    Seat,
    Session,
    names_of,
)
from westeros_intrigue.play.sessions.folder import FILE_TAG
from westeros_intrigue.play.sessions.session import check_name, with_names
from westeros_intrigue.players.named import parse_player
from westeros_intrigue.rules.cards import House, Move
from westeros_intrigue.rules.court import Violation
from westeros_intrigue.rules.history import Decision, Phase
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.rulebook import rule
from westeros_intrigue.rules.scoring import rank, score_round
from westeros_intrigue.rules.state import GameState, View, setup
from westeros_intrigue.views.view import observe

_PLAYOUTS = 400
"""About a third of a second without the extra `fast`, and two in a browser."""


def advice(view: View) -> Advice:
    """Return the placement that comes out best for the player to move, with what speaks for it."""
    best, *others = (judged.move for judged in analyse(view, playouts=_PLAYOUTS).moves)
    reason = why(view, best, others)
    return Advice(str(best), f"{_placed(best)} looks best.{f' It {reason}.' if reason else ''}")


def reasons_against(game: AnyGame, view: Any, written: str) -> tuple[Reason, ...]:  # noqa: ANN401 - a view of the game
    """Return what is wrong with a move that its viewer has written; nothing if it is legal."""
    try:
        found = game.explain(view, game.parse_move(written))
    except ValueError as error:
        found = (error,)
    return tuple(map(_reason, found))


def _reason(fault: object) -> Reason:
    if isinstance(fault, Violation):
        return Reason(fault.code.value, fault.rule, str(fault))
    return Reason("refused", "", str(fault))


@attrs.frozen
class Judgement(Value):
    """The worth of a placement, by what its player could know."""

    text: str
    win: int
    """The chance to win the round after it, in percent."""
    loss: int
    """The hundredths of a point that it lost against the best placement."""
    better: Move | None
    """The best placement, if it was clearly better."""


def judgement(view: View, move: Move) -> Judgement:
    """Return the judgement of a placement."""
    analysis = analyse(view, playouts=_PLAYOUTS)
    best, made = analysis.best, analysis.of(move)
    win, loss = round(100 * made.win), max(0, round(100 * analysis.loss(move)))
    if len(analysis.moves) == 1:
        return Judgement("It was the only legal placement.", win, 0, None)
    if not analysis.is_clear_loss(move):
        return Judgement("No other placement was clearly better.", win, 0, None)
    said = "".join(f" It {reason}." for reason in better(view, best, made))
    text = f"{_placed(best.move)} was better, by {analysis.loss(move):.1f} points.{said}"
    return Judgement(text, win, loss, best.move)


def _placed(move: Move) -> str:
    return f"{move.card} in {move.slot}"


def ending(
    session: AnySession,
    view: Any,  # noqa: ANN401 - a view of the game
    names: Sequence[str],
) -> tuple[tuple[str, ...], tuple[Standing, ...]]:
    """Return the end of the round or the game in sentences, and the standings; nothing before it.

    Args:
        session: the game.
        view: what the reader may see of it.
        names: what the seats are called.
    """
    state = session.state
    if not isinstance(view, View):
        if not state.is_over:
            return (), ()
        final = session.game.final_winner(state)
        return (_won(final, names),), tuple(_standings(final))
    if state.is_over:
        return tuple(_final_story(view, names)), tuple(_final_standings(view))
    if state.phase is not Phase.ROUND_OVER:
        return (), ()
    scored = observe(score_round(state), view.player)
    return tuple(_round_story(scored, names)), tuple(_round_standings(scored))


def _round_story(scored: View, names: Sequence[str]) -> Iterator[str]:
    result = scored.results[-1]
    is_own = result.last_placer == scored.player
    who = "You draw" if is_own else f"{names[result.last_placer]} draws"
    yield f"{who} an Iron Throne card."
    # The last round is also scored here, but its cards are turned over later.
    shown = f"Only you see it: {result.throne_card}."
    yield shown if is_own else "Face down until the end: 1 to 3 points off."


def _round_standings(scored: View) -> Iterator[Standing]:
    result = scored.results[-1]
    for seat, points in enumerate(result.penalty_points):
        is_drawn = seat == result.last_placer == scored.player and result.throne_card
        yield Standing(
            seat=seat,
            place=None,
            cards_left=result.cards_left[seat],
            points=points,
            notes=tuple(
                f"{each.points:+d} by {rule(each.rule).title}"
                for each in result.adjustments
                if each.player == seat
            ),
            throne_cards=(result.throne_card,) if is_drawn and result.throne_card else (),
            total=scored.penalty_points[seat],
        )


def _final_story(view: View, names: Sequence[str]) -> Iterator[str]:
    final = rank(view.penalty_points, view.revealed_score_piles)
    called = ["You" if seat == view.player else name for seat, name in enumerate(names)]
    least = final.totals[final.winners[0]]
    yield _won(final, called, f" with {counted(least, 'point')}")
    if final.decided_by is Decision.FEWEST_ICONS:
        yield "In the tie the Iron Throne card with the fewest icons decides."
    others = [seat for group in final.ranking[1:] for seat in group]
    nearest = view.player if view.player in others else next(iter(others), None)
    if nearest is not None and (gap := final.totals[nearest] - least):
        are = "You are" if nearest == view.player else f"{names[nearest]} is"
        yield f"{are} {counted(gap, 'point')} behind."


def _final_standings(view: View) -> Iterator[Standing]:
    piles = view.revealed_score_piles
    final = rank(view.penalty_points, piles)
    for place, seat in final.places:
        yield Standing(
            seat=seat,
            place=place,
            cards_left=view.results[-1].cards_left[seat],
            points=view.penalty_points[seat],
            notes=(),
            throne_cards=piles[seat],
            total=final.totals[seat],
        )


def _standings(final: FinalResult) -> Iterator[Standing]:
    for place, seat in final.places:
        total = final.totals[seat] if final.totals else None
        yield Standing(seat, place, 0, 0, (), (), total)


def _won(final: FinalResult, called: Sequence[str], how: str = "") -> str:
    winners = [called[seat] for seat in final.winners]
    if len(winners) > 1:
        return f"{' and '.join(winners)} share the win."
    return f"{winners[0]} {'win' if winners == ['You'] else 'wins'}{how}."


def told(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return what has happened in the round, the first thing first."""
    return tuple(printed(with_names(each, names)) for each in round_sentences(view))


def printed(sentence: str) -> str:
    """Return a sentence with a capital and a full stop; nothing for nothing."""
    return f"{capital(sentence)}." if sentence else ""


_MOST_TOLD = 60


def shown(
    game_id: str, session: AnySession, seat: int | None, screen: Screen | None = None
) -> Position | AnyPosition:
    """Return what a person may see of a game of any kind."""
    game, state = session.game, session.state
    screen = screen or Screen(session.people)
    viewer, view = session.looks(seat, screen.here), session.seen_by(seat, screen.here)
    is_court = isinstance(view, View)
    # Other games count their seats from 0, in pictures and in sentences.
    first = 1 if is_court else 0
    called = names_in(session, viewer, first)
    story, standings = ending(session, view, called)
    table: dict[str, Any] = {
        "game": game_id,
        "moment": session.moment,
        "seats": seats_shown(session, viewer, first),
        "waits_for": waits_for(session),
        "viewer": viewer,
        "active": state.active_player,
        "story": story,
        "standings": standings,
        "can_undo": screen.can_undo and session.can_undo,
        "here": screen.here,
        "away": screen.away,
    }
    if is_court:
        takes = tuple(map(view.court.open_slots, House))
        return Position(
            **table, told=told(view, called), view=view, moves=legal_moves(view), takes=takes
        )
    titles = game.titles(state)
    happened = game.events(game.observe(session.first, viewer), view)[-_MOST_TOLD:]
    sentences = (game.sentence(event, viewer) for event in happened)

    def named(text: str) -> str:
        return with_names(text, called, titles)

    players = range(state.players)
    goods = [
        tuple(Choice(*each) for each in game.goods_of(view, player).items()) for player in players
    ]
    return AnyPosition(
        **table,
        key=game.KEY,
        name=game.NAME,
        question=printed(named(game.question(view))),
        moves=tuple(
            Choice(str(move), capital(named(game.move_in_words(view, move))))
            for move in game.legal_moves(view)
        ),
        facts=tuple(game.player_in_words(view, player) for player in players),
        goods=tuple(goods) if any(goods) else (),
        picture=with_names(game.draw_svg(view), [html.escape(name) for name in called]),
        words=named(game.draw_text(view)),
        told=tuple(printed(named(each)) for each in sentences if each),
    )


def hint(session: AnySession, seat: int, screen: Screen) -> Advice:
    """Return a move for the person to move: that of the usual player, except in the card game.

    Raises:
        Unable: the person is not to move.
    """
    view = session.seen_by(seat, screen.here)
    if not session.game.legal_moves(view):
        raise Unable("not-now", "a hint is for the person to move")
    if isinstance(view, View):
        return advice(view)
    move, told = session.hint(view, names_of(session.seats))
    return Advice(str(move), told)


_NAMES = ("Player 1", "Player 2")
_WINS = "wins, whatever the other player does."
_LOSES = "does not win. The other player places the last card."


def level_choices() -> tuple[Choice, ...]:
    """Return the levels of the puzzles, each by the number of its first one."""
    choices = []
    for level, group in groupby(load_puzzles(), key=lambda puzzle: puzzle.level):
        numbers = [puzzle.number for puzzle in group]
        title = f"Level {level}: puzzles {numbers[0]} to {numbers[-1]}"
        choices.append(Choice(str(numbers[0]), title))
    return tuple(choices)


def todays_puzzle() -> int:
    """Return the number of the puzzle of the day."""
    return daily_puzzle(dt.date.today()).number  # noqa: DTZ011 - the day where the page is


def posed(puzzle: Puzzle) -> Posed:
    """Return a puzzle."""
    state = puzzle.state
    view = observe(state, state.active_player)
    [other_hand] = (hand for seat, hand in enumerate(state.hands) if seat != view.player)
    number = puzzle.number
    return Posed(
        number=number,
        level=puzzle.level,
        following=number + 1 if number < len(load_puzzles()) else None,
        is_daily=number == todays_puzzle(),
        names=_NAMES,
        view=view,
        other_hand=other_hand,
        moves=legal_moves(view),
        takes=tuple(map(view.court.open_slots, House)),
    )


def attempted(puzzle: Puzzle, move: Move | None) -> Attempted | Refused:
    """Return whether a placement wins the round, and how the round goes on after it.

    Args:
        puzzle: the puzzle.
        move: the placement; None for the one that solves it.
    """
    move = move or puzzle.solution
    state = puzzle.state
    view = observe(state, state.active_player)
    if reasons := reasons_against(westeros_intrigue, view, str(move)):
        return Refused(reasons)
    end = observe(puzzle.end_after(move), view.player)
    wins = puzzle.is_solved_by(move)
    return Attempted(
        wins=wins,
        text=f"{move.card} in {move.slot} {_WINS if wins else _LOSES}",
        told=told(end, _NAMES)[len(told(view, _NAMES)) :],
    )


def reviewed(session: PageSession, number: int) -> Reviewed:
    """Return a placement of a game that is over, counted from 0 over all rounds.

    Raises:
        Unable: the game has fewer placements.
    """
    placements = course(session)
    if number >= len(placements):
        raise Unable("cannot-be", f"the game has {counted(len(placements), 'placement')}")
    moment, before, after = placements[number]
    placed = after.placements[-1]
    # An automated house chooses nothing.
    is_chosen = placed.player not in before.variant.automated
    judged = judgement(observe(before, placed.player), placed.move) if is_chosen else None
    move = placed.move
    who = names_in(session, next(iter(session.people), None))[placed.player]
    return Reviewed(
        number=number,
        count=len(placements),
        text=f"Round {after.round_number}: {who} placed {move.card} in {move.slot}.",
        judgement=judged.text if judged else "",
        win=judged.win if judged else None,
        loss=judged.loss if judged else 0,
        better=judged.better if judged else None,
        view=observe(after, None),
        moment=moment,
        placers=tuple(after.placements[-1].player for _, _, after in placements),
        rounds=tuple(after.round_number for _, _, after in placements),
    )


def past(game: str, session: AnySession, moment: int) -> Position | AnyPosition:
    """Return an earlier moment of a game that is over."""
    if moment >= session.moment:
        raise Unable("cannot-be", f"the game has {session.moment} moments to look at")
    state = next(islice(session.record.replay(), moment, None))
    earlier = attrs.evolve(session, state=state, moment=moment, past=())
    seat = session.people[0] if len(session.people) == 1 else None
    return shown(game, earlier, seat)


def check_over(session: AnySession) -> None:
    """Raise `Unable` for a game that is under way: what lies behind it is hidden."""
    if not session.state.is_over:
        raise Unable("not-now", "the game is not over, and its record contains every hand")


def branched(session: AnySession, moment: int) -> AnySession:
    """Return a new game that goes on from an earlier moment of a game.

    Named players do at first what they did.

    Raises:
        Unable: the game is not over, or has no such moment.
    """
    check_over(session)
    if moment >= session.moment:
        raise Unable("cannot-be", f"the game has {session.moment} moments to go on from")
    state = next(islice(session.record.replay(), moment, None))
    record = session.game.Record.from_state(state, tags=dict(session.record.tags))
    return Session.resumed(session.game, record)


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


def warm_up() -> None:
    """Ask for a hint, let the players that search move, and try a puzzle."""
    view = observe(setup(2, seed=0), 0)
    advice(view)
    for name in ("squire", "learned"):
        parse_player(name)(view, random.Random(0))  # noqa: S311 - a game, no secret
    puzzle = load_puzzles()[0]
    attempted(puzzle, puzzle.solution)


_MOST_STEPS = 500


def puzzled(request: Pose | Attempt) -> Posed | Attempted | Refused:
    """Return a puzzle, or what comes of a placement in it."""
    puzzles = load_puzzles()
    if request.number > len(puzzles):
        raise Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    puzzle = puzzles[request.number - 1]
    if isinstance(request, Pose):
        return posed(puzzle)
    return attempted(puzzle, request.move)


def rules_of(key: str) -> Ruled:
    """Return the rules of a game.

    Raises:
        Unable: no game has this key.
    """
    if key not in GAMES:
        raise Unable("cannot-be", f"the games are {', '.join(GAMES)}, not {key}")
    game = GAMES[key]
    rules = tuple(rule.text for rule in game.RULEBOOK.values())
    return Ruled(game.NAME, game.PRIMER, rules)


def refusals(session: AnySession, request: Play, screen: Screen) -> tuple[Reason, ...]:
    """Return what is wrong with a move of a person at a screen; nothing if it is legal.

    Raises:
        Unable: nobody at this screen sits there.
    """
    if request.seat not in session.people:
        raise Unable("not-now", f"seat {request.seat} is not a person's")
    if request.seat not in screen.here:
        raise Unable("not-yours", "somebody else sits there")
    # Asked about the view, since the state would reveal the cards of others.
    view = session.game.observe(session.state, request.seat)
    return reasons_against(session.game, view, request.move)


def changed(session: AnySession, request: Play | Step | Undo, screen: Screen) -> AnySession:
    """Return the game after a request.

    Raises:
        Unable: nothing can happen, or be undone, at this moment.
    """
    if isinstance(request, Play):
        return session.moved(request.seat, session.game.parse_move(request.move))
    if isinstance(request, Undo) and not screen.can_undo:
        raise Unable("not-now", "friends play, and what they did cannot be undone")
    try:
        is_step = isinstance(request, Step)
        return _stepped(session, request.seat) if is_step else session.undone()
    except InvalidValue as error:
        raise Unable("not-now", str(error)) from None


def _stepped(session: AnySession, seat: int | None) -> AnySession:
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


def opened(
    session: AnySession, request: Review | Copy
) -> Reviewed | Position | AnyPosition | Copied:
    """Return what was hidden in a game that is over.

    Raises:
        Unable: it is not over, or has no such moment.
    """
    check_over(session)
    if isinstance(request, Copy):
        return Copied(str(session.record))
    if not isinstance(session.state, GameState):
        return past(request.game, session, request.number)
    return reviewed(session, request.number)
