// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a lecture: one step at a time, its controls, its question, notes and sources behind a key. All that it
// shows was computed, said and drawn ahead by the program.
"use strict";

const page = document.getElementById("page"), root = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const tongue = root.lang === "de" ? "de-DE" : "en-US"; // how digits are grouped
let lecture, words, states, current = 0, clock = null;

const step = () => lecture.steps[current];
const state = () => states[current];
const asks = (one) => one.predict || one.question;
/** Is a part of the picture or of the text still hidden? */
const hides = (one = step(), now = state()) => !now.told && Boolean(one.predict || (one.question && one.question.form !== "reach"));
/** Until then nothing can be moved: it would tell. */
const isFixed = () => hides() && step().question?.form !== "which";
const at = (list, point) => list[list.length > 1 ? point : 0];
const own = (one) => one.controls.map((control) => control.at);

/** Which of all that was computed is shown: the last control changes first. */
function place() {
    const now = state();
    return now.extra ?? step().controls.reduce((point, control, i) => point * control.words.length + now.positions[i], 0);
}

/** What is asked for stays hidden, wherever the controls stand. */
const textPlace = () => hides() ? step().own : place();

/** "%1 of %2" with its arguments. */
const filled = (text, ...args) => text.replace(/%(\d)/g, (whole, digit) => args[digit - 1] ?? whole);
const written = (value, digits) => new Intl.NumberFormat(tongue, {maximumSignificantDigits: digits}).format(value);

function element(kind, attributes = {}, ...inside) {
    const made = document.createElement(kind);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on"))
            made.addEventListener(key.slice(2), value);
        else if (value !== undefined && value !== false)
            made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...inside.filter((one) => one !== null && one !== undefined));
    return made;
}

/** Paragraphs with their numbers as they are at a place. */
function paragraphs(prose, one, where) {
    return (prose ?? []).map((parts) => element("p", {}, ...parts.map((part) => {
        if (part.n === undefined)
            return part.b ? element("b", {}, at(part.w, where)) : at(part.w, where);
        const all = one.numbers[part.n].words;
        return element("span", {class: all.length > 1 ? "number live" : "number"}, at(all, where));
    })));
}

const plain = (prose, one, where) => paragraphs(prose, one, where).map((made) => made.textContent).join(" ");

// Pictures.

/** From places on a picture to values and back. */
function scaleOf(from, to, low, high, byFactors) {
    const f = byFactors ? Math.log : Number, back = byFactors ? Math.exp : Number;
    return {to: (value) => from + (to - from) * (f(value) - f(low)) / (f(high) - f(low)),
            back: (at_) => back(f(low) + (f(high) - f(low)) * (at_ - from) / (to - from))};
}

/** Where a plot of a picture stands, by its name. */
function plotOf(plots, name) {
    const all = plots.split(" "), i = all.indexOf(name);
    if (i < 0)
        return null;
    const [left, top, right, bottom, xLow, xHigh, xFactors, yLow, yHigh, yFactors] = all.slice(i + 1, i + 11).map(Number);
    return {right, x: scaleOf(left, right, xLow, xHigh, xFactors), y: scaleOf(bottom, top, yLow, yHigh, yFactors)};
}

function drawGuess(svg, plot) {
    svg.querySelector(".guess")?.remove();
    const line = document.createElementNS(svg.namespaceURI, "polyline");
    line.setAttribute("class", "guess");
    line.setAttribute("points", guessLine().map(([x, y]) => `${plot.x.to(x).toFixed(1)},${plot.y.to(y).toFixed(1)}`).join(" "));
    svg.append(line);
}

