// One key a choice; the page works without this script as well.
"use strict";
(() => {
  document.documentElement.classList.add("scripted");
  const byId = (id) => document.getElementById(id);
  const form = byId("decide");
  const announce = (words) => { const line = byId("announce"); if (line) line.textContent = words; };

  // Only the time in which the page could be seen counts.
  let seen = 0;
  let since = document.hidden ? null : performance.now();
  let clicks = 0;
  const pause = () => { if (since !== null) seen += performance.now() - since; since = null; };
  document.addEventListener("visibilitychange", () => {
    pause();
    if (!document.hidden) since = performance.now();
  });
  document.addEventListener("pointerdown", () => { clicks += 1; }, true);
  document.addEventListener("keydown", (event) => { if (!event.repeat) clicks += 1; }, true);

  let saving = false;
  const save = () => {
    if (!form || saving) return;
    const sent = new URLSearchParams({ form_token: form.form_token.value, comment: byId("comment").value });
    fetch(form.dataset.draft, { method: "POST", body: sent, keepalive: true })
      .catch((error) => announce(`The comment is not kept yet: ${error.message}`));
  };
  if (form) {
    let waiting = null;
    byId("comment").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(save, 400);
    });
    addEventListener("pagehide", () => { if (byId("comment").value !== byId("comment").defaultValue) save(); });
    form.addEventListener("submit", () => {
      pause();
      clearTimeout(waiting);
      saving = true;
      form.seconds.value = (seen / 1000).toFixed(1);
      form.clicks.value = String(clicks);
    });
  }

  const copy = async (button) => {
    await navigator.clipboard.writeText(button.dataset.copy);
    announce("Copied");
    button.firstChild.textContent = "Copied ";
  };
  for (const button of document.querySelectorAll(".copy")) {
    button.addEventListener("click", () => copy(button));
  }

  const press = (id) => () => byId(id)?.click();
  const choose = (key) => () => {
    const button = document.querySelector(`[data-key="${key}"]`);
    if (button?.checkVisibility()) button.click();
  };
  const edit = () => {
    const details = byId("edit");
    if (!details) return;
    details.open = true;
    byId("correction").focus();
    details.scrollIntoView({ block: "nearest" });
  };
  const keys = {
    a: choose("a"), f: choose("f"), s: choose("s"), e: edit, c: () => byId("comment")?.focus(),
    u: () => (byId("undo-last") || byId("undo"))?.click(), j: () => (byId("next") || byId("begin"))?.click(),
    k: press("previous"), n: press("open"), y: () => document.querySelector(".copy")?.click(),
  };
  document.addEventListener("keydown", (event) => {
    const writing = event.target.closest?.("input, textarea, select");
    if (writing && event.key === "Escape") { writing.blur(); return; }
    if (writing || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  // The cited words are what the eye looks for.
  for (const note of document.querySelectorAll(".right .note")) {
    const mark = note.querySelector("mark");
    if (mark) note.scrollTop = mark.offsetTop - note.offsetTop - note.clientHeight / 3;
  }
})();
