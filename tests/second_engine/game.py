"""Turns, rounds and the whole game.

Written from the rulebook alone, sharing no code with the package.
"""

from collections.abc import Collection, Sequence
from typing import TypedDict

from .court import Card, Court, Slot, broken_court_rules, slots_of_the_box
from .houses import draw_until_one_fits, recycle
from .scoring import Adjustment, Result, ThroneCard, rank, round_adjustments
from .tables import width_limit

RoundDeal = tuple[Sequence[Sequence[Card]], Sequence[Card]]  # hands by seat, starters


class FinishedRound(TypedDict):
    """What is kept of a round that has been scored."""

    cards_left: list[int]
    points: list[int]
    last_placer: int | None
    throne_card: ThroneCard | None
    adjustments: list[Adjustment]


class Game:
    """One game, from the first turn of round 1 to the last score."""

    def __init__(
        self,
        players: int,
        rounds: Sequence[RoundDeal],
        throne: Sequence[ThroneCard],
        first_player: int = 0,
        *,
        number_of_rounds: int | None = None,
        houses: Sequence[str] | None = None,
        automated: Collection[int] = (),
        affiliation: bool = False,
        rivalry: bool = False,
    ) -> None:
        if number_of_rounds is None:
            number_of_rounds = players  # round.count

        self.players = players
        self.number_of_rounds = number_of_rounds
        self.first_player = first_player
        self.houses = None if houses is None else list(houses)
        self.automated = sorted(automated)
        self.affiliation = affiliation
        self.rivalry = rivalry
        self.deals = list(rounds)
        self.throne_deck = list(throne)

        # What lasts for the whole game.
        self.points = [0] * players
        self.piles: list[list[ThroneCard]] = [[] for _ in range(players)]
        self.finished_rounds: list[FinishedRound] = []
        self.game_over = False

        # What is made anew for every round.
        self.round_number = 0
        self.starting_player = first_player
        self.to_move: int | None = None
        self.court: Court = {}
        self.hands: list[list[Card]] = []
        self.stacks: dict[int, tuple[list[Card], list[Card]]] = {}
        self.seen: dict[int, set[Card]] = {}
        self.placed: list[tuple[int, Card, Slot]] = []
        self.out: list[tuple[int, int, int]] = []
        self.last_placer: int | None = None

        self._start_next_round()

    # The beginning of a round

    def _start_next_round(self) -> None:
        self.round_number += 1
        hands, starters = self.deals[self.round_number - 1]

        # round.rotation
        self.starting_player = (self.first_player + self.round_number - 1) % self.players

        # round.reshuffle: an empty court, and nobody is out
        self.hands = [list(hand) for hand in hands]
        self.stacks = {}
        self.seen = {}
        for player in self.automated:
            self.stacks[player] = (list(hands[player]), [])
            self.seen[player] = set()
        self.placed = []
        self.out = []
        self.last_placer = None

        # setup.starter, option.anyone-deal: nobody has placed these
        self.court = {}
        for column in range(len(starters)):
            self.court[(0, column)] = starters[column]

        self._give_turn_from(self.starting_player)

    # Turns

    def _is_out(self, player: int) -> bool:
        return player in [seat for (seat, _, _) in self.out]

    def _give_turn_from(self, player: int) -> None:
        """Find who moves next: this player, or else the first after him who can place."""
        self.to_move = None
        while len(self.out) < self.players:
            if not self._is_out(player):  # elimination.skipped
                if self._can_place(player):
                    self.to_move = player
                    return
                self._put_out(player)  # elimination.own-turn
            player = (player + 1) % self.players  # turn.clockwise

    def _can_place(self, player: int) -> bool:
        """Whether any card of the player may go anywhere (also right for a stack)."""
        width = width_limit(self.players)
        for card in self.hands[player]:
            for slot in slots_of_the_box():
                if len(broken_court_rules(self.court, card, slot, width)) == 0:
                    return True
        return False

    def _put_out(self, player: int) -> None:
        """The player is out for the rest of the round, and keeps his cards."""
        if player in self.automated:
            # solo.out: it has drawn its whole stack in vain, before everybody's eyes
            drawn = self._draw(player)
            assert drawn is None
            first, second = self.stacks[player]
            self.seen[player].update(second)
            self.hands[player] = first + second
        self.out.append((player, len(self.placed), len(self.hands[player])))

    def _draw(self, player: int) -> tuple[Card, Slot] | None:
        """Let an automated house draw; its stacks change."""
        assert self.houses is not None
        first, second = self.stacks[player]
        width = width_limit(self.players)
        return draw_until_one_fits(first, second, self.court, self.houses[player], width)

    def legal(self) -> set[tuple[Card, Slot]]:
        """Every placement that the seat to move may make."""
        player = self.to_move
        if player is None:
            return set()

        if player in self.automated:
            assert self.houses is not None
            # Only a rehearsal, with a copy of the stack.
            first = list(self.stacks[player][0])
            width = width_limit(self.players)
            drawn = draw_until_one_fits(first, [], self.court, self.houses[player], width)
            assert drawn is not None
            return {drawn}

        placements = set()
        for card in self.hands[player]:
            for slot in slots_of_the_box():
                if len(self.broken_rules(card, slot)) == 0:
                    placements.add((card, slot))
        return placements

    def broken_rules(self, card: Card, slot: Slot) -> set[str]:
        """The rules that the seat to move would break with this placement.

        What the procedure of an automated house dictates is not looked at here.
        """
        if self.to_move is None:
            raise ValueError("no player is to move")
        broken = broken_court_rules(self.court, card, slot, width_limit(self.players))
        if card not in self.hands[self.to_move]:
            broken.add("turn.own-hand")
        return broken

    def play(self, card: Card, slot: Slot) -> None:
        """The seat to move places this card; then the turn goes on."""
        if (card, slot) not in self.legal():
            raise ValueError(f"{card} may not be placed in {slot}")
        player = self.to_move
        assert player is not None

        if player in self.automated:
            drawn = self._draw(player)
            assert drawn == (card, slot)
            first, second = self.stacks[player]
            self.seen[player].update(second)
            self.seen[player].discard(card)  # it is in the stack no longer
            recycle(first, second)
            self.hands[player] = first + second
        else:
            self.hands[player].remove(card)

        self.court[slot] = card
        self.placed.append((player, card, slot))
        self.last_placer = player
        self._give_turn_from((player + 1) % self.players)

    # The end of a round

    def finish_round(self) -> None:
        """Score the round, and start the next one unless it was the last."""
        if self.game_over:
            raise ValueError("the game is over")
        if self.to_move is not None:
            raise ValueError("the round is not over")

        # round.throne
        throne_card: ThroneCard | None = None
        if self.last_placer is not None:
            throne_card = self.throne_deck.pop(0)
            self.piles[self.last_placer].append(throne_card)

        # round.penalty
        cards_left = [len(hand) for hand in self.hands]
        points_of_round = list(cards_left)

        # option.affiliation, option.rivalry
        adjustments: list[Adjustment] = []
        if self.houses is not None and len(self.placed) > 0:
            _, last_card, _ = self.placed[-1]
            adjustments = round_adjustments(
                cards_left,
                self.houses,
                last_card[0],
                affiliation=self.affiliation,
                rivalry=self.rivalry,
            )
        for player, change, _ in adjustments:
            points_of_round[player] += change

        for player in range(self.players):
            self.points[player] += points_of_round[player]

        self.finished_rounds.append(
            {
                "cards_left": cards_left,
                "points": points_of_round,
                "last_placer": self.last_placer,
                "throne_card": throne_card,
                "adjustments": adjustments,
            }
        )

        if self.round_number == self.number_of_rounds:
            self.game_over = True
        else:
            self._start_next_round()

    # The end of the game

    def result(self) -> Result:
        """Winners, totals, ranking, and what decided, as things stand now."""
        return rank(self.points, self.piles)
