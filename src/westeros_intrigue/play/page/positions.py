"""The answers that show a game: positions, ends of rounds, advice, reviews and puzzles.

All answers are made from the viewer's view.
"""

from __future__ import annotations

import datetime as dt
import html
import random
from collections.abc import Iterator, Sequence
from itertools import groupby, islice, pairwise
from typing import Any, TypeAlias

import attrs

import westeros_intrigue
from westeros_intrigue import (
    GameState,
    House,
    Move,
    Phase,
    View,
    Violation,
    apply,
    greedy_player,
    legal_moves,
    observe,
    rule,
    setup,
)
from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.display import YOU, FinalResult
from westeros_intrigue.gamekit.errors import PlayerFailed
from westeros_intrigue.gamekit.game import GAMES, AnyGame, Game
from westeros_intrigue.gamekit.rulebook import paragraphs
from westeros_intrigue.lab.players.analysis import HINT_PLAYOUTS, analyse, better, why
from westeros_intrigue.play.page import messages
from westeros_intrigue.play.page.friends import Chair
from westeros_intrigue.play.puzzles import daily_puzzle, load_puzzles
from westeros_intrigue.play.sessions import AnySession, Seat, Session, names_of
from westeros_intrigue.play.sessions.session import draw_lines, sentences, with_names
from westeros_intrigue.rules import HouseRules
from westeros_intrigue.rules.history import Decision, Reveal, RoundEnd, RoundStart

PageSession: TypeAlias = Session[GameState, View, Move]


@attrs.frozen
class Screen(values.Value):
    """A screen that shows a game."""

    here: tuple[int, ...]
    """The seats of the people at this screen."""
    away: tuple[int, ...] = ()
    """The seats of people whose screens are not connected."""
    reading: tuple[int, ...] = ()
    """The seats of people who are still reading the end of a round."""
    is_alone: bool = True
    """False if friends play; nothing can then be undone or skipped."""
    failed: PlayerFailed | OSError | None = None
    """The error of the player to move or of the folder, if the step after this moment failed."""


def show_seats(session: AnySession, names: Sequence[str]) -> tuple[Seat, ...]:
    """Return the seats with their names on the page."""
    return tuple(Seat(name, seat.who) for name, seat in zip(names, session.seats, strict=True))


def waits_for(session: AnySession) -> str:
    """Return the value of `waits_for` in messages."""
    return "round" if session.state.phase is Phase.ROUND_OVER else session.waits_for


def explain_refusal(game: AnyGame, view: Any, written: str) -> tuple[messages.Reason, ...]:  # noqa: ANN401 - a view of the game
    """Return the faults of a move that the viewer entered; empty if it is legal.

    A text that is not a move is refused with some that could be made.
    """
    try:
        found = game.explain(view, game.parse_move(written))
    except ValueError as error:
        legal = [*map(str, islice(game.legal_moves(view), _MOST_NAMED))]
        found = (f"{error}: choose {values.join_words(legal, 'or')}" if legal else error,)
    return tuple(
        messages.Reason(each.code.value, each.rule, str(each))
        if isinstance(each, Violation)
        else messages.Reason("refused", "", str(each))
        for each in found
    )


_LEAST_MISTAKE = 0.1
"""The points that a mistake loses at least; readers see tenths of points."""


@attrs.frozen
class _Judgement:
    """The value of a placement, as in `messages.PlacementReview`."""

    text: str = ""
    win: int | None = None
    against: str = ""
    loss: int = 0
    better: Move | None = None


def _judge(view: View, move: Move) -> _Judgement:
    """Return the value of a placement, from the player's view."""
    analysis = analyse(view, playouts=HINT_PLAYOUTS, inference=True)
    best, made, lost = analysis.best, analysis.of(move), analysis.loss(move)
    win = round(100 * made.win)
    if len(analysis.moves) == 1:
        return _Judgement("It was the only legal placement.", win, analysis.against)
    if lost < _LEAST_MISTAKE or not analysis.is_clear_loss(move):
        return _Judgement("No other placement was clearly better.", win, analysis.against)
    reasons = ", and ".join(better(view, best, made))
    # The page shows rows instead of slots, so this distinguishes two slots in a row.
    is_near = (best.move.card, best.move.slot.row) == (move.card, move.slot.row)
    where = f"{move.card} elsewhere in that row" if is_near else _in_words(best.move)
    text = f"{where} was better, by {lost:.1f} points"
    text += f": it {reasons}." if reasons else "."
    return _Judgement(text, win, analysis.against, round(100 * lost), best.move)


