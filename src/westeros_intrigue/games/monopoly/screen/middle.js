/** The middle of Monopoly's table: what is asked, the dice, the deed in question and the way ahead. */

import { built, colour, counted, deed, die, el, icon, part, sign, signed, stack, stepper } from "./parts.js";

/** @import { Ahead, ShownAuction, ShownOffer, ShownPurchase, TableFacts } from "westeros-intrigue/monopoly-screen" */
/** @import { Shown } from "../../../play/page/browser/own.js" */
/** @import { People } from "./parts.js" */
/**
 * @typedef {{ name: string, title: string }} Named
 * @typedef {{
 *   facts: TableFacts, position: Shown<TableFacts>, people: People, play: (move: string) => void, menu: () => HTMLElement, passOn: () => void,
 *   listed: () => HTMLElement[], pointer: string,
 * }} Scene what the middle needs: `menu` returns the menu of acts, `passOn` passes until the next throw, or until an auction closes; `listed`
 *   returns the page's buttons for all moves; `pointer` is advice for newcomers
 */

/** @param {string} text @param {() => unknown} onclick @param {string} [kinds] @param {string} [sketch] */
const button = (text, onclick, kinds = "", sketch = "") =>
  el(`button.btn${kinds}`, { type: "button", onclick }, ...(sketch ? [icon(sketch)] : []), text);
/** @param {string} text @param {() => unknown} onclick @param {string} [sketch] */
const mainButton = (text, onclick, sketch = "") => button(text, onclick, ".main", sketch);

/** Return the parts of the middle. @param {Scene} scene @param {number | null} chosen the space whose deed is shown */
export function middle(scene, chosen) {
  const { facts, position, people } = scene;
  const { question } = facts;
  const asked = question ? askFor(scene) : waitFor(scene);
  const kind = asked.isBid ? ".acts--bid" : asked.isTwo ? ".acts--two" : "";
  const acts = el(`div.acts${kind}`, {}, ...asked.acts);
  const lot = question?.purchase?.space ?? facts.auction?.space ?? null;
  const shownAt =
    lot ?? chosen ?? facts.last_move?.path[facts.last_move.path.length - 1] ?? facts.seats[position.viewer ?? 0].space;
  const shown = facts.spaces[shownAt];
  const card = facts.card && !question?.purchase && chosen === null ? drawnCard(facts.card.words, facts) : null;
  const then = question?.purchase ? thenOf(question.purchase, facts) : undefined;
  // Below the dice a small screen has room for a card, but not beside them.
  const isSmall = matchMedia("(max-width: 999px)").matches;
  const beside = card ? (isSmall ? [] : [card]) : shown.price ? [deed(shown, facts, people, then)] : [];
  const right = asked.isWide ? [] : beside;
  const below = card && isSmall && !asked.isWide ? [card] : [];
  const heading = el("h2", { tabIndex: -1, id: "monopoly-asked" }, asked.title);
  const advice = scene.pointer ? [el("p.pointer", {}, icon("i-bulb"), el("span", {}, scene.pointer))] : [];
  const mid = el("div.mid", { dataset: { question: "" } }, heading, ...asked.parts, ...below, ...advice);
  const strip = question?.purchase?.completes ? setRow(question.purchase, facts) : ahead(facts, people);
  return {
    heading,
    main: el(
      `div.centre${right.length ? "" : ".centre--wide"}${lot === null ? "" : ".centre--lot"}`,
      {},
      mid,
      ...right,
      acts,
      ...(asked.isWide ? [] : [strip]),
    ),
  };
}

/** @param {ShownPurchase} purchase @param {TableFacts} facts */
function thenOf({ space, completes }, { spaces }) {
  const { kind } = spaces[space];
  if (kind === "location") return completes ? -1 : 0;
  return undefined;
}

/** @typedef {{ title: string, parts: HTMLElement[], acts: HTMLElement[], isWide?: boolean, isTwo?: boolean, isBid?: boolean }} Asked */

