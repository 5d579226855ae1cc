from westeros_intrigue.players.named import (
    PLAYERS as PLAYERS,
    parse_player as parse_player,
    player_name as player_name,
)
from westeros_intrigue.players.simple import (
    Player as Player,
    greedy_player as greedy_player,
    provident_player as provident_player,
    random_player as random_player,
)
