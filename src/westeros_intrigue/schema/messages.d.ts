// Messages between the page and the engine of Westeros Intrigue

/** Points that an option adds to a round's penalty, or subtracts from it. */
export interface Adjustment {
  /** The seat, from 0. */
  player: number;
  /** 1 or -1. An option without effect makes no adjustment. */
  points: number;
  /** The id of the option's rule. */
  rule: "option.affiliation" | "option.rivalry";
}

/** A move that a player of the engine would make. */
export interface Advice {
  /** The class of the document. */
  kind: "advice";
  move: string;
  text: string;
}

/** A new game at the table of one that is over; friends come along to their seats. */
export interface Again {
  do: "again";
  game: Game;
}

export type Answer = Chosen | Position | AnyPosition | Chaired | Joined | Linked | Refused | Advice | Reviewed | Copied | Ruled | Posed | Attempted | Fault;

/** Another game at one moment. */
export interface AnyPosition {
  /** The class of the document. */
  kind: "table";
  game: Game;
  /** The number of steps so far, such as placements and scored rounds. */
  moment: number;
  seats: Seat[];
  /** person, step when a step goes on, round when a step begins the next round, nobody. */
  waits_for: "person" | "step" | "round" | "nobody";
  /** The seat that looks, from 0; null for what everybody may see. */
  viewer: number | null;
  /** The seat that decides, from 0. */
  active: number | null;
  /** The latest events, in sentences; of the card game, those of this round. */
  told: string[];
  /** The end of the round or the game in sentences; empty before. */
  story: string[];
  /** The seats at the end of the round, or the best first at the end of the game; empty before. */
  standings: Standing[];
  can_undo: boolean;
  /** The seats of the people at this screen; friends sit at screens of their own. */
  here: number[];
  /** The seats of friends that are not at their screens. */
  away: number[];
  /** The key of the game that is played. */
  key: string;
  /** Its name. */
  name: string;
  /** The question that the game waits for, in words; empty if nobody decides. */
  question: string;
  /** The legal moves of the viewer as they are written, each with its words, but for those of a kind that the game does not list. */
  moves: Choice[];
  /** The public belongings of each player, in words; empty texts in games without. */
  facts: string[];
  /** The things that each player can give in an offer of the viewer, as moves name them; a number with a letter, such as 36c, is the most of it. Empty where the viewer can make no offer. */
  goods: Choice[][];
  /** The table as SVG. */
  picture: string;
  /** The table as text. */
  words: string;
}

/** A placement that may be the one that solves a puzzle. */
export interface Attempt {
  do: "attempt";
  number: number;
  /** The placement; null for the one that solves it. */
  move: Move | null;
}

/** The result of a placement in a puzzle. */
export interface Attempted {
  /** The class of the document. */
  kind: "attempted";
  wins: boolean;
  text: string;
  /** The rest of the round if both play their best, in sentences. */
  told: string[];
}

/** A new game that goes on from a moment of one that is over. */
export interface Branch {
  do: "branch";
  game: Game;
  moment: number;
}

/** A character card. */
export type Card = string;

/** The seat of the link through which somebody came: the answer to their choices. */
export interface Chaired {
  /** The class of the document. */
  kind: "chair";
  game: Game;
  /** The name of the game that is played. */
  name: string;
  seat: number;
  seats: Seat[];
  /** True if somebody plays it. */
  is_taken: boolean;
  /** True if the one who came does. */
  is_yours: boolean;
  /** The player that goes on in the seat of somebody who leaves. */
  usual: string;
}

/** One of several things to choose from. */
export interface Choice {
  /** Its name in requests. */
  name: string;
  title: string;
}

/** Ask for the choices for a new game, and for the stored games. */
export interface Choices {
  do: "choices";
}

/** The choices for a new game. */
export interface Chosen {
  /** The class of the document. */
  kind: "choices";
  /** The saved games, the latest first. */
  games: Choice[];
  /** The levels of the puzzles, each by the number of its first one. */
  puzzles: Choice[];
  /** The number of today's puzzle. */
  daily: number;
  /** The games, and the tables that they can be played at. */
  tables: GameChoice[];
  /** True if friends can play through links. */
  has_links: boolean;
}

/** The record of a game. */
export interface Copied {
  /** The class of the document. */
  kind: "record";
  record: string;
}

/** The record of a game that is over: it contains every hand. */
export interface Copy {
  do: "copy";
  game: Game;
}