/** @param {Scene} scene @returns {Asked} */
function askFor(scene) {
  const { facts, position, people, play, menu, passOn } = scene;
  const question = /** @type {NonNullable<TableFacts["question"]>} */ (facts.question);
  const titles = new Map(position.moves.map(({ name, title }) => [name, title]));
  const seat = position.viewer ?? 0;
  const { cash, tries } = facts.seats[seat];
  const last = [...lastSentence(scene), ...diceOf(scene)];
  const jail = facts.spaces.find(({ kind }) => kind === "jail")?.name ?? "jail";
  /** Return a button for a move if it is legal. @param {string} move @param {string} text @param {string} [sketch] */
  const other = (move, text, sketch = "") => (titles.has(move) ? [button(text, () => play(move), "", sketch)] : []);
  const menuPart = question.acts.length || question.offers_left ? [menu()] : [];
  switch (question.reason) {
    case "turn": {
      const title = tries === null ? "Your turn" : `You are in ${jail}`;
      const main =
        tries === null
          ? mainButton("Throw the dice", () => play("pass"), "i-dice")
          : mainButton("Go on: try, pay or use a card", () => play("pass"));
      return { title, parts: last, acts: [main, ...menuPart] };
    }
    case "jail":
      return {
        isTwo: true,
        title: `You are in ${jail}: try ${(tries ?? 0) + 1} of ${facts.most_tries}`,
        parts: [el("p", {}, "A double sets you free. After the last try you pay."), ...diceOf(scene)],
        acts: [
          ...(titles.has("try-double") ? [mainButton("Try for a double", () => play("try-double"), "i-dice")] : []),
          ...other("pay-fee", `Pay ${facts.jail_fee}${facts.pot === null ? "" : " into the pot"}`),
          ...other("use-card", "Use the card"),
        ],
      };
    case "purchase": {
      const purchase = /** @type {ShownPurchase} */ (question.purchase);
      const { name } = facts.spaces[purchase.space];
      const canBuy = titles.has("buy");
      const auction = [...titles.keys()].find((move) => move === "put-up") ?? "put-up";
      const bid = canBuy
        ? button("Auction it", () => play(auction), ".btn--even", "i-gavel")
        : mainButton("Auction it", () => play(auction), "i-gavel");
      return {
        title: canBuy ? `${name} is unsold` : `You have ${cash}, it costs ${purchase.price}`,
        parts: purchaseFacts(purchase, scene, cash),
        isTwo: true,
        acts: [...(canBuy ? [mainButton(`Buy for ${purchase.price}`, () => play("buy"))] : []), bid, ...menuPart],
      };
    }
    case "bid":
      return bidding(/** @type {ShownAuction} */ (question.auction), scene);
    case "rent":
      return {
        title: position.question,
        parts: last,
        acts: [mainButton("Take the rent", () => play("demand")), ...other("waive", "Let it go")],
      };
    case "debt": {
      const debt = /** @type {NonNullable<typeof question.debt>} */ (question.debt);
      return {
        title: `You owe ${debt.amount} and have ${cash}: raise ${debt.amount - cash}`,
        parts: [
          el(
            "p",
            {},
            `To ${people.name(debt.creditor)}. Selling and mortgaging everything brings you to ${debt.means}.`,
          ),
        ],
        acts: [menu(), ...other("give-up", "Give up")],
      };
    }
    case "offer":
      return answering(/** @type {ShownOffer} */ (question.offer), scene);
    case "build":
      return {
        title: "You can build",
        parts: [el("p", {}, `Before ${people.name(facts.turn_player)} throws.`), ...last],
        acts: [menu(), button("Later", passOn)],
      };
    case "interval":
      return {
        title: position.question.replace(/\.$/, ""),
        parts: last,
        acts: [mainButton("Not now", () => play("pass")), ...menuPart],
      };
    default: {
      const listed = scene.listed();
      for (const each of listed) if (each instanceof HTMLButtonElement) each.classList.add("m-btn");
      const acts = [el("div.list", {}, ...listed), ...menuPart];
      return { title: position.question.replace(/\.$/, ""), parts: last, acts };
    }
  }
}

/** @param {Scene} scene @returns {Asked} */
function waitFor({ facts, position, people }) {
  const { active, viewer } = position;
  const scene = { facts, position, people };
  const last = [...lastSentence(scene), ...diceOf(scene)];
  const title =
    active === null || active === viewer
      ? `${people.Name(facts.turn_player)} ${facts.turn_player === viewer ? "play" : "plays"} on`
      : `${people.Name(active)} thinks …`;
  const auction = facts.auction
    ? [highest(facts.auction, facts, people), bidders(facts.auction, facts, people, viewer)]
    : [];
  return { title, parts: auction.length ? auction : last, acts: [] };
}

/** Return the last throw and its consequences as a sentence. @param {Pick<Scene, "facts" | "people">} scene */
function lastSentence({ facts, people }) {
  const line = facts.story.findLast(({ dice }) => dice);
  if (!line?.dice) return [];
  const where = line.to === null ? [] : [" to ", el("b", {}, facts.spaces[line.to].name)];
  const bought = line.told.some(({ does }) => does === "takes");
  const paid = line.told
    .filter(({ does }) => does === "pays")
    .map(({ other, coins }) =>
      bought && other === null
        ? [" and bought it for ", el("b", {}, String(coins))]
        : [" and paid ", people.name(other), " ", el("b", {}, String(coins))],
    );
  return [
    el(
      "p",
      {},
      `${people.Name(line.player)} threw `,
      el("b", {}, `${line.dice[0]} and ${line.dice[1]}`),
      ...where,
      ...(paid[0] ?? []),
      ".",
    ),
  ];
}

