// Decisions live in this tab alone until they are downloaded.
const storageKey = `curaview-decisions-${data.digest}-${JSON.stringify(data.reviewed)}`;
let unsaved = false;

// What a reader answered before the report was written.
const reviewed = () => Object.fromEntries(data.reviewed.map(
  ([index, decision]) => [index, { decision, decided_at: null }]));

const stored = () => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey)) || reviewed();
  } catch (error) {
    console.warn("Decisions of this tab cannot be read back:", error.message);
    return reviewed();
  }
};
const decisions = stored();

const keep = () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(decisions));
  } catch (error) {
    console.warn("Decisions are kept in this page only:", error.message);
  }
};

// A graded sentence has a verdict to agree with; any other needs the reader's own.
const choices = (sentence) => sentence.status === "graded"
  ? { a: ["accepted", "Accept", "The verdict is right"], r: ["rejected", "Reject", "The verdict is wrong"] }
  : { a: ["sentence_right", "Sentence right", "The record carries the sentence"],
      r: ["sentence_wrong", "Sentence wrong", "The record does not carry the sentence"] };

const decisionButtons = (sentence) => el("div", { class: "decide", role: "group", "aria-label": "Your decision" },
  Object.entries(choices(sentence)).map(([key, [value, words, title]]) => el("button", {
    type: "button", title: `${title} (key ${key})`, "data-decision": value,
    "aria-pressed": String(decisions[sentence.index]?.decision === value),
    onclick: () => decide(key),
  }, words, " ", el("kbd", { "aria-hidden": "true" }, key))));

const signOf = { accepted: "✓", sentence_right: "✓", rejected: "✗", sentence_wrong: "✗" };

const showDecisions = () => {
  for (const sentence of data.sentences) {
    const decision = decisions[sentence.index]?.decision || "";
    const link = linkOf(sentence.index);
    link.querySelector(".mark").textContent = sentence.mark + (signOf[decision] || "");
    link.dataset.decision = decision;
    link.setAttribute("aria-description", decision.replace("_", " "));
  }
  const due = data.sentences.filter((sentence) => sentence.attention);
  const done = due.filter((sentence) => decisions[sentence.index]);
  byId("reviewed").textContent = `${done.length} of ${due.length} reviewed`;
  for (const button of document.querySelectorAll("#verdict .decide button")) {
    const decision = decisions[view.sentence]?.decision;
    button.setAttribute("aria-pressed", String(button.dataset.decision === decision));
  }
};

const decide = (key) => {
  const sentence = sentences.get(view.sentence);
  if (!sentence) return;
  const [value, words] = choices(sentence)[key];
  if (decisions[sentence.index]?.decision === value) {
    delete decisions[sentence.index];
    announce("Decision taken back");
  } else {
    decisions[sentence.index] = { decision: value, decided_at: new Date().toISOString() };
    announce(`Sentence ${sentence.index}: ${words}`);
  }
  unsaved = true;
  keep();
  showDecisions();
};

const decisionsDocument = () => ({
  schema: "curaview.decisions/1",
  report_sha256: data.digest,
  patient_id: data.patient_id,
  admission_id: data.admission_id,
  target: data.target,
  decisions: data.sentences.filter((sentence) => decisions[sentence.index]).map((sentence) => ({
    index: sentence.index,
    text: sentence.text,
    status: sentence.status,
    evidence_grade: sentence.grade,
    ...decisions[sentence.index],
  })),
});

const download = () => {
  const written = JSON.stringify(decisionsDocument(), null, 2) + "\n";
  const address = URL.createObjectURL(new Blob([written], { type: "application/json" }));
  el("a", { href: address, download: `curaview-decisions-${data.digest.slice(0, 12)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  unsaved = false;
  announce("Decisions downloaded");
};
