/** Return the texts in the window that run into another or lie under something, in words. */
() => {
  // Under an open dialog or menu, or where it is inert or for screen readers alone, a text is not to be seen.
  const menu = [...document.querySelectorAll("details[open] > .way-body")].find(
    (each) => getComputedStyle(each).position === "absolute",
  );
  const front = document.querySelector("dialog[open]") ?? menu ?? document.body;
  const isSeen = (element) => {
    if (!front.contains(element) || element.closest("[inert], #status, svg")) return false;
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== "none") return false;
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const isClipping = (element) => getComputedStyle(element).overflow !== "visible";
  const clip = (box, element) => {
    let { left, top, right, bottom } = box;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (!isClipping(at) || getComputedStyle(at).display === "inline") continue;
      const edge = at.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  /** Return what stays in place while its surroundings scroll, if the element is in such a thing. */
  const pinnedWith = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(at).position)) {
        for (let around = at.parentElement; around; around = around.parentElement) {
          const scrolls = isClipping(around) || around === document.documentElement;
          if (scrolls && around.scrollHeight > around.clientHeight + 1) return at;
        }
      }
    return null;
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  while (nodes.nextNode()) {
    const { currentNode: node } = nodes;
    const { parentElement: element } = node;
    if (!node.data.trim() || element.matches("script, style, option, noscript") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      // The box of a line is higher than its letters.
      const slack = 0.28 * box.height;
      const letters = { left: box.left + 1, right: box.right - 1, top: box.top + slack, bottom: box.bottom - slack };
      const shown = clip(letters, element);
      if (shown.right - shown.left > 1 && shown.bottom - shown.top > 1) lines.push({ node, element, ...shown });
    }
  }
  const found = new Set();
  const name = ({ node, element }) => `${element.id || element.className || element.tagName}: ${node.data.trim()}`;
  lines.forEach((one, at) => {
    for (const other of lines.slice(at + 1)) {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (one.node === other.node || width <= 1 || height <= 1) continue;
      if (pinnedWith(one.element) === pinnedWith(other.element)) found.add(`${name(one)} / ${name(other)}`);
    }
  });
  // Elements that let the pointer through cover a text all the same.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { pointer-events: auto !important }");
  const before = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [...before, sheet];
  const isOpaque = (element) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    return Number(opacity) > 0.5 && (backgroundImage !== "none" || !/^rgba.*, 0\)$/.test(backgroundColor));
  };
  for (const line of lines) {
    const y = (line.top + line.bottom) / 2;
    for (const x of [line.left + 1, (line.left + line.right) / 2, line.right - 1]) {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      let over = document.elementFromPoint(x, y);
      if (over && pinnedWith(over) !== pinnedWith(line.element)) continue; // the reader scrolls on
      for (; over && !over.contains(line.element) && !line.element.contains(over); over = over.parentElement)
        if (isOpaque(over)) found.add(`${name(line)} lies under ${over.id || over.className || over.tagName}`);
    }
  }
  document.adoptedStyleSheets = before;
  return [...found];
};