/** @param {Pick<Scene, "facts" | "people">} scene */
function diceOf({ facts, people }) {
  const last = facts.last_throw;
  if (!last) return [];
  const label = `The last throw: ${last.dice[0]} and ${last.dice[1]}`;
  const whose = people.whose(last.player).replace(/^yours$/, "Your");
  return [
    el(
      "div.dice",
      { role: "img", ariaLabel: label },
      die(last.dice[0]),
      die(last.dice[1]),
      el("small", {}, `${whose} throw`),
    ),
  ];
}

/** Return the card that was drawn; it has the name of the spaces where cards are drawn. @param {string} words @param {TableFacts} facts */
const drawnCard = (words, { spaces }) =>
  el(
    "article.drawn",
    { ariaLabel: `The card drawn: ${words}` },
    icon("k-chance", "i"),
    el("h3", {}, spaces.find(({ kind }) => kind === "chance")?.name ?? "A card"),
    el("p", {}, words),
  );

/** @param {string} sketch @param {(Node | string)[]} words */
const fact = (sketch, ...words) => el("li", {}, icon(sketch), el("span", {}, ...words));

/** @param {ShownPurchase} purchase @param {Scene} scene @param {number} cash */
function purchaseFacts(purchase, { facts, people, position }, cash) {
  const { space, price, rents, completes, spoils, throws_again } = purchase;
  const { family } = facts.spaces[space];
  const lines = [];
  const others = rents.filter((each) => each.space !== space);
  if (completes && family !== null) {
    const rise = others
      .map((each) => `${facts.spaces[each.space].name} asks ${each.after} instead of ${each.before}`)
      .join(", ");
    lines.push(
      fact(
        "i-set",
        el("b.good", {}, `Completes ${facts.families[family]}. `),
        rise ? `${rise}, and you may build before your next throw.` : "",
      ),
    );
  } else if (others.length)
    lines.push(
      fact(
        "i-set",
        others.map((each) => `${facts.spaces[each.space].name}: rent ${each.before} → ${each.after}`).join(", "),
      ),
    );
  if (spoils !== null && family !== null)
    lines.push(fact("i-eye", `${people.Name(spoils)} lacks only this one of ${facts.families[family]}.`));
  const cashes = facts.seats.flatMap((seat, at) =>
    at === position.viewer || seat.fall ? [] : [`${people.name(at)} has ${seat.cash}`],
  );
  lines.push(fact("i-gavel", `Else all bid: ${cashes.join(", ")}.`));
  if (throws_again) lines.push(fact("i-dice", "A double: you throw again after this."));
  const after =
    cash < price
      ? []
      : [
          el(
            "p.after",
            {},
            stack(cash),
            el("b", {}, String(cash)),
            el("span", {}, "→"),
            stack(cash - price),
            el("b", {}, String(cash - price)),
            el("span", {}, "coins after"),
          ),
        ];
  return [el("ul.facts", {}, ...lines), ...after];
}

/** @param {ShownPurchase} purchase @param {TableFacts} facts */
function setRow({ space, rents }, { spaces, families }) {
  const { family } = spaces[space];
  const tiles = rents.map((each) =>
    el(
      `li${each.space === space ? ".new" : ""}`,
      {},
      el(`span.b${colour(spaces[space])}`, {}, sign(spaces[space])),
      el("b", {}, spaces[each.space].name),
      el("span.num", {}, each.space === space ? "unsold → " : `${each.before} → `, el("b", {}, String(each.after))),
    ),
  );
  return el(
    "section.ahead.setrow",
    { ariaLabel: "The set" },
    el(
      "h3",
      {},
      el("span", {}, el("b", {}, `Your ${families[family ?? 0]} set`), " if you get it"),
      el("span", {}, "rent now → then"),
    ),
    el("ol", {}, ...tiles),
  );
}

/** @param {TableFacts} facts @param {People} people */
function ahead(facts, people) {
  const tiles = facts.ahead.map((each, at) => aheadTile(each, at + 1, facts, people));
  const title = el("h3", {}, el("span", {}, el("b", {}, "Ahead of you"), " – the fill is the chance of that throw"));
  return el("section.ahead", { ariaLabel: "The next twelve spaces" }, title, el("ol", {}, ...tiles));
}

