const placeOf = (passage) =>
  [passage.source, passage.section, passage.time].filter(Boolean).join(" · ");

// Spans of one note may overlap; each is cut at the end of those before it.
const runsOf = (text, passage, passages) => {
  const spans = passages
    .filter((other) => other.note === passage.note)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const runs = [];
  let place = 0;
  for (const span of spans) {
    const start = Math.max(span.start, place);
    if (start >= span.end) continue;
    const here = span.start < passage.end && span.end > passage.start;
    runs.push({ start: place, end: start, name: "" });
    runs.push({ start, end: span.end, name: here ? `here ${passage.relation}` : span.relation });
    place = span.end;
  }
  runs.push({ start: place, end: text.length, name: "" });
  return runs;
};

// A long note is laid out in blocks, so that the browser works only on those in view.
const BLOCK = 4000;

const blockEnd = (text, start) => {
  const wanted = start + BLOCK;
  if (wanted >= text.length) return text.length;
  const line = text.indexOf("\n", wanted);
  if (line >= 0 && line < wanted + BLOCK) return line + 1;
  const space = text.lastIndexOf(" ", wanted);
  if (space > start) return space + 1;
  return /[\udc00-\udfff]/.test(text[wanted]) ? wanted + 1 : wanted;
};

const markedNote = (passage, passages) => {
  const text = data.notes[passage.note];
  const runs = runsOf(text, passage, passages);
  const body = el("div", { class: "note" });
  for (let start = 0; start < text.length;) {
    const end = blockEnd(text, start);
    const block = el("div", { class: "block" });
    for (const run of runs) {
      const words = text.slice(Math.max(run.start, start), Math.max(start, Math.min(run.end, end)));
      if (words) block.append(run.name ? el("mark", { class: run.name }, words) : words);
    }
    body.append(block);
    start = end;
  }
  return body;
};

const rowTable = (passage) =>
  el("table", { class: "row" },
    el("caption", {}, `Row of ${passage.source}`),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Field"), el("th", { scope: "col" }, "Value"))),
    el("tbody", {}, passage.fields.map((field) =>
      el("tr", { class: field.cited ? "cited" : "" },
        el("th", { scope: "row" }, field.name),
        el("td", { dir: "auto" }, field.cited
          ? el("mark", { class: `here ${passage.relation}` }, field.value)
          : field.value)))));

const quoteAlone = (passage) =>
  el("div", {},
    el("p", { class: "caution" }, passage.moved
      ? "The note in this report holds other words at this place; the quote is shown as cited."
      : "The text of this note is not part of the report; the quote is shown as cited."),
    el("div", { class: "note" }, el("mark", { class: `here ${passage.relation}` }, passage.quote)));

const showSource = (passage, passages) => {
  const pane = byId("source");
  if (!passage) {
    pane.replaceChildren(el("p", { class: "empty" }, "No passage of the record is cited here."));
    return;
  }
  const body = passage.fields.length ? rowTable(passage)
    : passage.note ? markedNote(passage, passages) : quoteAlone(passage);
  const title = el("h2", { class: "place" },
    el("span", { class: `relation ${passage.relation}` }, passage.relation), " ", placeOf(passage));
  pane.replaceChildren(title, body);
  reveal(pane, pane.querySelector("mark.here"), 20);
};

// Blocks get their true height only in view, so the place settles within a few frames.
const reveal = (pane, mark, frames) => {
  if (!mark?.isConnected || frames === 0) return;
  const above = mark.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  pane.scrollTop += above - pane.clientHeight / 3;
  requestAnimationFrame(() => reveal(pane, mark, frames - 1));
};