/** The cards of the court by slot: an immutable mapping in slot order. */
export interface Court {
  /** The cards by their slots, row by row from the bottom left. */
  cards: { [key: string]: Card };
  /** The maximum number of cards in the bottom row (rule court.width). */
  width_limit: number;
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

/** A refusal of the request; nothing has changed. */
export interface Fault {
  /** The class of the document. */
  kind: "fault";
  /** One of FAULTS. */
  code: "bad-message" | "no-such-game" | "not-now" | "moved-on" | "cannot-be" | "not-kept" | "not-yours";
  text: string;
}

/** The seats that friends play through links. */
export interface Friends {
  do: "friends";
  game: Game;
}

/** A game: a module with these names. State is everything, View is what one seat may know. */
export type Game = string;

/** A game, and the tables that it can be played at. */
export interface GameChoice {
  /** The key of the game. */
  name: string;
  title: string;
  fewest: number;
  /** The greatest number of seats. */
  most: number;
  levels: Choice[];
  /** The usual one of the levels. */
  usual: string;
  options: OptionForm[];
}

/** A move for the person to move; of the card game, with what speaks for it. */
export interface Hint {
  do: "hint";
  game: Game;
  seat: number;
  moment: number;
}

/** One of the four great houses: the only property of a character card that affects play. */
export type House = "S" | "L" | "B" | "T";

/** Offer a seat to a friend by a new link; earlier ones no longer open it. */
export interface Invite {
  do: "invite";
  game: Game;
  seat: number;
}

/** An Iron Throne card: its value lowers a player's total, and its icons decide ties. */
export interface IronThroneCard {
  /** The points subtracted from its owner's total, 1 to 3. */
  value: number;
  /** The number of icons, 1 to 999 999 999. The tied player with the fewest on a card wins. */
  icons: number;
}

/** Take the seat of the link through which one came. */
export interface Join {
  do: "join";
  /** The name of the person; empty for a player with a number. */
  name: string;
}

/** The visitor sits in the seat. */
export interface Joined {
  /** The class of the document. */
  kind: "joined";
  /** The token that opens the seat, in the place of that of the invitation. */
  secret: string;
}

/** A seat that a friend plays, or is invited to. */
export interface Link {
  seat: number;
  is_taken: boolean;
  /** The addresses that lead to it, the best for other machines first; empty for a seat in use. */
  addresses: string[];
  /** The first address as a QR code, in SVG; empty without. */
  code: string;
}

/** The seats that friends play through links. */
export interface Linked {
  /** The class of the document. */
  kind: "friends";
  links: Link[];
  /** True if other machines are let in. */
  is_shared: boolean;
  /** The players of the game that can go on in a seat. */
  levels: Choice[];
}

/** A new game that goes on from a record, or shows the one that is over. */
export interface Load {
  do: "load";
  record: string;
}

/** The position as it is. */
export interface Look {
  do: "look";
  game: Game;
  /** The seat that looks; null for the public view. */
  seat: number | null;
}

/** The placement of a card in a slot. */
export type Move = string;

/** An option of a game, as data for a form. */
export interface OptionForm {
  name: string;
  kind: "flag" | "number" | "numbers" | "choice" | "choices" | "text" | "file";
  /** A phrase for people who set up a table. */
  help: string;
  choices: string[];
  least: number;
  most: number;
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

/** Make a move for a person, such as the placement of a card. */
export interface Play {
  do: "play";
  game: Game;
  seat: number;
  /** The moment of the position that the person saw; a game that is elsewhere refuses. */
  moment: number;
  /** The move as it is written. */
  move: string;
}

/** A puzzle, by its number. */
export interface Pose {
  do: "puzzle";
  number: number;
}

/** A puzzle: a position with one placement that wins the round. Both hands lie open. */
export interface Posed {
  /** The class of the document. */
  kind: "puzzle";
  number: number;
  level: number;
  /** The number of the next puzzle; null after the last one. */
  following: number | null;
  /** True if it is today's puzzle. */
  is_daily: boolean;
  /** The names of the seats. */
  names: string[];
  /** The view of the player to move. */
  view: ViewDocument;
  other_hand: Card[];
  moves: Move[];
  /** For each house, in the order of House, the slots open to a card of it. */
  takes: Slot[][];
}

/** The card game at one moment. */
export interface Position {
  /** The class of the document. */
  kind: "position";
  game: Game;
  /** The number of steps so far, such as placements and scored rounds. */
  moment: number;
  seats: Seat[];
  /** person, step when a step goes on, round when a step begins the next round, nobody. */
  waits_for: "person" | "step" | "round" | "nobody";
  /** The seat that looks, from 0; null for what everybody may see. */
  viewer: number | null;
  /** The seat that decides, from 0. */
  active: number | null;
  /** The latest events, in sentences; of the card game, those of this round. */
  told: string[];
  /** The end of the round or the game in sentences; empty before. */
  story: string[];
  /** The seats at the end of the round, or the best first at the end of the game; empty before. */
  standings: Standing[];
  can_undo: boolean;
  /** The seats of the people at this screen; friends sit at screens of their own. */
  here: number[];
  /** The seats of friends that are not at their screens. */
  away: number[];
  view: ViewDocument;
  /** The legal moves of the viewer. */
  moves: Move[];
  /** For each house, in the order of House, the slots open to a card of it. */
  takes: Slot[][];
}

/** Why a move is refused. */
export interface Reason {
  code: string;
  rule: string;
  text: string;
}

/** A move breaks rules; nothing has changed. */
export interface Refused {
  /** The class of the document. */
  kind: "refused";
  reasons: Reason[];
}

/** Let a player of the game, or a person at this screen, go on in a seat. */
export interface Replace {
  do: "replace";
  game: Game;
  seat: number;
  who: string;
}

export type Request = Choices | Start | Load | Look | Play | Step | Undo | Hint | Review | Branch | Copy | Rules | Friends | Invite | Join | Replace | Again | Pose | Attempt;

/** A placement of a game that is over, or a moment of another game; both are counted from 0. */
export interface Review {
  do: "review";
  game: Game;
  number: number;
}

/** A placement of a game that is over, with the court after it. */
export interface Reviewed {
  /** The class of the document. */
  kind: "reviewed";
  number: number;
  /** The number of placements of the game. */
  count: number;
  text: string;
  /** The result of the analysis; empty without one. */
  judgement: string;
  /** The chance of its player to win the round after it, in percent; null without an analysis. */
  win: number | null;
  /** The hundredths of a point that it lost against the best placement. */
  loss: number;
  /** A placement that was clearly better, if there was one. */
  better: Move | null;
  /** The view of everybody after it. */
  view: ViewDocument;
  /** The moment of the game before it, from which a new game can go on. */
  moment: number;
  /** The seat of each placement of the game. */
  placers: number[];
  /** The round of each placement of the game. */
  rounds: number[];
}

/** The cards of one round: the hands, and the cards that start the bottom row. */
export interface RoundDeal {
  /** For each seat, from 0, its cards in dealing order; an automated seat's stack, top first. */
  hands: Card[][];
  /** The cards that start the bottom row, from column 0 to the right. */
  starters: Card[];
}

/** The result of a finished round. */
export interface RoundResult {
  /** The round, counted from 1. */
  round_number: number;
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
  /** The seat that placed the last card, from 0. It drew the Iron Throne card. */
  last_placer: number;
  /** The Iron Throne card that the last placer drew; None if it is not known. */
  throne_card: IronThroneCard | null;
  /** For each seat, from 0, the number of cards left in its hand. */
  cards_left: number[];
  /** For each seat, from 0, the cards left in its hand; None if they are not known. */
  kept: (Card[] | null)[];
  /** The points that the options added or subtracted. */
  adjustments: Adjustment[];
  /** The round's penalty points for each seat, from 0, adjustments included. */
  penalty_points: number[];
  /** The cards that automated seats turned over, as in Table; empty without such seats. */
  turned_over: ((Card[] | null)[])[];
}

/** The rules of a game. */
export interface Ruled {
  /** The class of the document. */
  kind: "rules";
  /** The name of the game. */
  name: string;
  /** The rules that a newcomer needs. */
  minute: string[];
  /** All rules. */
  rules: string[];
}

/** The rules of a game. */
export interface Rules {
  do: "rules";
  /** The key of the game. */
  name: string;
}

/** The person or the player in a seat. */
export interface Seat {
  /** The name that is shown; empty for a person without a name. */
  name: string;
  /** PERSON, AUTOMATED, or the name of a player of the game, such as greedy. */
  who: string;
}

/** The value of an option of a game. */
export interface Setting {
  name: string;
  /** true, false, a number, a text; the parts of a list are joined by +. */
  value: string;
}

/** A slot of the court, occupied or vacant, even if no court can reach it. */
export type Slot = string;

/** A seat at the end of a round or of the game. */
export interface Standing {
  seat: number;
  /** Its place, from 1; null before the end of the game. */
  place: number | null;
  /** The number of cards left in its hand; 0 in other games. */
  cards_left: number;
  /** The penalty points of the round; at the end of the game, of all rounds; 0 in other games. */
  points: number;
  /** The points that options added or subtracted, such as -1 by House Affiliation. */
  notes: string[];
  /** The Iron Throne cards that the reader may see of those that it drew in the round, or in the game. */
  throne_cards: IronThroneCard[];
  /** The points after the round; at the end of the game, the number that ranks it, or null in a game that ranks without numbers. */
  total: number | null;
}

/** A new game. */
export interface Start {
  do: "start";
  /** The key of the game. */
  name: string;
  seats: Seat[];
  options: Setting[];
  /** The number that fixes all chance; null for any. */
  seed: number | null;
}

/** Let the next thing happen that waits for no person: a placement, or the end of a round. */
export interface Step {
  do: "step";
  game: Game;
  seat: number | null;
  moment: number;
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
  /** For each seat, from 0: for each turn of an automated seat in this round, the cards that it turned over and set aside, in the order drawn; on the turn on which it goes out, all its cards. None for a turn that nobody at a table of people recorded. */
  turned_over: ((Card[] | null)[])[];
  /** The finished rounds, from the first, with None for hidden values. */
  results: RoundResult[];
  /** False if the game is played with printed cards, which have no numbers. The card of a placement then represents any card of its house, maybe another character in each round. */
  has_numbers?: boolean;
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

/** Go back to the last moment at which a person placed a card. */
export interface Undo {
  do: "undo";
  game: Game;
  seat: number | null;
  moment: number;
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
  /** The player's own Iron Throne cards, in drawing order; none for a spectator, or if the player has not revealed which they are. */
  score_pile: IronThroneCard[];
  /** For each finished round the cards left in the player's own hand; none for a spectator. None if they are not known: in a state that was drawn from the view of another player. */
  kept: (Card[] | null)[];
  /** The public information. */
  table: Table;
}