/** @param {Ahead} ahead @param {number} distance @param {TableFacts} facts @param {People} people */
function aheadTile({ space: at, due, throws }, distance, { spaces, pot }, people) {
  const space = spaces[at];
  const chance = throws ? `${throws} of 36 throws` : "not with two dice";
  let [kind, label, words] = ["", space.name, ""];
  /** @type {Node[]} */
  let what = [];
  if (space.price && space.owner === null)
    [kind, what, words] = [
      ".nx--buy",
      [icon("coin", "coin"), el("b", {}, String(space.price))],
      `unsold, ${space.price}`,
    ];
  else if (space.owner !== null && space.mortgaged)
    [kind, what, words] = [".nx--down", [people.mark(space.owner), el("b", {}, "free")], "mortgaged, nothing to pay"];
  else if (space.owner !== null && people.whose(space.owner) === "yours")
    [what, words] = [[people.mark(space.owner), el("b", {}, "yours")], "yours"];
  else if (space.owner !== null)
    [kind, what, words] = [
      ".nx--pay",
      [people.mark(space.owner), el("b", {}, `−${due}`)],
      `pay ${due} to ${people.name(space.owner)}`,
    ];
  else if (due)
    [kind, what, words] = [".nx--pay", [icon(`k-${space.kind}`, "i"), el("b", {}, `−${due}`)], `pay ${due}`];
  else {
    /** @type {{[kind: string]: string}} */
    const does = {
      go: `+${space.amount}`,
      chance: "card",
      go_to_jail: "jail",
      jail: "visit",
      free: pot === null ? "rest" : `+${pot}`,
    };
    words = does[space.kind] ?? "";
    what = [icon(`k-${space.kind}`, "i"), el("b", {}, words)];
  }
  label = `${distance} ahead: ${space.name}, ${words}; ${chance}`;
  const head = el("span.nx__band", {}, ...(colour(space) ? [sign(space, "")] : []));
  const name = el("span.nx__name", {}, space.name);
  const tile = el(
    `button.nx${kind}${throws ? "" : ".nx--no"}${colour(space)}`,
    { type: "button", ariaLabel: label, dataset: { show: at }, style: { "--p": `${Math.round((throws / 6) * 100)}%` } },
    head,
    name,
    el("span.nx__what", {}, ...what),
    el("span.nx__chance", {}, String(distance)),
  );
  return el("li", {}, tile);
}

/** @param {ShownAuction} auction @param {TableFacts} facts @param {People} people */
function highest({ high, leader, building, space }, facts, people) {
  const lot = building ? `the last ${building}` : facts.spaces[space].name;
  if (leader === null) return el("p.high", {}, `${lot}: nobody has bid yet.`.replace(/^t/, "T"));
  return el(
    "p.high",
    {},
    people.mark(leader),
    el("span", {}, `${people.does(leader, "leads")} with `, el("b.big", {}, String(high)), ` for ${lot}`),
  );
}

/** @param {ShownAuction} auction @param {TableFacts} facts @param {People} people @param {number | null} viewer */
function bidders({ bidders, leader, lowest_bid }, facts, people, viewer) {
  const shown = bidders.map((seat) => {
    const { cash } = facts.seats[seat];
    const kind = seat === leader ? ".lead" : seat === viewer ? ".you" : cash < lowest_bid ? ".out" : "";
    return el(`li${kind}`, {}, el("b", {}, people.Name(seat)), `${cash} coins`);
  });
  return el("ul.bidders", { ariaLabel: "The bidders" }, ...shown);
}

