/* Ranks the pages for a search: Sphinx's own index, but pages that lack a word count less instead of not at all.

A word in the title of a page or among its index entries weighs more than one in a heading, and that more than one in
the text; a rare word weighs more than a common one. Names of the API are found by their last part. */
"use strict";

const WEIGHTS = { title: 6, entry: 6, heading: 3, text: 1, part: 0.4 };
const WHOLE = 12; // when the whole query is a title, an entry or a name
const LESS = /^(api|contributing|changelog|(monopoly|btwixt)\/(api|rules))/; // pages that are rarely the answer

/* Return each word of the index as it is compared: without its ending. */
const stemsOf = (text, stemmer) =>
  splitQuery(text.toLowerCase()).flatMap((word) =>
    stopwords.has(word) ? [] : [stemmer.stemWord(word)],
  );

/* Return for each page the words of its title, entries, headings and text, as a function of word and page. */
const fieldsOf = (index, stemmer) => {
  const found = { title: new Map(), entry: new Map(), heading: new Map() };
  const add = (field, page, text, place) => {
    for (const stem of stemsOf(text, stemmer)) {
      if (!found[field].has(stem)) found[field].set(stem, new Map());
      if (!found[field].get(stem).has(page)) found[field].get(stem).set(page, place);
    }
  };
  index.titles.forEach((title, page) => add("title", page, title, null));
  for (const [entry, places] of Object.entries(index.indexentries))
    for (const [page, anchor] of places)
      if (!anchor.startsWith("westeros_intrigue")) add("entry", page, entry, null);
  for (const [heading, places] of Object.entries(index.alltitles))
    for (const [page, anchor] of places)
      if (heading !== index.titles[page]) add("heading", page, heading, { heading, anchor });
  return found;
};

/* Return the pages that contain a word in their text, and whether only as part of another word. */
const textPages = (index, stem) => {
  const listed = (pages) => (pages === undefined ? [] : [pages].flat());
  const whole = listed(Object.hasOwn(index.terms, stem) ? index.terms[stem] : undefined);
  if (whole.length || stem.length < 4) return { pages: whole, weight: WEIGHTS.text };
  const pages = new Set();
  for (const term of Object.keys(index.terms))
    if (term.includes(stem)) listed(index.terms[term]).forEach((page) => pages.add(page));
  return { pages: [...pages], weight: WEIGHTS.part };
};

/* Return the names of the API whose last part is the query. */
const namesOf = (index, query) => {
  const results = [];
  for (const [prefix, objects] of Object.entries(index.objects))
    for (const [page, type, , anchor, name] of objects) {
      if (name.toLowerCase().split(".").pop() !== query) continue;
      const whole = prefix ? `${prefix}.${name}` : name;
      const place = anchor === "" ? whole : anchor === "-" ? `${index.objnames[type][1]}-${whole}` : anchor;
      const isMember = index.objnames[type][1].match(/attribute|method|property/) !== null;
      results.push({ page, whole, place, kind: index.objnames[type][2], score: isMember ? WHOLE / 4 : 4 * WHOLE });
    }
  results.sort((one, other) => other.score - one.score);
  return results[0]?.score > WHOLE ? results.slice(0, 1) : results.slice(0, 5);
};

/* Return results of Sphinx's form for a query, the best last. */
const ranked = (index, query) => {
  const stemmer = new Stemmer();
  const asked = query.toLowerCase().trim();
  const stems = [...new Set(stemsOf(asked, stemmer))];
  const fields = fieldsOf(index, stemmer);
  const scores = new Map();
  const count = index.titles.length;
  const note = (page, score, covered, place) => {
    const now = scores.get(page) ?? { score: 0, covered: 0, headings: new Map() };
    now.score += score;
    now.covered += covered;
    if (place) now.headings.set(place.anchor, { ...place, words: (now.headings.get(place.anchor)?.words ?? 0) + 1 });
    scores.set(page, now);
  };
  for (const stem of stems) {
    const { pages, weight } = textPages(index, stem);
    const best = new Map(pages.map((page) => [page, { weight, place: null }]));
    for (const field of ["heading", "entry", "title"])
      for (const [page, place] of fields[field].get(stem) ?? [])
        best.set(page, { weight: WEIGHTS[field], place: best.get(page)?.place ?? place });
    const rarity = Math.log(1 + count / Math.max(1, best.size));
    for (const [page, { weight: found, place }] of best) note(page, found * rarity, 1, place);
  }
  for (const [page, value] of scores)
    value.score *= (value.covered / stems.length) ** 2 * (LESS.test(index.docnames[page]) ? 0.5 : 1);
  const whole = (text) => text.toLowerCase() === asked || stemsOf(text, stemmer).join(" ") === stems.join(" ");
  index.titles.forEach((title, page) => whole(title) && note(page, WHOLE, 0, null));
  for (const [entry, places] of Object.entries(index.indexentries))
    if (whole(entry)) for (const [page] of places) note(page, WHOLE, 0, null);
  const results = [...scores].map(([page, { score, headings }]) => {
    const heading = [...headings.values()].sort((one, other) => other.words - one.words)[0];
    const isNamed = heading && heading.anchor && heading.words >= Math.min(2, stems.length);
    const title = isNamed ? `${index.titles[page]} > ${heading.heading}` : index.titles[page];
    const anchor = isNamed ? `#${heading.anchor}` : "";
    return [index.docnames[page], title, anchor, null, score, index.filenames[page], SearchResultKind.text];
  });
  for (const { page, whole: name, place, kind, score } of namesOf(index, asked.replace(/[\s()]+/g, "")))
    results.push([
      index.docnames[page], name, `#${place}`, `${kind}, in ${index.titles[page]}`,
      score, index.filenames[page], SearchResultKind.object,
    ]);
  return results.sort((one, other) => one[4] - other[4] || (one[1] < other[1] ? 1 : -1));
};

document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return; // any page but that of the search
  Search._performSearch = (query) => {
    document.getElementById("search-progress")?.replaceChildren();
    return ranked(Search._index, query);
  };
});
