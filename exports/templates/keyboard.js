const leave = () => {
  const before = sentences.get(view.sentence);
  if (!before) return;
  const link = linkOf(before.index);
  link.removeAttribute("aria-current");
  markClaim(before, null);
  view.sentence = null;
};

const select = (index) => {
  leave();
  const sentence = sentences.get(index);
  const link = linkOf(index);
  view.sentence = index;
  link.setAttribute("aria-current", "true");
  showVerdict(sentence);
  history.replaceState(null, "", `#at-${index}`);
  const among = walk();
  const place = among.indexOf(sentence);
  announce([sentence.ending, facts(sentence), place < 0 ? "" : `${place + 1} of ${among.length}`]
    .filter(Boolean).join(", "));
};

const step = (direction) => {
  const among = walk();
  if (!among.length) return;
  const here = data.sentences.findIndex((sentence) => sentence.index === view.sentence);
  const order = (sentence) => data.sentences.indexOf(sentence);
  const next = direction > 0
    ? among.find((sentence) => order(sentence) > here) || among[0]
    : among.findLast((sentence) => here < 0 || order(sentence) < here) || among.at(-1);
  select(next.index);
  const link = linkOf(next.index);
  link.focus({ preventScroll: true });
  if (narrow.matches) scrollTo(byId("proof"), "start");
  else scrollTo(link, "center");
};

const nextClaim = () => {
  const sentence = sentences.get(view.sentence);
  if (sentence?.claims.length) showClaim(((view.claim ?? -1) + 1) % sentence.claims.length);
};

const nextPassage = () => {
  if (view.passages.length) showPassage((view.passage + 1) % view.passages.length);
};

const toggleLegend = () => {
  const legend = byId("legend");
  legend.open = true;
  scrollTo(legend, "start");
};

const keys = {
  j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1),
  a: () => decide("a"), r: () => decide("r"), c: nextClaim, e: nextPassage, "?": toggleLegend,
};

const onKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
  // Arrows still scroll the source for a reader who is in it.
  if (event.key.startsWith("Arrow") && event.target.closest?.("#proof, footer")) return;
  event.preventDefault();
  keys[event.key]();
};