function showPictures(box) {
    const one = step(), now = state();
    if (hides() && one.question?.form === "order") {
        box.replaceChildren(element("p", {class: "covered"}, words.covered));
        return;
    }
    const all = hides() ? at(one.asked, place()) : one.told[place()];
    if (!all.length) {
        box.replaceChildren(element("p", {class: "covered"}, words.impossible));
        return;
    }
    const size = box.clientWidth < 560 ? "narrow" : "wide";
    box.replaceChildren(...all.map((i) => {
        const picture = lecture.pictures[i], [dots, plots, parts] = picture[size], made = element("div", {class: "picture"});
        made.style.flexGrow = dots.split(" ")[1];
        if (picture.moving && !calm.matches) {
            showMoving(made, picture.moving, picture.says);
            return made;
        }
        made.innerHTML = `<svg class="drawn" viewBox="0 0 ${dots}" role="img">${parts.map((k) => lecture.parts[k]).join("")}</svg>`;
        made.firstChild.setAttribute("aria-label", picture.says);
        const plot = one.predict && plotOf(plots, one.predict.panel);
        if (plot && now.guess)
            drawGuess(made.firstChild, plot);
        if (plot && !now.told)
            catchGuesses(made.firstChild, plot);
        return made;
    }));
}

// Controls.

function controlBox(control, i) {
    const now = state(), fixed = isFixed();
    const moved = (position, isMove) => {
        now.extra = null;
        now.positions[i] = position;
        now.moves += isMove ? 1 : 0;
        show(!isMove);
    };
    const name = element("span", {class: "name"}, control.label);
    if (!control.numeric) {
        const pick = element("select", {"aria-label": control.label, disabled: fixed, onchange: (event) => moved(event.target.selectedIndex, true)},
                             ...control.words.map((text, k) => element("option", {selected: k === now.positions[i]}, text)));
        return element("label", {class: "control"}, name, pick);
    }
    const value = element("output", {class: "value"}, control.words[now.positions[i]]);
    const slider = element("input", {type: "range", min: 0, max: control.values.length - 1, "aria-label": control.label, disabled: fixed,
                                     "data-key": control.key, oninput: (event) => moved(Number(event.target.value), false),
                                     onchange: () => moved(now.positions[i], true)});
    slider.value = now.positions[i];
    slider.setAttribute("aria-valuetext", control.words[now.positions[i]]);
    const stops = element("div", {class: "stops", "aria-hidden": true}, ...control.values.map(() => element("i")));
    return element("label", {class: fixed ? "control fixed" : "control"},
                   element("span", {class: "line"}, name, value), slider, stops);
}

const playable = () => step().controls.findIndex((control) => control.numeric && control.values.length > 1);

function stopPlaying() {
    clearInterval(clock);
    clock = null;
}

/** From stop to stop; where motion is not wanted, one. */
function play() {
    if (clock) {
        stopPlaying();
        show();
        return;
    }
    const i = playable(), now = state();
    if (i < 0 || isFixed())
        return;
    const last = step().controls[i].values.length - 1;
    now.extra = null;
    const advance = () => {
        now.positions[i] = Math.min(last, now.positions[i] + 1);
        if (now.positions[i] >= last)
            stopPlaying();
        show();
    };
    if (now.positions[i] >= last)
        now.positions[i] = 0;
    else if (calm.matches)
        now.positions[i] = Math.min(last, now.positions[i] + 1);
    if (!calm.matches)
        clock = setInterval(advance, 700);
    show();
}

// The whole page.

function buildOnce() {
    const button = (text, key, act, id) => element("button", {onclick: act, id, title: key}, text);
    page.replaceChildren(
        element("header", {}, element("div", {class: "where"}, element("span", {id: "tour"}, lecture.title), element("span", {id: "count"})),
                element("h1", {id: "title"}), element("div", {id: "progress", role: "presentation"})),
        element("main", {}, element("section", {id: "text", "aria-live": "polite"}), element("section", {id: "pictures"})),
        element("footer", {}, element("div", {id: "controls"}), element("div", {id: "buttons"},
            button("", "Space", play, "play"), button(words.reveal, "Space", reveal, "reveal"), button(words.notes, "N", () => toggle("notes"), "notes-key"),
            button(words.sources, "S", () => toggle("sources"), "sources-key"), button(words.keys, "?", () => toggle("keys"), "keys-key"),
            element("span", {class: "room"}), button("←  " + words.back, "←", () => go(current - 1), "back"),
            button(words.next + "  →", "→", () => go(current + 1), "next"))),
        element("aside", {id: "notes", hidden: true}), element("aside", {id: "sources", hidden: true}),
        element("aside", {id: "keys", hidden: true}));
    document.getElementById("notes-key").hidden = !hasNotes();
}

