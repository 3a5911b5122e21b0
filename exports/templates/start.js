const toggleTheme = () => {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  byId("theme").setAttribute("aria-pressed", String(!dark));
};

document.documentElement.classList.add("scripted");
byId("text").addEventListener("click", (event) => {
  const link = event.target.closest("a.sentence");
  if (!link) return;
  event.preventDefault();
  select(Number(link.dataset.index));
  if (narrow.matches) scrollTo(byId("proof"), "start");
});
for (const chip of document.querySelectorAll(".chip")) {
  chip.addEventListener("click", () => toggleFilter(chip));
}
for (const button of document.querySelectorAll("[data-omission]")) {
  button.addEventListener("click", () => showOmission(Number(button.dataset.omission)));
}
byId("clear").addEventListener("click", clearFilters);
byId("download").addEventListener("click", download);
byId("theme").addEventListener("click", toggleTheme);
document.addEventListener("keydown", onKey);
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

// The panes fill what the head leaves of the window.
const fit = () => {
  const head = document.querySelector(".top").offsetHeight;
  document.documentElement.style.setProperty("--head", `${head + 1}px`);
};
addEventListener("resize", fit);
fit();
applyFilters();
showDecisions();
// A link may name a sentence; otherwise the gravest finding opens first.
const linked = Number(location.hash.match(/^#(?:at|s|detail)-(\d+)$/)?.[1] ?? NaN);
const first = [sentences.get(linked), sentences.get(data.first), data.sentences[0]].find(Boolean);
if (first) select(first.index);
