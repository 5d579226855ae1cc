/**
 * The main ways of the page, in a browser that the tests do not use: `node scripts/browsers.mjs BROWSER ADDRESS`.
 *
 * BROWSER is firefox, driven over WebDriver BiDi by puppeteer-core, or webkit, driven over W3C WebDriver. Both see the
 * same ways: a round alone, with the keyboard and without, and a table of two people. `scripts/browsers.py` serves the
 * page and starts this program.
 */

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const [browser, address] = process.argv.slice(2);
/** The longest time in milliseconds for what is waited for. */
const PATIENCE = 60_000;

/**
 * @typedef {{ open: (url: string) => Promise<void>, run: (code: string) => Promise<any>, click: (selector: string) => Promise<void>,
 *   press: (key: string) => Promise<void>, close: () => Promise<void>, faults: string[] }} Screen a screen of one person
 */

/** Return the screens of people in Firefox. @param {number} count @returns {Promise<Screen[]>} */
async function inFirefox(count) {
  const { default: puppeteer } = await import("puppeteer-core");
  const started = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
  });
  console.log(await started.version());
  const screens = [];
  for (let at = 0; at < count; at += 1) {
    const context = await started.createBrowserContext();
    const page = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.setViewport(at ? { width: 390, height: 844 } : { width: 1280, height: 800 });
    screens.push({
      open: async (/** @type {string} */ url) => void (await page.goto(url)),
      run: (/** @type {string} */ code) => page.evaluate(`(() => { ${code} })()`),
      click: (/** @type {string} */ selector) => page.click(selector),
      press: async (/** @type {any} */ key) => {
        await page.bringToFront();
        await page.keyboard.press(key);
      },
      close: () => started.close(),
      faults,
    });
  }
  return screens;
}

/** The keys of WebDriver. @type {Record<string, string>} */
const KEYS = { Tab: "\ue004", Enter: "\ue007", ArrowRight: "\ue014" };

/** Return the screens of people in WebKit: each driver has one session. @param {number} count @returns {Promise<Screen[]>} */
async function inWebKit(count) {
  const folders = readdirSync("/usr/lib").flatMap((each) =>
    ["4.1", "4.0"].map((version) => `/usr/lib/${each}/webkit2gtk-${version}`),
  );
  const binary = folders.map((each) => `${each}/MiniBrowser`).find(existsSync);
  if (!binary) throw new Error("libwebkit2gtk with its MiniBrowser is not installed");
  const screens = [];
  for (let at = 0; at < count; at += 1) {
    const port = 4480 + at;
    const driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore" });
    /** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
    const send = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const { value } = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${value?.message}`);
      return value;
    };
    const options = { binary, args: ["--automation"] };
    const capabilities = { alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": options } };
    const session = await until(() => send("POST", "/session", { capabilities }).catch(() => null), "a session");
    if (!at) console.log(`WebKit ${session.capabilities.browserVersion}`);
    const root = `/session/${session.sessionId}`;
    if (at) await send("POST", `${root}/window/rect`, { width: 420, height: 844 }).catch(() => {});
    screens.push({
      open: (/** @type {string} */ url) => send("POST", `${root}/url`, { url }),
      run: (/** @type {string} */ script) => send("POST", `${root}/execute/sync`, { script, args: [] }),
      click: async (/** @type {string} */ selector) => {
        const found = await send("POST", `${root}/element`, { using: "css selector", value: selector });
        await send("POST", `${root}/element/${Object.values(found)[0]}/click`, {});
      },
      press: (/** @type {string} */ key) =>
        send("POST", `${root}/actions`, {
          actions: [
            {
              type: "key",
              id: "keys",
              actions: ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key })),
            },
          ],
        }),
      close: async () => {
        await send("DELETE", root).catch(() => {});
        driver.kill();
      },
      faults: [],
    });
  }
  return screens;
}