def _in_words(move: Move) -> str:
    return f"{move.card} in {move.slot}"


def describe_end(
    session: AnySession,
    view: Any,  # noqa: ANN401 - a view of the game
    names: Sequence[str],
) -> tuple[tuple[str, ...], tuple[messages.Standing, ...]]:
    """Return the end of the round or the game as sentences, and the standings; empty before.

    Args:
        session: the game.
        view: the reader's view.
        names: the names of the seats.
    """
    state = session.state
    if not isinstance(view, View):
        if not state.is_over:
            return (), ()
        final = session.game.final_winner(state)
        return (_name_winners(final, names),), tuple(_standings(final))
    called = [YOU if seat == view.player else name for seat, name in enumerate(names)]
    if state.is_over:
        final = session.game.final_winner(state)
        return tuple(_final_story(final, called)), tuple(_standings(final, view))
    if state.phase is not Phase.ROUND_OVER:
        return (), ()
    scored = session.game.observe(session.stepped().state, view.player)
    story = (with_names(told, called) for told in _round_story(scored))
    return tuple(story), tuple(_round_standings(scored))


def _round_story(scored: View) -> Iterator[str]:
    result = scored.results[-1]
    placer = f"player {result.last_placer}"
    yield f"{placer} draws an Iron Throne card for the last placement."
    # This also scores the last round, but its cards are revealed later.
    if result.throne_card and result.last_placer == scored.player:
        off = values.count_things(result.throne_card.value, "point")
        yield f"Only you see it: at the end, it takes {off} off your total."
    else:
        yield f"At the end, it takes 1 to 3 points off {placer}'s total."
    points = scored.penalty_points
    leaders = [f"player {seat}" for seat, each in enumerate(points) if each == min(points)]
    lead = f"lead{'s' * (len(leaders) == 1)} with {values.count_things(min(points), 'point')}"
    yield f"{values.join_words(leaders)} {lead}: the fewest win."


def _round_standings(scored: View) -> Iterator[messages.Standing]:
    result = scored.results[-1]
    for seat, points in enumerate(result.penalty_points):
        yield messages.Standing(
            seat=seat,
            place=None,
            cards_left=result.cards_left[seat],
            points=points,
            notes=tuple(
                f"{each.points:+d} by {rule(each.rule).title}"
                for each in result.adjustments
                if each.player == seat
            ),
            # After the last round, the drawer's card must stay hidden from the others.
            throne_cards=(result.throne_card,)
            if result.throne_card and seat == result.last_placer == scored.player
            else (),
            total=scored.penalty_points[seat],
        )


def _final_story(final: FinalResult, names: Sequence[str]) -> Iterator[str]:
    least = values.count_things(final.totals[final.winners[0]], "point")
    yield _name_winners(final, names, f" with {least}")
    if final.decided_by is Decision.FEWEST_ICONS:
        yield "The Iron Throne card with the fewest icons breaks the tie."


def _standings(final: FinalResult, view: View | None = None) -> Iterator[messages.Standing]:
    for place, seat in final.places:
        yield messages.Standing(
            seat=seat,
            place=place,
            cards_left=view.results[-1].cards_left[seat] if view else 0,
            points=view.penalty_points[seat] if view else 0,
            notes=(),
            throne_cards=view.revealed_score_piles[seat] if view else (),
            total=final.totals[seat] if final.totals else None,
        )


def _name_winners(final: FinalResult, called: Sequence[str], how: str = "") -> str:
    winner, *others = final.winners
    if others:
        return f"{' and '.join(called[seat] for seat in final.winners)} share the win."
    return with_names(f"player {winner} wins{how}.", called)


def house_rule_in_words(game: object) -> str:
    """Return the name and the text of a house rule, for a table; "" for another game."""
    if not isinstance(game, HouseRules):
        return ""
    said = [rule.text for rule in game.RULES] or paragraphs(game.__doc__ or "")
    return f"{game.NAME}: {' '.join(said)}"


