const view = { sentence: null, claim: null, passages: [], passage: 0 };

const badge = (item) =>
  el("span", { class: `key ${item.grade ? item.grade.toLowerCase() : item.status}` }, item.mark);

const titled = (title, ...words) =>
  words.some(Boolean) ? el("div", { class: "said" }, el("h4", {}, title), el("p", { dir: "auto" }, ...words)) : null;

const suggestion = (sentence) => titled("Suggestion", ...sentence.changes.map((change) =>
  change.kind === "kept" ? change.text
    : el(change.kind === "added" ? "ins" : "del", {}, change.text)));

const facts = (sentence) => [
  sentence.type_words.join(", "),
  sentence.severity ? `${sentence.severity} severity` : "",
  sentence.confidence === null ? "" : `confidence ${sentence.confidence.toFixed(2)}`,
  sentence.retries ? `${sentence.retries} re-detections` : "",
].filter(Boolean).join(" · ");

const verdictHead = (sentence) => el("div", { class: "verdict-head" },
  el("h2", {}, badge(sentence), " ", sentence.words),
  el("p", { class: "facts" }, facts(sentence)),
  el("div", { class: "steps" },
    el("button", { type: "button", onclick: () => step(-1), "aria-label": "Previous sentence" }, "‹"),
    el("button", { type: "button", onclick: () => step(1), "aria-label": "Next sentence" }, "›"),
    el("button", { type: "button", class: "back", onclick: () => scrollTo(linkOf(sentence.index), "center") }, "To the sentence")));

const claimButton = (claim, number) => el("button", {
  type: "button", class: "claim", "data-claim": number, "aria-pressed": "false",
  onclick: () => showClaim(number),
},
  el("span", { class: `key ${claim.grade ? claim.grade.toLowerCase() : "abstained"}` }, claim.grade || "?"),
  el("span", { class: "claim-text", dir: "auto" }, claim.text),
  el("span", { class: "claim-facts" }, [claim.kind, ...claim.types].join(", ")));

const passageButton = (passage, number) => el("button", {
  type: "button", class: `passage ${passage.relation}`, "data-passage": number,
  "aria-pressed": "false", onclick: () => showPassage(number),
},
  el("span", { class: "relation" }, passage.relation),
  el("span", { class: "quote", dir: "auto" }, passage.quote),
  el("span", { class: "place" }, placeOf(passage)));

// The words of the summary stand beside those of the record, so that the difference is seen.
const comparison = (words, passages, explanation) => el("div", { class: "comparison" },
  el("div", { class: "side" }, el("h4", {}, "The summary says"), el("p", { class: "quote", dir: "auto" }, words)),
  el("div", { class: "side" }, el("h4", {}, "The record says"),
    passages.length ? passages.map(passageButton) : el("p", { class: "empty" }, "Nothing is cited.")),
  explanation ? el("p", { class: "explanation", dir: "auto" }, explanation) : null);

const notCompared = (sentence) => sentence.runs.filter(([, uncompared]) => uncompared).map(([text]) => `“${text}”`).join("; ");

const runNode = (text, uncompared) => uncompared
  ? el("u", { class: "uncompared", title: "Not compared with the record" }, text) : text;

// The part of the runs between two places, cut where they begin and end.
const runsBetween = (sentence, start, end) => {
  let place = 0;
  return sentence.runs.flatMap(([text, uncompared]) => {
    const from = Math.max(start - place, 0);
    const part = text.slice(from, Math.max(end - place, from));
    place += text.length;
    return part ? [runNode(part, uncompared)] : [];
  });
};

const markClaim = (sentence, claim) => {
  const words = linkOf(sentence.index).querySelector(".words");
  const length = sentence.text.length;
  if (!claim || claim.start < 0 || claim.end > length) {
    words.replaceChildren(...runsBetween(sentence, 0, length));
    return;
  }
  words.replaceChildren(...runsBetween(sentence, 0, claim.start),
    el("mark", {}, runsBetween(sentence, claim.start, claim.end)),
    ...runsBetween(sentence, claim.end, length));
};

const showPassage = (number) => {
  view.passage = number;
  for (const button of document.querySelectorAll("#verdict .passage")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.passage) === number));
  }
  showSource(view.passages[number], view.passages);
};

const ranked = (passages) => {
  const rank = { contradicts: 0, supports: 1, context: 2 };
  return [...passages].sort((one, other) => rank[one.relation] - rank[other.relation]);
};

const showClaim = (number) => {
  const sentence = sentences.get(view.sentence);
  const claim = number === null ? null : sentence.claims[number];
  view.claim = number;
  view.passages = ranked(claim ? claim.evidence : sentence.evidence);
  for (const button of document.querySelectorAll("#verdict .claim")) {
    button.setAttribute("aria-pressed", String(button.dataset.claim === String(number)));
  }
  markClaim(sentence, claim);
  byId("compared").replaceChildren(
    comparison(claim ? claim.text : sentence.text, view.passages, claim ? claim.explanation : ""),
    claim && claim.rule ? el("p", { class: "rule", title: `rule ${claim.rule}` },
      `What was compared: ${claim.attribute || "the whole statement"}. Confidence ${claim.confidence.toFixed(2)}.`) : "");
  showPassage(0);
};

const worstClaim = (sentence) => {
  const grades = sentence.claims.map((claim) => claim.grade || (sentence.grade ? "" : "E9"));
  return grades.length ? grades.indexOf([...grades].sort().at(-1)) : null;
};

const showVerdict = (sentence) => {
  byId("verdict").replaceChildren(
    verdictHead(sentence),
    decisionButtons(sentence),
    el("p", { class: "checked", dir: "auto" }, sentence.text),
    suggestion(sentence) || "",
    el("div", { id: "compared" }),
    sentence.claims.length > 1
      ? el("div", { class: "claims", role: "group", "aria-label": "Claims" }, sentence.claims.map(claimButton)) : "",
    titled("Reason", sentence.reason) || "",
    titled("Reasoning", sentence.reasoning) || "",
    titled("Not compared with the record", notCompared(sentence)) || "",
    titled("Why silence matters", sentence.absence_rationale) || "",
    titled("Refused verdict, not a finding", sentence.refused) || "");
  showClaim(worstClaim(sentence));
};

const showOmission = (number) => {
  leave();
  const omission = data.omissions[number];
  view.passages = ranked(omission.evidence);
  byId("verdict").replaceChildren(
    el("div", { class: "verdict-head" }, el("h2", {}, "In the record, not in the summary"),
      el("p", { class: "facts" }, omission.kind)),
    el("p", { class: "checked", dir: "auto" }, omission.text),
    omission.unresolved.length ? el("p", { class: "rule" }, `Evidence not in this report: ${omission.unresolved.join(", ")}`) : "",
    ...view.passages.map(passageButton));
  showPassage(0);
  announce(`Omission: ${omission.text}`);
  if (narrow.matches) scrollTo(byId("proof"), "start");
};
