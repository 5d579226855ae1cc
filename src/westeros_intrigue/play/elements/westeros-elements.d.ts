/** The elements of westeros-intrigue. The library's documents have types of their own: see JSON documents. */

/** The document of a view, as the library writes it; the elements show version 1. */
export interface ViewDocument {
  version: 1;
  /** The seat of the viewer, from 0; null for a spectator. */
  player: number | null;
  hand: string[];
  table: object;
}

/** A position of the card game, as `court_scene` returns it. */
export interface CourtScene {
  view: ViewDocument;
  /** The legal moves of the viewer, such as `S4@a1`. */
  moves?: string[];
  /** For each house, the slots that are open to it. */
  takes?: string[][];
  seats?: { name: string }[];
  /** The text until a card is chosen. */
  text?: string;
}

/** A position of any other game: the page's message `table`. */
export interface TableScene {
  seats: { name: string }[];
  version?: number;
  /** The seat to move, from 0. */
  active?: number | null;
  question?: string;
  moves?: { name: string; title: string }[];
  /** Those of the moves that differ only in a number. */
  ranges?: { before: string; after: string; least: number; most: number; words: string }[];
  /** What each player has, in words. */
  facts?: string[];
  /** The table as SVG. */
  picture?: string;
  /** The latest events, and the end of the game, as sentences. */
  told?: string[];
  story?: string[];
  /** `round` or `step` shows a button to go on. */
  waits_for?: string;
  /** The buttons for a hint and for undoing are shown if it is there. */
  can_undo?: boolean;
}

/** The event of a choice. */
export type MoveEvent = CustomEvent<{ move: string }>;

/** `<westeros-court>`. Its events are `move` and `refused`, each a MoveEvent. */
export interface WesterosCourt extends HTMLElement {
  position: CourtScene | ViewDocument | null;
  tell(text: string): void;
  advise(move: string, text?: string): void;
}

/** `<westeros-table>`. Its events are `move`, a MoveEvent, and `hint`, `undo` and `step`. */
export interface WesterosTable extends HTMLElement {
  position: CourtScene | TableScene | null;
  /** Shows positions one after another. */
  play(positions: (CourtScene | TableScene)[]): Promise<void>;
  tell(text: string): void;
  advise(move: string, text: string): void;
}

/** The notebook's widget, in the interface of anywidget. */
declare const widget: { render(place: { model: unknown; el: HTMLElement }): () => void };
export default widget;

declare global {
  interface HTMLElementTagNameMap {
    "westeros-court": WesterosCourt;
    "westeros-table": WesterosTable;
  }
}