/** Wait until something is there. @template T @param {() => Promise<T>} find @param {string} what @returns {Promise<T>} */
async function until(find, what) {
  const ends = Date.now() + PATIENCE;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (Date.now() > ends) throw new Error(`${browser}: waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Click on something as soon as that is possible. @param {Screen} screen @param {string} selector */
const click = (screen, selector) =>
  until(
    () =>
      screen.click(selector).then(
        () => true,
        () => false,
      ),
    `a click on ${selector}`,
  );

/** Wait until the page of a screen says yes. @param {Screen} screen @param {string} condition @param {string} what */
const sees = (screen, condition, what) =>
  until(() => screen.run(`return Boolean(${condition});`).catch(() => false), what);
/** @param {string} id */
const shown = (id) => `document.querySelector("#${id}:not([hidden])")`;
const isTurn = `document.querySelector("#hand button:enabled")`;
/** @param {string} selector */
const text = (selector) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`;
const SETTINGS = `localStorage.setItem("westeros-intrigue-pace", "0"); localStorage.setItem("westeros-intrigue-placed", "9");`;

/** Place the first card that fits. @param {Screen} screen */
async function place(screen) {
  await sees(screen, isTurn, "one's turn");
  const before = await screen.run(`return document.querySelectorAll("#told li").length;`);
  // The corner of a card is in sight, wherever it lies in the hand. A hint may have chosen it: a click would put it back.
  await screen.run(
    `const card = document.querySelector("#hand button:not(.card--nowhere)"); if (card.ariaPressed !== "true") card.click();`,
  );
  await click(screen, "#court .cell--open");
  await sees(screen, `document.querySelectorAll("#told li").length > ${before}`, "the placement in the story");
}

/** Play a round alone, and look at its end. @param {Screen} screen */
async function playAlone(screen) {
  await screen.open(address);
  await sees(screen, shown("setup"), "the start page");
  await screen.run(SETTINGS);
  await screen.open(`${address}?again`);
  await sees(screen, shown("setup"), "the start page");
  await click(screen, "#play");
  await sees(screen, shown("game"), "the table");
  await place(screen);
  await sees(screen, isTurn, "the next turn");
  // With the keyboard alone.
  const before = await screen.run(
    `document.querySelector("#hand button:not(.card--nowhere)").focus(); return document.querySelectorAll("#told li").length;`,
  );
  await screen.press("Enter");
  await sees(screen, `document.querySelector("#court .cell--open")`, "open places");
  await screen.press("Enter");
  await sees(screen, `document.querySelectorAll("#told li").length > ${before}`, "the placement by keys");
  await click(screen, "#undo");
  await sees(screen, `document.querySelectorAll("#told li").length === ${before}`, "the way back");
  await click(screen, "#hint");
  await sees(screen, `/looks best/.test(${text("#reason")})`, "a hint");
  for (;;) {
    await sees(screen, `${isTurn} || ${shown("story")}`, "one's turn or the end of the round");
    if (await screen.run(`return Boolean(${shown("story")});`)) break;
    await place(screen);
  }
  await sees(screen, `/cost you most|clearly better/.test(${text("#swing")})`, "the costliest placement");
  await click(screen, "#onward");
  await sees(screen, `/Round 2/.test(${text("#rounds")})`, "the next round");
  await screen.open(`${address}?later`);
  await sees(screen, `document.querySelector("#games li")`, "the saved game");
}

/** Play at a table of two people: sit down, place, react, leave, come back. @param {Screen} host @param {Screen} friend */
async function playWithFriends(host, friend) {
  await click(host, "#with-friends summary");
  await sees(host, `document.querySelector("#friends-form button.main")`, "the form");
  await host.run(`document.querySelector("#friends-form input").value = "Ann";`);
  await click(host, "#friends-form button.main");
  await sees(host, `${text("#friends-address")}.startsWith("http")`, "the link");
  const link = await host.run(`return ${text("#friends-address")};`);
  await click(host, "#friends form button.main");
  await friend.open(link);
  await sees(friend, shown("join"), "the chairs");
  await friend.run(`${SETTINGS} document.querySelector("#join-name").value = "Ben";`);
  await click(friend, "#sit-down");
  await sees(friend, shown("game"), "the table of the friend");
  const news = `[...document.querySelectorAll("#others .seat")].find((each) => each.textContent.includes("Ben"))?.textContent ?? ""`;
  await sees(host, `/Ben/.test(${news}) && !/not here/.test(${news})`, "the friend at the table");
  await place(host);
  await place(friend);
  await sees(host, `/Ben places/.test(${text("#told")})`, "the placement of the friend");
  await click(friend, "#reactions summary");
  await click(friend, "#reaction-signs button");
  await sees(host, `document.querySelector(".reaction")`, "the reaction");
  const seat = await friend.run("return location.href;");
  await friend.open("about:blank");
  await sees(host, `/not here/.test(${news})`, "that the friend is away");
  await friend.open(seat);
  await sees(friend, shown("game"), "the seat again");
  await sees(host, `!/not here/.test(${news})`, "that the friend is back");
  await friend.run("window.confirm = () => true;");
  await click(friend, "#show-friends");
  const leave = `[...document.querySelectorAll("#friends-list button")].find((each) => each.textContent === "Leave the table")`;
  await sees(friend, leave, "the way to leave");
  await friend.run(`${leave}.click();`);
  await sees(host, `/plays/.test(${news})`, "the stand-in");
  await sees(friend, `document.querySelector("#come-back:not([hidden])")`, "the way back");
  await click(friend, "#come-back");
  await sees(friend, shown("game"), "the table again");
  await sees(host, `/Ben/.test(${news}) && !/plays/.test(${news})`, "the friend instead of the stand-in");
}

const screens = await (browser === "firefox" ? inFirefox(2) : inWebKit(2));
try {
  await playAlone(screens[0]);
  console.log(`${browser}: a game alone`);
  await playWithFriends(screens[0], screens[1]);
  console.log(`${browser}: a table of two people`);
  const faults = screens.flatMap((each) => each.faults);
  if (faults.length) throw new Error(`${browser}: ${faults.join("; ")}`);
} finally {
  for (const each of screens) await each.close();
}
