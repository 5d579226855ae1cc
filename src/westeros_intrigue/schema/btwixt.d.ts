// Documents of btwixt, version 1

/** One ability of a card; arguments that its operation does not have are None or empty. */
export interface Ability {
  /** The moment at which it applies. */
  timing: Timing;
  /** Its operation. */
  do: Operation;
  /** True if the leader may decline. */
  may?: boolean;
  /** The colours of cards that can be moved. */
  colours?: Colour[];
  /** The most cards of a turn that is not skipped. */
  cards?: number | null;
  /** True if it does nothing for the winner of the bid. */
  unless_winner?: boolean;
  /** The name of an ally. */
  ally?: string | null;
  /** The side of the claimant. */
  side?: Side | null;
  /** The number of allies looked at, or of cards discarded. */
  count?: number | null;
  /** The number of the allies looked at that are killed. */
  kill?: number | null;
  /** The leaders who discard, in this order. */
  who?: Who[];
  /** The title of an influence card. */
  title?: string | null;
  /** The place of the gained token. */
  onto?: Onto | null;
}

/** An ally card; each occurs once. */
export interface Ally {
  /** The id of the card in its box. */
  id: string;
  /** The printed name. */
  name: string;
  /** The power that it adds to a council; None if unknown. */
  power?: number | null;
  /** Its abilities, in this order; None if unknown, empty if it has none. */
  abilities?: Ability[] | null;
  /** True if part of it does not come from a printed card. */
  invented?: boolean;
  /** A note on what is invented or doubtful, and on the source of the rest. */
  notes?: string;
}

/** Choose an ally of the other council, which joins the one that was claimed. */
export interface AllyMove {
  step: "ally-move";
  /** The seat that may answer, from 0. */
  seat: number;
  /** The ally whose ability it is. */
  ally: string;
}

/** The cards in the game. */
export type Base = "standard" | "advanced";

/** The result of a bid. */
export interface Bid {
  /** The sum of each leader's pile. */
  totals: number[];
  /** The seats, from 0, the winner first. */
  ranking: number[];
  /** The council that the winner must use because of the neighbours' cards; None if free. */
  bound_council: number | null;
}

/** Choose a card in another leader's pile, which comes to the player's pile. */
export interface BidCard {
  step: "bid-card";
  /** The seat that may answer, from 0. */
  seat: number;
  ability: Ability;
  /** The card whose ability it is. */
  card: Card | null;
}

/** Allies next to each other in the ally deck, of whose order nothing is known. */
export interface Block {
  /** The number of allies. */
  size: number;
  /** Those known to be among them, sorted by id. */
  known: string[];
}

/** All cards and tokens that a game is played with. */
export type Box = "sample" | {
    format: "westeros-intrigue/btwixt-box/1";
    /** The name of the box. */
    name: string;
    /** True if it is meant to be exactly the printed box. */
    printed?: boolean;
    /** True if it contains inventions, and is for trying out. */
    sample?: boolean;
    /** The sources of its facts. */
    sources?: string[];
    /** The leader cards. */
    leaders: Leader[];
    /** The ally cards. */
    allies: Ally[];
    /** The influence cards, an entry a title. */
    influence: InfluenceCard[];
    /** Pairs of a value and the number of tokens with it, values ascending; None if unknown. */
    tokens?: { [key: string]: number } | null;
  };

/** The claimant may discard a card to save the ally. */
export interface Cancel {
  step: "cancel";
  /** The seat that may answer, from 0. */
  seat: number;
  ally: string;
  /** The other leader: the claimant, or the one who discarded a card to kill the ally. */
  leader: number;
  title: string;
}

/** An influence card: equal cards of a hand, a deck or the discard pile are the same value. */
export type Card = string;

/** Every order that chance decides; each begins with what is drawn first. */
export interface Chance {
  /** The ally deck from its top, by id. */
  allies: string[];
  /** The values of the tokens in the order in which they leave the supply. */
  tokens: number[];
  /** The leader cards, by id; a random pick is the first that is still there. */
  leaders: string[];
  /** For each season of the game its influence deck; card i goes to seat i mod players. */
  influence: Card[][];
  /** The events in the order in which they join the deck; empty but in the advanced game. */
  events: Card[];
  /** For each leader of the box, in its order, the white cards as they are drawn, one a season; empty but in the advanced game. */
  leader_cards: Card[][];
}

