"""Checks for any game that follows `westeros_intrigue.gamekit.game`.

from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.testing import check_game

for game in GAMES.values():
    check_game(game)
"""

from __future__ import annotations

import copy
import functools
import itertools
import pickle
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic

import attrs

from westeros_intrigue.gamekit import GameOf, Word, chance
from westeros_intrigue.gamekit.english import count_things, join_words
from westeros_intrigue.gamekit.game import Game, HasLines, Move, State, SuppliesChance, View
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.gamekit.values import check_integer, short_repr
from westeros_intrigue.gamekit.wording import (
    LONGEST_RULES,
    HasNotation,
    HasTableRules,
    examples_of,
)
from westeros_intrigue.testing import (
    authored_games,
    game_names,
    hostile_texts,
    replayed_worlds,
    tables,
)
from westeros_intrigue.testing.player_checks import CheckFailed, place_of

_MOST_DECISIONS = 10_000
_MOST_SECONDS = 1.0
_SOON = 200
"""The number of moves after which a check looks ahead for the end of a game."""
_LONGEST_WITH_OPTION = 300
"""The number of moves that are checked with each value of an option."""
_SIBLINGS = 8
_SEEDS = 20


def check_game(
    game: Game[State, View, Move],
    *,
    games: int = 5,
    seed: int = 0,
    most_decisions: int = _MOST_DECISIONS,
    most_seconds: float = _MOST_SECONDS,
    hidden_from: Callable[[State, int | None], State] | None = None,
) -> authored_games.Knowledge:
    """Check that a game has every name of `Game` and keeps the promises of the protocol.

    First, it lists all missing names, with their signatures, and values of the wrong type, and
    refuses the key of another game of the library. Then it plays games with random moves, a game
    with each value of each option (both ends of a range), and ten games with each player in
    `PLAYERS`, or fewer if they are long:

    - Every function returns what `Game` declares, and sentences are not empty.
    - Every option can be set, and changes something.
    - Every player returns a legal move, and the same move for the same view and random numbers,
      and needs little time.
    - Moves have the same order in another process, where sets are ordered differently.
    - The order of two simultaneous answers does not matter.
    - The legal moves are the moves that `explain` does not refuse, each listed once. Moves that
      were legal earlier in the game represent all other moves.
    - A seat decides exactly when it has legal moves, and only the views of deciders have any.
    - `apply` raises a ValueError for every other move, and a state never changes.
    - A view and its worlds agree, even in all texts, and have the same moves.
    - States, views and moves are values: copies and pickles are equal, and so are their hashes.
    - JSON and the text of each move lead back to the value, and other texts are not moves. A line
      leads to the same position, if the game has lines.
    - `proceed` does nothing if a player must decide, and no player wins before the end.
    - The same seed and moves lead to the same game, which ends. Other seeds lead to other games if
      anything at the start is left to chance. `rematch` leads to the game that its seed determines
      at the same table.
    - Invalid numbers of players, seeds, texts, records and documents raise a ValueError.
    - A record replays the game, and its text and files lead back to the record.
    - `NOTATION`, if the game has it, shows a move of each class as `str` writes it, and
      `table_rules` returns at most 6000 characters.
    - Events between two views are the events that `seen_by` returns, and have documents.
    - In a game made with `GameOf`, worlds have the same cards as the game, each once; worlds of a
      view differ, the moves of the game were legal in them, and they agree with what their seat has
      seen; a view does not hide again what it has shown; views hide something if the game has
      `hide`; and the log does not reveal moves that fields hide.

    No check can distinguish an open card from a leaked one, in a field or in an announcement. The
    result is a table of the seats that see each field: read it once, and read the announcements.
    For a game that is a module, the table is empty. `seconds` of the result has the time that each
    player needs for a move.

    >>> from westeros_intrigue.games import monopoly
    >>> knowledge = check_game(monopoly, games=1)
    >>> knowledge.seconds["simple"] < 1
    True

    Args:
        game: the module, or the instance of a subclass of `GameOf`.
        games: the number of games with random moves, with each number of players in turn.
        seed: the seed of the first game.
        most_decisions: the maximum number of decisions in a game.
        most_seconds: the maximum time, in seconds, that a player may need for a move on average,
            except a search that takes a number.
        hidden_from: a function that changes the facts of a state that are hidden from a seat or a
            spectator; the view must not change. By default, a world is drawn from the view, which
            misses leaks that `determinize` shares.

    Raises:
        CheckFailed: a promise is broken; the message names the promise and the game.
    """
    games, seed = check_integer("games", games), check_integer("seed", seed)
    name = str(getattr(game, "NAME", game))
    check: _Check[State, View, Move] = _Check(game, name, most_decisions, hidden_from)
    try:
        knowledge = check.check_game(games, seed)
        seconds = tables.check_players(check.game, seed, most_decisions, most_seconds)
    except CheckFailed:
        raise
    except Exception as error:  # from the author's functions, which can raise any exception
        place = place_of(error, game)
        raise CheckFailed(f"{check.where}: {place}{type(error).__name__}: {error}") from error
    return attrs.evolve(knowledge, seconds=seconds)


