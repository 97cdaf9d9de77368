"use strict";
// Links and forms marked data-swap replace the main part of the page, not the
// page; whatever fails falls back to the ordinary way.
const parser = new DOMParser();
const nameOf = (link) => link.getAttribute("aria-label") ?? link.textContent;
async function swap(url, remember) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  const next = parser.parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement;
  const at = focused && focused.name === "at" ? focused.value : null;
  const name = focused && focused.matches("main a") ? nameOf(focused) : null;
  const scrolled = document.querySelector(".strings")?.scrollTop ?? 0;
  document.title = next.title;
  document.querySelector("main").replaceWith(next.querySelector("main"));
  const there = answer.redirected ? answer.url : url;
  if (remember) history.pushState(null, "", there); else if (answer.redirected) history.replaceState(null, "", there);
  again();
  if (at !== null) document.querySelector(`button[name=at][value="${at}"]`)?.focus();
  if (name !== null) [...document.querySelectorAll("main a")].find((link) => nameOf(link) === name)?.focus({ preventScroll: true });
  document.querySelector(".strings")?.scrollTo(0, scrolled);
}
// A page that waits for an answer asks again.
function again() {
  const waiting = document.querySelector("[data-again]");
  if (waiting) setTimeout(() => { if (waiting.isConnected) swap(location.href, false).catch(() => location.reload()); }, waiting.dataset.again);
}
function go(url, event) {
  event.preventDefault();
  swap(url, true).catch(() => { location.href = url; });
}
document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  const link = event.target.closest("a[data-swap], figure[data-swap] a");
  if (link) go(new URL(link.getAttribute("href"), location.href).href, event);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-swap]") || form.method !== "get") return;
  const query = new URLSearchParams(new FormData(form, event.submitter));
  go(`${form.action}?${query}`, event);
});
addEventListener("popstate", () => swap(location.href, false).catch(() => location.reload()));
// The arrow keys move between the points of a board, and the moves of a game.
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!step || event.target.matches("input, textarea, select")) return;
  const point = event.target.closest("button[name=at]");
  if (point) {
    const { rows, cols } = point.form.dataset;
    const row = Math.floor(point.value / cols) + step[0], col = point.value % cols + step[1];
    if (row >= 0 && row < rows && col >= 0 && col < cols) point.form.querySelector(`[value="${row * cols + col}"].point`).focus();
    event.preventDefault();
    return;
  }
  const turn = document.querySelector({ ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]" }[event.key] || "a[rel=none]");
  if (turn) turn.click();
});
// A count tells how far it has come.
function follow() {
  const job = document.getElementById("job");
  if (!job || !job.dataset.events) return;
  const source = new EventSource(job.dataset.events);
  source.addEventListener("progress", (event) => {
    const told = JSON.parse(event.data);
    document.getElementById("bar").value = told.share;
    document.getElementById("state").textContent = told.state;
    document.getElementById("left").textContent = told.left;
  });
  source.addEventListener("done", () => { source.close(); swap(location.href, false).catch(() => location.reload()); });
  addEventListener("pagehide", () => source.close());
}
follow();
again();
