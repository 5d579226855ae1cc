"""A position in one line: the moment, the leaders with their cards, the councils, and more facts.

    summer 2 shae; *2 betrayal oath, x - / levy, 3 feast; varys +[3], -, -

A line has no past: it tells neither who played which discarded card, nor who saw what. The state
that it describes can be played on as the game from which it comes, since it also says which hands
later seasons deal. What a line does not say lies in the order of the box, or is dealt by one seed.

Rules: info.public, info.hand, info.tokens, info.ally-deck, season.deck-set, season.rounds,
token.win, box.copies.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.options import OptionValue, check_options
from westeros_intrigue.gamekit.text import Scanner, read_whole
from westeros_intrigue.games.btwixt.knowledge.trials import BOX_FILES
from westeros_intrigue.games.btwixt.pieces.box import SAMPLE_BOX, Box
from westeros_intrigue.games.btwixt.pieces.cards import Card, Numbers
from westeros_intrigue.games.btwixt.pieces.chance import Chance
from westeros_intrigue.games.btwixt.pieces.variants import STANDARD
from westeros_intrigue.games.btwixt.position.moves import Draft
from westeros_intrigue.games.btwixt.position.state import GameState, Position, View, check_position
from westeros_intrigue.games.btwixt.position.table import Lasting, Phase, Table
from westeros_intrigue.games.btwixt.telling.line_chance import coming_seasons, hands_to_come
from westeros_intrigue.games.btwixt.telling.line_defaults import (
    count_seen,
    usual_allies,
    usual_discard,
    usual_leaders,
    usual_plays,
    usual_rest,
    without_usual_end,
)
from westeros_intrigue.games.btwixt.telling.line_parts import CHOOSING, DRAFTING, OVER
from westeros_intrigue.games.btwixt.telling.line_positions import LinePosition, usual_chance
from westeros_intrigue.games.btwixt.telling.step_words import step_in_words
from westeros_intrigue.games.btwixt.turns import seasons
from westeros_intrigue.games.btwixt.turns.game import observe
from westeros_intrigue.games.btwixt.turns.questions import Question


def format_position(position: Position, /) -> str:
    """Return a position in one line, in the format of `parse_position`.

    >>> from westeros_intrigue.games.btwixt import observe
    >>> state = parse_position(
    ...     "summer 2 shae; *betrayal oath, x - / levy, 3 feast; -, page +[2], -"
    ... )
    >>> print(format_position(observe(state, 0)))
    summer 2 shae; *betrayal oath, x 0 / levy, 3; -, page +1, -

    Raises:
        InvalidValue: a line cannot name the box.

    Rules: info.public, info.hand, info.tokens.
    """
    check_position(position)
    table = position.table
    parts = [
        _moment_text(position),
        ", ".join(_seat_text(position, seat) for seat in range(table.players)),
        ", ".join(_council_text(position, number) for number in range(table.players)),
    ]
    return "; ".join([*parts, *_fact_texts(position)])


def parse_position(text: str, options: Mapping[str, OptionValue] = {}, /) -> Position:
    """Read a state or a view from one line, like FEN in chess.

    The parts of a line are separated by `;`. The first is the season, the round and the current
    allies, or `over` after the game, `choosing` while leaders pick leader cards, or `drafting` and
    the season, where hands are packs and piles the cards set aside. The second lists the leaders
    from seat 0 on, the third the councils from council 0 on, separated by commas; the others are
    facts.

    A leader is a mark, the hand and, after `/`, the bid pile: `*` decides, `x` has knelt. A hand is
    its cards or their number, `-` without cards. A council is its allies and, after `+`, its tokens
    as values in brackets or their number, `-` if it is empty. If the line contains the cards of all
    hands, the result is a state; with those of one, that leader's view; with none, a spectator's.
    Only a state has chance: `allies`, `tokens`, the hands of a later season as `deal autumn`, and
    before the first deal `random` leader cards and all `white` cards.

    >>> state = parse_position("summer 2 shae; *betrayal oath, x - / levy, 3 host; -, page +[2], -")
    >>> state, len(state.discard)
    (<GameState: 3 players, summer, round 2, bidding, player 0 to decide>, 24)
    >>> parse_position("summer 1 page; *10, 10, 10; -, -, shae")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.NotationError: line 1, column 29: expected 1 ally outside the \