@attrs.define
class _Check(Generic[State, View, Move]):
    """The check of a game, and its current moment."""

    game: Any
    """The game, a `Game[State, View, Move]`; its results are checked once it has all names."""
    where: str
    """A description of the moment for failures."""
    most_decisions: int
    hidden_from: Callable[[State, int | None], State] | None
    """Changes what a seat or a spectator may not know; None to draw a world from the view."""
    rng: random.Random = attrs.field(factory=random.Random)
    state: State = attrs.field(init=False)
    names: Sequence[str] = ()
    """The fields that the author of a game made with `GameOf` added to `Position`."""
    has_class: bool = False
    """True for a game made with `GameOf`."""
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
        if not condition:
            raise CheckFailed(f"{self.where}: {message}")

    def check_game(self, games: int, seed: int) -> authored_games.Knowledge:
        checked = self.game
        game_names.check_names(checked)
        self.game = game_names.CheckedResults(checked)
        game = self.game
        self.shown = self.check_examples()
        hostile_texts.check_setup(game)
        watched = authored_games.Watched(game, checked)
        self.names = watched.names
        self.has_class = isinstance(checked, GameOf)
        counts = itertools.cycle(range(game.MIN_PLAYERS, game.MAX_PLAYERS + 1))
        seats = [*itertools.islice(counts, games)]
        for own_seed, players in enumerate(seats, start=seed):
            self.where = f"{game.NAME}, {count_things(players, 'player')}, seed {own_seed}"
            self.check_whole_game(players, own_seed, watched)
        for players, options, what in tables.check_options(game, seed):
            self.where = f"{game.NAME}, {count_things(players, 'player')}, {what}, seed {seed}"
            self.check_game_with_options(players, options, seed)
        authored_games.check_other_process(checked, game.MIN_PLAYERS, seed)
        knowledge = watched.knowledge()
        if self.names:
            courses = replayed_worlds.Courses(checked, self.names)
            for states in self.courses:
                things = watched.find_things(states[0].players)
                courses.note(states, things, random.Random(seed))  # noqa: S311 - chance of a check
            courses.check()
        return knowledge

    def check_game_with_options(
        self, players: int, options: Mapping[str, OptionValue], seed: int
    ) -> None:
        """Check moves of a game with options; in a game that is a module, only that it runs."""
        game = self.game
        self.rng = random.Random(seed)  # noqa: S311 - chance of a check
        self.state = game.new_game(players, options, seed=seed)
        known = dict[Move, None]()
        for played in self.count_moves(must_end=False):
            moves = game.legal_moves(self.state)
            if played == _LONGEST_WITH_OPTION:
                return  # a game of 1000 rounds can be long
            if self.has_class:
                self.check_moves(moves)
                known |= dict.fromkeys(moves)
                if _is_examined(played):
                    self.check_all(moves, known)
            self.state = game.apply(self.state, chance.choose(moves, self.rng))
        self.check_end()

    def check_whole_game(self, players: int, seed: int, watched: authored_games.Watched) -> None:
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
        game, state = self.game, self.state
        self.check_fields()
        deciders = game.deciders(state)
        is_first = deciders[:1] == (state.active_player,)
        self.require(is_first, f"the active player, {state.active_player}, is not the first")
        named = getattr(state, "deciders", None)
        self.require(named == deciders, f"the state has the deciders {named}, not {deciders}")
        self.require(moves, f"player {state.active_player} decides but has no move")
        self.require(len(set(moves)) == len(moves), "a move is listed twice")
        if self.has_class:
            view = game.observe(state, state.active_player)
            authored_games.check_learning(game, view, moves, self.sizes, self.where)
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

    def find_refusals(self, move: Move, player: int | None = None) -> Sequence[object]:
        """Return the faults of a move; check that `apply` refuses it if it has any."""
        refusals: Sequence[object] = self.game.explain(self.state, move, player=player)
        self.require(all(map(str, refusals)), "a refusal is empty")
        apply = functools.partial(self.game.apply, self.state, move, player=player)
        self.require(not refusals or _fails(ValueError, apply), f"{move} is refused but applied")
        return refusals

    def apply_checked(self, move: Move) -> State:
        game, state = self.game, self.state
        before = hash(state)
        following: State = game.apply(state, move)
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
        world: State = self.game.determinize(self.game.observe(self.state, viewer), self.rng)
        return world

    def check_seen_events(self, move: Move, following: State) -> None:
        game, state = self.game, self.state
        caused = game.events(state, following)
        for viewer in self.viewers:
            seen = [game.seen_by(event, viewer) for event in caused]
            shown = game.events(game.observe(state, viewer), game.observe(following, viewer))
            self.require(seen == [*shown], f"the events of {move} are not those that {viewer} sees")
            for event in seen:
                text = game.DOCUMENTS.to_json(event)
                self.check_copy(event, game.DOCUMENTS.from_json(type(event), text))

    def check_values(self, moves: Sequence[Move]) -> None:
        game, state = self.game, self.state
        views = [game.observe(state, seat) for seat in self.viewers]
        positions: tuple[State | View, ...] = (state, *views)
        documents = game.DOCUMENTS
        for position in positions:
            read: object = None
            with suppress(*([ValueError] if self.has_class and position is state else [])):
                read = documents.from_json(type(position), documents.to_json(position))
            self.require(
                read == position or position is not state or not self.has_class,
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
            if isinstance(self.game, HasLines):
                self.check_line(position)
            self.require(game.draw_text(position), f"the text of {position!r} is empty")
            self.require(game.draw_svg(position), f"the picture of {position!r} is empty")
            game.titles(position)
            game.automated_seats(position)
            for seat in range(state.players):
                game.player_in_words(position, seat)
                game.goods_of(position, seat)
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

    def check_line(self, position: State | View) -> None:
        """Check that the line of a position leads to a position that plays and looks the same."""
        game = self.game
        try:
            line = game.format_position(position)
        except ValueError:
            return  # not every position has a line
        again = game.parse_position(line)
        other = game.format_position(again)
        self.require(
            other == line, f"the line {line!r} is read as a position with another line, {other!r}"
        )
        supplier: object = game
        if isinstance(supplier, SuppliesChance) and position is self.state:
            self.check_beginning(supplier.supply_chance(again, self.rng.randrange(2**32)), line)
        shows = {"legal_moves": game.legal_moves, "deciders": game.deciders}
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
        self.require(other == value, f"a copy of {value!r} is a different value")
        self.require(hash(other) == hash(value), f"a copy of {value!r} has a different hash")

    def check_view(self, seat: int | None) -> None:
        game, state = self.game, self.state
        view = game.observe(state, seat)
        for name in ("players", "active_player", "phase", "is_over"):
            is_same = getattr(view, name) == getattr(state, name)
            self.require(is_same, f"the view of {seat} shows another position")
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
