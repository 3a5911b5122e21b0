// Within a group one match is enough; groups must all match.
const filters = { ending: new Set(), type: new Set() };

const matches = (sentence) =>
  (!filters.ending.size || filters.ending.has(sentence.grade || sentence.status)) &&
  (!filters.type.size || sentence.types.some((type) => filters.type.has(type)));

const filtered = () => filters.ending.size + filters.type.size > 0;

// What the keys move through: the filter's choice, else all that needs a reader.
const walk = () =>
  data.sentences.filter((sentence) => filtered() ? matches(sentence) : sentence.attention);

const applyFilters = () => {
  for (const sentence of data.sentences) {
    linkOf(sentence.index).classList.toggle("aside", !matches(sentence));
  }
  for (const chip of document.querySelectorAll(".chip")) {
    const on = filters[chip.dataset.group].has(chip.dataset.value);
    chip.setAttribute("aria-pressed", String(on));
  }
  byId("clear").hidden = !filtered();
  byId("shown").textContent = filtered()
    ? `${walk().length} of ${data.sentences.length} sentences`
    : "";
};

// What is shown on the right is always one of what the filter leaves, where it leaves any.
const keepSelected = () => {
  const among = walk();
  if (among.length && !among.some((sentence) => sentence.index === view.sentence)) {
    select(among[0].index);
    if (!narrow.matches) scrollTo(linkOf(among[0].index), "center");
  }
};

const toggleFilter = (chip) => {
  const chosen = filters[chip.dataset.group];
  if (!chosen.delete(chip.dataset.value)) chosen.add(chip.dataset.value);
  applyFilters();
  keepSelected();
};

const clearFilters = () => {
  filters.ending.clear();
  filters.type.clear();
  applyFilters();
};
