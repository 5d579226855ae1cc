"""The position of a line, checked: the table, and the state or the view with it.

Rules: info.public, info.hand, season.deck-set, season.rounds, token.win, box.copies, claim.winner.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import Final

import attrs

from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError
from westeros_intrigue.gamekit.text import Scanner, pattern
from westeros_intrigue.games.btwixt.knowledge import worlds
from westeros_intrigue.games.btwixt.knowledge.clues import DECK, UNDRAWN, UNUSED
from westeros_intrigue.games.btwixt.pieces.box import SAMPLE_BOX
from westeros_intrigue.games.btwixt.pieces.cards import (
    Card,
    Cards,
    Ids,
    Kind,
    Numbers,
    clockwise,
    councils_of,
    shared_card,
)
from westeros_intrigue.games.btwixt.pieces.chance import Chance, cards_of, draw_chance
from westeros_intrigue.games.btwixt.pieces.operations import Operation
from westeros_intrigue.games.btwixt.pieces.variants import (
    FLAGS,
    Base,
    Drafting,
    Season,
    Variant,
)
from westeros_intrigue.games.btwixt.position import working_copy
from westeros_intrigue.games.btwixt.position.line_words import find_number
from westeros_intrigue.games.btwixt.position.moves import ChooseLeader, Draft, Move
from westeros_intrigue.games.btwixt.position.state import GameState, Position, View
from westeros_intrigue.games.btwixt.position.table import (
    Bid,
    Block,
    Council,
    Lasting,
    Phase,
    RoundResult,
    Table,
)
from westeros_intrigue.games.btwixt.telling.line_chance import coming_seasons, with_hands
from westeros_intrigue.games.btwixt.telling.line_defaults import (
    allies_out,
    chance_deck,
    explain_cards,
    usual_allies,
    usual_discard,
    usual_leaders,
    usual_plays,
    usual_rest,
)
from westeros_intrigue.games.btwixt.telling.line_parts import (
    CHOOSING,
    DRAFTING,
    OF_CHANCE,
    OVER,
    LineParts,
)
from westeros_intrigue.games.btwixt.telling.step_words import read_step
from westeros_intrigue.games.btwixt.turns import seasons
from westeros_intrigue.games.btwixt.turns.game import apply, lay_table, observe, setup
from westeros_intrigue.games.btwixt.turns.questions import Question, find_result, question_of

SEED: Final = 0
"""The seed by which the later seasons of every line are dealt."""


class LinePosition(LineParts):
    """A line and its position."""

    @property
    def is_over(self) -> bool:
        """True if the line is about the end of a game."""
        return self.stage == OVER

    @property
    def is_drafting(self) -> bool:
        """True if leaders draft; their hands are then packs, and their piles are set aside."""
        return self.stage == DRAFTING

    def _variant(self) -> Variant:
        with self.place_errors("options that go together", "draft", "kingsmoot", "advanced"):
            drafts = [draft for draft in Drafting if str(draft) in self.facts]
            if len(drafts) > 1:
                raise InvalidValue("draft does not go with kingsmoot")
            return Variant(
                Base.ADVANCED if "advanced" in self.facts else Base.STANDARD,
                drafts[0] if drafts else Drafting.NONE,
                **{flag: word in self.facts for flag, word in FLAGS.items()},
            )

    def find_position(self) -> Position:
        """Return the position. Raise NotationError if no game can lead to it."""
        self._check_box()
        variant = self._variant()
        with self.place_errors("a game that the box is enough for", "seats"):
            chance = draw_chance(len(self.seats), random.Random(SEED), self.box, variant)  # noqa: S311 - no secret
        first_player = self._first_player()
        if self.stage == CHOOSING:
            with self.place_errors("outcomes of the box", "deal", "white", "random", "seats"):
                outcomes = self._read_chance(variant, chance)
                return self._choose_leaders(variant, outcomes, first_player)
        table, values = self._lay_table(variant, chance, first_player)
        table = self._with_progress(attrs.evolve(table, results=self._find_last_round(table)))
        self._check_tokens(table)
        table = attrs.evolve(table, log=tuple(explain_cards(table, self._find_hands(table))))
        if self.is_over:
            if values is None:
                raise self.error("the values of all tokens, which are turned over", "councils")
            table = _score(table, values)
        known_seats = self._find_known()
        if len(known_seats) == table.players:
            return self._state(table, values)
        return self._view(table, known_seats, values)

    def _check_box(self) -> None:
        """Raise NotationError if the line is of another box; it names any but the sample."""
        is_named, is_sample = "box" in self.facts, self.box == SAMPLE_BOX
        if is_named == is_sample or self.facts.get("box", self.box.name) != self.box.name:
            raise self.error(f"the box {self.box.name}", "box")

    def _first_player(self) -> int:
        first_player, *others = self.read_numbers("first", len(self.seats) - 1) or (0,)
        if others:
            raise self.error("one seat", "first")
        return first_player

    def _find_round(self, variant: Variant) -> tuple[Season, int]:
        """Return the season and the round; after the game, the round after the last."""
        players = len(self.seats)
        played_seasons = variant.seasons(players)
        season = played_seasons[-1] if self.is_over else Season(self.moment)
        if season not in played_seasons:
            raise self.error(join_words(played_seasons, "or"), "moment")
        round_number = 1 if self.is_drafting else self.round_number or players + 1
        if self.is_drafting and not variant.is_drafted:
            raise self.error("draft or kingsmoot among the facts, since leaders draft", "moment")
        if not 1 <= round_number <= players + 1:
            raise self.error(f"a round from 1 to {players + 1}", "round")
        return season, round_number

    def _lay_table(
        self, variant: Variant, chance: Chance, first_player: int
    ) -> tuple[Table, Numbers | None]:
        """Return the table as the line has it, and the values of all tokens if they are known.

        Piles, questions and what follows from them are still those of a new game.
        """
        players = len(self.seats)
        season, round_number = self._find_round(variant)
        leaders = self._leaders(players)
        start = lay_table(players, self.box, variant, chance, first_player, leaders)
        token_numbers, values = self._number_tokens(chance)
        table = attrs.evolve(
            start.table,
            phase=Phase.CLAIMING if "bid" in self.facts else Phase.BIDDING,
            season=season,
            round_number=round_number,
            hand_sizes=tuple(seat.size for seat in self.seats),
            councils=tuple(
                Council(allies, numbers)
                for (allies, _), numbers in zip(self.councils, token_numbers, strict=False)
            ),
            current=tuple(
                attrs.evolve(ally, tokens=numbers)
                for (ally, _), numbers in zip(self.current, token_numbers[players:], strict=True)
            ),
            revealed=next((current.ally for current, _ in self.current if not current.extra), None),
            supply=tuple(range(sum(map(len, token_numbers)), len(chance.tokens))),
            dead=tuple(sorted(self.read_allies("dead"))),
            row=self.read_allies("row"),
            removed=self.read_cards("removed"),
            joined=tuple(sorted(self.read_cards("joined"))),
            skipped=self.read_numbers("skipped", players - 1),
        )
        return table, values

    def _with_progress(self, table: Table) -> Table:
        """Return the table with the packs of a draft, or with the cards and steps of a round."""
        if self.is_drafting:
            return self._with_allies(self._with_packs(table))
        table = self._with_piles(table)
        effects = tuple(map(self._lasting, self.list_words("lasting")))
        table = self._with_allies(attrs.evolve(table, lasting=effects))
        return self._with_steps(self._with_discard(table))

    def _choose_leaders(self, variant: Variant, chance: Chance, first: int) -> Position:
        """Return the game in which leader cards are picked, up to the leader with the mark."""
        players = len(self.seats)
        state = setup(players, box=self.box, chance=chance, first_player=first, variant=variant)
        picked = self.list_words("leaders") or ["-"] * players
        if len(picked) != players:
            raise self.error(f"{players} leader cards, or - for those to come", "leaders")
        for seat in clockwise(first, players):
            if picked[seat] == "-":
                break
            with self.place_errors("different leader cards, picked in turn", "leaders"):
                state = apply(state, ChooseLeader(picked[seat].lower()), player=seat)
        if [leader or "-" for leader in state.leaders] != [name.lower() for name in picked]:
            raise self.error("leader cards picked clockwise from the first player", "leaders")
        marked = tuple(seat for seat, entry in enumerate(self.seats) if entry.mark == "*")
        if state.phase is not Phase.CHOOSING_LEADERS or marked != state.deciders:
            raise self.error("* for the next leader who picks", "seats")
        is_empty = all(not entry.size and not entry.pile for entry in self.seats)
        if not is_empty or any(allies or tokens.size for allies, tokens in self.councils):
            raise self.error("no cards before the deal: -", "seats")
        known = self._find_known()
        if len(known) == players:
            return state
        self._refuse_chance()
        return observe(state, known[0] if known else None)

    def _refuse_chance(self) -> None:
        """Raise NotationError for a fact of a state in the line of a view."""
        for fact in self.facts:
            if fact in OF_CHANCE:
                raise self.error("nothing hidden, since not all hands are known", fact)

    def _find_known(self) -> list[int]:
        """Return the seats whose cards the line has: all, one or none."""
        known = [seat for seat, entry in enumerate(self.seats) if entry.hand is not None]
        if len(known) not in {0, 1, len(self.seats)}:
            raise self.scanner.error(
                "the cards of all hands, of one or of none", self.seats[known[1]].start
            )
        return known

    def _find_shown(self, table: Table) -> Iterator[tuple[int, Cards]]:
        """Yield the seats whose hands the viewer of a view has been shown, with the cards."""
        for text in filter(None, self.facts.get("shown", "").split("|")):
            word, _, cards = text.partition(" ")
            seat = find_number(word, table.players - 1)
            with self.place_errors("the cards of a hand", "shown"):
                held = self._read_shown(cards)
            if seat is None or held is None or len(held) != table.hand_sizes[seat]:
                raise self.error("a seat and all cards of its hand", "shown")
            yield seat, held

    def _find_hands(self, table: Table) -> list[Cards | None]:
        """Return the hand of each seat; None if the line does not say which cards it has."""
        if self.is_drafting:
            return [()] * table.players
        shown = dict(self._find_shown(table))
        hands = (entry.hand or shown.get(seat) for seat, entry in enumerate(self.seats))
        return [hand if table.hand_sizes[seat] else () for seat, hand in enumerate(hands)]

    def _with_packs(self, table: Table) -> Table:
        """Return the table while leaders draft."""
        size, players = table.variant.hand_size, table.players
        sizes = {entry.size for entry in self.seats}
        if len(sizes) > 1 or not 1 < max(sizes) <= size:
            raise self.error(f"packs of one size, 2 to {size}", "seats")
        done = size - max(sizes)
        for entry in self.seats:
            if len(entry.pile) != (0 if entry.hand is None else done):
                raise self.scanner.error(
                    f"{done} cards set aside, where the pack is known", entry.start
                )
        marked = [seat for seat in table.turn_order if self.seats[seat].mark == "*"]
        if not marked:
            raise self.error("* for each leader who has not drafted", "seats")
        stock = Counter(card.id for card in cards_of(table.box, *table.variant.first_kinds))
        stock.subtract(
            card.id for entry in self.seats for card in (*(entry.hand or ()), *entry.pile)
        )
        if short := [name for name, count in stock.items() if count < 0]:
            raise self.error(f"no more copies of {short[0]} than the box has", "seats")
        return attrs.evolve(
            table,
            phase=Phase.DRAFTING,
            hand_sizes=(0,) * players,
            pack_sizes=(max(sizes),) * players,
            aside_sizes=(done,) * players,
            deck_size=len(cards_of(table.box, *table.variant.first_kinds)) - players * size,
            agenda=(
                seasons.Pick(marked[0], tuple(marked[1:])),
                seasons.PassPacks(),
                seasons.FillRow(),
                *seasons.ROUND,
            ),
        )

    def _find_answers(self) -> dict[int, Move]:
        """Return the picks of those who have answered, as far as the line has them, by seat."""
        answers = dict[int, Move]()
        for seat, card in self.read_cards_by_seat("answers"):
            entry = self.seats[seat]
            if entry.mark == "*" or card not in (entry.hand or ()):
                raise self.error("cards of packs, each by a seat without *", "answers")
            answers[seat] = Draft(card)
        return dict(sorted(answers.items()))

    def _leaders(self, players: int) -> Ids:
        leaders = tuple(word.lower() for word in self.list_words("leaders"))
        leaders = leaders or usual_leaders(self.box, players)
        ids = {leader.id for leader in self.box.leaders}
        if len({*leaders} & ids) != players or len(leaders) != players:
            raise self.error(f"{players} different leader cards of the box", "leaders")
        return leaders

    def _number_tokens(self, chance: Chance) -> tuple[list[Numbers], Numbers | None]:
        """Return the numbers of the tokens in each place, and the values of all by number.

        The places are the councils, then the current allies.
        """
        numbered, known, is_open, next_number = list[Numbers](), list[int](), True, 0
        for _, tokens in (*self.councils, *self.current):
            numbered.append(tuple(range(next_number, next_number + tokens.size)))
            next_number += tokens.size
            is_open = is_open and tokens.values is not None
            known += tokens.values or ()
        if next_number > len(chance.tokens):
            raise self.error(f"at most {len(chance.tokens)} tokens", "councils")
        if not is_open:
            return numbered, None
        left = Counter(chance.tokens)
        known += self.read_numbers("tokens", 10**9)
        left.subtract(known)
        if min(left.values()) < 0:
            raise self.error("tokens of the box", "tokens", "councils")
        return numbered, (*known, *sorted(left.elements()))

    def _with_piles(self, table: Table) -> Table:
        """Return the table with the piles, the plays and the card being played."""
        piles, taken = list[Cards](), set[Card]()
        for entry in self.seats:
            numbered = []
            for card in entry.pile:
                copies = (shared_card(card.id, copy) for copy in range(1, 10**6))
                new = card if card.copy else next(copy for copy in copies if copy not in taken)
                if new in taken:
                    raise self.scanner.error(
                        "each card of a pile with its number once", entry.start
                    )
                taken.add(new)
                numbered.append(new)
            piles.append(tuple(numbered))
        knelt = tuple(entry.mark == "x" or "bid" in self.facts for entry in self.seats)
        table = attrs.evolve(table, piles=tuple(piles), knelt=knelt)
        played = self.read_cards("played")
        if len(played) > 1:
            raise self.error("one card", "played")
        if played:
            number = max((card.copy for card in taken if card.id == played[0].id), default=0)
            card = played[0] if played[0].copy else shared_card(played[0].id, number + 1)
            table = attrs.evolve(table, played=card)
        if "plays" in self.facts:
            plays = self.read_cards_by_seat("plays")
            counts = Counter[str]()
            for _, card in plays:
                counts[card.id] += 1
                if card.copy != counts[card.id]:
                    raise self.error("plays with the copies of a title in order", "plays")
            if not taken <= {card for _, card in plays}:
                raise self.error("a play for each card in a pile", "plays")
            return attrs.evolve(table, plays=plays)
        return table

    def _lasting(self, word: str) -> Lasting:
        effect = pattern(
            r"([0-9]):([a-z][a-z0-9-]*#[0-9]{1,6})(?:>([0-9])|x([0-9]{1,4}))"
        ).fullmatch(word)
        if effect is None:
            raise self.error("effects such as 0:intercepted#1>2 or 0:the-silence#1x2", "lasting")
        leader, name, target, cards = effect.groups()
        card = self.find_card(self.places["lasting"], name)
        return Lasting(
            card,
            int(leader),
            target=None if target is None else int(target),
            cards=None if cards is None else int(cards),
        )

    def _looks(self, fact: str) -> tuple[Ids, int]:
        value = self.facts.get(fact, "")
        if (number := find_number(value, len(self.box.allies))) is not None:
            return (), number
        allies = self.read_allies(fact)
        return allies, len(allies)

    def _with_allies(self, table: Table) -> Table:
        """Return the table with the number of hidden allies, after checking those that are out."""
        looked, looked_size = self._looks("looking")
        put_back, put_back_size = self._looks("put-back")
        known = (*looked, *put_back)
        out = (*allies_out(table), *table.row, *known, *self.read_allies("allies"))
        if twice := [ally for ally, count in Counter(out).items() if count > 1]:
            raise self.error(f"each ally once, but {twice[0]} is in two places", "councils")
        revealed = len(allies_out(table))
        size = len(table.box.allies) - revealed - len(table.row) - looked_size - put_back_size
        if size < 0:
            raise self.error("no more allies than the box has", "councils")
        begun = table.variant.seasons(table.players).index(table.season) * (table.players + 1)
        begun += 0 if self.is_drafting else table.round_number
        wanted = min(begun, revealed + size + len(table.row))
        most = wanted + _most_extra(table)
        if revealed < wanted or revealed > most:
            more = " (some ability must bring more)" if revealed > most else ""
            allies = "1 ally" if wanted == 1 else f"{wanted} allies"
            raise self.error(
                f"{allies} outside the deck in round {begun}{more}",
                "councils",
            )
        return attrs.evolve(
            table,
            ally_deck_size=size,
            looked_at_size=looked_size,
            put_back_size=put_back_size,
        )

    def _with_discard(self, table: Table) -> Table:
        """Return the table with the discard pile; its size follows from the other cards."""
        variant, players = table.variant, table.players
        dealt = players * (variant.hand_size + variant.is_advanced)
        earlier = players * table.season_index * variant.is_advanced
        gone = len(table.removed) - earlier
        lying = sum(map(len, table.piles)) + (table.played is not None)
        size = dealt - sum(table.hand_sizes) - lying - gone
        if gone < 0:
            raise self.error(f"at least {earlier} white cards of earlier seasons", "removed")
        if size < 0:
            raise self.error(f"at most {dealt} cards in hands and piles", "seats")
        if (
            size + gone
            and table.round_number == 1
            and table.phase is Phase.BIDDING
            and not self.is_over
        ):
            raise self.error(
                f"{dealt} cards in hands and piles in the first round of a season", "seats"
            )
        position = [entry.hand or () for entry in self.seats]
        seen = Counter(
            card.id
            for cards in (*position, *table.piles, table.removed, *[(table.played,)])
            for card in cards
            if card is not None
        )
        usual = usual_discard(seen, table, size)
        discard = self.read_cards("discard") if "discard" in self.facts else usual
        if len(discard) != size:
            raise self.error(
                f"{size} discarded cards, so that no card is missing", "discard", "seats"
            )
        there = Counter(card.id for card in cards_of(table.box, *variant.kinds))
        there.subtract(seen)
        there.subtract(card.id for card in discard)
        if short := [name for name, count in there.items() if count < 0]:
            raise self.error(f"no more copies of {short[0]} than the box has", "seats")
        start = len(chance_deck(table)) - dealt + players * variant.is_advanced
        return attrs.evolve(table, discard=discard, deck_size=start)

    def _with_steps(self, table: Table) -> Table:
        """Return the table with the question, what follows it, and the bid."""
        deciders = [seat for seat, entry in enumerate(self.seats) if entry.mark == "*"]
        if self.is_over:
            if deciders:
                raise self.error("nothing to decide after the game", "seats")
            if any(table.piles):
                raise self.error("no piles after the game", "seats")
            return attrs.evolve(table, agenda=(), knelt=(False,) * table.players)
        if len(deciders) != 1:
            raise self.error("one leader with *, who decides", "seats")
        [seat] = deciders
        table = self._with_bid(table)
        asked: Step = seasons.Turn(seat)
        if "asked" in self.facts:
            place = self.places["asked"]
            asked = self.read_step(table, self.facts["asked"], place, f"{seat} ")
        if not isinstance(asked, Question):
            raise self.error("a question such as place shae", "asked")
        if "plays" not in self.facts:
            table = attrs.evolve(table, plays=usual_plays(table.piles, table.played, asked))
        next_steps = usual_rest(table, asked)
        if "then" in self.facts:
            place = self.places["then"]
            steps = list[Step]()
            for text in self.facts["then"].split("&"):
                steps.append(self.read_step(table, text, place))
                place += len(text) + len("&")
            next_steps = tuple(steps)
        claims = table.bid is not None
        is_turn = isinstance(asked, seasons.Turn)
        if is_turn and (claims or table.knelt[seat] or table.played is not None):
            raise self.error("a turn only before the bid is decided", "asked", "seats")
        if not is_turn and not claims and table.played is None:
            raise self.error("played and the card that is being played", "asked")
        if (
            not claims
            and all(knelt or other == seat for other, knelt in enumerate(table.knelt))
            and table.knelt[seat]
        ):
            raise self.error("a leader who has not knelt", "seats")
        return attrs.evolve(table, agenda=(asked, *next_steps))

    def read_step(self, table: Table, text: str, place: int, seat: str = "") -> Step:
        """Read a step that begins at a place of the line, perhaps without its seat."""
        scanner = Scanner(seat + text)
        try:
            step = read_step(scanner, table.box, table.players)
            scanner.need_end("the end of the step")
        except NotationError as error:
            raise self.scanner.error(
                error.expected, place + max(error.column - 1 - len(seat), 0)
            ) from None
        return step

    def _with_bid(self, table: Table) -> Table:
        """Return the table with the bid, if the line says that it is decided."""
        if "bid" not in self.facts:
            if "bound" in self.facts:
                raise self.error("bid and the totals", "bound")
            return table
        totals = self.read_numbers("bid", 10**9)
        if len(totals) != table.players:
            raise self.error(f"{table.players} totals", "bid")
        bid = rank_totals(totals, table.first_player, None)
        bound_council = self._find_bound_council(table, bid.winner)
        return attrs.evolve(table, bid=attrs.evolve(bid, bound_council=bound_council))

    def _find_bound_council(self, table: Table, winner: int) -> int | None:
        """Return the council in which the winner must place the ally; None if it is free."""
        if "bound" not in self.facts:
            return seasons.council_by_neighbours(table, winner)
        councils = _councils_by_word(winner, table.players)
        word = self.facts["bound"]
        if word != "-" and word not in councils:
            raise self.error(f"{join_words(councils, 'or')} or -", "bound")
        return councils.get(word)

    def _find_last_round(self, table: Table) -> tuple[RoundResult, ...]:
        """Return the result of the round before, if the line has it."""
        words = self.list_words("last")
        if not words:
            return ()
        *_, end = words
        totals = words[:-1] if end.startswith("c") else words
        numbers = [find_number(word, 10**9) for word in totals]
        known = tuple(number for number in numbers if number is not None)
        if len(known) != table.players or len(totals) != table.players:
            raise self.error(f"{table.players} totals", "last")
        first = (table.first_player - 1) % table.players
        bid = rank_totals(known, first, None)
        if end.startswith("c"):
            councils = _councils_by_word(bid.winner, table.players)
            if end not in councils:
                raise self.error(join_words(councils, "or"), "last")
            bid = attrs.evolve(bid, bound_council=councils[end])
        seasons_played = table.variant.seasons(table.players)
        round_number, season = table.round_number - (not self.is_over), table.season
        if not round_number:
            if not table.season_index:
                raise self.error("no last round before the first", "last")
            round_number, season = table.players + 1, seasons_played[table.season_index - 1]
        return (RoundResult(season, round_number, first, None, bid),)

    def _check_tokens(self, table: Table) -> None:
        placed = sum(len(council.tokens) for council in table.councils)
        placed += sum(len(ally.tokens) for ally in table.current)
        seasons_before = table.season_index * (table.players + 1)
        finished = seasons_before + table.round_number - (not self.is_over)
        wanted = min(finished, len(table.box.token_values))
        gains = table.box.able[Operation.GAIN_TOKEN]
        can_gain = any(ally in gains for ally in allies_out(table)) or _can_be_played(table, gains)
        if placed < wanted or (placed > wanted and not can_gain):
            noun = "token" if wanted == 1 else "tokens"
            raise self.error(f"{wanted} {noun} after {finished} finished rounds", "councils")

    def _state(self, table: Table, values: Numbers | None) -> GameState:
        looked, put_back = (self._looks(fact)[0] for fact in ("looking", "put-back"))
        if values is None:
            raise self.error("the values of all tokens, since all hands are known", "councils")
        if len(looked) != table.looked_at_size or len(put_back) != table.put_back_size:
            raise self.error(
                "the allies looked at, since all hands are known", "looking", "put-back"
            )
        cards = tuple(entry.hand or () for entry in self.seats)
        asides = tuple(entry.pile for entry in self.seats)
        hands, packs = (((),) * table.players, cards) if self.is_drafting else (cards, None)
        answers = self._find_answers() if self.is_drafting else {}
        if (
            self.is_drafting
            and len(answers) + len(table.asking.deciders if table.asking else ()) != table.players
        ):
            raise self.error("answers, with the pick of each leader without *", "answers", "seats")
        named = self.read_allies("allies")
        others = usual_allies(table, (*looked, *put_back, *named))
        with self.place_errors("a position that a game leads to", "seats"):
            whole = _arrange(table, cards, asides if self.is_drafting else ())
        hidden = Block(table.ally_deck_size + table.looked_at_size + table.put_back_size)
        blocks = (hidden,) if hidden.size else ()
        chance = attrs.evolve(whole.chance, tokens=values)
        away = (*chain(*cards, *asides, *table.piles), *table.discard, *table.joined)
        seen = Counter(card.id for card in away if table.box.entry(card).kind is Kind.EVENT)
        state = attrs.evolve(
            whole,
            hands=hands,
            packs=packs or whole.packs,
            asides=asides if self.is_drafting else whole.asides,
            answers=tuple(answers.items()),
            ally_deck=(*named, *others),
            looked_at=looked,
            put_back=put_back,
            blocks=(blocks,) * (table.players + 1),
            chance=self._with_deals(table, chance, seen),
        )
        self._check_question(state)
        return state

    def _with_deals(self, table: Table, chance: Chance, seen: Counter[str]) -> Chance:
        """Return the chance that deals the hands of the line in later seasons."""
        hands_by_season = dict[int, tuple[Cards, ...]]()
        coming = {str(season): index for index, season in coming_seasons(table)}
        for text in filter(None, self.facts.get("deal", "").split("|")):
            word, _, cards_of_hands = text.partition(" ")
            with self.place_errors("hands", "deal"):
                hands = [self._read_shown(cards) for cards in cards_of_hands.split(",")]
            known = tuple(hand for hand in hands if hand is not None)
            if coming.get(word, -1) in {-1, *hands_by_season} or len(known) != table.players:
                seasons_to_come = join_words(coming, "or") or "no season to come"
                raise self.error(f"{seasons_to_come}, once, and the cards of each hand", "deal")
            hands_by_season[coming[word]] = known
        with self.place_errors("hands that the seasons can deal", "deal"):
            return with_hands(table, chance, hands_by_season, seen)

    def _read_chance(self, variant: Variant, usual: Chance) -> Chance:
        """Return the outcomes of a game whose leaders are still chosen."""
        box, players, chance = self.box, len(self.seats), usual
        if "allies" in self.facts:
            named = self.read_allies("allies")
            others = Counter(ally.id for ally in box.allies)
            others.subtract(named)
            chance = attrs.evolve(chance, allies=(*named, *others.elements()))
        if "tokens" in self.facts:
            values = self.read_numbers("tokens", 10**9)
            left = Counter(sorted(box.token_values))
            left.subtract(values)
            chance = attrs.evolve(chance, tokens=(*values, *left.elements()))
        if "random" in self.facts:
            words = [word.lower() for word in self.list_words("random")]
            picked = [leader for leader in chance.leaders if leader not in words]
            chance = attrs.evolve(chance, leaders=(*words, *picked))
        if "white" in self.facts:
            cards = iter(self.read_cards("white"))
            whites = [tuple(islice(cards, len(own))) for own in chance.leader_cards]
            # The check of all outcomes refuses cards too many.
            chance = attrs.evolve(chance, leader_cards=(*whites, *[(card,) for card in cards]))
        start = lay_table(players, box, variant, chance, 0, None).table
        return self._with_deals(start, chance, Counter())

    def _read_shown(self, text: str) -> Cards | None:
        """Return the cards of a hand in a fact."""
        try:
            part = attrs.evolve(self, scanner=Scanner(text.strip()))
            hand = part.read_hand()[0]
            part.scanner.need_end("another card, or the end of the hand")
        except NotationError as error:
            raise InvalidValue(f"expected {error.expected}") from None
        return hand

    def _check_question(self, state: GameState) -> None:
        """Raise NotationError if the rules would not ask the question."""
        question = question_of(state)
        if question is not None and not question.is_open(working_copy.WorkingCopy(state)):
            raise self.error("a question with more than one answer", "asked", "seats")

    def _view(self, table: Table, known: list[int], values: Numbers | None) -> View:
        player = known[0] if known else None
        looked, put_back = (self._looks(fact)[0] for fact in ("looking", "put-back"))
        self._refuse_chance()
        has_tokens = any(council.tokens for council in table.councils)
        if values is not None and has_tokens and not table.token_values:
            raise self.error("numbers of tokens, since not all hands are known", "councils")
        hidden = Block(table.ally_deck_size + table.looked_at_size + table.put_back_size)
        blocks = (hidden,) if hidden.size else ()
        own = self.seats[player].hand or () if player is not None else ()
        view = View(
            player,
            table,
            () if self.is_drafting else own,
            own if self.is_drafting else (),
            self.seats[player].pile if self.is_drafting and player is not None else (),
            tuple(self._find_shown(table)),
            looked,
            put_back,
            blocks,
            blocks,
            (),
            self._find_answers().get(player) if player is not None else None,
        )
        with self.place_errors("a view that a game leads to", "seats"):
            world = next(worlds.worlds(view, random.Random(SEED)))  # noqa: S311 - any will do
            if observe(world, player) != view:
                raise InvalidValue("the leader sees other cards or allies")
        self._check_question(world)
        return view


def _councils_by_word(leader: int, players: int) -> dict[str, int]:
    """Return the councils of a leader by the words of a line, such as c1."""
    return {f"c{council}": council for council in councils_of(leader, players)}


def rank_totals(totals: Numbers, first: int, bound: int | None) -> Bid:
    """Return the bid with these totals (rules claim.winner, claim.ranking)."""
    order = clockwise(first, len(totals))
    return Bid(totals, tuple(sorted(order, key=totals.__getitem__, reverse=True)), bound)


def _score(table: Table, values: Numbers) -> Table:
    """Return the table of a finished game, in which all tokens in councils are turned over."""
    turned = tuple(tuple(values[token] for token in council.tokens) for council in table.councils)
    table = attrs.evolve(table, phase=Phase.GAME_OVER, token_values=turned)
    return attrs.evolve(table, final=find_result(table))


def _most_extra(table: Table) -> int:
    """Return the number of allies beyond one a round that can have left the deck."""
    able, kills = table.box.able, 0
    if _can_be_played(table, able[Operation.INTRODUCE] | able[Operation.LOOK_ALLIES]):
        return len(table.box.allies)
    for ally in allies_out(table):
        for ability in table.box.ally(ally).abilities or ():
            kills += (ability.kill or 0) + (ability.do is Operation.CLAIM_NEXT)
    return kills


def _can_be_played(table: Table, ids: Iterable[str]) -> bool:
    """Return whether one of these cards can come into play."""
    allies = {ally.id for ally in table.box.allies}
    return any(
        name not in allies and table.box.entry(name).kind in table.variant.kinds for name in ids
    )


def usual_chance(state: GameState) -> Chance | None:
    """Return the outcomes to come in the game of a line that does not say them.

    None stands for a position to which no game leads.
    """
    table = state.table
    if table.phase is Phase.CHOOSING_LEADERS:
        rng = random.Random(SEED)  # noqa: S311 - the same for every line
        return draw_chance(table.players, rng, table.box, table.variant)
    held = state.packs if table.phase is Phase.DRAFTING else state.hands
    with suppress(InvalidValue):
        return _arrange(table, held, state.asides).chance
    return None


def _arrange(table: Table, hands: tuple[Cards, ...], asides: tuple[Cards, ...]) -> GameState:
    """Return a state with these hands or packs; cards that are nowhere else are in the deck."""
    box, variant, index = table.box, table.variant, table.season_index
    away = Counter(card.id for hand in hands for card in hand)
    away.update(card.id for pile in table.piles for card in pile)
    away.update(card.id for card in (*table.discard, *table.removed))
    away.update(card.id for aside in asides for card in aside)
    if table.played is not None:
        away[table.played.id] += 1
    placed: dict[int, list[str]] = {}
    undrawn = Counter[str]()
    if variant.is_advanced:
        for number, leader in enumerate(box.leaders):
            own = [card.id for e in box.influence if e.leader == leader.id for card in e.cards]
            count = len(own) - (index + 1) * (leader.id in table.leaders)
            left = [*(Counter(own) - away).elements()]
            if len(left) != count:
                raise InvalidValue(f"{leader.name} has drawn {index + 1} white cards")
            placed[UNDRAWN + number] = left
            undrawn.update(left)
        events = Counter(card.id for card in cards_of(box, Kind.EVENT))
        added = variant.events_added(table.players) * index
        # Events that are known to have joined can be in a hand by now.
        waiting = [*(events - (away | Counter(card.id for card in table.joined))).elements()]
        count = events.total() - added
        if count > len(waiting):
            raise InvalidValue(f"{added} events have joined the deck")
        placed[UNUSED] = waiting[len(waiting) - count :]
    stock = Counter(card.id for card in cards_of(box, *variant.kinds))
    stock.subtract(away)
    stock.subtract(undrawn)
    stock.subtract(placed.get(UNUSED, ()))
    if min(stock.values(), default=0) < 0 or stock.total() != table.deck_size:
        raise InvalidValue("the cards that are nowhere else do not make up the deck")
    placed[DECK] = [*stock.elements()]
    rng = random.Random(SEED)  # noqa: S311 - the same for every line
    return GameState(
        table=table,
        hands=hands,
        packs=((),) * table.players,
        asides=((),) * table.players,
        deck=tuple(map(shared_card, placed[DECK])),
        ally_deck=(),
        looked_at=(),
        put_back=(),
        blocks=(),
        sights=(),
        given_leaders=True,
        chance=worlds.draw_chance_to_come(table, placed, rng),
        moves=None,
    )
