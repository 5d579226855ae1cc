// Follows a game by its lines of JSON, and knows no rules: the first line is a table or a view, and each line after it is
// an event. docs/json.md describes them.

import type * as documents from "./westeros-intrigue.d.ts"; // a download of the documentation

export type Table = {
  rounds: number;
  court: Record<documents.Slot, documents.Card>;
  hand_sizes: number[]; // by seat, as the next two
  penalty_points: number[];
  out: number[]; // the seats that are out of the round, in order
  active_player: number | null;
};

export type FirstLine = documents.TableDocument | documents.ViewDocument;

export function start(line: FirstLine): Table {
  const { players, variant, court, eliminations, hand_sizes, penalty_points, active_player } =
    line.kind === "view" ? line.table : line;
  const out = eliminations.map(({ player }) => player);
  const rounds = variant.rounds ?? players;
  return { rounds, court: court.cards, hand_sizes, penalty_points, out, active_player };
}

export function after(table: Table, event: documents.EventDocument): Table {
  switch (event.kind) {
    case "round-start": {
      const court = Object.fromEntries(event.starters.map((card, column) => [`a${column}`, card]));
      const hand_sizes = table.hand_sizes.map(() => event.hand_size);
      return { ...table, court, hand_sizes, out: [], active_player: event.starting_player };
    }
    case "placement": {
      const [card = "", slot = ""] = event.move.split("@");
      const hand_sizes = table.hand_sizes.with(event.player, table.hand_sizes[event.player]! - 1);
      return passed({ ...table, court: { ...table.court, [slot]: card }, hand_sizes }, event.player);
    }
    case "elimination":
      return passed({ ...table, out: [...table.out, event.player] }, event.player);
    case "round-end": {
      const penalty_points = table.penalty_points.map((sum, seat) => sum + event.penalty_points[seat]!);
      if (event.round_number === table.rounds) return { ...table, penalty_points };
      const hand_sizes = table.hand_sizes.map(() => 0);
      return { ...table, penalty_points, court: {}, hand_sizes, out: [] };
    }
    default: // nothing on this table changes
      return table;
  }
}

/** The turn goes clockwise to the next seat that is not out. */
function passed(table: Table, from: number): Table {
  const seats = table.hand_sizes.map((_, seat, all) => (from + 1 + seat) % all.length);
  return { ...table, active_player: seats.find((seat) => !table.out.includes(seat)) ?? null };
}
