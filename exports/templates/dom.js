// Text of a record only ever enters the page as text nodes.
const el = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") node.addEventListener("click", value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== "") node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== ""));
  return node;
};

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const sentences = new Map(data.sentences.map((sentence) => [sentence.index, sentence]));
const linkOf = (index) => byId(`s-${index}`);
const announce = (words) => { byId("announce").textContent = words; };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 860px)");
const scrollTo = (node, block) =>
  node.scrollIntoView({ block, behavior: calm.matches ? "auto" : "smooth" });
