// Messages between the page and the engine of Westeros Intrigue

import type { Adjustment, Card, Court, EarlierRounds, Elimination, House, IronThroneCard, Move, Phase, Placement, RoundDeal, RoundResult, Slot, Table, Variant, ViewDocument } from "./westeros-intrigue";

export type { Adjustment, Card, Court, EarlierRounds, Elimination, House, IronThroneCard, Move, Phase, Placement, RoundDeal, RoundResult, Slot, Table, Variant, ViewDocument };

/** A game at one moment, as one person or everybody may see it. */
export interface Moment {
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

export type Answer = NewGameChoices | Position | AnyPosition | SeatOffer | Joined | Invitations | Refused | Advice | PlacementReview | RecordCopy | RulesText | EngineStatus | PuzzlePosition | PuzzleResult | Fault;

/** Another game at one moment. */
export interface AnyPosition extends Moment {
  /** The class of the document. */
  kind: "table";
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
  /** The things that each player can offer in a deal with the viewer, as moves name them; a number with a letter, such as 36c, is the most of it. Empty where the viewer can make no offer. */
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

/** A new game that goes on from a moment of one that is over. */
export interface Branch {
  do: "branch";
  game: Game;
  moment: number;
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

/** The record of a game that is over: it contains every hand. */
export interface Copy {
  do: "copy";
  game: Game;
}

/** The work that keeps the engine busy. */
export interface EngineStatus {
  /** The class of the document. */
  kind: "status";
  /** True while the library prepares what takes long on its first call. */
  is_preparing: boolean;
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

/** The seats that friends play through links. */
export interface Invitations {
  /** The class of the document. */
  kind: "friends";
  links: Link[];
  /** True if other machines are let in. */
  is_shared: boolean;
  /** The players of the game that can go on in a seat. */
  levels: Choice[];
}

/** Offer a seat to a friend by a new link; earlier ones no longer open it. */
export interface Invite {
  do: "invite";
  game: Game;
  seat: number;
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

/** The choices for a new game. */
export interface NewGameChoices {
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

/** A placement of a game that is over, with the court after it. */
export interface PlacementReview {
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

/** The card game at one moment. */
export interface Position extends Moment {
  /** The class of the document. */
  kind: "position";
  view: ViewDocument;
  /** The legal moves of the viewer. */
  moves: Move[];
  /** For each house, in the order of House, the slots open to a card of it. */
  takes: Slot[][];
}

/** A puzzle: a position with one placement that wins the round. Both hands lie open. */
export interface PuzzlePosition {
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

/** The result of a placement in a puzzle. */
export interface PuzzleResult {
  /** The class of the document. */
  kind: "attempted";
  wins: boolean;
  text: string;
  /** The rest of the round if both play their best, in sentences. */
  told: string[];
}

/** Why a move is refused. */
export interface Reason {
  code: string;
  rule: string;
  text: string;
}

/** The record of a game. */
export interface RecordCopy {
  /** The class of the document. */
  kind: "record";
  record: string;
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

export type Request = Choices | Start | Load | Look | Play | Step | Undo | Hint | Review | Branch | Copy | Rules | Status | Friends | Invite | Join | Replace | Again | Pose | Attempt;

/** A placement of a game that is over, or a moment of another game; both are counted from 0. */
export interface Review {
  do: "review";
  game: Game;
  number: number;
}

/** The rules of a game. */
export interface Rules {
  do: "rules";
  /** The key of the game. */
  name: string;
}

/** The rules of a game. */
export interface RulesText {
  /** The class of the document. */
  kind: "rules";
  /** The name of the game. */
  name: string;
  /** The rules that a newcomer needs. */
  minute: string[];
  /** All rules. */
  rules: string[];
}

/** The person or the player in a seat. */
export interface Seat {
  /** The name that is shown; empty for a person without a name. */
  name: string;
  /** PERSON, AUTOMATED, or the name of a player of the game, such as greedy. */
  who: string;
}

/** The seat of the link through which somebody came: the answer to their choices. */
export interface SeatOffer {
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

/** The value of an option of a game. */
export interface Setting {
  name: string;
  /** true, false, a number, a text; the parts of a list are joined by +. */
  value: string;
}

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

/** The work that keeps the engine busy, while a page waits for another answer. */
export interface Status {
  do: "status";
}

/** Let the next thing happen that waits for no person: a placement, or the end of a round. */
export interface Step {
  do: "step";
  game: Game;
  seat: number | null;
  moment: number;
}

/** Go back to the last moment at which a person placed a card. */
export interface Undo {
  do: "undo";
  game: Game;
  seat: number | null;
  moment: number;
}
