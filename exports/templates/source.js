const placeOf = (passage) =>
  [passage.source, passage.section, passage.time].filter(Boolean).join(" · ");

// Spans of one note may overlap; each is cut at the end of those before it.
const markedNote = (passage, passages) => {
  const text = data.notes[passage.note];
  const spans = passages
    .filter((other) => other.note === passage.note)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const body = el("div", { class: "note" });
  let place = 0;
  for (const span of spans) {
    const start = Math.max(span.start, place);
    if (start >= span.end) continue;
    const here = span.start < passage.end && span.end > passage.start;
    body.append(text.slice(place, start));
    const name = here ? `here ${passage.relation}` : span.relation;
    body.append(el("mark", { class: name }, text.slice(start, span.end)));
    place = span.end;
  }
  body.append(text.slice(place));
  return body;
};

const rowTable = (passage) =>
  el("table", { class: "row" },
    el("caption", {}, `Row ${passage.source.split(":").slice(0, -1).join(" : ")}`),
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
  const mark = pane.querySelector("mark.here");
  if (!mark) return;
  const above = mark.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  pane.scrollTop += above - pane.clientHeight / 3;
};