_MOST_NAMED = 3
"""The number of legal moves in a refusal of a text that is not a move."""
_MOST_TOLD = 60


def show_position(
    game_id: str, session: AnySession, seat: int | None, screen: Screen | None = None
) -> messages.Shown:
    """Return a person's view of any game, as a message."""
    game, state = session.game, session.state
    screen = screen or Screen(session.people)
    viewer = session.looks(seat, screen.here)
    view = game.observe(state, viewer)
    is_court = isinstance(view, View)
    # Other games count seats from 0 in pictures and sentences.
    first = 1 if is_court else 0
    called = names_of(session.seats, "" if viewer is None else YOU, first)
    story, standings = describe_end(session, view, called)
    table: dict[str, Any] = {
        "game": game_id,
        "key": game.KEY,
        "moment": session.moment,
        "seats": show_seats(session, called),
        "waits_for": waits_for(session),
        "viewer": viewer,
        "active": state.active_player,
        "story": story,
        "standings": standings,
        "can_undo": screen.is_alone and session.can_undo,
        "here": screen.here,
        "away": screen.away,
        "reading": screen.reading,
        "failure": _describe_failure(session, called, screen.failed),
    }
    if is_court:
        past = (values.as_sentence(with_names(each, called)) for each in _round_sentences(view))
        return messages.Position(
            **table,
            told=tuple(filter(None, (house_rule_in_words(game), *past))),
            view=view,
            moves=tuple(game.legal_moves(view)),
            takes=_open_slots(view),
        )
    titles = game.titles(state)
    happened = game.events(game.observe(session.first, viewer), view)[-_MOST_TOLD:]
    told = (game.sentence(event, viewer) for event in happened)

    def name_in(text: str) -> str:
        return with_names(text, called, titles)

    players = range(state.players)
    goods = [
        tuple(messages.Choice(*each) for each in game.goods_of(view, player).items())
        for player in players
    ]
    return messages.AnyPosition(
        **table,
        name=game.NAME,
        question=values.as_sentence(name_in(game.question(view))),
        moves=tuple(
            messages.Choice(str(move), values.capital(name_in(game.move_in_words(view, move))))
            for move in game.legal_moves(view)
        ),
        facts=tuple(game.player_in_words(view, player) for player in players),
        goods=tuple(goods) if any(goods) else (),
        picture=with_names(game.draw_svg(view), [html.escape(name) for name in called]),
        words=draw_lines(game, view, called),
        told=tuple(values.as_sentence(name_in(each)) for each in told if each),
    )


def _describe_failure(
    session: AnySession, names: Sequence[str], failed: PlayerFailed | OSError | None
) -> messages.Failure | None:
    if failed is None:
        return None
    text = values.as_sentence(failure_in_words(failed, names))
    if isinstance(failed, PlayerFailed):
        return messages.Failure(text, session.substitute(failed.player))
    return messages.Failure(text, "")


def failure_in_words(failed: PlayerFailed | OSError, names: Sequence[str]) -> str:
    """Return a failure as people at the table may read it.

    >>> failure_in_words(PlayerFailed("chatty", 1, 5, "KeyError", "S4"), ("Ada", "Ben"))
    "chatty, asked for Ben's move at step 5, failed: KeyError"
    >>> failure_in_words(OSError(28, "No space left on device"), ())
    'the folder of games cannot be used: No space left on device'
    """
    if isinstance(failed, PlayerFailed):
        return with_names(failed.in_public, names)
    return f"the folder of games cannot be used: {failed.strerror or failed}"


def _round_sentences(view: View) -> list[str]:
    """Return the events of the view's round in words, without the points at its end."""
    sentences: list[str] = []
    for event in reversed(westeros_intrigue.events(None, view)):
        if not isinstance(event, RoundEnd | Reveal):
            sentences[:0] = filter(None, [westeros_intrigue.sentence(event, view.player)])
        if isinstance(event, RoundStart):
            break
    return sentences


def _open_slots(view: View) -> messages.OpenSlots:
    """Return the slots open to each house."""
    return tuple(map(view.court.open_slots, House))


