"""Whole games of the package and of the second engine, side by side, decision for decision."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest

from monopoly import second_engine as naive
from westeros_intrigue.monopoly import (
    SAMPLE,
    Accept,
    Bid,
    Build,
    Bundle,
    Buy,
    ChanceCard,
    Choose,
    Deal,
    Decline,
    Deed,
    Demand,
    Edition,
    Effect,
    GameState,
    GiveUp,
    Mortgage,
    Move,
    Offer,
    Pass,
    PayFee,
    Phase,
    Place,
    PutUp,
    Redeem,
    Sell,
    SellSet,
    TryDouble,
    UseCard,
    Variant,
    Waive,
    Word,
    apply,
    arrange,
    explain,
    final_winner,
    legal_moves,
    may_offer,
    setup,
    simple_offers,
    supply_card,
    supply_dice,
    write_edition,
)
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.steps import Act, Auction, Interval, Owing, Purchase

Game = dict[str, Any]
Picture = dict[str, Any]

SCARCE = attrs.evolve(SAMPLE, name="scarce", holdfasts=8, castles=2)
OTHER_NUMBERS = attrs.evolve(
    SAMPLE,
    name="other numbers",
    start_money=17,
    salary=3,
    jail_fee=4,
    jail_tries=2,
    set_factor=3,
    order_rent=((2, 3), (3, 2)),
    opening_bid=2,
    bid_step=2,
    cards=(
        ChanceCard("jail", 3, (Effect(Word.JAIL_CARD),)),
        ChanceCard("swap", 3, (Effect(Word.SWAP_DEED), Effect(Word.PAY, (1,)))),
        ChanceCard("take", 1, (Effect(Word.TAKE_DEED), Effect(Word.MOVE_BY, (5,)))),
        ChanceCard("back", 2, (Effect(Word.MOVE_BY, (-12,)), Effect(Word.PAY_EACH, (4,)))),
        ChanceCard("works", 2, (Effect(Word.PAY_BUILDINGS, (2, 5)),)),
        ChanceCard("gifts", 2, (Effect(Word.COLLECT_EACH, (6,)), Effect(Word.MOVE_TO, (2,)))),
    ),
)
EDITIONS = (SAMPLE, SCARCE, OTHER_NUMBERS)
VARIANTS = (Variant(), Variant(1), Variant(0, "half"), Variant(3, "half"))
TABLES = (2, 2, 3, 4, 6)
MOST_DECISIONS = 1500
LIKELY = {Demand: 4, Build: 4, Buy: 2, Mortgage: 0.2, Redeem: 0.4, Sell: 0.3, SellSet: 0.1, Waive: 0.2}
"""How much likelier than others a kind of move is, so that games build and come to an end."""


def plain_edition(edition: Edition) -> dict[str, Any]:
    """An edition as the second engine reads it."""
    plain = json.loads(write_edition(edition))
    plain["money"]["coins"] = dict(plain["money"]["coins"])
    return plain


JAIL_CARDS = {
    edition.name: [
        number
        for number, card in enumerate(Board(edition).cards)
        if card.effects[0].word is Word.JAIL_CARD
    ]
    for edition in EDITIONS
}
PLAIN = {edition.name: plain_edition(edition) for edition in EDITIONS}


def plain_move(move: Move) -> tuple[Any, ...]:
    """A move as the second engine writes it."""
    return (type(move).__name__, *attrs.astuple(move))


def plain_done(state: GameState, player: int, act: Act, space: int) -> tuple[int, str, str | int]:
    """What may not be undone, as the second engine notes it."""
    is_of_set = act in {Act.BUILT, Act.SOLD}
    return player, act.value, (state.edition.spaces[space].group or "") if is_of_set else space


def pending(state: GameState) -> Picture:
    """The interval, auction, purchase and debt of a state, as the second engine shows them."""
    shown: Picture = dict.fromkeys(("interval", "auction", "purchase", "debt"))
    for step in reversed(state.agenda):
        match step:
            case Interval(_, passes, done, offers):
                noted = {plain_done(state, *one) for one in done}
                made = {seat: number for seat, number in enumerate(offers) if number}
                shown["interval"] = passes, noted, made
            case Auction():
                kind = "deed" if step.level is None else "holdfast" if step.level < 5 else "castle"
                shown["auction"] = (
                    kind, step.space, step.starter, set(step.bidders), step.high, step.leader,
                    set(step.passed), step.last_asked,
                )  # fmt: skip
            case Purchase(_, space, offers):
                shown["purchase"] = space, offers
            case Owing():
                shown["debt"] = attrs.astuple(step)
    return shown


def plain_pending(game: Game) -> Picture:
    """The same of the second engine."""
    interval, auction = game["interval"], game["auction"]
    return {
        "interval": interval
        and (interval["passes"], {*interval["done"]}, interval["offers"]),
        "auction": auction
        and (
            auction["kind"], auction["space"], auction["starter"], set(auction["bidders"]),
            auction["high"], auction["leader"], set(auction["passed"]), auction["last_asked"],
        ),
        "purchase": game["purchase"] and tuple(game["purchase"].values()),
        "debt": game["debt"] and tuple(game["debt"].values()),
    }  # fmt: skip


def shown(state: GameState) -> Picture:
    """The table of a state, as a picture of the second engine shows it."""
    return {
        "phase": state.phase.name,
        "turn_number": state.turn_number,
        "turn_player": None if state.is_over else state.turn_player,
        "active_player": state.active_player,
        "decision": state.decision and state.active_player is not None and state.decision.value,
        "doubles": state.doubles,
        "cash": [*state.cash],
        "treasury": state.treasury,
        "positions": [*state.positions],
        "tries": [*state.jail_tries],
        "deeds": {
            space: (deed.owner, deed.mortgaged, deed.level)
            for space, deed in enumerate(state.deeds)
            if state.board.kinds[space].is_deed
        },
        "kept": [len(cards) for cards in state.kept_cards],
        "holdfasts_left": state.holdfasts_left,
        "castles_left": state.castles_left,
        "throws_used": state.throws_used,
        "bankrupt": [*state.bankrupt],
        "winner": final_winner(state).winner if state.is_over else None,
    }


def agree(state: GameState, game: Game) -> None:
    """Check that both engines show the same table."""
    picture = naive.picture(game)
    mine = shown(state)
    assert mine == {key: picture[key] for key in mine}
    assert [*map(list, state.kept_cards)] == game["kept"]
    assert [*state.known_bottom] == game["under"]
    assert [*state.unseen_cards] == sorted(game["top"] + game["unseen"])
    if not state.is_over:
        assert pending(state) == plain_pending(picture)


def any_moves(state: GameState) -> list[Move]:
    """Moves of every kind, whether they make sense or not."""
    spaces = range(0, state.board.size)
    moves: list[Move] = [kind(space) for kind in (Build, Sell, Mortgage, Redeem) for space in spaces]
    moves += [kind(space) for kind in (Place, Choose) for space in spaces]
    moves += [SellSet(group) for group in state.board.groups]
    moves += [Bid(coins) for coins in range(max(state.cash) + 2)]
    return [
        *moves, Accept(), Buy(), Decline(), Demand(), GiveUp(), Pass(), PayFee(), PutUp(),
        TryDouble(), UseCard(), Waive(),
    ]  # fmt: skip


def any_bundle(state: GameState, player: int, rng: random.Random) -> Bundle:
    """A few deeds, mostly of a player, some cards and coins, which need not be there."""
    own = [space for space in state.board.deed_spaces if state.deeds[space].owner == player]
    if not rng.randrange(8):
        own = [*state.board.deed_spaces]
    return Bundle(
        rng.sample(own, min(len(own), rng.choice((0, 1, 1, 2, 3)))),
        rng.choice((0, 0, 0, 1, 2)),
        rng.choice((0, 0, 1, state.cash[player], state.cash[player] + 1)),
    )


def agree_on_moves(state: GameState, game: Game, rng: random.Random) -> list[Move]:
    """Return the legal moves and some offers, after a check that both engines allow them."""
    moves = [*legal_moves(state)]
    legal = {*naive.legal(game)}
    assert {*map(plain_move, moves)} == legal
    offers = may_offer(state)
    assert offers == naive.may_offer(game)
    if rng.randrange(40) == 0:
        for move in any_moves(state):
            assert (explain(state, move) == ()) == (plain_move(move) in legal), move
    player = state.active_player
    if player is None or rng.randrange(8):
        return moves
    family = [*simple_offers(state)] if rng.randrange(20) == 0 else []
    assert not family or {*map(plain_move, family)} == {*naive.simple_offers(game)}
    for partner in range(state.players):
        give, take = any_bundle(state, player, rng), any_bundle(state, partner, rng)
        offer = Offer(partner, give, take)
        is_legal = explain(state, offer) == ()
        assert is_legal == (naive.offer_faults(game, plain_move(offer)) == []), offer
        family += [offer] * is_legal
    return family or moves


def chosen(moves: list[Move], rng: random.Random) -> Move:
    """One of the moves: first its kind, at random, then one of that kind."""
    kinds = [*dict.fromkeys(map(type, moves))]
    kind = rng.choices(kinds, [LIKELY.get(kind, 1) for kind in kinds])[0]
    return rng.choice([move for move in moves if type(move) is kind])


def play(state: GameState, game: Game, rng: random.Random, decisions: int) -> GameState:
    """Play a game on in both engines, at most so many decisions; they must agree throughout."""
    for _ in range(decisions):
        agree(state, game)
        match state.phase:
            case Phase.GAME_OVER:
                break
            case Phase.ROLLING:
                thrown = rng.randint(1, 6), rng.randint(1, 6)
                state = supply_dice(state, thrown)
                naive.supply_dice(game, thrown)
            case Phase.DRAWING:
                card = state.board.cards[rng.choice(state.unseen_cards)].id
                state = supply_card(state, card)
                naive.supply_card(game, card)
            case Phase.PLAYING:
                move = chosen(agree_on_moves(state, game, rng), rng)
                state = apply(state, move)
                naive.play(game, plain_move(move))
    return state


def new_game(seed: int, rng: random.Random) -> tuple[GameState, Game]:
    """A new game in both engines, its chance from a seed or supplied by hand."""
    edition, variant, players = rng.choice(EDITIONS), rng.choice(VARIANTS), rng.choice(TABLES)
    plain, first = PLAIN[edition.name], rng.randrange(players)
    dice: list[tuple[int, int]] = []
    cards, deal = None, Deal()
    if seed % 2:
        dice = [naive.dice_at(seed, number) for number in range(2 * MOST_DECISIONS)]
        cards = naive.deck_of(seed, sum(card["copies"] for card in plain["cards"]))
        deal = Deal(cards, (), seed)
    state = setup(players, edition, deal=deal, first_player=first, variant=variant)
    changes = attrs.asdict(variant)
    return state, naive.new_game(plain, players, first, dice, cards, variant=changes)


def in_mid_game(rng: random.Random) -> tuple[GameState, Game]:
    """A table in mid-game in both engines: many sets are whole, and built on."""
    edition, variant, players = rng.choice(EDITIONS), rng.choice(VARIANTS), rng.choice(TABLES)
    out = rng.sample(range(players), rng.randrange(players - 1))
    solvent = [seat for seat in range(players) if seat not in out]
    deeds = dealt_deeds(edition, solvent, rng)
    kept: list[list[int]] = [[] for _ in range(players)]
    for number in JAIL_CARDS[edition.name]:
        if rng.randrange(2):
            kept[rng.choice(solvent)].append(number)
    positions = [rng.choice((10, rng.randrange(30), rng.randrange(31, 40))) for _ in range(players)]
    in_jail = [seat for seat in solvent if positions[seat] == 10 and rng.randrange(2)]
    tries = [rng.randrange(edition.jail_tries) if seat in in_jail else None for seat in range(players)]
    cash = [rng.randrange(25) if seat in solvent else 0 for seat in range(players)]
    turn = rng.choice(solvent)
    state = arrange(
        edition, cash=cash, positions=positions, jail_tries=tries, deeds=deeds, kept_cards=kept,
        bankrupt=out, turn_player=turn, variant=variant,
    )  # fmt: skip
    game = naive.arrange(
        PLAIN[edition.name], players, turn, cash=cash, positions=positions, tries=tries,
        deeds={space: attrs.astuple(deed) for space, deed in deeds.items()}, kept=kept,
        bankrupt=out, variant=attrs.asdict(variant),
    )  # fmt: skip
    return state, game


def dealt_deeds(edition: Edition, solvent: list[int], rng: random.Random) -> dict[int, Deed]:
    """Deeds dealt to players: three sets in four whole, and half of these built on."""
    groups: dict[str, list[int]] = {}
    for space, one in enumerate(edition.spaces):
        if one.kind.is_deed:
            groups.setdefault(one.group or str(space), []).append(space)
    holdfasts, castles = edition.holdfasts, edition.castles
    deeds = {}
    for group, spaces in groups.items():
        owner, lowest = rng.choice(solvent), rng.randrange(5)
        levels = [lowest + rng.randrange(2) for _ in spaces]
        needed = sum(level for level in levels if level < 5), levels.count(5)
        is_whole = bool(rng.randrange(4))
        is_built = is_whole and rng.randrange(2) and edition.spaces[spaces[0]].group == group
        if is_built and needed[0] <= holdfasts and needed[1] <= castles:
            holdfasts, castles = holdfasts - needed[0], castles - needed[1]
            deeds |= {space: Deed(owner, level=level) for space, level in zip(spaces, levels)}
            continue
        for space in spaces:
            if is_whole or rng.randrange(3):
                deeds[space] = Deed(owner if is_whole else rng.choice(solvent), not rng.randrange(5))
    return deeds


def play_many(seeds: range) -> list[GameState]:
    """Play a game for each seed, every other one from a table in mid-game, and return the ends."""
    ends = []
    for seed in seeds:
        rng = random.Random(seed)
        state, game = in_mid_game(rng) if seed % 4 > 1 else new_game(seed, rng)
        ends.append(play(state, game, rng, MOST_DECISIONS))
    return ends


@pytest.mark.parametrize("edition", [SAMPLE])
def test_the_second_engine_has_copied_the_same_sample(edition: Edition) -> None:
    copied = naive.sample_edition()
    assert copied["spaces"] == PLAIN[edition.name]["spaces"]


def test_both_engines_play_the_same_games() -> None:
    ends = play_many(range(8))
    assert any(state.is_over for state in ends)


@pytest.mark.long
def test_both_engines_play_the_same_four_hundred_games() -> None:
    ends = play_many(range(1000, 1400))
    assert sum(state.is_over for state in ends) > 200
