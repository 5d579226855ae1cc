// Documents of westeros-intrigue, version 1

/** Points that an option adds to a round's penalty, or subtracts from it. */
export interface Adjustment {
  /** The seat, from 0. */
  player: number;
  /** 1 or -1. An option without effect makes no adjustment. */
  points: number;
  /** The id of the option's rule. */
  rule: "option.affiliation" | "option.rivalry";
}

/** Points that an option adds to a round's penalty, or subtracts from it. */
export interface AdjustmentDocument extends Adjustment {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "adjustment";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A character card. */
export type Card = string;

/** The cards of the court by slot: an immutable mapping in slot order. */
export interface Court {
  /** The cards by their slots, row by row from the bottom left. */
  cards: { [key: string]: Card };
  /** The maximum number of cards in the bottom row (rule court.width). */
  width_limit: number;
}

/** The cards of the court by slot: an immutable mapping in slot order. */
export interface CourtDocument extends Court {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "court";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** All random outcomes of a game: the deal of each round, and the Iron Throne cards in order. */
export interface Deal {
  /** The deals of the rounds, from the first. */
  rounds: RoundDeal[];
  /** The Iron Throne cards in the order in which they are drawn, one per round. */
  throne_cards: IronThroneCard[];
}

/** All random outcomes of a game: the deal of each round, and the Iron Throne cards in order. */
export interface DealDocument extends Deal {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "deal";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The criterion that decided a game. */
export type Decision = "lowest-total" | "fewest-icons" | "shared";

/** The sums of finished rounds of which a position has no results. */
export interface EarlierRounds {
  /** For each seat, from 0, the penalty points of these rounds; empty if there are none. */
  penalty_points: number[];
  /** For each seat, from 0, the Iron Throne cards drawn in them, with None for each that is hidden; empty if there are no earlier rounds. */
  score_piles: ((IronThroneCard | null)[])[];
}

/** A player going out of the round. */
export interface Elimination {
  /** The seat that went out, from 0. */
  player: number;
  /** The number of cards placed in the round before it, without starters. */
  placements_before: number;
  /** The number of cards left in the hand. */
  cards_left: number;
}

/** A player going out of the round. */
export interface EliminationDocument extends Elimination {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "elimination";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The final result of a game. */
export interface FinalResult {
  /** The winning seats, from 0, ascending; several if they share the victory. */
  winners: number[];
  /** For each seat, from 0, the number that ranks it, such as its points less those of its cards, or the power of its small council; empty in a game that ranks without numbers. */
  totals: number[];
  /** The seats, from 0, best first; those that share a place are together, ascending. */
  ranking: number[][];
  /** The criterion that separated the winners from the others; None in a game with only one. */
  decided_by: Decision;
}

/** The final result of a game. */
export interface FinalResultDocument extends FinalResult {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "final-result";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** One of the four great houses: the only property of a character card that affects play. */
export type House = "S" | "L" | "B" | "T";

/** An Iron Throne card: its value lowers a player's total, and its icons decide ties. */
export interface IronThroneCard {
  /** The points subtracted from its owner's total, 1 to 3. */
  value: number;
  /** The number of icons, 1 to 999 999 999. The tied player with the fewest on a card wins. */
  icons: number;
}

/** An Iron Throne card: its value lowers a player's total, and its icons decide ties. */
export interface IronThroneCardDocument extends IronThroneCard {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "iron-throne-card";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The placement of a card in a slot. */
export type Move = string;

/** Everything about a game at one moment: what is on the table, hidden cards included. */
export interface OmniscientStateDocument extends Transcript {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "omniscient-state";
  /** The version of the documents, the same for all kinds. */
  version: 1;
  /** Everything about a game at one moment: what is on the table, hidden cards included. */
  position: {
    /** The phase of the game, which decides what comes next. */
    phase: Phase;
    /** The round, counted from 1; in Phase.DEALING, the round to deal next. */
    round_number: number;
    /** The seat that starts this round, from 0 (rule round.rotation). */
    starting_player: number;
    /** The seat to move, from 0; None when nobody is to move. There is always a legal move. */
    active_player: number | null;
    /** The cards placed in this round, and the starters. */
    court: Court;
    /** For each seat, from 0, its cards by house and number; of a stack, top first. */
    hands: Card[][];
    /** The placements of this round in order; the starters do not count. */
    placements: Placement[];
    /** The eliminations of this round in order. */
    eliminations: Elimination[];
    /** The seat that placed the latest card of the round, from 0; None before the first. */
    last_placer: number | null;
    /** For each seat, from 0, how many cards at the bottom of its stack everybody has seen. */
    known_counts: number[];
    /** For each seat, from 0, the penalty points of all finished rounds (rule round.penalty). */
    penalty_points: number[];
    /** For each seat, from 0, its Iron Throne cards in drawing order (rule round.throne). */
    score_piles: IronThroneCard[][];
    /** The finished rounds, from the first. */
    results: RoundResult[];
  };
}

/** The phase of a game: the step that it waits for. */
export type Phase = "dealing" | "playing" | "round-over" | "game-over";

/** A card placed in the court by a player. */
export interface Placement {
  /** The seat that placed it, from 0. */
  player: number;
  /** The card and its slot. */
  move: Move;
}

/** A card placed in the court by a player. */
export interface PlacementDocument extends Placement {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "placement";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A game on paper: the variant, the cards, the placements, tags and comments. */
export interface RecordDocument {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "record";
  /** The version of the documents, the same for all kinds. */
  version: 1;
  /** The number of players, 2 to 6. */
  players: number;
  /** The variant of the game. */
  variant: Variant;
  /** The seat that starts round 1, from 0. */
  first_player: number;
  /** The known random outcomes: the rounds that are dealt, and the Iron Throne cards in order. */
  deal: Deal;
  /** The placements of each round of the deal; empty rounds are added if there are fewer. */
  rounds: RecordedRound[];
  /** The number of scored rounds. A finished round may be unscored: Phase.ROUND_OVER. */
  scored_rounds: number;
  /** Names with values, in order, such as the players, the date and the version. */
  tags: ([string, string])[];
  /** A comment on the game, in one or more lines; empty for none. */
  comment: string;
}

/** A placement in a record: the seat, the move, and perhaps a comment. */
export interface RecordedPlacement {
  /** The seat that placed the card, from 0. */
  player: number;
  /** The card and its slot. */
  move: Move;
  /** A comment, in one or more lines; empty for none. */
  comment: string;
}

/** The placements of a round in a record. Its cards are in the record's deal. */
export interface RecordedRound {
  /** The placements so far, in order. */
  placements: RecordedPlacement[];
  /** A comment, in one or more lines; empty for none. */
  comment: string;
}

/** The showing of the Iron Throne cards at the end of the game. */
export interface Reveal {
  /** For each seat, from 0, its Iron Throne cards in drawing order. */
  score_piles: IronThroneCard[][];
}

/** The showing of the Iron Throne cards at the end of the game. */
export interface RevealDocument extends Reveal {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "reveal";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The cards of one round: the hands, and the cards that start the bottom row. */
export interface RoundDeal {
  /** For each seat, from 0, its cards in dealing order; an automated seat's stack, top first. */
  hands: Card[][];
  /** The cards that start the bottom row, from column 0 to the right. */
  starters: Card[];
}

/** The cards of one round: the hands, and the cards that start the bottom row. */
export interface RoundDealDocument extends RoundDeal {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "round-deal";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The scoring of a round, and the draw of its Iron Throne card. */
export interface RoundEnd {
  /** The round, counted from 1. */
  round_number: number;
  /** For each seat, from 0, the number of cards left in its hand. */
  cards_left: number[];
  /** The points that the options add or subtract. */
  adjustments: Adjustment[];
  /** The round's penalty points for each seat, from 0, adjustments included. */
  penalty_points: number[];
  /** The seat that placed the last card, from 0. It draws the Iron Throne card. */
  last_placer: number;
  /** The card drawn; None if unknown. In the events of a view, only its player's own are known. */
  throne_card: IronThroneCard | null;
}

/** The scoring of a round, and the draw of its Iron Throne card. */
export interface RoundEndDocument extends RoundEnd {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "round-end";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The result of a finished round. */
export interface RoundResult extends RoundEnd {
  /** The seat that started it, from 0. */
  starting_player: number;
  /** The round's cards; None if they are not known. */
  deal: RoundDeal | null;
  /** The cards that started the bottom row, from column 0 to the right. */
  starters: Card[];
  /** All placements in order. */
  placements: Placement[];
  /** All eliminations in order, one for each player. */
  eliminations: Elimination[];
  /** For each seat, from 0, the cards left in its hand; None if they are not known. */
  kept: (Card[] | null)[];
  /** The cards that automated seats turned over, as in Table; empty without such seats. */
  turned_over: Card[][][];
}

/** The result of a finished round. */
export interface RoundResultDocument extends RoundResult {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "round-result";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The deal of a round. */
export interface RoundStart {
  /** The round, counted from 1. */
  round_number: number;
  /** The seat that starts it, from 0. */
  starting_player: number;
  /** The number of cards dealt to each seat. */
  hand_size: number;
  /** The cards that start the bottom row, from column 0 to the right. */
  starters: Card[];
  /** For each seat, from 0, the cards dealt to it, sorted by house and number; for an automated seat, its stack, top first. None for unknown cards. */
  hands: (Card[] | null)[];
}

/** The deal of a round. */
export interface RoundStartDocument extends RoundStart {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "round-start";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The cards that an automated house turns over and sets aside, before it places or goes out. */
export interface SetAside {
  /** The automated seat, from 0. */
  player: number;
  /** The cards in the order drawn. */
  cards: Card[];
}

/** The cards that an automated house turns over and sets aside, before it places or goes out. */
export interface SetAsideDocument extends SetAside {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "set-aside";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A slot of the court, occupied or vacant, even if no court can reach it. */
export type Slot = string;

/** The knowledge of a player at one moment: the present round, and the sums of those before it. */
export interface Snapshot {
  /** The variant of the whole game. */
  variant: Variant;
  /** The number of rounds before the one that the view shows. */
  rounds_before: number;
  /** For each seat, from 0, the penalty points of these rounds. */
  penalty_points: number[];
  /** For each seat, from 0, the number of Iron Throne cards drawn in them. */
  score_pile_sizes: number[];
  /** The viewer's own ones, in drawing order, with None for each that is not known; none for a spectator. */
  score_pile: (IronThroneCard | null)[];
  /** The present round, as the only one of a game; after the end of the game, the last one. */
  view: {
    /** The seat that sees this, from 0; None for a spectator. */
    player: number | null;
    /** The cards in the player's own hand, by house and number; none for a spectator. */
    hand: Card[];
    /** The player's own Iron Throne cards, in drawing order; none for a spectator. None for each card that is not known, because the player has not said which it is. */
    score_pile: (IronThroneCard | null)[];
    /** For each finished round the cards left in the player's own hand; none for a spectator. None if they are not known: in a state that was drawn from the view of another player. */
    kept: (Card[] | null)[];
    /** The public information. */
    table: Table;
  };
}

/** The knowledge of a player at one moment: the present round, and the sums of those before it. */
export interface SnapshotDocument extends Snapshot {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "snapshot";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The public information of a game at one moment: everything that all players see. */
export interface Table {
  /** The number of players, 2 to 6. */
  players: number;
  /** The variant of the game: its options, seats, rounds and Iron Throne cards. */
  variant: Variant;
  /** The phase of the game, which decides what comes next. */
  phase: Phase;
  /** The round, counted from 1; in Phase.DEALING, the round to deal next. */
  round_number: number;
  /** The seat that starts this round, from 0 (rule round.rotation). */
  starting_player: number;
  /** The seat to move, from 0; None if no seat is to move. */
  active_player: number | null;
  /** True if it is known that the seat to move can place a card. A program that deals the cards always knows it. At a table of people, it is known for the first player of a round and after a TurnStart. False if no seat is to move. */
  can_place: boolean;
  /** The cards that started the bottom row, from column 0 to the right. */
  starters: Card[];
  /** The placements of this round in order; the starters do not count. */
  placements: Placement[];
  /** The eliminations of this round in order. */
  eliminations: Elimination[];
  /** For each seat, from 0: for each turn of an automated seat in this round, the cards that it turned over and set aside, in the order drawn; on the turn on which it goes out, all its cards, or none at a table of people where no slot is open. */
  turned_over: Card[][][];
  /** The finished rounds, from the first, with None for hidden values. */
  results: RoundResult[];
  /** False if the game is played with printed cards, which have no numbers. The card of a placement then represents any card of its house, maybe another character in each round. */
  has_numbers?: boolean;
  /** The sums of the rounds before the first of results; none in a game that was followed from its first round. */
  earlier?: EarlierRounds;
  /** The cards placed in this round, and the starters. */
  court: Court;
  /** For each seat, from 0, the number of cards in its hand. */
  hand_sizes: number[];
  /** For each seat, from 0, the houses of which it provably has no card. */
  missing_houses: House[][];
  /** For each seat, from 0, the cards at the bottom of its stack that everybody has seen. */
  known_stacks: Card[][];
  /** The seat that placed the latest card of the round, from 0; None before the first. */
  last_placer: number | null;
  /** For each seat, from 0, the penalty points of all finished rounds (rule round.penalty). */
  penalty_points: number[];
  /** For each seat, from 0, the number of Iron Throne cards drawn (rule round.throne). */
  score_pile_sizes: number[];
  /** For each seat, from 0, its Iron Throne cards after the end of the game; empty before. */
  revealed_score_piles: IronThroneCard[][];
}

/** The public information of a game at one moment: everything that all players see. */
export interface TableDocument extends Table {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "table";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The deal and the placements of a game, finished or not. play plays it again. */
export interface Transcript {
  /** The number of players, 2 to 6. */
  players: number;
  /** The variant of the game. */
  variant: Variant;
  /** The seat that starts round 1, from 0. */
  first_player: number;
  /** The known random outcomes: the rounds that are dealt, and the Iron Throne cards in order, without those that only their drawers have seen. */
  deal: Deal;
  /** The placements of each round of the deal, from the first; rounds may be missing at the end. */
  placements: Placement[][];
  /** The number of scored rounds. A finished round may be unscored: Phase.ROUND_OVER. */
  scored_rounds: number;
}

/** The deal and the placements of a game, finished or not. play plays it again. */
export interface TranscriptDocument extends Transcript {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "transcript";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The start of the turn of a player who can place a card. */
export interface TurnStart {
  /** The seat, from 0. */
  player: number;
}

/** The start of the turn of a player who can place a card. */
export interface TurnStartDocument extends TurnStart {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "turn-start";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The variable rules of a game, as data: options, seats, rounds, Iron Throne cards. */
export interface Variant {
  /** The number of rounds; None for one per player (rule round.count). */
  rounds: number | null;
  /** True if rule option.affiliation is in play. */
  house_affiliation: boolean;
  /** True if rule option.rivalry is in play. */
  rivalry: boolean;
  /** True if rule option.anyone is in play. */
  anyone_can_die: boolean;
  /** The house of each seat, from 0; empty if seats have no houses (rule option.houses). */
  houses: House[];
  /** The automated seats, counted from 0, ascending (rule solo.elsewhere). */
  automated: number[];
  /** The Iron Throne cards of the game. The default is *assumed* (rule components.throne.spread): owners of the game can set the printed ones. Empty if unknown, as at a table of people before the cards are revealed. */
  throne_cards?: IronThroneCard[];
  /** The seat that starts round 1, from 0, if the variant fixes it; None if the caller chooses. */
  first_player: number | null;
  /** The number of characters that died before round 1: two for each round played before, when a game with Anyone Can Die is resumed. */
  dead?: number;
}

/** The variable rules of a game, as data: options, seats, rounds, Iron Throne cards. */
export interface VariantDocument extends Variant {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "variant";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The knowledge of one player or of a spectator at one moment of a game. */
export interface ViewDocument {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "view";
  /** The version of the documents, the same for all kinds. */
  version: 1;
  /** The seat that sees this, from 0; None for a spectator. */
  player: number | null;
  /** The cards in the player's own hand, by house and number; none for a spectator. */
  hand: Card[];
  /** The player's own Iron Throne cards, in drawing order; none for a spectator. None for each card that is not known, because the player has not said which it is. */
  score_pile: (IronThroneCard | null)[];
  /** For each finished round the cards left in the player's own hand; none for a spectator. None if they are not known: in a state that was drawn from the view of another player. */
  kept: (Card[] | null)[];
  /** The public information. */
  table: Table;
}

/** A rule that a placement breaks, with the facts. str returns a sentence for the player. */
export interface Violation {
  /** The kind of fault. */
  code: ViolationCode;
  /** The id of the broken rule, for rule to look up. */
  rule: "round.end" | "turn.clockwise" | "turn.own-hand" | "components.characters" | "court.vacant" | "court.first" | "court.width" | "court.beside" | "court.support" | "court.match" | "solo.stack" | "solo.highest" | "solo.side";
  /** The house of the card. */
  house: House;
  /** The card; None if only its house was named. */
  card: Card | null;
  /** The slot in which the player tried to place it. */
  slot: Slot;
  /** The cards in the way: the one in the slot, or the two below that do not match. */
  found: Card[];
  /** The empty slots below, the slots where the bottom row can grow, the slot of the first card, or the one that contains the card already. */
  slots: Slot[];
  /** The seat that tried to place, from 0; None for a spectator, or in violations of a Court. */
  player: number | null;
  /** The seat to move, from 0, if it is another player's turn. */
  active_player: number | null;
  /** The number of cards in the bottom row, if it is full. */
  width_limit: number | null;
  /** The move that the procedure of an automated house dictates. In a GameState, it and rule depend on the hidden stack, so the sentence names neither. Do not show them to players. */
  dictated: Move | null;
}

/** The rules that a placement can break, in the order in which explain lists them. */
export type ViolationCode = "nobody-to-move" | "not-your-turn" | "card-not-in-hand" | "card-in-court" | "slot-taken" | "not-first-slot" | "row-full" | "not-beside" | "support-missing" | "house-unmatched" | "not-dictated";

/** A rule that a placement breaks, with the facts. str returns a sentence for the player. */
export interface ViolationDocument extends Violation {
  /** The game that the document belongs to. */
  game: "westeros-intrigue";
  /** The class of the document. */
  kind: "violation";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}