def find_hint(session: AnySession, seat: int | None, screen: Screen) -> messages.Advice:
    """Return a move for the person to move: by the default player, or the best placement.

    Raises:
        Unable: the person is not to move.
    """
    view = session.view_of(seat, screen.here)
    if not session.game.legal_moves(view):
        raise messages.Unable("not-now", "only the person to move can get a hint")
    if not isinstance(view, View):
        move, told = session.hint(view, names_of(session.seats))
        return messages.Advice(str(move), told)
    best, *others = (judged.move for judged in analyse(view, playouts=HINT_PLAYOUTS).moves)
    reason = why(view, best, others)
    told = f"{_in_words(best)} looks best.{f' It {reason}.' if reason else ''}"
    return messages.Advice(str(best), told)


def check_over(session: AnySession) -> None:
    """Raise `Unable` for an unfinished game, since its hidden cards must stay hidden."""
    if not session.state.is_over:
        raise messages.Unable("not-now", "the game is not over, and its record contains every hand")


def open_record(
    session: AnySession, request: messages.Review | messages.Copy, screen: Screen
) -> messages.Answer:
    """Return the hidden information in a finished game, or in finished rounds.

    Raises:
        Unable: the game is not over, or has no such moment.
    """
    if isinstance(request, messages.Copy):
        check_over(session)
        return messages.RecordCopy(str(session.record))
    if not isinstance(session.state, GameState):
        check_over(session)
        return _show_past(request.game, session, request.number)
    return review_placement(session, request.number, screen.here)


def _show_past(game: str, session: AnySession, moment: int) -> messages.Shown:
    """Return an earlier moment of a finished game."""
    if moment >= session.moment:
        raise messages.Unable("cannot-be", f"the game has {session.moment} moments to look at")
    state = next(islice(session.record.replay(), moment, None))
    earlier = attrs.evolve(session, state=state, moment=moment, past=())
    return show_position(game, earlier, session.only_person)


def rounds_over(session: PageSession) -> int:
    """Return the number of rounds that are over."""
    return session.state.round_number - (session.state.phase is Phase.PLAYING)


def review_placement(
    session: PageSession, number: int, here: Sequence[int]
) -> messages.PlacementReview:
    """Return a placement of a finished round, counted from 0 over all rounds.

    Before the end of the game, only placements by the only reader at the screen are judged.

    Raises:
        Unable: no round is over, or the rounds have fewer placements.
    """
    if not (over := rounds_over(session)):
        raise messages.Unable("not-now", "no round is over")
    placements = [
        (moment, before, after)
        for moment, (before, after) in enumerate(pairwise(session.record.replay()))
        if len(after.placements) > len(before.placements) and after.round_number <= over
    ]
    if number >= len(placements):
        raise messages.Unable(
            "cannot-be", f"the game has {values.count_things(len(placements), 'placement')}"
        )
    moment, before, after = placements[number]
    placed = after.placements[-1]
    # An automated house makes no choices.
    is_judged = placed.player not in before.variant.automated
    is_judged &= session.state.is_over or (placed.player,) == tuple(here)
    observe = session.game.observe
    move = placed.move
    judged = _judge(observe(before, placed.player), move) if is_judged else _Judgement()
    who = names_of(session.seats, YOU, 1)[placed.player]
    return messages.PlacementReview(
        number=number,
        count=len(placements),
        text=f"Round {after.round_number}: {who} placed {move.card} in {move.slot}.",
        judgement=judged.text,
        win=judged.win,
        against=judged.against,
        loss=judged.loss,
        better=judged.better,
        view=observe(after, None),
        moment=moment,
        placers=tuple(after.placements[-1].player for _, _, after in placements),
        rounds=tuple(after.round_number for _, _, after in placements),
    )


_LESSON = 0
"""The seed of the practice game, which always allows placements of all three kinds."""
_LEARNER = 0
"""The seat of the learner in it."""
_MOST_TRIES = 3


def practise(moves: Sequence[Move]) -> messages.Practice:
    """Return the position after some of three placements: two in the first row, one above them.

    Three computer players answer each placement.

    Raises:
        Unable: a placement is not among those to try.
    """
    state = setup(4, seed=_LESSON)
    for number, move in enumerate(moves):
        if move not in _list_tries(observe(state, _LEARNER), number):
            raise messages.Unable("cannot-be", "this placement is not for practice")
        state = _let_others_answer(apply(state, move))
    view = observe(state, _LEARNER)
    return messages.Practice(view, _list_tries(view, len(moves)), _open_slots(view))


