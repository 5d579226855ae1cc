from westeros_intrigue.testing.any_game import check_game as check_game
from westeros_intrigue.testing.front_ends import (
    courts as courts,
    events as events,
    recorded_placements as recorded_placements,
    recorded_rounds as recorded_rounds,
    records as records,
    tables as tables,
)
from westeros_intrigue.testing.own_game_checks import Knowledge as Knowledge
from westeros_intrigue.testing.player_checks import (
    Checked as Checked,
    CheckFailed as CheckFailed,
    check_player as check_player,
    variants_to_check as variants_to_check,
)
from westeros_intrigue.testing.strategies import (
    cards as cards,
    deals as deals,
    decks as decks,
    final_scores as final_scores,
    first_players as first_players,
    games as games,
    houses as houses,
    moves as moves,
    moves_in as moves_in,
    player_counts as player_counts,
    players_and_variants as players_and_variants,
    round_deals as round_deals,
    round_states as round_states,
    slots as slots,
    slots_far as slots_far,
    slots_near as slots_near,
    starts as starts,
    states as states,
    throne_cards as throne_cards,
    variants as variants,
    views as views,
)