/** @param {ShownAuction} auction @param {Scene} scene @returns {Asked} */
function bidding(auction, { facts, position, people, play, menu, passOn }) {
  const question = /** @type {NonNullable<TableFacts["question"]>} */ (facts.question);
  const { cash } = facts.seats[position.viewer ?? 0];
  const { space, building, lowest_bid } = auction;
  const lot = building ? `The last ${building}` : facts.spaces[space].name;
  const passes = [
    button("Pass", () => play("pass"), ".btn--even"),
    el("button.btn", { type: "button", title: "Pass until this auction closes", onclick: passOn }, "Pass for good"),
  ];
  const raising = question.acts.length ? [menu()] : [];
  const head = [highest(auction, facts, people), bidders(auction, facts, people, position.viewer)];
  if (cash < lowest_bid)
    return {
      title: `${lot} is up for auction`,
      parts: [...head, el("p", {}, `The least bid is ${lowest_bid}; you have ${cash}.`)],
      acts: [...passes, ...raising],
      isBid: true,
    };
  const rivals = auction.bidders.filter((seat) => seat !== position.viewer).map((seat) => facts.seats[seat].cash);
  const range = el("input", {
    type: "range",
    min: String(lowest_bid),
    max: String(cash),
    value: String(lowest_bid),
    ariaLabel: "Your bid",
    id: "monopoly-bid",
  });
  const bid = mainButton("", () => play(`bid ${range.value}`), "i-gavel");
  const told = el("p.yours", { role: "status" });
  const show = () => {
    const left = cash - range.valueAsNumber;
    const tops = rivals.every((each) => each < range.valueAsNumber) ? " and tops every purse" : "";
    bid.replaceChildren(icon("i-gavel"), `Bid ${range.value}`);
    range.setAttribute("aria-valuetext", `${range.value} coins, leaves ${left}`);
    told.replaceChildren(
      el("span", {}, "Your bid ", el("b", {}, range.value)),
      el("span", {}, `leaves ${counted(left, "coin")}${tops}`),
    );
  };
  range.oninput = show;
  show();
  const steps = el("div.step", {}, ...stepper(range, "One less", "One more", show));
  return {
    title: `${lot} is up for auction`,
    parts: [...head, el("div.bid", {}, steps, told)],
    isBid: true,
    acts: [bid, ...passes, ...raising],
  };
}

/** @param {ShownOffer} offer @param {Scene} scene @returns {Asked} */
function answering({ proposer, give, take, sides }, { facts, people, play }) {
  /** @param {string} title @param {typeof give} goods */
  const column = (title, { deeds, coins, cards }) => {
    const things = deeds.map((at) => {
      const space = facts.spaces[at];
      const rent = space.mortgaged ? "turned over" : `rent ${space.rent ?? part(space.share)}`;
      return el(
        `div.mini${colour(space)}${space.mortgaged ? ".mini--down" : ""}`,
        {},
        el("header", {}, space.name),
        el("div", {}, el("span", {}, rent), el("b", {}, built(space, facts.castle_level) || `price ${space.price}`)),
      );
    });
    const money = coins ? [el("p.plus", {}, stack(coins), counted(coins, "coin"))] : [];
    const keys = cards ? [el("p.plus", {}, counted(cards, "jail card"))] : [];
    const none = things.length + money.length + keys.length ? [] : [el("p", {}, "nothing")];
    return el("div", {}, el("h3", {}, title), ...things, ...money, ...keys, ...none);
  };
  const rows = sides.flatMap((side) => effects(side, facts, people));
  return {
    title: `${people.Name(proposer)} makes an offer`,
    parts: [
      el("div.deal", {}, column("You get", give), icon("arrows", "arrows"), column("You give", take)),
      el("table.effects", {}, el("caption.hidden", {}, "What it changes"), el("tbody", {}, ...rows)),
    ],
    acts: [
      button("Accept", () => play("accept"), ".btn--even"),
      button("Decline", () => play("decline"), ".btn--even"),
    ],
    isWide: true,
    isTwo: true,
  };
}

/** Return the rows of what an exchange changes for one side. @param {ShownOffer["sides"][number]} side @param {TableFacts} facts @param {People} people */
export function effects(side, facts, people) {
  const { player, cash_before, cash_after, sets_gained, sets_lost, rents, prices, worth_before, worth_after } = side;
  const whose = people.Name(player);
  /** @param {string} title @param {(Node | string)[]} words */
  const row = (title, ...words) =>
    el("tr", {}, el("th", { scope: "row" }, `${whose}: ${title}`), el("td", {}, ...words));
  const rows = [];
  if (cash_before !== cash_after)
    rows.push(
      row(
        "coins",
        `${cash_before} → ${cash_after} `,
        el(cash_after < cash_before ? "b.bad" : "b.good", {}, signed(cash_after - cash_before)),
      ),
    );
  for (const [at, sets] of [sets_gained, sets_lost].entries())
    if (sets.length)
      rows.push(
        row(
          "sets",
          el(
            at ? "b.bad" : "b.good",
            {},
            `${at ? "− loses" : "+ completes"} ${sets.map((each) => facts.families[each]).join(", ")}`,
          ),
        ),
      );
  if (rents.length)
    rows.push(
      row("rents", rents.map((each) => `${facts.spaces[each.space].name} ${each.before} → ${each.after}`).join(", ")),
    );
  if (prices) rows.push(row("gives", `${prices} by price`));
  const [rises, gained] = [worth_after > worth_before, worth_after - worth_before];
  rows.push(
    row(
      "worth",
      `${worth_before} → ${worth_after} `,
      ...(gained ? [el(rises ? "b.good" : "b.bad", {}, signed(gained))] : []),
    ),
  );
  return rows;
}