/** Every order that chance decides; each begins with what is drawn first. */
export interface ChanceDocument extends Chance {
  /** The game that the document belongs to. */
  game: "btwixt";
  /** The class of the document. */
  kind: "chance";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** Let the winner claim the current allies, the one that came first in front. */
export interface ClaimCurrent {
  step: "claim-current";
  seat: number;
}

/** The colour of an influence card (rule components.colours). */
export type Colour = "red" | "green" | "purple" | "blue" | "white";

/** The allies and tokens between two leaders. */
export interface Council {
  /** The allies, by id, in the order in which they came. */
  allies: string[];
  /** The tokens in the order in which they came, by number. */
  tokens: number[];
}

/** A current ally. */
export interface Current {
  /** The ally, by id. */
  ally: string;
  /** The tokens on it. */
  tokens: number[];
  /** True if an ability brought it, so that no card directs where to place it. */
  extra: boolean;
  /** True if its ability that works once a round has done so. */
  spent: boolean;
}

/** Read totals, ranking and bound council once, and let the winner claim. */
export interface DecideBid {
  step: "decide-bid";
}

/** The first count by which the winner is ahead of all others. */
export type DecidedBy = "small-council" | "other-council" | "allies" | "shared";

/** Choose a card of the hand to discard. */
export interface Discard {
  step: "discard";
  /** The seat that may answer, from 0. */
  seat: number;
  /** The number of cards still to be discarded. */
  count: number;
}

/** The way in which leaders get their hands. */
export type Drafting = "none" | "draft" | "kingsmoot";

/** An ability to be resolved, of an influence card or of an ally. */
export interface Effect {
  step: "effect";
  ability: Ability;
  /** The leader who is "you"; None for the one in whose pile the card lies by then. */
  seat: number | null;
  card: Card | null;
  ally: string | null;
}

/** Clean up and pass the first-player token; begin the next round or season, or score. */
export interface EndRound {
  step: "end-round";
}

/** Something that happened; fields that its kind has no use for are None or empty. */
export interface Event {
  /** The kind of event. */
  happening: Happening;
  /** The seat that it is about, from 0. */
  player: number | null;
  /** A second seat. */
  other: number | null;
  /** The cards; empty where the viewer does not see them. */
  cards: Card[];
  /** The allies, by id; empty where the viewer does not see them. */
  allies: string[];
  /** The councils, from 0. */
  councils: number[];
  /** A number for each seat or council, from 0. */
  totals: number[];
  /** The number of cards or allies that it is about, if some players may not see them. */
  count: number;
  /** The seats that see the cards and allies; None if everybody does. */
  viewers: number[] | null;
}

/** Something that happened; fields that its kind has no use for are None or empty. */
export interface EventDocument extends Event {
  /** The game that the document belongs to. */
  game: "btwixt";
  /** The class of the document. */
  kind: "event";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** Fill the row of revealed allies, if there is one (rule row.fill). */
export interface FillRow {
  step: "fill-row";
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
  decided_by: DecidedBy;
}

/** The final result of a game. */
export interface FinalResultDocument extends FinalResult {
  /** The game that the document belongs to. */
  game: "btwixt";
  /** The class of the document. */
  kind: "final-result";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The kinds of events; "player" and the like are fields of the event. */
export type Happening = "leader" | "dealt" | "passed" | "drafted" | "revealed" | "row" | "played" | "skipped" | "knelt" | "took-back" | "moved-card" | "handed-over" | "moved-token" | "saw-hand" | "took" | "discarded" | "declined" | "won" | "introduced" | "placed-ally" | "moved-ally" | "killed" | "placed-token" | "token-on-ally" | "looked" | "put-back" | "returned" | "ended";

/** An influence card, of which a box may have several copies. */
export interface InfluenceCard {
  /** The id of the card in its box. */
  id: string;
  /** The printed title. */
  title: string;
  /** The kind; None if unknown. */
  kind?: Kind | null;
  /** The colour; None if unknown. */
  colour?: Colour | null;
  /** The number that it adds to a bid. */
  value?: number | null;
  /** The number of copies in the box. */
  copies?: number | null;
  /** The id of the leader to whom a white card belongs; None for others. */
  leader?: string | null;
  /** True if it shows the triumph icon, which only reminds of a timing. */
  triumph?: boolean | null;
  /** Its abilities, in this order; None if unknown, empty if it has none. */
  abilities?: Ability[] | null;
  /** True if part of it does not come from a printed card. */
  invented?: boolean;
  /** A note on what is invented or doubtful, and on the source of the rest. */
  notes?: string;
}

/** Choose one of the allies looked at, which is killed. */
export interface Kill {
  step: "kill";
  /** The seat that may answer, from 0. */
  seat: number;
  /** The number of allies still to be killed. */
  count: number;
}

/** The kind of an influence card (rule components.colours). */
export type Kind = "standard" | "event" | "leader";

/** Let the card that was played join a pile. */
export interface Land {
  step: "land";
  seat: number;
  card: Card;
}

/** An effect that lasts until the end of the round. */
export interface Lasting {
  /** The card that it comes from. */
  card: Card;
  /** For whom it works: the leader in whose pile the card lies, or lay last. */
  leader: number;
  /** The leader whose hand is seen; None if it is about turns. */
  target: number | null;
  /** The most cards of a turn that is not skipped; None if it is about a hand. */
  cards: number | null;
}

/** A leader card. */
export interface Leader {
  /** The id of the card in its box. */
  id: string;
  /** The printed name. */
  name: string;
}

/** Choose a leader card. */
export interface LeaderCard {
  step: "leader-card";
  /** The seat that may answer, from 0. */
  seat: number;
}

export type Move = string;

/** Ask the next leader who stands, from a seat on; nobody if all have knelt. */
export interface NextTurn {
  step: "next-turn";
  seat: number;
}

/** Another leader may discard a card to kill an ally. */
export interface Offer {
  step: "offer";
  /** The seat that may answer, from 0. */
  seat: number;
  ally: string;
  /** The other leader: the claimant, or the one who discarded a card to kill the ally. */
  leader: number;
  title: string;
  /** The leaders still to be asked the same. */
  seats: number[];
}

/** The sources of a replay: **it contains every hand**. */
export interface OmniscientStateDocument extends Record {
  /** The game that the document belongs to. */
  game: "btwixt";
  /** The class of the document. */
  kind: "omniscient-state";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The place of a gained token. */
export type Onto = "council" | "current";

/** The operations of abilities, each with what it does; its arguments are in braces. */
export type Operation = "move_bid_card" | "protect_self" | "move_token" | "watch_hand" | "skip_turns" | "to_pile_of" | "to_hand" | "place_shared" | "place_with_highest" | "place_with" | "place_side" | "claim_next" | "move_ally" | "look_and_take" | "look_allies" | "discard" | "offer_kill" | "no_copies" | "take_back_pile" | "gain_token" | "kill_current" | "introduce";

/** Choose another leader, whose hand is seen or to whose pile a card goes. */
export interface OtherLeader {
  step: "other-leader";
  /** The seat that may answer, from 0. */
  seat: number;
  ability: Ability;
  /** The card whose ability it is; None if it is an ally's. */
  card: Card | null;
  ally: string | null;
}

/** Pass every pack on; when nothing is left, let each pick up what was set aside. */
export interface PassPacks {
  step: "pass-packs";
}

/** The part of the game that is under way; the decision has the exact question. */
export type Phase = "choosing-leaders" | "drafting" | "bidding" | "claiming" | "game-over";

/** Choose a card of the pack; several leaders draft at the same time. */
export interface Pick {
  step: "pick";
  /** The seat that may answer, from 0. */
  seat: number;
  /** The other seats that have not answered, clockwise from the first player. */
  others: number[];
}

/** Choose a council of the claimant for an ally. */
export interface PlaceAlly {
  step: "place-ally";
  /** The seat that may answer, from 0. */
  seat: number;
  ally: string;
  /** The council to which the ability that brought it directs it. */
  council: number | null;
  /** The ally whose ability that is. */
  bringer: string | null;
}

/** Choose a council for a token, of the leader who gained it. */
export interface PlaceToken {
  step: "place-token";
  /** The seat that may answer, from 0. */
  seat: number;
}

/** Choose the next of the allies looked at, which goes back below those before it. */
export interface PutBack {
  step: "put-back";
  /** The seat that may answer, from 0. */
  seat: number;
}

/** The sources of a replay: **it contains every hand**. */
export interface Record {
  /** The box. */
  box: Box;
  /** The variant. */
  variant: Variant;
  /** The number of leaders. */
  players: number;
  /** The first player of the first round, from 0. */
  first_player: number;
  /** The leader cards by seat if the caller chose them; None if they were chosen by moves. */
  leaders: string[] | null;
  /** All chance of the game. */
  chance: Chance;
  /** The moves in order. */
  moves: Move[];
  /** The last answers, each with its seat, if others were still to decide at the same time. */
  answers: ([number, Move])[];
  /** Names and values, such as the players and the date. */
  tags: ([string, string])[];
}

/** The sources of a replay: **it contains every hand**. */
export interface RecordDocument extends Record {
  /** The game that the document belongs to. */
  game: "btwixt";
  /** The class of the document. */
  kind: "record";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** Turn up the current ally, and let the leaders play. */
export interface Reveal {
  step: "reveal";
}

/** A finished round. */
export interface RoundResult {
  /** The season. */
  season: Season;
  /** The round of its season, from 1. */
  round_number: number;
  /** The first player, from 0. */
  first_player: number;
  /** The ally that was revealed first; None if the deck was empty. */
  ally: string | null;
  /** The result of the bid. */
  bid: Bid;
}

/** A season of the time track. */
export type Season = "summer" | "autumn" | "winter";

/** A side of a leader: clockwise from a seat lies its left. */
export type Side = "left" | "right";

/** Deal the season's cards; nobody draws before the next (rule season.no-draw). */
export interface StartSeason {
  step: "start-season";
}

/** The public information. */
export interface Table {
  /** The box that the game is played with. */
  box: Box;
  /** The variant in play. */
  variant: Variant;
  /** The number of leaders. */
  players: number;
  /** The leader card of each seat, from 0; None while it is not chosen. */
  leaders: (string | null)[];
  /** The part of the game that is under way. */
  phase: Phase;
  /** The season. */
  season: Season;
  /** The round of the season, from 1. */
  round_number: number;
  /** The first player of the round, from 0. */
  first_player: number;
  /** The steps to come, the next first; they contain nothing hidden. */
  agenda: (PassPacks | LeaderCard | Pick | Reveal | NextTurn | Turn | DecideBid | ClaimCurrent | StartSeason | FillRow | EndRound | Land | PlaceAlly | PlaceToken | AllyMove | Take | Kill | PutBack | Discard | Offer | Cancel | BidCard | TokenMove | OtherLeader | Effect)[];
  /** The number of cards in the hand of each seat, from 0. */
  hand_sizes: number[];
  /** The bid pile of each seat, from 0, by arrival. */
  piles: Card[][];
  /** For each seat, from 0, whether it has knelt this round. */
  knelt: boolean[];
  /** The councils, from 0; council 0 is to the left of seat 0. */
  councils: Council[];
  /** The tokens left, the next to leave the supply first. */
  supply: number[];
  /** The number of influence cards that were not dealt this season. */
  deck_size: number;
  /** The number of allies in their deck. */
  ally_deck_size: number;
  /** The revealed allies, from left to right. */
  row: string[];
  /** The allies killed, sorted by id, as their order means nothing. */
  dead: string[];
  /** The discard pile, the oldest card first. */
  discard: Card[];
  /** White cards that left the game. */
  removed: Card[];
  /** The events known to be in the season's deck, since they were seen in an earlier one. */
  joined: Card[];
  /** While drafting, how many cards each seat is still to pass on. */
  pack_sizes: number[];
  /** While drafting, how many cards each seat has set aside. */
  aside_sizes: number[];
  /** The cards played this round in order, each with the seat that played it. */
  plays: ([number, Card])[];
  /** The seats that have skipped since a card was last played or a leader knelt. */
  skipped: number[];
  /** The card being played, which lies in no hand and no pile. */
  played: Card | null;
  /** The current allies, the one that came first in front. */
  current: Current[];
  /** The ally with which the round began. */
  revealed: string | null;
  /** The number of allies that somebody is looking at, not yet killed or put back. */
  looked_at_size: number;
  /** The number of those looked at that have been put back. */
  put_back_size: number;
  /** The effects that last until the end of the round. */
  lasting: Lasting[];
  /** The result of the bid; None before it is decided. */
  bid: Bid | null;
  /** The finished rounds. */
  results: RoundResult[];
  /** The end of the game; None before. */
  final: FinalResult | null;
  /** The values of the tokens in each council, in the order of its tokens; empty before scoring. */
  token_values: number[][];
  /** The events since the season began, as everybody saw them. */
  log: Event[];
  /** The number of events of the earlier seasons. */
  logged: number;
}

/** Choose a card of the hand that is shown. */
export interface Take {
  step: "take";
  /** The seat that may answer, from 0. */
  seat: number;
  /** The leader whose hand it is. */
  leader: number;
  /** The card whose ability it is; None if it is an ally's. */
  card: Card | null;
  ally: string | null;
}

/** The moment at which an ability applies, and who "you" is (rules effect.you-pile and on). */
export type Timing = "on_play" | "in_pile" | "after_bid" | "placement" | "clean_up" | "this_round" | "when_claimed";

/** Move a token from one council to another of the same leader. */
export interface TokenMove {
  step: "token-move";
  /** The seat that may answer, from 0. */
  seat: number;
  /** The card whose ability it is; None if it is an ally's. */
  card: Card | null;
  ally: string | null;
}

/** A turn of a leader who stands. */
export interface Turn {
  step: "turn";
  /** The seat that may answer, from 0. */
  seat: number;
  /** The most cards that may still be played before kneeling at once; None if the turn ends with one card. */
  count: number | null;
  /** True if a card has been played in this turn. */
  begun: boolean;
}

/** A variant: base, draft, short, and allies revealed. */
export interface Variant {
  /** The cards in the game. */
  base: Base;
  /** The way in which leaders get their hands. */
  draft: Drafting;
  /** True if the game starts a season later. */
  short: boolean;
  /** True if the season's allies lie open in a row. */
  revealed_allies: boolean;
}

/** A variant: base, draft, short, and allies revealed. */
export interface VariantDocument extends Variant {
  /** The game that the document belongs to. */
  game: "btwixt";
  /** The class of the document. */
  kind: "variant";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The knowledge of one leader or of a spectator. */
export interface View {
  /** The seat of the viewer, from 0; None for a spectator. */
  player: number | null;
  /** The public information. */
  table: Table;
  /** The viewer's hand, sorted. */
  hand: Card[];
  /** While drafting, the viewer's pack, sorted. */
  pack: Card[];
  /** While drafting, the cards that the viewer has set aside, in this order. */
  aside: Card[];
  /** Other hands that the viewer sees now, each with its seat. */
  shown_hands: ([number, Card[]])[];
  /** The allies that the viewer is looking at, the topmost first. */
  looked_at: string[];
  /** Those of them that the viewer has put back, the topmost first. */
  put_back: string[];
  /** The viewer's knowledge of the hidden allies, from the top. */
  blocks: Block[];
  /** The public knowledge of them. */
  common_blocks: Block[];
  /** The events of this season of which the viewer saw more than everybody. */
  sights: ([number, Event])[];
  /** The viewer's answer, while others are still to decide at the same time. */
  answer: Move | null;
}

/** The knowledge of one leader or of a spectator. */
export interface ViewDocument extends View {
  /** The game that the document belongs to. */
  game: "btwixt";
  /** The class of the document. */
  kind: "view";
  /** The version of the documents, the same for all kinds. */
  version: 1;
}

/** The leaders who discard by an ability. */
export type Who = "you" | "second";
