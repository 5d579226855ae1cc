"""The promises of any game, which `check_game` checks one by one at each moment of whole games."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import copy
import functools
import itertools
import pickle
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic

import attrs

from westeros_intrigue.gamekit import GameOf, Position, Word, chance
from westeros_intrigue.gamekit.english import count_things, join_words
from westeros_intrigue.gamekit.game import Game, HasLines, Move, State, SuppliesChance, View
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.refusals import AnyViolation
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.gamekit.values import short_repr
from westeros_intrigue.gamekit.wording import (
    LONGEST_RULES,
    HasNotation,
    HasTableRules,
    examples_of,
)
from westeros_intrigue.testing import (
    alike_views,
    authored_games,
    game_names,
    hostile_texts,
    replayed_worlds,
    tables,
)
from westeros_intrigue.testing.player_checks import CheckFailed

_SOON = 200
"""The number of moves after which a check looks ahead for the end of a game."""
_LONGEST_WITH_OPTION = 300
"""The number of moves that are checked with each value of an option."""
_LOOKS = 100
"""The number of positions of a game whose views are compared."""
_MORE_GAMES, _MORE_LOOKS = 60, 400
"""The maximum numbers of games, and of their positions, that show who sees fields which are seldom
filled."""
_SIBLINGS = 8
_SEEDS = 20


@attrs.define
class PromiseCheck(Generic[State, View, Move]):
    """The check of a game, and its current moment."""

    game: Game[State, View, Move]
    """The game; its results are checked once it has all names."""
    where: str
    """A description of the moment for failures."""
    most_decisions: int
    hidden_from: Callable[[State, int | None], State] | None
    """Changes what a seat or a spectator may not know; None to draw a world from the view."""
    rng: random.Random = attrs.field(factory=random.Random)
    state: State = attrs.field(init=False)
    names: Sequence[str] = ()
    """The fields that the author of a game made with `GameOf` added to `Position`."""
    authored: GameOf[Any, Any] | None = None
    """The game itself if it was made with `GameOf`; `isinstance` cannot find out of which types."""
    refuses: bool = False
    """True for such a game whose author wrote `refuse`."""
    shown: Collection[type] = ()
    """The classes of the moves in `NOTATION`."""
    sizes: dict[object, int] = attrs.field(factory=dict)
    """The size of the author's own `tensor` at each kind of table."""
    courses: list[list[State]] = attrs.field(factory=list)
    """The states of each game."""

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """The seats, and None for a spectator."""
        return (None, *range(self.state.players))

    def require(self, condition: object, message: str) -> None:
        """Raise CheckFailed, with the moment, unless a condition is true."""
        if not condition:
            raise CheckFailed(f"{self.where}: {message}")

    def check_game(self, games: int, seed: int) -> authored_games.Knowledge:
        """Check whole games, and return who sees what in them."""
        checked = self.game
        game_names.check_names(checked)
        game = self.game = game_names.check_results(checked)
        self.shown = self.check_examples()
        hostile_texts.check_setup(game)
        watched = authored_games.Watched(game, checked)
        self.names = watched.names
        authored = self.authored = checked if isinstance(checked, GameOf) else None
        self.refuses = authored is not None and type(authored).refuse is not GameOf.refuse
        counts = itertools.cycle(range(game.MIN_PLAYERS, game.MAX_PLAYERS + 1))
        seats = [*itertools.islice(counts, games)]
        for own_seed, players in enumerate(seats, start=seed):
            self.where = f"{game.NAME}, {count_things(players, 'player')}, seed {own_seed}"
            self.check_whole_game(players, own_seed, watched)
        for players, options, what in tables.check_options(game, seed):
            self.where = f"{game.NAME}, {count_things(players, 'player')}, {what}, seed {seed}"
            self.check_game_with_options(players, options, seed)
        authored_games.check_other_process(checked, game.MIN_PLAYERS, seed)
        self.look_further(itertools.islice(counts, _MORE_GAMES), seed + games, watched)
        knowledge = watched.knowledge()
        if authored is not None and self.names:
            courses = replayed_worlds.Courses(authored, self.names, watched.private)
            for states in self.courses:
                things = watched.find_things(states[0].players)
                courses.note(states, things, random.Random(seed))  # noqa: S311 - chance of a check
            courses.check()
        alike = () if authored is None else alike_views.find_alike(authored)
        return attrs.evolve(knowledge, alike=alike)

    def look_further(
        self, counts: Iterable[int], seed: int, watched: authored_games.Watched[State, View]
    ) -> None:
        """Play more games with random moves, until every field has had content often enough.

        Who sees a field that is seldom filled, and how worlds treat it, shows in few games.
        """
        if not self.names:
            return
        game, left = self.game, _MORE_LOOKS
        for own_seed, players in enumerate(counts, seed):
            if watched.is_complete or not left:
                return
            self.where = f"{game.NAME}, {count_things(players, 'player')}, seed {own_seed}"
            self.rng = random.Random(own_seed)  # noqa: S311 - chance of a check
            self.state = game.setup(players, seed=own_seed)
            states = []
            for _ in self.count_moves(must_end=False):
                states.append(self.state)
                watched.look(self.state)
                left -= 1
                if watched.is_complete or not left:
                    break
                moves = game.legal_moves(self.state)
                self.state = game.apply(self.state, chance.choose(moves, self.rng))
            self.courses.append(states)

    def check_game_with_options(
        self, players: int, options: Mapping[str, OptionValue], seed: int
    ) -> None:
        """Check moves of a game with options; of a module, the forms that keep them."""
        game = self.game
        self.rng = random.Random(seed)  # noqa: S311 - chance of a check
        self.state = game.new_game(players, options, seed=seed)
        known = dict[Move, None]()
        for played in self.count_moves(must_end=False):
            moves = game.legal_moves(self.state)
            if played == _LONGEST_WITH_OPTION:
                return  # a game of 1000 rounds can be long
            if self.authored is not None:
                self.check_moves(moves)
                known |= dict.fromkeys(moves)
                if _is_examined(played):
                    self.check_all(moves, known)
            elif _is_examined(played):
                self.check_kept(is_first=not played)
            self.state = game.apply(self.state, chance.choose(moves, self.rng))
        self.check_end()

    def check_kept(self, *, is_first: bool) -> None:
        """Check that lines keep a moment of a module's game; so do other forms where it began."""
        game, state = self.game, self.state
        if isinstance(game, HasLines):
            for position in (state, game.observe(state, state.active_player)):
                self.check_line(game, position)
        if is_first:  # documents and records replay the moves, which takes longer
            written = game.DOCUMENTS.to_json(state)
            self.check_copy(state, game.DOCUMENTS.from_json(type(state), written))
            record = game.Record.from_state(state)
            try:
                again = type(record).parse(str(record)).state
            except ValueError as error:
                raise CheckFailed(
                    f"{self.where}: the record of a game at its start is refused: {error}"
                ) from error
            self.check_copy(state, again)

    def check_whole_game(
        self, players: int, seed: int, watched: authored_games.Watched[State, View]
    ) -> None:
        """Check a game with random moves."""
        game, rng = self.game, random.Random(seed)  # noqa: S311 - chance of a check
        self.rng = rng
        first = self.state = game.setup(players, seed=seed)
        drawn = [game.setup(players, rng=random.Random(seed)) for _ in range(2)]  # noqa: S311 - for the same reason
        is_same = game.setup(players, seed=seed) == first and drawn[0] == drawn[1]
        self.require(
            is_same,
            "the same seed leads to different games: start must draw only from its `rng`",
        )
        self.require(first.players == players, f"the state has {first.players} players")
        self.check_seeds(seed)
        known = dict[Move, None]()
        states = []
        for played in self.count_moves():
            states.append(self.state)
            moves = game.legal_moves(self.state)
            self.check_moves(moves)
            known |= dict.fromkeys(moves)
            is_examined = _is_examined(played)
            if played < _LOOKS or is_examined:
                watched.look(self.state)
            if is_examined:
                self.check_all(moves, known)
                watched.note(self.state, rng, self.where)
            move = chance.choose(moves, rng)
            following = self.apply_checked(move)
            if is_examined:
                self.check_move(move, following)
                self.check_seen_events(move, following)
            self.check_events(move, following)
            self.state = following
        self.check_end()
        self.check_all((), known)
        self.courses.append(states)
        rematch = game.rematch(self.state, seed=seed)
        self.require(rematch == first, "a rematch with the same seed is a different game")
        hostile_texts.check_record(game, self.state, self.where)
        hostile_texts.check_texts(game, self.state, known, self.where)
        if isinstance(game, HasTableRules):
            size = len("\n".join(game.table_rules(first)))
            self.require(
                0 < size <= LONGEST_RULES,
                f"table_rules returns {size} characters: at most {LONGEST_RULES} are for readers",
            )
        for move in known if isinstance(self.game, HasNotation) else ():
            self.require(
                type(move) in self.shown,
                f"NOTATION has no move like {move}: write one of each form between back-ticks",
            )

    def check_examples(self) -> Collection[type]:
        """Check that the moves in the words about notation are written so; return their classes."""
        game = self.game
        shown = set[type]()
        for text in examples_of(game.NOTATION) if isinstance(game, HasNotation) else ():
            try:
                move = self.game.parse_move(text)
            except ValueError as error:
                raise CheckFailed(
                    f"{self.where}: NOTATION has `{text}`, which parse_move refuses: {error}"
                ) from error
            self.require(
                str(move) == text, f"NOTATION has `{text}`, which is written {str(move)!r}"
            )
            shown.add(type(move))
        return shown

    def check_seeds(self, seed: int) -> None:
        """Check that other seeds lead to other games, unless the start leaves nothing to chance.

        Chance shows in games of other random numbers, or in worlds drawn from a view.
        """
        game, first, rng = self.game, self.state, random.Random(seed)  # noqa: S311 - chance of a check

        def is_first(other: State) -> bool:
            content = authored_games.content_of
            return content(other) == content(first) if self.names else other == first

        players, seeds = first.players, range(_SEEDS)
        if all(is_first(game.setup(players, seed=each)) for each in seeds):
            drawn = (game.setup(players, rng=rng) for _ in seeds)
            self.require(all(map(is_first, drawn)), "the seed is ignored")
            worlds = (game.determinize(game.observe(first, seat), rng) for seat in self.viewers)
            self.require(
                all(map(is_first, worlds)),
                "all games start alike, but guess draws others: draw from the `rng` of start",
            )

    def count_moves(self, *, must_end: bool = True) -> Iterator[int]:
        """Yield the number of moves made, at each moment at which a player decides."""
        where = self.where
        for played in itertools.count():
            self.state = self.game.proceed(self.state)
            self.where = f"{where}, after {count_things(played, 'move')}"
            if self.state.is_over:
                return
            if not must_end:
                does_end = True
            elif played == _SOON:
                own, left = copy.deepcopy(self.rng), self.most_decisions - played
                does_end = tables.ends(self.game, self.state, own, left)
            else:
                does_end = played < self.most_decisions
            self.require(
                does_end,
                f"the game does not end in {count_things(self.most_decisions, 'move')}: play must "
                "set to_move to None at the end, and random moves must lead there",
            )
            yield played

    def check_fields(self) -> None:
        """Check that the author's fields contain values of the supported types."""
        for name in self.names:
            for part in authored_games.atoms_of(getattr(self.state, name)):
                self.require(
                    isinstance(part, int | str | Word) or attrs.has(type(part)),
                    f"the field {name} contains {short_repr(part)}, a {type(part).__name__}: use "
                    "int, bool, str, a Word, a frozen class, or tuples",
                )

    def check_moves(self, moves: Sequence[Move]) -> None:
        """Check the legal moves of a moment, one by one."""
        game, state = self.game, self.state
        self.check_fields()
        deciders = game.deciders(state)
        is_first = deciders[:1] == (state.active_player,)
        self.require(is_first, f"the active player, {state.active_player}, is not the first")
        named: object = getattr(state, "deciders", None)
        self.require(named == deciders, f"the state has the deciders {named}, not {deciders}")
        self.require(moves, f"player {state.active_player} decides but has no move")
        self.require(len(set(moves)) == len(moves), "a move is listed twice")
        if self.authored is not None:
            view = game.observe(state, deciders[0])
            assert isinstance(view, Position)  # noqa: S101 - for the type checker
            authored_games.check_learning(self.authored, view, moves, self.sizes, self.where)
            if self.refuses:
                authored_games.check_that_none_is_refused(
                    self.authored, view, deciders[0], moves, self.where
                )
        distinct = game.distinct_moves(state)
        self.require(distinct, "the list of distinct moves is empty")
        for move in {*distinct, *moves}:
            self.require(not game.explain(state, move), f"{move} is legal, but explain refuses it")
        for seat in range(state.players):
            view = game.observe(state, seat)
            seen = game.legal_moves(view)
            self.require(game.deciders(view) == deciders, f"player {seat} sees other deciders")
            is_decider = seat in deciders
            refusals = self.find_refusals((seen or moves)[0], seat)
            self.require(
                bool(seen) == is_decider and bool(refusals) != is_decider,
                f"player {seat} {'decides' if is_decider else 'does not decide'}, but its view has "
                f"{count_things(len(seen), 'move')}, and explain says {[*map(str, refusals)]}",
            )
            self.require(
                seat != state.active_player or tuple(seen) == tuple(moves),
                f"the view of player {seat} has other legal moves than the state: they may "
                "depend only on what a view shows",
            )

    def check_all(self, moves: Sequence[Move], known: Iterable[Move]) -> None:
        """Check all that is looked up rather than played, at a moment that is examined."""
        self.check_other_moves(moves, known)
        for seat in self.viewers:
            self.check_view(seat)
        self.check_values(moves)

    def check_other_moves(self, moves: Sequence[Move], known: Iterable[Move]) -> None:
        """Check that moves from other moments are refused here unless they are listed."""
        game, state = self.game, self.state
        views: list[View] = []
        if state.active_player is not None:
            views.append(game.observe(state, state.active_player))
            self.require(game.proceed(state) == state, "proceed makes a decision")
            self.require(
                _fails(RuntimeError, game.final_winner, state), "a player has won before the end"
            )
        for move in {*known}.difference(moves):
            refusals = [self.find_refusals(move), *(game.explain(view, move) for view in views)]
            self.require(all(refusals), f"{move} is neither listed nor refused")
            self.require(
                not (views and self.refuses) or authored_games.has_own_reason(refusals[0]),
                f"{move} is refused, but refuse yields no reason for it",
            )
            for answer in {each for fault in refusals[-1] for each in fault.answers}:
                self.require(
                    answer in moves or not game.explain(state, answer),
                    f"{move} is refused with the answer {answer}, which is not legal",
                )

    def find_refusals(self, move: Move, player: int | None = None) -> Sequence[AnyViolation]:
        """Return the violations of a move; check that `apply` refuses it if it has any."""
        refusals = self.game.explain(self.state, move, player=player)
        self.require(all(map(str, refusals)), "a refusal is empty")
        for each in refusals:
            self.require(each.code and each.obstacle, "a violation has no code or no obstacle")
            self.require(
                not each.rule or each.rule in self.game.RULEBOOK,
                f"the violation {each.code!r} cites the rule {each.rule!r}, which is not in the "
                "rulebook",
            )
        apply = functools.partial(self.game.apply, self.state, move, player=player)
        self.require(not refusals or _fails(ValueError, apply), f"{move} is refused but applied")
        return refusals

    def apply_checked(self, move: Move) -> State:
        """Return the state after a move, which must leave the state before it as it was."""
        game, state = self.game, self.state
        before = hash(state)
        following = game.apply(state, move)
        self.require(hash(state) == before, f"{move} changed the state to which it was applied")
        self.require(following != state, f"{move} changes nothing")
        return following

    def check_move(self, move: Move, following: State) -> None:
        """Check that a move has the same effect twice, and that secrets and order do not matter."""
        game, state = self.game, self.state
        self.require(
            game.apply(state, move) == following,
            f"{move} leads to different states: draw only from the game's chance, and store "
            "everything that matters in the state",
        )
        if self.names:
            self.check_siblings(move, following)
        if len(game.deciders(state)) > 1:
            self.check_order()

    def check_siblings(self, move: Move, after: State) -> None:
        """Check that the log does not reveal a move that the fields of a view hide."""
        game, content = self.game, authored_games.content_of
        for other in [each for each in game.legal_moves(self.state) if each != move][:_SIBLINGS]:
            sibling = game.apply(self.state, other)
            if content(sibling) == content(after):
                continue
            for viewer in self.viewers:
                one, two = game.observe(after, viewer), game.observe(sibling, viewer)
                is_own = viewer == self.state.active_player
                # For the type checker: only games made with `GameOf` have names.
                assert isinstance(one, Position) and isinstance(two, Position)  # noqa: PT018, S101
                self.require(
                    one.log == two.log or content(one) != content(two),
                    f"{viewer_in_words(viewer)} sees the same fields after {move} and "
                    f"after {other}, but its log shows which: "
                    + (
                        "hide must show a seat its own move"
                        if is_own
                        else "announce a secret move with `to=[seat]`, or store in a field what "
                        "everyone sees"
                    ),
                )

    def check_order(self) -> None:
        """Check that the order of two simultaneous answers does not matter."""
        game = self.game
        both: list[tuple[int, Move]] = []
        for seat in game.deciders(self.state)[:2]:
            moves = game.legal_moves(game.observe(self.state, seat))
            # The first and the last moves of two seats are often equal, as a tie needs.
            both.append((seat, chance.choose((moves[0], moves[-1]), self.rng)))
        contents = []
        for answers in (both, both[::-1]):
            state = self.state
            for seat, move in answers:
                if seat not in game.deciders(state):
                    return
                refusals = [*map(str, game.explain(state, move, player=seat))]
                self.require(
                    not refusals,
                    f"player {seat} may answer {move} first, but not second: {refusals}",
                )
                state = game.apply(state, move, player=seat)
            contents.append(
                authored_games.content_of(state)
                if self.names
                else (game.deciders(state), game.draw_text(state))
            )
        self.require(
            contents[0] == contents[1],
            f"two players decide at the same time, but the order of their answers, {both}, "
            "matters: take effect when all have answered",
        )

    def check_events(self, move: Move, following: State) -> None:
        """Check that the events of a move reveal to a viewer no more than the views around it.

        Events that look different to spectators can be chance, such as dice, so they are not
        compared in worlds drawn from a view.
        """
        game, state = self.game, self.state

        def find_sentences(before: State, after: State, viewer: int | None) -> list[str | None]:
            return [game.sentence(event, viewer) for event in game.events(before, after)]

        for viewer in self.viewers:
            other = self.change_hidden(viewer)
            if game.explain(other, move):
                continue
            after = game.apply(other, move)
            is_public = find_sentences(state, following, None) == find_sentences(other, after, None)
            is_seen = game.observe(after, viewer) == game.observe(following, viewer)
            if is_seen and (is_public or self.hidden_from is not None):
                here = find_sentences(state, following, viewer)
                there = find_sentences(other, after, viewer)
                self.require(
                    here == there,
                    f"the events of {move} reveal hidden information to {viewer}: {here} or "
                    f"{there}",
                )

    def change_hidden(self, viewer: int | None) -> State:
        """Return a state that differs only in what a viewer may not know."""
        if self.hidden_from is not None:
            return self.hidden_from(self.state, viewer)
        return self.game.determinize(self.game.observe(self.state, viewer), self.rng)

    def check_seen_events(self, move: Move, following: State) -> None:
        """Check that each seat sees its own part of the events, and of nothing else."""
        game, state = self.game, self.state
        caused = game.events(state, following)
        for viewer in self.viewers:
            seen = [game.seen_by(event, viewer) for event in caused]
            shown = game.events(game.observe(state, viewer), game.observe(following, viewer))
            self.require(seen == [*shown], f"the events of {move} are not those that {viewer} sees")
            if viewer == self.viewers[-1]:
                self.check_story(viewer, following)
            for event in seen:
                text = game.DOCUMENTS.to_json(event)
                self.check_copy(event, game.DOCUMENTS.from_json(type(event), text))

    def check_story(self, viewer: int | None, following: State) -> None:
        """Check that the story so far is the earlier one, with the events since."""
        game = self.game
        for before, after in (
            (self.state, following),
            (game.observe(self.state, viewer), game.observe(following, viewer)),
        ):
            self.require(
                [*game.events(None, after)]
                == [*game.events(None, before), *game.events(before, after)],
                f"events(None, position) is not the story so far of {after!r}: it must be all "
                "events since the game began",
            )

    def check_values(self, moves: Sequence[Move]) -> None:
        """Check that states, views and moves are values, which every form keeps."""
        game, state = self.game, self.state
        views = [game.observe(state, seat) for seat in self.viewers]
        positions: tuple[State | View, ...] = (state, *views)
        documents, has_moves = game.DOCUMENTS, self.authored is not None
        for position in positions:
            read: object = None
            with suppress(*([ValueError] if has_moves and position is state else [])):
                read = documents.from_json(type(position), documents.to_json(position))
            self.require(
                read == position or position is not state or not has_moves,
                "the moves lead elsewhere if they are made again: play must draw only from its "
                "`rng`, and store everything that matters in the position",
            )
            self.check_copy(position, read)
        for view in views:
            snapshot = documents.snapshot(view)
            text = documents.to_json(view, history=False)
            self.require(text == documents.to_json(snapshot), f"the JSON of {snapshot!r} differs")
            # A view of the same class may lack the facts in its log that `guess` needs.
            if type(snapshot) not in {type(view), *documents.written}:
                self.check_copy(snapshot, documents.from_json(type(snapshot), text))
        for position in positions:
            if isinstance(game, HasLines):
                self.check_line(game, position)
            self.require(game.draw_text(position), f"the text of {position!r} is empty")
            self.require(game.draw_svg(position), f"the picture of {position!r} is empty")
            game.titles(position)
            game.automated_seats(position)
            for seat in range(state.players):
                game.player_in_words(position, seat)
                game.goods_of(position, seat)
        if self.authored is not None:
            self.check_words(moves)
        for move in moves:
            found = game.parse_move(str(move))
            self.require(
                found == move,
                f"parse_move reads {str(move)!r}, the text of a move, as {short_repr(found)}: it "
                "must read what str writes",
            )
            self.require(game.move_in_words(state, move), f"{move} in words is empty")
            self.require(game.question(state), f"question returns nothing although {move} is legal")
        for value in (*positions, *moves):
            self.check_copy(value, copy.copy(value))
            self.check_copy(value, copy.deepcopy(value))
            if authored_games.name_of_class(type(value)):
                self.check_copy(value, pickle.loads(pickle.dumps(value)))  # noqa: S301 - just written

    def check_words(self, moves: Sequence[Move]) -> None:
        """Check that a person can tell the legal moves apart by their words."""
        worded: dict[str, Move] = {}
        for move in moves:
            words = self.game.move_in_words(self.state, move)
            other = worded.setdefault(words, move)
            self.require(
                other == move,
                f"the moves {other} and {move} have the same words, {short_repr(words)}, so nobody "
                "can choose between them in a list: move_in_words must tell them apart",
            )

    def check_line(self, lines: HasLines, position: State | View) -> None:
        """Check that the line of a position leads to a position that plays and looks the same."""
        game = self.game
        try:
            line = lines.format_position(position)
        except ValueError:
            return  # not every position has a line
        try:
            again = lines.parse_position(line)
        except ValueError as error:
            raise CheckFailed(
                f"{self.where}: parse_position refuses {line!r}, which format_position wrote: "
                f"{error}"
            ) from error
        if not isinstance(again, type(position)):
            raise CheckFailed(
                f"{self.where}: the line {line!r} of a {type(position).__name__} is read as "
                f"{short_repr(again)}: parse_position must return a {type(position).__name__}"
            )
        other = lines.format_position(again)
        self.require(
            other == line, f"the line {line!r} is read as a position with another line, {other!r}"
        )
        if isinstance(lines, SuppliesChance) and position is self.state:
            self.check_beginning(lines.supply_chance(again, self.rng.randrange(2**32)), line)
        shows: dict[str, Callable[[State | View], object]]
        shows = {"legal_moves": game.legal_moves, "deciders": game.deciders}
        if isinstance(game, HasTableRules):  # which tell the options that a line forgets
            shows["table_rules"] = game.table_rules
        if not self.names:  # the texts of an author's game can depend on its log
            shows |= {"draw_text": game.draw_text, "question": game.question}
        for name, show in shows.items():
            found, wanted = show(again), show(position)
            if found != wanted:
                raise CheckFailed(
                    f"{self.where}: the line {line!r} is read as a position of which {name} "
                    f"returns {short_repr(found)}, not {short_repr(wanted)}: it may depend only on "
                    "what a line has, not on earlier moves"
                )

    def check_beginning(self, state: State, line: str) -> None:
        """Check that a game can begin at a line, and that its record leads there again."""
        try:
            record = self.game.Record.from_state(state)
        except ValueError:
            return  # an author's own lines need not begin games
        for each in (record, type(record).parse(str(record))):
            self.require(
                each.state == state, f"the record of a game that begins at {line!r} leads elsewhere"
            )

    def check_copy(self, value: object, other: object) -> None:
        """Check that a copy is equal, and so is its hash."""
        self.require(other == value, f"a copy of {value!r} is a different value")
        self.require(hash(other) == hash(value), f"a copy of {value!r} has a different hash")

    def check_view(self, seat: int | None) -> None:
        """Check the view of a seat, or of a spectator, against the state and its worlds."""
        game, state = self.game, self.state
        view = game.observe(state, seat)
        self.require(
            (view.players, view.active_player, view.phase, view.is_over)
            == (state.players, state.active_player, state.phase, state.is_over),
            f"the view of {seat} shows another position",
        )
        who, chosen = viewer_in_words(seat), self.rng.random()
        world, again = (game.determinize(view, random.Random(chosen)) for _ in range(2))  # noqa: S311 - chance of a check
        shown = game.observe(world, seat)
        if shown != view:
            differ = [each for each in self.names if getattr(shown, each) != getattr(view, each)]
            fields = f", in {join_words(differ)}" if differ else ""
            raise CheckFailed(
                f"{self.where}: a world drawn from the view of {who} shows another view"
                f"{fields}: hide and guess must agree, and a guess must keep what the view shows"
            )
        self.require(
            world == again,
            "equal random numbers lead to different worlds: guess must draw only from its rng",
        )
        if seat is not None and seat == state.active_player:
            self.require(
                tuple(game.legal_moves(world)) == tuple(game.legal_moves(view)),
                f"a world drawn from the view of {who} has other legal moves: they may depend only "
                "on what a view shows",
            )
        other = game.observe(self.change_hidden(seat), seat)
        self.require(other == view, f"the view of {who} leaks hidden information")
        for show in (game.DOCUMENTS.to_json, game.draw_text, repr):
            self.require(
                show(other) == show(view), f"a text of the view of {who} leaks hidden information"
            )

    def check_end(self) -> None:
        """Check that the end of a game is one."""
        state = self.state
        self.require(state.active_player is None, "a player decides after the end")
        self.require(not self.game.legal_moves(state), "there are moves after the end")
        final = self.game.final_winner(state)
        ranked = sorted(seat for place in final.ranking for seat in place)
        self.require(ranked == list(range(state.players)), "the ranking does not list all players")
        self.require(
            tuple(final.winners) == tuple(final.ranking[0]),
            "the winners are not first in the ranking",
        )


def _is_examined(played: int) -> bool:
    """Return True for 0, 1, 2, 5, 10, 20, 50 ... moves: a full check costs more than many moves."""
    return str(played).rstrip("0") in {"", "1", "2", "5"}


def _fails(error: type[Exception], function: Callable[..., object], *arguments: object) -> bool:
    """Return True if a function raises such an error with a message."""
    try:
        function(*arguments)
    except error as raised:
        return bool(str(raised))
    return False