deck in round 1 (some ability must bring more), found '-, -, shae'

    Args:
        text: the line. Underscores can replace spaces, for use in addresses.
        options: the file of the box, as `box`; the sample box without it.

    Raises:
        NotationError: the text is not a position, or no game can lead to it, as far as is known.
        InvalidBox: the box is not well-formed.

    Rules: info.public, info.hand, info.tokens, info.ally-deck.
    """
    given = check_options(BOX_FILES, options).get("box")
    box = SAMPLE_BOX if given is None else Box.from_json(str(given))
    return read_position(text, box)


def read_position(text: str, box: Box) -> Position:
    """Return the position of a line about a game with a box; raise the errors of `parse_position`.

    A state begins a game of its own, whose record holds the line; during a draft, only if no leader
    has picked yet.
    """
    line = text.replace("_", " ").rstrip() if isinstance(text, str) else text

    def scan(scanner: Scanner) -> Position:
        read = LinePosition(scanner, box)
        read.read()
        return read.find_position()

    position = read_whole("a position", line, scan)
    if position.phase is Phase.CHOOSING_LEADERS:
        return position  # of a game that was set up
    if isinstance(position, View):
        return attrs.evolve(position, start=format_position(position))
    seats = (*range(position.players), None)
    starts = tuple(format_position(observe(position, seat)) for seat in seats)
    if position.answers:
        return attrs.evolve(position, starts=starts)
    return attrs.evolve(position, moves=(), line=format_position(position), starts=starts)


def _moment_text(position: Position) -> str:
    table = position.table
    if table.final is not None:
        return OVER
    if table.phase is Phase.CHOOSING_LEADERS:
        return CHOOSING
    if table.phase is Phase.DRAFTING:
        return f"{DRAFTING} {table.season}"
    current = [
        f"{each.ally}{'^' * each.extra}{'!' * each.spent}{_tokens_text(position, each.tokens)}"
        for each in table.current
    ]
    return " ".join([str(table.season), str(table.round_number), *(current or ["-"])])


def _tokens_text(position: Position, tokens: Numbers) -> str:
    if not tokens:
        return ""
    known = _values_of(position, tokens)
    return f"+{len(tokens)}" if known is None else f"+[{' '.join(map(str, known))}]"


def _values_of(position: Position, tokens: Numbers) -> Numbers | None:
    """Return the values of tokens; None if the position does not show them."""
    if isinstance(position, GameState):
        return tuple(position.chance.tokens[token] for token in tokens)
    table = position.table
    for council, values in zip(table.councils, table.token_values, strict=False):
        if council.tokens == tokens:
            return values
    return None


def _seat_text(position: Position, seat: int) -> str:
    table = position.table
    knelt = table.knelt[seat] and table.phase is Phase.BIDDING
    mark = "*" if seat in position.deciders else "x " if knelt else ""
    if table.phase is Phase.DRAFTING:
        return mark + _packs_text(position, seat)
    if isinstance(position, GameState):
        hand = _cards_text(position.hands[seat])
    elif seat == position.player:
        hand = _cards_text(position.hand)
    else:
        hand = str(table.hand_sizes[seat])
    pile = " ".join(_pile_card_text(table, card) for card in table.piles[seat])
    return f"{mark}{hand}" + f" / {pile}" * bool(pile)


def _packs_text(position: Position, seat: int) -> str:
    """Return the pack of a seat and, after it, the cards set aside; its number if it is hidden."""
    if isinstance(position, GameState):
        pack, aside = position.packs[seat], position.asides[seat]
    elif seat == position.player:
        pack, aside = position.pack, position.aside
    else:
        return str(position.table.pack_sizes[seat])
    names = " ".join(card.id for card in aside)
    return f"{_cards_text(pack)}" + f" / {names}" * bool(names)


def _answers_text(position: Position) -> str:
    """Return the picks of this pass that the position shows."""
    answers = (
        position.answers
        if isinstance(position, GameState)
        else [(position.player, position.answer)] * (position.answer is not None)
    )
    return " ".join(f"{seat}:{move.card.id}" for seat, move in answers if isinstance(move, Draft))


def _pile_card_text(table: Table, card: Card) -> str:
    """Return a card in a pile; with its number if the title was played more than once."""
    several = sum(other.id == card.id for _, other in table.plays) > 1
    return str(card) if several else card.id


def _cards_text(cards: Iterable[Card]) -> str:
    counts = Counter(card.id for card in cards)
    return " ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items()) or (
        "-"
    )


def _council_text(position: Position, number: int) -> str:
    council = position.table.councils[number]
    tokens = _tokens_text(position, council.tokens)
    return " ".join([*council.allies, *filter(None, [tokens])]) or "-"


def _fact_texts(position: Position) -> Iterator[str]:
    """Yield the facts that differ from what a line without them says."""
    table = position.table
    yield from _game_texts(table)
    if table.phase is Phase.CHOOSING_LEADERS:
        if isinstance(position, GameState):
            yield from _chance_texts(position)
        return
    yield from _bid_texts(table)
    if table.phase is Phase.DRAFTING:
        if answers := _answers_text(position):
            yield f"answers {answers}"
    else:
        yield from _turn_texts(table)
    yield from _pile_texts(position)


def _game_texts(table: Table) -> Iterator[str]:
    """Yield the facts about the whole game."""
    if table.box != SAMPLE_BOX:
        if {*table.box.name} & {*"_;"}:
            raise InvalidValue(f"a line cannot name the box {table.box.name!r}")
        yield f"box {table.box.name}"
    # A line has a flag for each word of the variant.
    yield from (word for word in str(table.variant).split() if word != str(STANDARD))
    is_choosing = table.phase is Phase.CHOOSING_LEADERS
    usual = (None,) * table.players if is_choosing else usual_leaders(table.box, table.players)
    if table.leaders != usual:
        yield f"leaders {' '.join(leader or '-' for leader in table.leaders)}"
    if table.first_player:
        yield f"first {table.first_player}"


def _bid_texts(table: Table) -> Iterator[str]:
    """Yield the facts about the bid of this round, or else of the one before."""
    if table.bid is not None:
        yield f"bid {' '.join(map(str, table.bid.totals))}"
        if table.bid.bound_council != seasons.council_by_neighbours(table, table.bid.winner):
            bound = table.bid.bound_council
            yield "bound -" if bound is None else f"bound c{bound}"
    elif table.results:
        bid = table.results[-1].bid
        direction = "" if bid.bound_council is None else f" c{bid.bound_council}"
        yield f"last {' '.join(map(str, bid.totals))}{direction}"


def _turn_texts(table: Table) -> Iterator[str]:
    """Yield the facts about the question, the cards played and their effects."""
    yield from _step_texts(table)
    if table.played is not None:
        yield f"played {table.played}"
    if table.plays != usual_plays(table.piles, table.played, table.asking):
        yield f"plays {' '.join(f'{seat}:{card}' for seat, card in table.plays)}"
    if table.skipped:
        yield f"skipped {' '.join(map(str, table.skipped))}"
    if table.lasting:
        yield f"lasting {' '.join(map(_lasting_text, table.lasting))}"


def _step_texts(table: Table) -> Iterator[str]:
    asking = table.asking
    if not isinstance(asking, Question):
        return
    if asking != seasons.Turn(asking.seat):
        yield f"asked {step_in_words(asking, table.box, table.players).partition(' ')[2]}"
    rest = table.agenda[1:]
    if rest != usual_rest(table, asking):
        yield "then " + " & ".join(step_in_words(step, table.box, table.players) for step in rest)


def _lasting_text(effect: Lasting) -> str:
    target = f">{effect.target}" if effect.target is not None else f"x{effect.cards}"
    return f"{effect.leader}:{effect.card}{target}"


def _pile_texts(position: Position) -> Iterator[str]:
    """Yield the facts about the ally deck, the supply and the cards that are out of play."""
    table = position.table
    knows = isinstance(position, GameState) or bool(position.looked_at or position.put_back)
    for word, allies, size in (
        ("looking", position.looked_at, table.looked_at_size),
        ("put-back", position.put_back, table.put_back_size),
    ):
        if size:
            yield f"{word} {' '.join(allies) if knows and allies else size}"
    if isinstance(position, View):
        for seat, hand in position.shown_hands:
            yield f"shown {seat} {_cards_text(hand)}"
    for word, names in (("dead", table.dead), ("row", table.row)):
        if names:
            yield f"{word} {' '.join(names)}"
    for word, cards in (("removed", table.removed), ("joined", table.joined)):
        if cards:
            yield f"{word} {' '.join(card.id for card in cards)}"
    if table.phase is not Phase.DRAFTING and table.discard != usual_discard(
        count_seen(position), table, len(table.discard)
    ):
        yield f"discard {' '.join(card.id for card in table.discard) or '-'}"
    if isinstance(position, GameState):
        others = usual_allies(table, (*position.looked_at, *position.put_back))
        if named := without_usual_end(position.ally_deck, others):
            yield f"allies {' '.join(named)}"
        values = tuple(position.chance.tokens[token] for token in table.supply)
        if told := without_usual_end(values, tuple(sorted(values))):
            yield f"tokens {' '.join(map(str, told))}"
        yield from _chance_texts(position)


def _chance_texts(state: GameState) -> Iterator[str]:
    """Yield the outcomes to come that differ from those of a line without them."""
    table, chance = state.table, state.chance
    coming = [*coming_seasons(table)]
    if table.final is not None or not coming:
        return
    usual = usual_chance(state)
    if table.phase is Phase.CHOOSING_LEADERS and usual is not None:
        yield from _undealt_texts(state, usual)
    deals = [(season, hands_to_come(table, chance, index)) for index, season in coming]
    if usual is None or deals != [
        (season, hands_to_come(table, usual, index)) for index, season in coming
    ]:
        for season, hands in deals:
            yield f"deal {season} {', '.join(map(_cards_text, hands))}"


def _undealt_texts(state: GameState, usual: Chance) -> Iterator[str]:
    """Yield the outcomes before the first deal, besides the hands."""
    table, chance = state.table, state.chance
    if state.ally_deck != usual.allies:  # the chance of a world does not have the deck's order
        allies = tuple(ally.id for ally in table.box.allies)
        yield f"allies {' '.join(without_usual_end(state.ally_deck, allies)) or '-'}"
    if chance.tokens != usual.tokens:
        tokens = without_usual_end(chance.tokens, tuple(sorted(table.box.token_values)))
        yield f"tokens {' '.join(map(str, tokens)) or '-'}"
    leaders, usual_leaders = (
        [leader for leader in each.leaders if leader not in table.leaders]
        for each in (chance, usual)
    )
    if leaders != usual_leaders:
        yield f"random {' '.join(leaders)}"
    if chance.leader_cards != usual.leader_cards:
        yield f"white {' '.join(card.id for own in chance.leader_cards for card in own)}"
