"""Whole games of the package and of the second engine, side by side, decision for decision."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import attrs
import pytest

from games.monopoly import second_engine as naive
from games.monopoly.invariants import check, check_decision, check_move
from games.monopoly.tables import SHEET
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import (
    AuctionTerms,
    Bundle,
    ChanceCard,
    Deal,
    Deed,
    Edition,
    Effect,
    GameState,
    JailTerms,
    Move,
    SpaceKind,
    Supply,
    Variant,
    Word,
)
from westeros_intrigue.games.monopoly.pieces.board import Board
from westeros_intrigue.games.monopoly.turns.dealings import Auction, Interval, Owing
from westeros_intrigue.games.monopoly.turns.throws import Purchase

Game = dict[str, Any]

SCARCE = attrs.evolve(SHEET, name="scarce", supply=Supply(8, 2))
OTHER_NUMBERS = attrs.evolve(
    SHEET, name="other numbers", money=attrs.evolve(SHEET.money, start=17, go=3),
    jail=JailTerms(4, 2), set_factor=3, faith_rent=(2, 3, 5, 9), order_rent=((2, 3), (3, 2)),
    auction=AuctionTerms(2, 2),
    cards=(
        ChanceCard("jail", 3, (Effect(Word.JAIL_CARD),)),
        ChanceCard("swap", 3, (Effect(Word.SWAP_DEED), Effect(Word.PAY, (1,)))),
        ChanceCard("take", 1, (Effect(Word.TAKE_DEED), Effect(Word.MOVE_BY, (5,)))),
        ChanceCard("back", 2, (Effect(Word.MOVE_BY, (-12,)), Effect(Word.PAY_EACH, (4,)))),
        ChanceCard("works", 2, (Effect(Word.PAY_BUILDINGS, (2, 5)),)),
        ChanceCard("gifts", 2, (Effect(Word.COLLECT_EACH, (6,)), Effect(Word.MOVE_TO, (2,)))),
    ),
)  # fmt: skip
SCATTERED = attrs.evolve(
    SHEET,
    name="scattered",
    spaces=(SHEET.spaces[0], *(SHEET.spaces[1 + 16 * index % 39] for index in range(39))),
)
"""No two spaces of a set lie side by side."""
EDITIONS = (SHEET, SCARCE, OTHER_NUMBERS, SCATTERED)
VARIANTS = (
    Variant(),
    Variant(1),
    Variant(0, "half"),
    Variant(3, "half"),
    Variant(0, house_rules=("pot", "no-auction", "double-go")),
    Variant(1, house_rules=("no-jail-rent", "uneven")),
    Variant(house_rules=("pot", "double-go", "no-jail-rent", "uneven")),
)
PLAYERS = (2, 2, 3, 4, 6)
MOST_STOPS = 5000
LIKELY = {"Build": 4, "Sell": 0.3, "SellSet": 0.1, "Mortgage": 0.2, "Redeem": 0.4, "Demand": 6}
"""How much likelier than others some kinds of moves are, so that games are built up, and end."""
OF_DEBTS = ("debtor", "creditor", "amount", "offers")
OF_AUCTIONS = ("space", "starter", "high", "leader")
DONE = {"Build": "built", "Sell": "sold", "Mortgage": "mortgaged", "Redeem": "redeemed"}
WORDS = [str(move()) for move in get_args(Move.__value__) if not attrs.fields(move)]
"""The moves that are a word."""


def test_every_option_has_two_values_in_the_games_that_are_compared() -> None:
    for field in attrs.fields(Variant):
        assert len({getattr(variant, field.name) for variant in VARIANTS}) > 1, field.name


def plain_edition(edition: Edition) -> dict[str, Any]:
    """An edition as the second engine reads it."""
    plain: dict[str, Any] = json.loads(monopoly.write_edition(edition))
    plain["money"]["coins"] = dict(plain["money"]["coins"])
    return plain


PLAIN = {edition.name: plain_edition(edition) for edition in EDITIONS}


@cache
def plain_move(move: Move) -> tuple[Any, ...]:
    """A move as the second engine writes it."""
    return (type(move).__name__, *attrs.astuple(move))


def pending(state: GameState) -> Game:
    """What is pending in a state, as a picture of the second engine shows it."""
    found: Game = dict.fromkeys(("interval", "auction", "purchase", "debt"))
    for step in reversed(state.agenda):
        match step:
            case Interval(_, passes, done, made):
                group = {spaces[0]: name for name, spaces in state.board.groups.items()}
                of_set = {monopoly.Build, monopoly.Sell}
                found["interval"] = {
                    "passes": passes,
                    "done": {
                        (one, DONE[act.__name__], group[at] if act in of_set else at)
                        for one, act, at in done
                    },
                    "offers": {seat: number for seat, number in enumerate(made) if number},
                }
            case Auction():
                found["auction"] = {
                    **{name: getattr(step, name) for name in OF_AUCTIONS},
                    "kind": (step.building or "deed").lower(),
                    "bidders": [*step.bidders],
                    "passed": step.passes,
                }
            case Purchase():
                found["purchase"] = {"space": step.space, "offers": step.offers}
            case Owing():
                found["debt"] = {name: getattr(step, name) for name in OF_DEBTS}
    return found


def shown(state: GameState) -> Game:
    """The table of a state, as a picture of the second engine shows it."""
    asked = state.active_player is not None and state.decision
    ranking = monopoly.final_winner(state).ranking if state.is_over else None
    same = ("turn_number", "active_player", "doubles", "treasury", "pot", "throws_used")
    as_lists = ("cash", "positions", "bankrupt", "standing")
    return {
        **{name: getattr(state, name) for name in (*same, "holdfasts_left", "castles_left")},
        **{name: [*getattr(state, name)] for name in as_lists},
        "phase": state.phase.name,
        "turn_player": None if state.is_over else state.turn_player,
        "decision": asked.value if asked else None,
        "tries": [*state.jail_tries],
        "deeds": {
            space: (deed.owner, deed.mortgaged, deed.level)
            for space, deed in enumerate(state.deeds)
            if state.board.kinds[space].is_deed
        },
        "ranking": ranking and [seat for place in ranking for seat in place],
    }


def check_table(state: GameState, game: Game) -> None:
    """Check that both engines show the same table."""
    picture, mine = naive.picture(game), shown(state) | pending(state)
    if picture["interval"]:
        # While an offer or an auction waits, one engine has given the floor to the next player
        # already. Who is asked tells who has the floor otherwise.
        del picture["interval"]["floor"]
        picture["interval"]["done"] = {*picture["interval"]["done"]}
    else:  # while a throw is carried out, one engine already knows the interval after a double
        assert not any((mine.pop("interval") or {}).values())
    if picture["auction"]:
        del picture["auction"]["last_asked"]
        picture["auction"]["passed"] = len(picture["auction"]["passed"])
    assert mine == {key: picture[key] for key in mine}
    assert [[*cards] for cards in state.kept_cards] == game["kept"]
    assert [*state.known_bottom] == game["under"]
    assert [*state.unseen_cards] == sorted(game["top"] + game["unseen"])


read = cache(monopoly.parse_move)


def any_moves(state: GameState) -> list[Move]:
    """Moves of every kind but offers, whether they make sense or not."""
    kinds = ("build", "sell", "mortgage", "redeem", "place", "choose")
    words = [*WORDS]
    words += [f"{kind} {space}" for kind in kinds for space in range(state.board.size)]
    words += [f"sell-set {group}" for group in state.board.groups]
    words += [f"bid {coins}" for coins in range(max(state.cash) + 2)]
    return [read(word) for word in words]


def any_bundle(state: GameState, player: int, rng: random.Random) -> Bundle:
    """A few deeds, mostly of a player, some cards and coins, which need not be there."""
    deeds = [*state.board.deed_spaces]
    if rng.randrange(8):
        deeds = [space for space in deeds if state.deeds[space].owner == player]
    return Bundle(
        rng.sample(deeds, min(len(deeds), rng.choice((0, 1, 1, 2, 3)))),
        rng.choice((0, 0, 0, 1, 2)),
        rng.choice((0, 0, 1, state.cash[player], state.cash[player] + 1)),
    )


def agreed_moves(state: GameState, game: Game, rng: random.Random) -> list[Move]:
    """The legal moves, or some offers, after a check that both engines allow the same."""
    moves = [*monopoly.legal_moves(state)]
    legal = {*naive.legal(game)}
    assert {plain_move(move) for move in moves} == legal
    assert monopoly.may_offer(state) == naive.may_offer(game)
    if not rng.randrange(40):
        for move in any_moves(state):
            assert (monopoly.explain(state, move) == ()) == (plain_move(move) in legal), move
    player = state.active_player
    if player is None or rng.randrange(8):
        return moves
    offers: list[Move] = []
    if not rng.randrange(20):
        offers += monopoly.simple_offers(state)
        assert {plain_move(offer) for offer in offers} == {*naive.simple_offers(game)}
    for partner in range(state.players):
        give, take = any_bundle(state, player, rng), any_bundle(state, partner, rng)
        offer = monopoly.Offer(partner, give, take)
        is_legal = monopoly.explain(state, offer) == ()
        assert is_legal == naive.is_legal_offer(game, plain_move(offer)), offer
        offers += [offer] * is_legal
    return offers or moves


def chosen(moves: list[Move], rng: random.Random) -> Move:
    """One of the moves: first a kind of them, then one of that kind."""
    kinds = [*dict.fromkeys(type(move) for move in moves)]
    [kind] = rng.choices(kinds, [LIKELY.get(kind.__name__, 1) for kind in kinds])
    return rng.choice([move for move in moves if type(move) is kind])


def play(state: GameState, game: Game, rng: random.Random) -> None:
    """Play a game to its end in both engines, by moves at random; they must agree throughout."""
    for number in range(MOST_STOPS):
        check_table(state, game)
        if number % 8 == 0 or state.is_over:
            check(state)
        match state.phase:
            case monopoly.Phase.PLAYING:
                if number % 8 == 0:
                    check_decision(state)
                move = chosen(agreed_moves(state, game, rng), rng)
                following = monopoly.apply(state, move)
                check_move(state, following)
                state = following
                naive.play(game, plain_move(move))
            case monopoly.Phase.ROLLING:
                thrown = rng.randint(1, 6), rng.randint(1, 6)
                state = monopoly.supply_dice(state, thrown)
                naive.supply_dice(game, thrown)
            case monopoly.Phase.DRAWING:
                card = state.board.cards[rng.choice(state.unseen_cards)].id
                state = monopoly.supply_card(state, card)
                naive.supply_card(game, card)
            case monopoly.Phase.GAME_OVER:
                return
    raise AssertionError("the game does not end")


def new_game(seed: int, rng: random.Random) -> tuple[GameState, Game]:
    """A new game in both engines; its chance is that of a seed, or supplied by hand."""
    edition, variant, players = rng.choice(EDITIONS), rng.choice(VARIANTS), rng.choice(PLAYERS)
    plain, first = PLAIN[edition.name], rng.randrange(players)
    dice: list[tuple[int, int]] = []
    cards, deal = None, Deal()
    if seed % 2:
        dice = [naive.dice_at(seed, number) for number in range(MOST_STOPS)]
        cards = naive.deck_of(seed, sum(card["copies"] for card in plain["cards"]))
        deal = Deal(tuple(cards), (), seed)
    state = monopoly.setup(players, edition, deal=deal, first_player=first, variant=variant)
    changed = attrs.asdict(variant)
    return state, naive.arrange(plain, players, first, dice=dice, cards=cards, variant=changed)


def in_mid_game(rng: random.Random) -> tuple[GameState, Game]:
    """A table in mid-game in both engines: many sets are whole, and built on."""
    edition, variant, players = rng.choice(EDITIONS), rng.choice(VARIANTS), rng.choice(PLAYERS)
    seats, left = rng.sample(range(players), players), rng.randint(2, players)
    solvent, out = seats[:left], seats[left:]
    deeds = dealt_deeds(edition, solvent, rng)
    kept: list[list[int]] = [[] for _ in range(players)]
    board = Board(edition)
    for number, card in enumerate(board.cards):
        if card.effects[0].word is Word.JAIL_CARD and rng.randrange(2):
            kept[rng.choice(solvent)].append(number)
    stays = [at for at, kind in enumerate(board.kinds) if kind is not SpaceKind.GO_TO_JAIL]
    spaces = [rng.choice((board.jail, *rng.sample(stays, 2))) for _ in range(players)]
    tries = [
        rng.randrange(edition.jail.tries)
        if spaces[seat] == board.jail and seat in solvent
        else None
        for seat in range(players)
    ]
    cash = [rng.randrange(rng.choice((3, 25))) * (seat in solvent) for seat in range(players)]
    state = monopoly.arrange(
        edition, cash=cash, positions=spaces, jail_tries=tries, deeds=deeds, kept_cards=kept,
        bankrupt=out, turn_player=solvent[0], variant=variant,
    )  # fmt: skip
    game = naive.arrange(
        PLAIN[edition.name], players, solvent[0], cash=cash, positions=spaces, tries=tries,
        deeds={space: attrs.astuple(deed) for space, deed in deeds.items()}, kept=kept,
        bankrupt=out, variant=attrs.asdict(variant),
    )  # fmt: skip
    return state, game


def dealt_deeds(edition: Edition, solvent: list[int], rng: random.Random) -> dict[int, Deed]:
    """Deeds dealt to players: three sets in four go whole, and half of these are built on."""
    board = Board(edition)
    deeds = {}
    for space in board.deed_spaces:
        if rng.randrange(4):
            deeds[space] = Deed(rng.choice(solvent), not rng.randrange(4))
    holdfasts, castles = attrs.astuple(edition.supply)
    for spaces in board.groups.values():
        lowest = rng.randrange(board.castle_level) if rng.randrange(2) else 0
        levels = [lowest + (lowest and rng.randrange(2)) for _ in spaces]
        needed = sum(level for level in levels if level < board.castle_level)
        highest = levels.count(board.castle_level)
        if not rng.randrange(4) or needed > holdfasts or highest > castles:
            continue
        holdfasts, castles = holdfasts - needed, castles - highest
        owner = rng.choice(solvent)
        for space, level in zip(spaces, levels, strict=True):
            deeds[space] = Deed(owner, not lowest and not rng.randrange(6), level)
    return deeds


def play_many(seeds: Iterable[int]) -> None:
    """Play a game for each seed, one half of them from a table in mid-game."""
    for seed in seeds:
        rng = random.Random(seed)
        try:
            play(*(in_mid_game(rng) if seed % 4 > 1 else new_game(seed, rng)), rng)
        except Exception as error:
            error.add_note(f"This was the game of seed {seed}.")
            raise


@pytest.mark.untraced
def test_both_engines_play_the_same_games() -> None:
    # These reach every line of the rules, even the auction of a building whose winner places it.
    play_many((0, 4, 7, 11, 15, 24, 33, 45, 55, 58, 59))


@pytest.mark.long
def test_both_engines_play_dozens_of_the_same_games() -> None:
    play_many(range(1001, 1040, 2))
