/** The menu of Monopoly's table: build, mortgage and trade, each in one place, and the offer that one makes. */

import { effects } from "./middle.js";
import { colour, counted, el, icon, signed, stepper } from "./parts.js";

/** @import { Act, ShownOffer, TableFacts } from "westeros-intrigue/monopoly-screen" */
/** @import { Shown } from "../../../play/page/browser/own.js" */
/** @import { People } from "./parts.js" */

/** The kinds of acts by the first word of their moves: the heading, and the words of the button. */
const KINDS = /** @type {[string, string, (act: Act) => string][]} */ ([
  ["build", "Build", ({ coins }) => `Build for ${-coins}`],
  ["redeem", "Turn back", ({ coins }) => `Turn back for ${-coins}`],
  ["sell", "Sell buildings", ({ coins }) => `Sell, +${coins}`],
  ["mortgage", "Mortgage", ({ coins }) => `Mortgage, +${coins}`],
]);

/** Return the menu. @param {TableFacts} facts @param {Shown<TableFacts>} position @param {(move: string) => void} play @param {(partner: number) => void} compose @param {People} people */
export function menuOf(facts, position, play, compose, people) {
  const question = /** @type {NonNullable<TableFacts["question"]>} */ (facts.question);
  const builds = question.acts.filter(({ move }) => move.startsWith("build")).length;
  const badge = builds ? [el("span.badge", { ariaLabel: `${builds} can be built` }, String(builds))] : [];
  const summary = el("summary.btn", {}, icon("i-build"), el("span", {}, "Build, mortgage, trade"), ...badge);
  const lists = KINDS.flatMap(([word, title, says]) => {
    const acts = question.acts.filter(({ move }) => move.split(" ")[0] === word);
    const sets = word === "sell" ? position.moves.filter(({ name }) => name.startsWith("sell-set")) : [];
    if (!acts.length && !sets.length) return [];
    const rows = acts.map((act) => {
      const space = facts.spaces[act.space];
      const rent = act.rent_before === act.rent_after ? "" : `rent ${act.rent_before} → ${act.rent_after}`;
      return el(
        "li",
        {},
        el(
          `i.tab.tab--own${space.mortgaged ? ".tab--down" : ""}${colour(space)}`,
          {},
          space.level ? String(space.level) : "",
        ),
        el("span", {}, space.name),
        el("span.why", {}, rent),
        el("button.btn", { type: "button", onclick: () => play(act.move) }, says(act)),
      );
    });
    const whole = sets.map(({ name, title }) =>
      el(
        "li",
        {},
        el("i.tab"),
        el("span", {}, title),
        el("button.btn", { type: "button", onclick: () => play(name) }, "Sell all"),
      ),
    );
    return [el("h3", {}, title), el("ul", {}, ...rows, ...whole)];
  });
  const partners = facts.seats.flatMap((seat, at) =>
    at === position.viewer || seat.fall || !(position.goods[at] ?? []).length
      ? []
      : [el("button.btn", { type: "button", onclick: () => compose(at) }, people.mark(at), people.Name(at))],
  );
  const trade =
    question.offers_left && partners.length
      ? [
          el("h3", {}, "Trade", el("small", {}, `${counted(question.offers_left, "offer")} left`)),
          el("p.to", {}, ...partners),
        ]
      : [];
  const menu = el("details.menu", {}, summary);
  const close = el("button.btn", { type: "button", onclick: () => closeMenu(menu) }, "Close");
  menu.append(
    el(
      "div.sheet",
      { role: "group", ariaLabel: "Build, mortgage, trade" },
      el("p.sheet__top", {}, el("b.serif", {}, "Build, mortgage, trade"), close),
      ...lists,
      ...trade,
    ),
  );
  menu.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && menu.open) closeMenu(menu);
  };
  return menu;
}

/** @param {HTMLDetailsElement} menu */
function closeMenu(menu) {
  Object.assign(menu, { open: false });
  menu.querySelector("summary")?.focus();
}

/**
 * Return a dialog in which the viewer makes an offer.
 * @param {number} partner @param {TableFacts} facts @param {Shown<TableFacts>} position @param {(move: string) => void} play
 * @param {(move: string) => Promise<ShownOffer | string>} preview returns what an offer changes, or why it is refused @param {People} people
 */
