// Documents of monopoly, version 1

/** The things that lie on a table. Tuples go by player, deeds by space. */
export interface Layout {
  /** The coins of the players. */
  cash: number[];
  /** The spaces of the tokens; of a player who is out the last one. */
  positions: number[];
  /** For each player in jail the number of tries for a double; None outside. */
  jail_tries: (number | null)[];
  /** The owners of the deeds, with mortgages and buildings. */
  deeds: Deed[];
  /** For each player the numbers of the jail cards, the oldest first. */
  kept_cards: number[][];
  /** The cards under the deck that everybody has seen, by number, in order. */
  known_bottom: number[];
  /** The players who are out, in that order. */
  bankrupt: number[];
  /** The player whose turn it is, from 0. */
  turn_player: number;
}

/** A deed came to a player. */
export interface Acquired {
  player: number;
  space: number;
  name: string;
}

/** A deed came to a player. */
export interface AcquiredDocument extends Acquired {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "acquired";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A player accepted an offer, or declined it. */
export interface Answered {
  player: number;
  accepted: boolean;
}

/** A player accepted an offer, or declined it. */
export interface AnsweredDocument extends Answered {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "answered";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** An auction began, of a deed or of the last building of its kind. */
export interface AuctionOpened {
  starter: number;
  /** The space of the deed, or the one on which the starter wants to build. */
  space: number;
  name: string;
  /** Holdfast or Castle; None for a deed. */
  building: string | null;
}

/** An auction began, of a deed or of the last building of its kind. */
export interface AuctionOpenedDocument extends AuctionOpened {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "auction-opened";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A player bid in an auction. */
export interface BidMade {
  player: number;
  amount: number;
}

/** A player bid in an auction. */
export interface BidMadeDocument extends BidMade {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "bid-made";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** One side of an offer: deeds, Get Out of Jail Free cards, coins. */
export interface Bundle {
  /** The spaces of the deeds, ascending. */
  deeds: number[];
  /** The number of jail cards. */
  cards: number;
  /** The number of coins. */
  coins: number;
}

/** Jail cards changed hands, or went back under the deck where taker is None. */
export interface CardsPassed {
  giver: number;
  taker: number | null;
  number: number;
}

/** Jail cards changed hands, or went back under the deck where taker is None. */
export interface CardsPassedDocument extends CardsPassed {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "cards-passed";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A Chance card, of which the deck may have several copies. */
export interface ChanceCard {
  /** The id of the card in its edition. */
  id: string;
  /** The number of copies in the deck. */
  copies: number;
  /** The effects in the order in which they happen. */
  effects: Effect[];
}

/** All of a game's chance. A deal and the moves replay a game exactly. */
export interface Deal {
  /** The Chance cards nobody has seen when the game begins, by number, top first. It may stop short; None if nothing is known of it. */
  deck: number[] | null;
  /** The first throws of the game, in order, whatever they are thrown for. */
  rolls: ([number, number])[];
  /** The seed of all later throws; None where people throw dice. */
  seed: string | null;
}

/** All of a game's chance. A deal and the moves replay a game exactly. */
export interface DealDocument extends Deal {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "deal";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The owner of a deed, its mortgage, and the buildings on its space. */
export interface Deed {
  /** The player, from 0; None while the Treasury has the deed. */
  owner: number | null;
  /** True if the deed is mortgaged. */
  mortgaged: boolean;
  /** The number of Holdfasts there; one more than the most of them is a Castle. */
  level: number;
}

/** A Chance card was drawn. */
export interface Drew {
  player: number;
  /** The number of the card in the deck of the edition. */
  card: number;
  /** The id of the card. */
  name: string;
  /** Its effects in words. */
  effects: string;
}

/** A Chance card was drawn. */
export interface DrewDocument extends Drew {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "drew";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A whole copy of the game as data: its board, its numbers and its deck of Chance cards. */
export interface Edition {
  format: number;
  /** The name of the edition. */
  name: string;
  /** The sources of its values. */
  sources: string[];
  /** True if the edition claims to be the printed game, and so has no hints or inventions. */
  printed: boolean;
  /** True if it has invented values; states, records and drawings then show that. */
  sample: boolean;
  /** The fewest players and the most. */
  players: [number, number];
  money: {
    start: number;
    go: number;
    coins: ([number, number])[];
  };
  jail: {
    fee: number;
    tries: number;
  };
  supply: {
    holdfasts: number;
    castles: number;
  };
  /** The number of Holdfasts on a Location before it may have a Castle. */
  storeys: number;
  /** The factor of the rent of a Location without buildings, where its set has one owner. */
  set_factor: number;
  /** The rents by the number of Faiths that the owner has, from 1. */
  faith_rent: number[];
  /** The parts of the throw, as fractions, by the number of Orders that the owner has, from 1. */
  order_rent: ([number, number])[];
  auction: {
    opening: number;
    step: number;
  };
  /** The spaces from GO, clockwise. */
  spaces: Space[];
  /** The deck of Chance cards; None where it is unknown. */
  cards: ChanceCard[] | null;
  /** For each known value, by its JSON Pointer in the file, where it comes from; * stands for all values without a mark of their own. */
  marks: { [key: string]: "stated" | "reported" | "hint" | "owner" | "invented" };
  /** For unknown values, by JSON Pointer, what they might be. Shown to people, and never used. */
  hints: { [key: string]: number[] };
}

/** A whole copy of the game as data: its board, its numbers and its deck of Chance cards. */
export interface EditionDocument extends Edition {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "edition";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** One effect of a Chance card. */
export type Effect = ["move_to" | "move_to_nearest" | "move_by" | "go_to_jail" | "jail_card" | "collect" | "pay" | "collect_each" | "pay_each" | "pay_buildings" | "take_deed" | "swap_deed", ...(number | string)[]];

/** The final result of a game. */
export interface FinalResult {
  /** The winning seats, from 0, ascending; several if they share the victory. */
  winners: number[];
  /** For each seat, from 0, the number that ranks it, such as its points less those of its cards, or the power of its small council; empty in a game that ranks without numbers. */
  totals: number[];
  /** The seats, from 0, best first; those that share a place are together, ascending. */
  ranking: number[][];
  /** The criterion that separated the winners from the others; None in a game with only one. */
  decided_by: null;
}

/** The final result of a game. */
export interface FinalResultDocument extends FinalResult {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "final-result";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A player went to jail. */
export interface Jailed {
  player: number;
}

/** A player went to jail. */
export interface JailedDocument extends Jailed {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "jailed";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The buildings on a Location changed. */
export interface Levelled {
  space: number;
  name: string;
  /** The number of Holdfasts; one more than the most is a Castle. */
  level: number;
  /** The buildings in words. */
  buildings: string;
}

/** The buildings on a Location changed. */
export interface LevelledDocument extends Levelled {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "levelled";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

export type Move = string;

/** A token went from one space to another. */
export interface Moved {
  player: number;
  origin: number;
  space: number;
  /** The name of the space that the token reached. */
  name: string;
}

/** A token went from one space to another. */
export interface MovedDocument extends Moved {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "moved";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A player offered another one an exchange. */
export interface Offered {
  player: number;
  partner: number;
  give: Bundle;
  take: Bundle;
  /** The names of the player's deeds in the deal. */
  given: string[];
  /** The names of the partner's deeds in the deal. */
  taken: string[];
}

/** A player offered another one an exchange. */
export interface OfferedDocument extends Offered {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "offered";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A whole game: the table, and the chance to come, which nobody may know. */
export interface OmniscientStateDocument {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "omniscient-state";
  /** The version of the documents, the same for all kinds. */
  version: 1;
  record: Record;
  /** The public information. */
  table: Table;
}

/** Coins changed hands. */
export interface Paid {
  payer: number | null;
  payee: number | null;
  amount: number;
}

/** Coins changed hands. */
export interface PaidDocument extends Paid {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "paid";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A player passed in an auction, or the engine did so for one who cannot bid. */
export interface Passed {
  player: number;
}

/** A player passed in an auction, or the engine did so for one who cannot bid. */
export interface PassedDocument extends Passed {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "passed";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The phases of a game. */
export type Phase = "playing" | "rolling" | "drawing" | "game-over";

/** A game from its start to any point of it. */
export interface Record {
  /** The table when the game began. */
  start: Start;
  /** The chance of the game. */
  deal: Deal;
  /** Its moves, in order. */
  moves: Move[];
  /** Names and values, such as the players and the date. */
  tags: ([string, string])[];
}

/** A game from its start to any point of it. */
export interface RecordDocument extends Record {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "record";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A player came out of jail. */
export interface Released {
  player: number;
}

/** A player came out of jail. */
export interface ReleasedDocument extends Released {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "released";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** An owner asked for the rent. */
export interface RentDemanded {
  owner: number;
  visitor: number;
  name: string;
  /** The rent; None of an Order, whose rent is a part of the throw that follows. */
  amount: number | null;
}

/** An owner asked for the rent. */
export interface RentDemandedDocument extends RentDemanded {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "rent-demanded";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** An owner did not ask for the rent. */
export interface RentWaived {
  owner: number;
  visitor: number;
  name: string;
}

/** An owner did not ask for the rent. */
export interface RentWaivedDocument extends RentWaived {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "rent-waived";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The deed of a bankrupt player came back to the Treasury. */
export interface Returned {
  space: number;
  name: string;
}

/** The deed of a bankrupt player came back to the Treasury. */
export interface ReturnedDocument extends Returned {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "returned";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The knowledge of a player at one moment, for a client that knows no rules. */
export interface Snapshot {
  /** The seat that looks, from 0; None for a spectator. */
  player: number | null;
  /** The facts on the table. */
  table: Table;
}

/** The knowledge of a player at one moment, for a client that knows no rules. */
export interface SnapshotDocument extends Snapshot {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "snapshot";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** One space of the board. A number is None where it is unknown, or where the kind has none. */
export type Space = {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "go";
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "location";
    /** The colour of a Location. */
    group: string;
    /** The coins that buy the deed, as on the board. */
    price: number | null;
    /** The coins that the Treasury lends on the deed. */
    mortgage: number | null;
    /** The coins that redeem the deed. */
    unmortgage: number | null;
    /** The coins that a Holdfast costs. */
    holdfast_cost: number | null;
    /** The coins that a Castle costs, after the last Holdfast. */
    castle_cost: number | null;
    /** The rents of a Location: with 0 Holdfasts, 1, and so on, and last with a Castle. */
    rents: (number | null)[];
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "faith";
    /** The coins that buy the deed, as on the board. */
    price: number | null;
    /** The coins that the Treasury lends on the deed. */
    mortgage: number | null;
    /** The coins that redeem the deed. */
    unmortgage: number | null;
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "order";
    /** The coins that buy the deed, as on the board. */
    price: number | null;
    /** The coins that the Treasury lends on the deed. */
    mortgage: number | null;
    /** The coins that redeem the deed. */
    unmortgage: number | null;
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "chance";
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "tax";
    /** The coins of a tax. */
    amount: number | null;
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "jail";
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "free";
  } | {
    /** The printed name. */
    name: string;
    /** The kind of space. */
    kind: "go_to_jail";
  };

/** The table when the game began. Tuples go by player, deeds by space. */
export interface Start extends Layout {
  board: Edition;
  variant: Variant;
}

/** The facts that a client shows that knows no rules. Tuples go by player, deeds by space. */
export interface Table extends Layout {
  /** The phase of the game. */
  phase: Phase;
  /** The number of the turn, from 1. */
  turn_number: number;
  /** The number of doubles in a row in this turn. */
  doubles: number;
  /** The players who pass until the interval before their own next throw, ascending. */
  standing: number[];
  /** True if the game is played with invented numbers (rule edition.sample-flag). */
  sample: boolean;
  /** The coins of the Treasury; they may be below 0 (rule components.treasury). */
  treasury: number;
  /** The number of Holdfasts that the Treasury has. */
  holdfasts_left: number;
  /** The number of Castles that the Treasury has. */
  castles_left: number;
  /** The numbers of the cards that nobody has seen, ascending. */
  unseen_cards: number[];
  /** The numbers of the open question by name; None when nobody is asked. */
  question: null | {
    decision: "floor";
    player: number;
    passes: number;
    offers: number[];
  } | {
    decision: "answer";
    player: number;
    proposer: number;
    give: Bundle;
    take: Bundle;
  } | {
    decision: "jail";
    player: number;
    fee: number;
    tries: number | null;
  } | {
    decision: "purchase";
    player: number;
    space: number;
    price: number;
    offers: number;
  } | {
    decision: "bid";
    player: number;
    space: number;
    building: "Holdfast" | "Castle" | null;
    high: number;
    leader: number | null;
    lowest_bid: number;
  } | {
    decision: "siting";
    player: number;
    building: "Holdfast" | "Castle";
  } | {
    decision: "rent";
    player: number;
    visitor: number;
    space: number;
    rent: number | null;
  } | {
    decision: "debt";
    player: number;
    creditor: number | null;
    amount: number;
    means: number;
  } | {
    decision: "deed";
    player: number;
    is_swap: boolean;
  };
}

/** Dice were thrown, for a move, a try or an Order's rent. */
export interface Thrown {
  player: number;
  dice: [number, number];
}

/** Dice were thrown, for a move, a try or an Order's rent. */
export interface ThrownDocument extends Thrown {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "thrown";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A player's turn began. */
export interface TurnBegan {
  player: number;
  /** The number of the turn, from 1. */
  turn: number;
}

/** A player's turn began. */
export interface TurnBeganDocument extends TurnBegan {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "turn-began";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A deed was mortgaged, or redeemed. */
export interface Turned {
  space: number;
  name: string;
  mortgaged: boolean;
}

/** A deed was mortgaged, or redeemed. */
export interface TurnedDocument extends Turned {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "turned";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** A deed without a bid. */
export interface Unsold {
  space: number;
  name: string;
}

/** A deed without a bid. */
export interface UnsoldDocument extends Unsold {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "unsold";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The rules that can vary although the edition is the same. */
export interface Variant {
  /** The most offers of a player in one interval, purchase or debt; 0 for no trading. */
  offers: number;
  /** The price of a Castle that is sold: its cost if full, half of it, rounded up, if half. */
  castle_sale: "full" | "half";
}

/** The rules that can vary although the edition is the same. */
export interface VariantDocument extends Variant {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "variant";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The knowledge of a player about a game: the table. */
export interface ViewDocument {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "view";
  /** The version of the documents, the same for all kinds. */
  version: 1;
  /** The seat that looks, from 0; None for a spectator. */
  player: number | null;
  record: Record;
  /** The public information. */
  table: Table;
}

/** A player is out, in debt to a creditor. */
export interface WentBankrupt {
  player: number;
  creditor: number | null;
}

/** A player is out, in debt to a creditor. */
export interface WentBankruptDocument extends WentBankrupt {
  /** The game that the document belongs to. */
  game: "monopoly";
  /** The class of the document. */
  kind: "went-bankrupt";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}
