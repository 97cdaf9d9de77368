"use strict";
// Links and forms marked data-swap replace the main part of the page, not the
// page; whatever fails falls back to the ordinary way.
const parser = new DOMParser();
const pointsOf = (point) => [...point.form.querySelectorAll(".point")];
const nameOf = (link) => link.getAttribute("aria-label") ?? link.textContent;
const address = () => location.pathname + location.search;
let page = address();
async function swap(url, remember, spare) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  const next = parser.parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement;
  if (spare && focused?.matches("main input, main select, main textarea")) { again(); return; } // nothing that is typed is lost
  const at = focused && focused.matches(".point") ? pointsOf(focused).indexOf(focused) : -1;
  const id = focused?.matches("main [id]") ? focused.id : "", open = [...document.querySelectorAll("main details[open] > summary")].map((d) => d.textContent);
  const name = focused && focused.matches("main a") ? nameOf(focused) : null;
  const scrolled = document.querySelector(".strings")?.scrollTop ?? 0;
  const zoomed = document.getElementById("zoom")?.checked, view = document.querySelector(".zoomed");
  const seen = view ? [view.scrollLeft, view.scrollTop] : [0, 0];
  document.title = next.title;
  document.querySelector("main").replaceWith(next.querySelector("main"));
  const there = answer.redirected ? answer.url : url;
  if (remember) history.pushState(null, "", there); else if (answer.redirected) history.replaceState(null, "", there);
  page = address();
  begin();
  document.querySelectorAll("main details").forEach((d) => { d.open ||= open.includes(d.firstElementChild.textContent); });
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
  if (at >= 0) document.querySelectorAll(".point")[at]?.focus({ preventScroll: true });
  if (name !== null) [...document.querySelectorAll("main a")].find((link) => nameOf(link) === name)?.focus({ preventScroll: true });
  document.querySelector(".strings")?.scrollTo(0, scrolled);
  if (zoomed && document.getElementById("zoom")) { document.getElementById("zoom").checked = true; document.querySelector(".zoomed").scrollTo(...seen); }
}
// A page that waits for an answer asks again.
function again() {
  const waiting = document.querySelector("[data-again]");
  if (waiting) setTimeout(() => { if (waiting.isConnected) swap(location.href, false, true).catch(() => location.reload()); }, waiting.dataset.again);
}
function go(url, event) {
  event.preventDefault();
  swap(url, true).catch(() => { location.href = url; });
}
document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const from = document.querySelector(copy.dataset.copy === "address" ? "none" : copy.dataset.copy), told = () => { copy.textContent = "Copied"; };
    if (navigator.clipboard) navigator.clipboard.writeText(from ? from.textContent.replace("whole" in copy.dataset ? "" : /\s/g, "") : location.href).then(told, () => {});
    else if (from) { getSelection().selectAllChildren(from); if (document.execCommand("copy")) told(); } // of a page that is not of this machine
  }
  const link = event.target.closest("a[data-swap], figure[data-swap] a");
  if (link) go(new URL(link.getAttribute("href"), location.href).href, event);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-swap]") || form.method !== "get") return;
  const query = new URLSearchParams(new FormData(form, event.submitter));
  go(`${form.action}?${query}`, event);
});
// Links within a page, such as the one past the menu, change nothing.
addEventListener("popstate", () => { if (address() !== page) swap(location.href, false).catch(() => location.reload()); });
// The arrow keys move between the points of a board, and the moves of a game.
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!step || event.target.matches("input, textarea, select")) return;
  const dot = event.target.closest(".dot");
  if (dot) { event.preventDefault(); walkPlot(dot, step); return; }
  if (event.target.matches(".view, .moves, .scroll, .zoomed")) return;
  const point = event.target.closest(".point");
  if (point) {
    const { rows, cols } = point.form.dataset, all = pointsOf(point), i = all.indexOf(point);
    const row = Math.floor(i / cols) + step[0], col = i % cols + step[1];
    if (row >= 0 && row < rows && col >= 0 && col < cols) all[row * cols + col].focus();
    event.preventDefault();
    return;
  }
  const turn = document.querySelector({ ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]" }[event.key] || "a[rel=none]");
  if (turn) turn.click();
});
// The tabulator reaches one point of a board, the one that was used last; the arrow keys lead to the others.
function rove(all, here) { all.forEach((point) => { point.tabIndex = point === here ? 0 : -1; }); }
document.addEventListener("focusin", (event) => { const here = event.target.closest?.(".point"); if (here) rove(pointsOf(here), here); });
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
  button.textContent = playing ? "Pause" : "Play";
  button.addEventListener("click", () => {
    clearInterval(playing);
    playing = playing ? 0 : setInterval(() => { const next = document.querySelector("a[rel=next]"); if (next && next.href !== location.href) next.click(); else document.getElementById("play")?.click(); }, 700);
    button.textContent = playing ? "Pause" : "Play";
  });
  if ("plays" in button.dataset && !playing && !matchMedia("(prefers-reduced-motion: reduce)").matches) button.click();
}
// The marks of a plot tell what they are: the one that is pointed at, tapped, or reached by the arrow keys.
function tell(dot) {
  const plot = dot.closest(".plot");
  plot.querySelectorAll(".dot.now").forEach((other) => other.classList.remove("now"));
  dot.classList.add("now");
  plot.querySelector(".told").textContent = dot.getAttribute("aria-label");
}
function walkPlot(dot, step) {
  const all = [...dot.closest("svg").querySelectorAll(".dot")], i = all.indexOf(dot);
  if (step[1]) { all[i + step[1]]?.focus(); return; }
  const starts = all.filter((d) => d.tabIndex === 0), line = starts.findLastIndex((d) => all.indexOf(d) <= i);
  starts[line + step[0]]?.focus();
}
function nearest(event) {
  const svg = event.target.closest?.(".plot svg");
  if (!svg) return;
  let best = null, least = 40;
  for (const dot of svg.querySelectorAll(".dot")) {
    const box = dot.firstElementChild.getBoundingClientRect();
    const away = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
    if (away < least) { best = dot; least = away; }
  }
  if (best && !best.classList.contains("now")) tell(best);
}
document.addEventListener("pointermove", nearest);
document.addEventListener("pointerdown", nearest);
document.addEventListener("focusin", (event) => { const dot = event.target.closest?.(".dot"); if (dot) tell(dot); });
// A game graph is moved and zoomed: by buttons, keys, two fingers, or the wheel with Ctrl. What is seen stays when a move is made.
let seen = null;
function graph() {
  const view = document.querySelector(".view"), svg = view?.querySelector("svg"), board = document.querySelector("h1")?.textContent;
  if (!svg) return;
  const whole = svg.getAttribute("viewBox").split(" ").map(Number), fingers = new Map();
  let box = seen && seen.board === board ? seen.box : whole.slice(), moved = 0, apart = 0;
  document.querySelector(".zooms").hidden = false;
  view.classList.add("moved"); // two fingers zoom the graph, not the page
  const show = () => { svg.setAttribute("viewBox", box.join(" ")); view.classList.toggle("closer", box[2] < whole[2]); seen = { board, box }; };
  const scale = () => box[2] / svg.getBoundingClientRect().width;
  const zoom = (by, x = box[0] + box[2] / 2, y = box[1] + box[3] / 2) => {
    const size = Math.min(whole[2], Math.max(whole[2] / 12, box[2] / by)), k = size / box[2];
    box = by ? [x - (x - box[0]) * k, y - (y - box[1]) * k, size, size * whole[3] / whole[2]] : whole.slice();
    show();
  };
  const at = (event) => { const r = svg.getBoundingClientRect(); return [box[0] + (event.clientX - r.x) * scale(), box[1] + (event.clientY - r.y) * scale()]; };
  show();
  document.querySelectorAll("[data-zoom]").forEach((button) => button.addEventListener("click", () => zoom(Number(button.dataset.zoom))));
  view.addEventListener("wheel", (event) => { if (event.ctrlKey || event.metaKey) { event.preventDefault(); zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...at(event)); } }, { passive: false });
  view.addEventListener("keydown", (event) => {
    const by = { "+": 1.4, "=": 1.4, "-": 1 / 1.4, 0: 0 }[event.key], step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (by !== undefined) zoom(by);
    if (step && event.target === view) { event.preventDefault(); box[0] += step[0] * box[2] / 8; box[1] += step[1] * box[2] / 8; show(); }
  });
  const distance = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  view.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, [event.clientX, event.clientY]); moved = 0; if (fingers.size === 2) apart = distance(); });
  view.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last || !event.buttons) return;
    const by = [event.clientX - last[0], event.clientY - last[1]];
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    moved += Math.hypot(...by);
    if (fingers.size === 2) { zoom(distance() / apart, ...at(event)); apart = distance(); return; }
    if (moved > 5) { box[0] -= by[0] * scale(); box[1] -= by[1] * scale(); show(); }
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) view.addEventListener(name, (event) => fingers.delete(event.pointerId));
  view.addEventListener("dragstart", (event) => event.preventDefault());
  view.addEventListener("click", (event) => { if (moved > 5) { event.preventDefault(); event.stopPropagation(); } }, true);
}
// A slider shows what it is moved to.
document.addEventListener("change", (event) => { if (event.target.matches("form[data-swap] input[type=range]")) event.target.form.requestSubmit(); });
// A file that is chosen, or dropped anywhere, is opened: a game is replayed, a position shown.
async function openFile(file) {
  const form = document.createElement("form");
  for (const [name, value] of [["as", document.querySelector("[data-drop]")?.dataset.drop ?? "file"], ["text", await file.text()]]) {
    const field = document.createElement("textarea");
    [field.name, field.value, field.hidden] = [name, value, true];
    form.append(field);
  }
  [form.method, form.action, form.hidden] = ["post", "/board#read", true];
  document.body.append(form);
  form.submit();
}
document.addEventListener("change", (event) => { if (event.target.id === "file" && event.target.files[0]) openFile(event.target.files[0]); });
const dropping = (event, now) => { if (event.dataTransfer?.types.includes("Files")) { event.preventDefault(); document.body.classList.toggle("dropping", now); } };
document.addEventListener("dragover", (event) => dropping(event, true));
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) dropping(event, false); });
document.addEventListener("drop", (event) => {
  dropping(event, false);
  if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
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
  if (!still) button.click();
}
function begin() {
  document.querySelectorAll(".noscript").forEach((button) => { button.hidden = true; });
  document.querySelectorAll("[data-copy], .file, .told").forEach((what) => { what.hidden = false; });
  document.querySelectorAll("form .grid").forEach((grid) => { const all = [...grid.querySelectorAll(".point")]; rove(all, all[0]); });
  again();
  live();
  play();
  graph();
}
begin();
// The menu of a section is wider than a phone: the page that is shown is in the middle.
const shown = document.querySelector("nav.pages [aria-current]");
if (shown) shown.parentElement.scrollLeft = shown.offsetLeft - (innerWidth - shown.offsetWidth) / 2;
