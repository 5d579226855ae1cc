from westeros_intrigue.testing.any_game import check_game as check_game
from westeros_intrigue.testing.own_game_checks import Knowledge as Knowledge
from westeros_intrigue.testing.player_checks import (
    CheckFailed as CheckFailed,
    check_player as check_player,
)
from westeros_intrigue.testing.strategies import (
    cards as cards,
    deals as deals,
    events as events,
    games as games,
    moves as moves,
    moves_in as moves_in,
    records as records,
    slots as slots,
    slots_near as slots_near,
    starts as starts,
    states as states,
    throne_cards as throne_cards,
    variants as variants,
    views as views,
)