export function offerTo(partner, facts, position, play, preview, people) {
  const viewer = position.viewer ?? 0;
  const [mine, theirs] = [viewer, partner].map((seat) => sideOf(seat, facts, position, people, () => show()));
  const [most, theirMost] = [facts.seats[viewer].cash, facts.seats[partner].cash];
  const range = el("input", {
    type: "range",
    min: String(-most),
    max: String(theirMost),
    value: "0",
    ariaLabel: "Coins in the exchange",
    oninput: () => show(),
  });
  const told = el("p", { role: "status" });
  const totals = el("p.totals");
  const changes = el("div.changes", { role: "status" });
  const send = el("button.btn.main", { type: "button" }, "Send the offer");
  const show = () => {
    const coins = range.valueAsNumber;
    const words =
      coins < 0
        ? `you add ${counted(-coins, "coin")}`
        : coins
          ? `${people.name(partner)} adds ${counted(coins, "coin")}`
          : "no coins";
    range.setAttribute("aria-valuetext", words);
    told.replaceChildren(
      el(
        "b",
        {},
        words.replace(/^./, (first) => first.toUpperCase()),
      ),
      el("span", {}, `you then have ${most + coins}`),
    );
    const [given, taken] = [mine.prices() + Math.max(-coins, 0), theirs.prices() + Math.max(coins, 0)];
    totals.textContent = `By price: you give ${given} and get ${taken} (${signed(taken - given)}).`;
    send.disabled = true;
    tell(offered());
  };
  /** The offer as a move; empty if no deed or card changes hands. */
  const offered = () => {
    const coins = range.valueAsNumber;
    if (!mine.names().length && !theirs.names().length) return "";
    const [give, take] = [
      [...mine.names(), ...(coins < 0 ? [`${-coins}c`] : [])],
      [...theirs.names(), ...(coins > 0 ? [`${coins}c`] : [])],
    ];
    return `offer ${partner}: ${give.join("+") || "0"} for ${take.join("+") || "0"}`;
  };
  /** The number of the latest question about the offer, since answers can overtake each other. */
  let latest = 0;
  /** Show what an offer changes. @param {string} move */
  const tell = async (move) => {
    latest += 1;
    const mine = latest;
    const shown = move ? await preview(move) : "Choose a deed or a card.";
    if (mine !== latest) return;
    send.disabled = typeof shown === "string";
    changes.replaceChildren(
      typeof shown === "string"
        ? el("p", {}, shown)
        : el(
            "table.effects",
            {},
            el("caption.hidden", {}, "What it changes"),
            el("tbody", {}, ...shown.sides.flatMap((side) => effects(side, facts, people))),
          ),
    );
  };
  send.onclick = () => {
    dialog.close();
    play(offered());
  };
  const close = el("button.btn", { type: "button", onclick: () => dialog.close() }, "Not now");
  const dialog = el(
    "dialog.make",
    { ariaLabel: `An offer to ${people.name(partner)}` },
    el("h2", {}, `An offer to ${people.name(partner)}`),
    el(
      "div.offer",
      {},
      mine.list,
      theirs.list,
      el(
        "div.coinbar",
        {},
        told,
        ...stepper(range, "You add one more", `${people.Name(partner)} adds one more`, () => show()),
      ),
    ),
    totals,
    changes,
    el("p.ends", {}, send, close),
  );
  dialog.onclose = () => dialog.remove();
  show();
  return dialog;
}

/** @param {number} seat @param {TableFacts} facts @param {Shown<TableFacts>} position @param {People} people @param {() => void} change */
function sideOf(seat, facts, position, people, change) {
  const goods = position.goods[seat] ?? [];
  /** @type {Map<string, number>} the chosen things, with their prices */
  const chosen = new Map();
  const owned = facts.spaces.flatMap((space, at) => (space.owner === seat ? [{ space, at }] : []));
  const rows = owned.map(({ space, at }) => {
    const can = goods.some(({ name }) => name === String(at));
    const rent = space.mortgaged ? "turned over" : `price ${space.price}`;
    const pick = el(
      "button.pick",
      { type: "button", disabled: !can, ariaPressed: "false" },
      el(`i.tab.tab--own${space.mortgaged ? ".tab--down" : ""}${colour(space)}`),
      el("span.nm", {}, space.name),
      el("small", {}, can ? rent : "built on"),
    );
    pick.onclick = () => toggle(pick, String(at), space.price);
    return pick;
  });
  // A number with a letter is the most of a thing; coins have the range.
  const cards = goods.filter(({ name }) => /^\d+[a-z]$/.test(name) && !name.endsWith("c"));
  for (const { name } of cards) {
    const one = `1${name.at(-1)}`;
    const pick = el(
      "button.pick",
      { type: "button", ariaPressed: "false" },
      el("i.tab"),
      el("span.nm", {}, "A jail card"),
      el("small", {}, ""),
    );
    pick.onclick = () => toggle(pick, one, 0);
    rows.push(pick);
  }
  /** @param {any} pick @param {string} name @param {number} price */
  const toggle = (pick, name, price) => {
    if (!chosen.delete(name)) chosen.set(name, price);
    pick.ariaPressed = String(chosen.has(name));
    change();
  };
  const title = seat === position.viewer ? "You give" : `${people.Name(seat)} gives`;
  return {
    list: el(
      "section.side",
      { dataset: { seat }, ariaLabel: title },
      el("h3", {}, title),
      ...(rows.length ? rows : [el("p", {}, "no deeds")]),
    ),
    names: () => [...chosen.keys()],
    prices: () => [...chosen.values()].reduce((sum, each) => sum + each, 0),
  };
}