def _list_tries(view: View, number: int) -> tuple[Move, ...]:
    """Return the placements that a learner can try after a number of others; empty at the end."""
    if number == _MOST_TRIES:
        return ()
    is_above = number == _MOST_TRIES - 1
    return tuple(move for move in legal_moves(view) if (move.slot.row > 0) is is_above)


def _let_others_answer(state: GameState) -> GameState:
    """Return the practice game at the learner's next turn."""
    while (seat := state.active_player) not in {_LEARNER, None}:
        state = apply(state, greedy_player(observe(state, seat), random.Random(0)))  # noqa: S311 - no secret
    return state


def offer_seat(session: AnySession, chair: Chair) -> messages.SeatOffer:
    """Return the offer of a chair to a visitor."""
    return messages.SeatOffer(
        game=chair.game,
        name=session.game.NAME,
        seat=chair.seat,
        seats=show_seats(session, names_of(session.seats, first=1)),
        is_yours=chair.is_taken,
        usual=session.game.PLAYERS.usual,
    )


def describe_games(
    request: messages.Rules | messages.Tables,
) -> messages.RulesText | messages.AllTables:
    """Return the rules of a game, or the tables of all games.

    Raises:
        Unable: no game has this key.
    """
    if isinstance(request, messages.Tables):
        return messages.AllTables(tuple(list_games()))
    if request.name not in GAMES:
        raise messages.Unable("cannot-be", f"the games are {', '.join(GAMES)}, not {request.name}")
    game = GAMES[request.name]
    return messages.RulesText(
        game.NAME, game.PRIMER, tuple(rule.text for rule in game.RULEBOOK.values())
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
        )


def list_players(game: Game[Any, Any, Any]) -> tuple[messages.Choice, ...]:
    """Return a game's computer players, weakest first."""
    return tuple(
        messages.Choice(name, f"{name.capitalize()}: {player.summary}")
        for name, player in game.PLAYERS.items()
        if not player.is_numbered
    )


def list_puzzles() -> Iterator[messages.Choice]:
    """Yield the levels of the puzzles, each by the number of its first puzzle."""
    for level, group in groupby(load_puzzles(), key=lambda puzzle: puzzle.level):
        first, *_, last = (puzzle.number for puzzle in group)
        yield messages.Choice(str(first), f"Level {level}: puzzles {first} to {last}")


_NAMES = ("Player 1", "Player 2")
_WINS = "wins, whatever the other player does."
_LOSES = "does not win. The other player places the last card."


def find_daily_puzzle() -> int:
    """Return the number of the puzzle of the day."""
    return daily_puzzle(dt.date.today()).number  # noqa: DTZ011 - the day where the page is


def answer_puzzle(
    request: messages.Pose | messages.Attempt | messages.Practise,
) -> messages.PuzzlePosition | messages.PuzzleResult | messages.Refused | messages.Practice:
    """Return a puzzle, the result of a placement in it, or a practice position.

    Raises:
        Unable: no such puzzle exists.
    """
    if isinstance(request, messages.Practise):
        return practise(request.moves)
    puzzles, number = load_puzzles(), request.number
    if number > len(puzzles):
        raise messages.Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    puzzle = puzzles[number - 1]
    state, view = puzzle.state, puzzle.view
    if isinstance(request, messages.Pose):
        return messages.PuzzlePosition(
            number=number,
            level=puzzle.level,
            following=number + 1 if number < len(puzzles) else None,
            is_daily=number == find_daily_puzzle(),
            names=_NAMES,
            view=view,
            other_hand=state.hands[1 - (state.active_player or 0)],
            moves=legal_moves(view),
            takes=_open_slots(view),
        )
    move = request.move or puzzle.solution
    if reasons := explain_refusal(westeros_intrigue, view, str(move)):
        return messages.Refused(reasons)
    wins = puzzle.is_solved_by(move)
    end = puzzle.end_after(move)
    rest = sentences(westeros_intrigue, state, end, view.player, _NAMES)
    return messages.PuzzleResult(
        wins=wins,
        text=f"{_in_words(move)} {_WINS if wins else _LOSES}",
        placements=end.placements[len(state.placements) :],
        told=tuple(map(values.as_sentence, rest)),
    )
