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
  const zoomed = document.getElementById("zoom")?.checked, view = document.querySelector(".zoomed");
  const seen = view ? [view.scrollLeft, view.scrollTop] : [0, 0];
  document.title = next.title;
  document.querySelector("main").replaceWith(next.querySelector("main"));
  const there = answer.redirected ? answer.url : url;
  if (remember) history.pushState(null, "", there); else if (answer.redirected) history.replaceState(null, "", there);
  again();
  live();
  play();
  if (at !== null) document.querySelector(`button[name=at][value="${at}"]`)?.focus();
  if (name !== null) [...document.querySelectorAll("main a")].find((link) => nameOf(link) === name)?.focus({ preventScroll: true });
  document.querySelector(".strings")?.scrollTo(0, scrolled);
  if (zoomed && document.getElementById("zoom")) { document.getElementById("zoom").checked = true; document.querySelector(".zoomed").scrollTo(...seen); }
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
  const copy = event.target.closest("[data-copy]");
  if (copy) navigator.clipboard?.writeText(document.querySelector(copy.dataset.copy).textContent.replace(/\s/g, "")).then(() => { copy.textContent = "Copied"; }, () => {});
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
// A string that is pointed at in the table is shown on the board.
function point(event) {
  document.querySelectorAll(".hot, .air").forEach((p) => p.classList.remove("hot", "air"));
  const row = event.target.closest?.("tr[data-points]");
  if (!row) return;
  for (const [name, numbers] of [["hot", row.dataset.points], ["air", row.dataset.air]])
    for (const n of numbers.split(" ")) document.querySelector(`button[name=at][value="${n}"]`)?.classList.add(name);
}
document.addEventListener("mouseover", point);
document.addEventListener("focusin", point);
// Border states go on by themselves.
let playing = 0;
function play() {
  const button = document.getElementById("play");
  if (!button) { clearInterval(playing); playing = 0; return; }
  button.hidden = false;
  button.textContent = playing ? "pause" : "play";
  button.addEventListener("click", () => {
    clearInterval(playing);
    playing = playing ? 0 : setInterval(() => { const next = document.querySelector("a[rel=next]"); if (next && next.href !== location.href) next.click(); else document.getElementById("play")?.click(); }, 700);
    button.textContent = playing ? "pause" : "play";
  });
}
async function read(file) {
  document.getElementById("text").value = await file.text();
  document.getElementById("text").focus();
}
document.addEventListener("change", (event) => { if (event.target.id === "file" && event.target.files[0]) read(event.target.files[0]); });
document.addEventListener("dragover", (event) => { if (document.getElementById("text")) { event.preventDefault(); document.getElementById("text").classList.add("dropping"); } });
document.addEventListener("drop", (event) => {
  const text = document.getElementById("text"), file = event.dataTransfer.files[0];
  text?.classList.remove("dropping");
  if (text && file) { event.preventDefault(); read(file); }
});
// The first page draws positions, each point by chance, until one is legal.
const random19 = () => Array.from(crypto.getRandomValues(new Uint8Array(4096))).filter((x) => x < 255).slice(0, 361).map((x) => x % 3);
const beside = (p) => [p % 19 > 0 ? p - 1 : -1, p % 19 < 18 ? p + 1 : -1, p - 19, p + 19].filter((q) => q >= 0 && q < 361);
function breathless(points) { // the first string without a liberty, or nothing
  const seen = new Set();
  for (let start = 0; start < 361; start++) {
    if (!points[start] || seen.has(start)) continue;
    const string = [start];
    let free = false;
    seen.add(start);
    for (const p of string) for (const q of beside(p)) {
      if (!points[q]) free = true; else if (points[q] === points[start] && !seen.has(q)) { seen.add(q); string.push(q); }
    }
    if (!free) return string;
  }
  return null;
}
function paint(points, dead) {
  const board = document.querySelector("#liveboard svg g");
  board.querySelectorAll(".drawn").forEach((stone) => stone.remove());
  points.forEach((color, p) => {
    if (!color) return;
    const stone = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    const looks = { class: "drawn", cx: 24 * (p % 19 + 0.5), cy: 24 * (Math.floor(p / 19) + 0.5), r: 10.5, fill: color === 1 ? "#111" : "#fff", stroke: dead?.includes(p) ? "#d3002a" : "#777", "stroke-width": dead?.includes(p) ? 4 : 1.2 };
    for (const [name, value] of Object.entries(looks)) stone.setAttribute(name, value);
    board.append(stone);
  });
}
function live() {
  const button = document.getElementById("livebutton");
  if (!button) return;
  const told = document.getElementById("livetext"), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  button.hidden = false;
  button.addEventListener("click", () => {
    button.disabled = true;
    let tries = 0;
    const step = () => {
      if (!button.isConnected) return;
      let points, dead;
      do { points = random19(); dead = breathless(points); tries++; } while (still && dead);
      paint(points, dead);
      told.textContent = dead ? `Position ${tries}: not legal, a string has no liberty.` : `Position ${tries} is legal: every string has a liberty. On average it takes 84.`;
      button.disabled = Boolean(dead);
      if (dead) setTimeout(step, 60); else button.textContent = "Once more";
    };
    step();
  });
}
function follow() {
  const job = document.getElementById("job");
  if (!job || !job.dataset.events) return;
  const source = new EventSource(job.dataset.events);
  source.addEventListener("progress", (event) => {
    const told = JSON.parse(event.data);
    document.getElementById("bar").value = told.share;
    document.getElementById("state").textContent = told.state;
    document.getElementById("left").textContent = told.left;
    document.getElementById("percent").textContent = `${Math.round(100 * told.share)} %`;
  });
  source.addEventListener("done", () => { source.close(); swap(location.href, false).catch(() => location.reload()); });
  addEventListener("pagehide", () => source.close());
}
follow();
again();
live();
play();