function section(title, ...inside) {
    return inside.length ? [element("h2", {}, title), ...inside] : [];
}

function showText() {
    const one = step(), now = state(), where = textPlace();
    const told = now.told && asks(one);
    const parts = told ? [] : paragraphs(one.text, one, where);
    parts.push(...questionParts().filter(Boolean));
    if (!hides()) {
        parts.push(...section(words.look, ...paragraphs(one.look, one, place())));
        const tries = one.try.map((attempt) => element("button", {class: "link", onclick: () => {
            now.extra = attempt.point;
            ++now.moves;
            show();
        }}, plain(attempt.say, one, one.own)));
        if (tries.length && now.extra !== null)
            tries.push(element("button", {class: "link", onclick: () => {
                now.extra = null;
                show();
            }}, words.reset));
        parts.push(...section(words.try, ...tries));
    }
    const text = document.getElementById("text");
    text.replaceChildren(...parts);
    fit(text);
}

/** Smaller letters where the words need more room than there is; what is still too long can be scrolled. */
function fit(box) {
    box.style.fontSize = "";
    for (let size = parseFloat(getComputedStyle(box).fontSize), least = Math.max(11, size * 0.68); size > least && box.scrollHeight > box.clientHeight + 1; size -= 0.5)
        box.style.fontSize = `${size - 0.5}px`;
}

function showAsides() {
    const one = step(), where = place(), next = lecture.steps[current + 1];
    const first = current === 0 ? [...section(words.goals, lecture.goals ? element("p", {}, lecture.goals) : ""),
                                   ...section(words.assumes, lecture.assumes ? element("p", {}, lecture.assumes) : "")] : [];
    const why = one.predict?.why ?? one.question?.why;
    const right = one.question?.right ? [element("p", {}, one.question.it_is)] : [];
    document.getElementById("notes").replaceChildren(...first,
        element("h2", {}, words.notes + (one.minutes ? ` · ${filled(words.minutes, one.minutes)}` : "")),
        ...paragraphs(one.notes, one, where), ...(why ? section(words.answer, ...right, ...paragraphs(why, one, where)) : []),
        ...(next ? section(words.upcoming, element("p", {}, next.title)) : []));
    const claims = hides() ? [] : one.claims.map((claim) => element("p", {}, claim.said, element("br"), claim.told));
    document.getElementById("sources").replaceChildren(...section(words.claims, ...claims),
        ...section(words.source, element("p", {}, `${one.source} (${one.known})`)),
        element("p", {class: "computed"}, words.computed));
    document.getElementById("keys").replaceChildren(element("h2", {}, words.keys), element("p", {}, words.keys_text));
}

/** All as it stands; `moving`: a control is being dragged and stays as it is. */
function show(moving = false) {
    const one = step(), now = state();
    document.getElementById("title").textContent = one.title;
    document.getElementById("count").textContent = `${current + 1} / ${lecture.steps.length}`;
    document.getElementById("progress").style.setProperty("--share", (current + 1) / lecture.steps.length);
    const controls = document.getElementById("controls");
    if (!moving || controls.dataset.step !== String(current)) {
        const focused = document.activeElement?.dataset?.key;
        controls.replaceChildren(...one.controls.map(controlBox));
        controls.dataset.step = String(current);
        controls.querySelector(`[data-key="${focused}"]`)?.focus();
    } else {
        one.controls.forEach((control, i) => {
            const value = controls.children[i].querySelector("output");
            if (value)
                value.textContent = control.words[now.positions[i]];
        });
    }
    const playing = document.getElementById("play");
    playing.hidden = playable() < 0 || isFixed();
    playing.textContent = (clock ? "❚❚  " : "▶  ") + (clock ? words.pause : words.play);
    const answer = document.getElementById("reveal");
    answer.hidden = !asks(one);
    answer.textContent = now.told ? words.again : words.reveal;
    document.getElementById("back").disabled = current === 0;
    document.getElementById("next").disabled = current === lecture.steps.length - 1;
    if (!moving || !document.activeElement?.matches("#guess"))
        showText();
    showPictures(document.getElementById("pictures"));
    showAsides();
    document.title = `${one.title} – ${lecture.title}`;
}

