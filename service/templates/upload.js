// Texts only ever enter the page as text nodes.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId("upload");
  const most = Number(form.dataset.most);
  const chosen = new Map();
  const refuse = (words) => { byId("refused").textContent = words; };

  const readText = async (file) => {
    if (file.size > most) throw new Error(`${file.name} is larger than ${most / 1e6} MB`);
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch (error) {
      throw new Error(`${file.name} is not UTF-8 text (${error.message})`);
    }
  };

  const listFiles = () => byId("file-list").replaceChildren(...[...chosen.keys()].map((name) => {
    const line = document.createElement("li");
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `Remove ${name}`);
    remove.addEventListener("click", () => { chosen.delete(name); listFiles(); });
    line.append(name, " ", remove);
    return line;
  }));

  const addFiles = async (files) => {
    refuse("");
    for (const file of files) {
      try {
        chosen.set(file.name, await readText(file));
      } catch (error) {
        refuse(error.message);
      }
    }
    listFiles();
  };

  const takeSummary = async (files) => {
    refuse("");
    if (!files.length) return;
    try {
      byId("summary").value = await readText(files[0]);
    } catch (error) {
      refuse(error.message);
    }
  };

  byId("files").addEventListener("change", (event) => addFiles(event.target.files));
  byId("summary-file").addEventListener("change", (event) => takeSummary(event.target.files));
  for (const [id, take] of [["record-drop", addFiles], ["summary-drop", takeSummary]]) {
    const area = byId(id);
    area.addEventListener("dragover", (event) => { event.preventDefault(); area.classList.add("over"); });
    area.addEventListener("dragleave", () => area.classList.remove("over"));
    area.addEventListener("drop", (event) => {
      event.preventDefault();
      area.classList.remove("over");
      take([...event.dataTransfer.files]);
    });
  }

  const MARKS = { not_checkable: "–", abstained: "?", failed: "!" };
  const showSentence = (said) => {
    const line = document.createElement("li");
    line.className = "item";
    line.dataset.index = said.index;
    const part = (tag, name, words) => {
      const node = document.createElement(tag);
      node.className = name;
      node.dir = "auto";
      node.textContent = words;
      return node;
    };
    line.append(
      part("span", `key ${said.mark.toLowerCase()}`, MARKS[said.mark] || said.mark),
      part("span", "text", said.text),
      part("span", "facts", [said.verdict, said.types.join(", ")].filter(Boolean).join(" · ")));
    if (["E3", "E4"].includes(said.mark) && said.quote) line.append(part("q", "facts", said.quote));
    const list = byId("sentences");
    const later = [...list.children].find((other) => Number(other.dataset.index) > said.index);
    list.insertBefore(line, later || null);
  };

  const watch = (places) => {
    const source = new EventSource(places.events);
    const end = (words) => {
      source.close();
      byId("state").textContent = words;
      byId("start").disabled = false;
      byId("progress").hidden = true;
    };
    source.addEventListener("progress", (event) => {
      const { done, total } = JSON.parse(event.data);
      byId("progress").max = total || 1;
      byId("progress").value = done;
      byId("state").textContent = `${done} of ${total} sentences checked`;
    });
    source.addEventListener("sentence", (event) => showSentence(JSON.parse(event.data)));
    source.addEventListener("failed", (event) => end(`Not checked: ${JSON.parse(event.data).message}`));
    source.addEventListener("done", (event) => {
      end(JSON.parse(event.data).totals);
      byId("report").href = places.report;
      byId("document").href = places.document;
      byId("links").hidden = false;
    });
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    refuse("");
    const sent = JSON.stringify({
      form_token: form.dataset.token, summary: byId("summary").value, notes: byId("notes").value,
      admission: byId("admission").value.trim(),
      files: [...chosen].map(([name, text]) => ({ name, text })),
    });
    if (sent.length > most) { refuse(`Together this is more than ${most / 1e6} MB.`); return; }
    byId("start").disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST", headers: { "content-type": "application/json" }, body: sent,
      });
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.refused);
      byId("sentences").replaceChildren();
      byId("links").hidden = true;
      byId("progress").hidden = false;
      byId("progress").removeAttribute("value");
      byId("state").textContent = "Reading the record…";
      byId("verdicts").hidden = false;
      byId("verdicts").scrollIntoView({ block: "start" });
      watch(told);
    } catch (error) {
      refuse(error.message);
      byId("start").disabled = false;
    }
  });
})();
