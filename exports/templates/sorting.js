// A click on a heading sorts by its column; numbers begin with the largest.
const table = document.getElementById("cohort");
const body = table.tBodies[0];
const textOf = (row, column) => row.cells[column].textContent.trim();

const sortBy = (heading) => {
  const column = heading.cellIndex;
  const numeric = heading.dataset.sort === "number";
  const before = heading.getAttribute("aria-sort");
  const rising = before ? before === "descending" : !numeric;
  const rows = [...body.rows].sort((one, other) => {
    const [a, b] = [textOf(one, column), textOf(other, column)];
    const order = numeric ? Number(a) - Number(b) : a.localeCompare(b, "en", { numeric: true });
    return rising ? order : -order;
  });
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
  body.append(...rows);
};

for (const heading of table.querySelectorAll("th[data-sort]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = heading.textContent;
  button.addEventListener("click", () => sortBy(heading));
  heading.replaceChildren(button);
}