function go(index) {
    if (index < 0 || index >= lecture.steps.length)
        return;
    stopPlaying();
    current = index;
    history.replaceState(null, "", `#step=${index + 1}`);
    show();
}

function reveal() {
    const now = state();
    now.told = !now.told;
    if (!now.told) {
        Object.assign(now, {guess: null, typed: "", wrong: "", answer: [], moves: 0, extra: null,
                            positions: own(step())});
        stopPlaying();
    }
    show();
}

/** They are left out where a class gets the page. */
function hasNotes() {
    return lecture.steps.some((one) => one.notes.length > 0);
}

function toggle(id) {
    if (id === "notes" && !hasNotes())
        return;
    for (const aside of document.querySelectorAll("aside"))
        aside.hidden = aside.id !== id || !aside.hidden;
}

function exchangeTheme() {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
}

document.addEventListener("keydown", (event) => {
    const inControl = event.target.closest?.("input, select, button"), typing = event.target.matches?.("input[type=text]");
    if (event.ctrlKey || event.altKey || event.metaKey)
        return;
    if (event.key === "Escape")
        document.querySelectorAll("aside").forEach((aside) => { aside.hidden = true; });
    if (typing || (inControl && (event.key === " " || (event.target.matches("input, select") && event.key.startsWith("Arrow")))))
        return;
    const acts = {ArrowRight: () => go(current + 1), ArrowLeft: () => go(current - 1), PageDown: () => go(current + 1), PageUp: () => go(current - 1),
                  Home: () => go(0), End: () => go(lecture.steps.length - 1), " ": () => hides() ? reveal() : play(),
                  n: () => toggle("notes"), s: () => toggle("sources"), d: exchangeTheme, p: () => print(), "?": () => toggle("keys")};
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) {
        event.preventDefault();
        act();
    }
});

/** "#step=3&gpus=512&told&notes": a place to begin at. */
function readAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    current = Math.min(lecture.steps.length, Math.max(1, Number(asked.get("step")) || 1)) - 1;
    const now = state();
    now.told = asked.has("told");
    step().controls.forEach((control, i) => {
        const text = asked.get(control.key);
        if (text === null || isFixed())
            return;
        const near = (value) => Math.abs(Math.log(value / Number(text)));
        now.positions[i] = control.numeric ? control.values.reduce((best, value, k) => near(value) < near(control.values[best]) ? k : best, 0)
            : Math.max(0, control.values.indexOf(text));
    });
    const night = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => root.dataset.theme = asked.get("theme") ?? (night.matches ? "dark" : "light");
    follow();
    night.addEventListener("change", follow);
    show();
    for (const id of ["notes", "sources", "keys"])
        document.getElementById(id).hidden = !asked.has(id) || (id === "notes" && !hasNotes());
}

async function start() {
    const bytes = Uint8Array.from(atob(document.getElementById("lecture").textContent), (letter) => letter.charCodeAt(0));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    lecture = JSON.parse(await new Response(inflated).text());
    words = lecture.words;
    states = lecture.steps.map((one) => ({positions: own(one), extra: null, told: false, guess: null, typed: "", wrong: "", answer: [], moves: 0}));
    buildOnce();
    page.hidden = false;
    readAddress();
    addEventListener("resize", () => show());
}

root.classList.add("plays");
start().catch(() => root.classList.remove("plays")); // what is for paper stays
