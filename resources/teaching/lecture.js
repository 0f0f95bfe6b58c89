// SPDX-License-Identifier: GPL-3.0-or-later
// The page: one step at a time, its controls, its question, notes and sources behind a key.

const page = document.getElementById("page");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const states = lecture.steps.map((step) => ({positions: step.controls.map((control) => control.at), extra: null, told: false,
                                             guess: null, typed: "", wrong: "", answer: [], moves: 0}));
let current = 0, clock = null;

const step = () => lecture.steps[current];
const state = () => states[current];
const asks = (one) => one.predict || one.question;
/** Is a part of the picture or of the text still hidden? */
const hides = (one = step(), now = state()) => !now.told && Boolean(one.predict || (one.question && one.question.form !== "reach"));
/** Until then nothing can be moved: it would tell. */
const isFixed = () => hides() && step().question?.form !== "which";

function place() {
    const now = state();
    return now.extra !== null ? {nearest: now.extra, exact: true, axes: [], smooth: false} : placeOf(step(), now.positions);
}

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
    return (prose ?? []).map((parts) => {
        const made = element("p");
        for (const part of parts) {
            const text = part.n === undefined ? at(part.w, where.nearest) : numberWords(one.numbers[part.n], where);
            const isLive = part.n !== undefined && one.numbers[part.n].s.length > 1;
            made.append(part.n !== undefined ? element("span", {class: isLive ? "number live" : "number"}, text)
                        : part.b ? element("b", {}, text) : text);
        }
        return made;
    });
}

const plain = (prose, one, where) => paragraphs(prose, one, where).map((made) => made.textContent).join(" ");
const ownPlace = (one) => ({nearest: one.own, exact: true, axes: [], smooth: false});
/** What is asked for stays hidden, wherever the controls stand. */
const textPlace = () => hides() ? ownPlace(step()) : place();

// What is asked, and what became of the answer.

function guessValue(value) {
    const share = step().predict.share;
    return share ? written(100 * value, 3) + "\u00a0%" : new Intl.NumberFormat(english, {maximumSignificantDigits: 4}).format(value);
}

function guessedHere() {
    const {guess} = state(), {at: wanted, from, start} = step().predict;
    return guess ? heightAt({x: [from, ...guess.map((p) => p[0])], y: [start, ...guess.map((p) => p[1])]}, wanted, true) : null;
}

function predictParts() {
    const one = step(), now = state(), where = textPlace();
    if (!now.told)
        return [...paragraphs(one.predict.ask, one, where),
                element("label", {class: "guess-line"}, words.guess_field + " ",
                        element("input", {type: "text", id: "guess", value: now.typed, size: 9, autocomplete: "off", onchange: takeTyped})),
                now.wrong ? element("p", {class: "wrong", role: "alert"}, now.wrong) : null];
    const made = [], mine = guessedHere();
    if (mine !== null) {
        const score = scored(mine, one.predict.truth, one.predict.start);
        const share = score.share === null ? "" : written(100 * score.share, 2) + "\u00a0%";
        made.push(element("p", {class: "score"}, filled(words.guessed, guessValue(mine),
                                                        filled(lecture.scores.words[score.how], share.replace("-", "−")))));
        if (score.how === 4)
            made.push(...paragraphs(one.predict.flat, one, where));
    }
    return [...made, ...paragraphs(one.predict.why, one, where)];
}

function whichParts() {
    const one = step(), now = state(), {question} = one, where = textPlace();
    if (!now.told)
        return [...paragraphs(question.ask, one, where), element("div", {class: "choices"}, ...question.letters.map((letter) =>
            element("button", {class: "choice", "aria-pressed": now.answer[0] === letter, onclick: () => {
                now.answer = [letter];
                show();
            }}, letter)))];
    const mine = now.answer[0];
    const verdict = mine === undefined ? filled(words.it_is, question.right)
        : mine === question.right ? filled(words.right, mine) : filled(words.not_it, mine, question.right);
    return [element("p", {class: "score"}, verdict), ...(mine && mine !== question.right ? paragraphs(question.trap, one, where) : []),
            ...paragraphs(question.why, one, where)];
}

function orderParts() {
    const one = step(), now = state(), {question} = one, where = textPlace();
    if (!now.told)
        return [...paragraphs(question.ask, one, where), element("div", {class: "choices tall"}, ...question.items.map((item, i) => {
            const taken = now.answer.indexOf(i);
            return element("button", {class: "choice", "aria-pressed": taken >= 0, onclick: () => {
                now.answer = taken >= 0 ? now.answer.slice(0, taken) : [...now.answer, i];
                show();
            }}, (taken >= 0 ? `${taken + 1}.  ` : "") + plain(item.say, one, where));
        }))];
    const made = [], right = question.order, full = now.answer.length === right.length;
    if (full) {
        const pairs = right.length * (right.length - 1) / 2, alike = pairsAlike(now.answer, right);
        made.push(element("p", {class: "score"}, alike === pairs ? words.all_right : filled(words.pairs, alike, pairs)));
        for (const [mine, best] of [[now.answer[0], right[0]], [now.answer.at(-1), right.at(-1)]])
            if (mine !== best)
                made.push(...paragraphs(question.items[mine].trap, one, where));
    }
    made.push(element("ol", {}, ...right.map((i) => element("li", {}, plain(question.items[i].say, one, where) + ": ",
        element("span", {class: "number"}, numberWords(one.numbers[question.items[i].value], where))))));
    return [...made, ...paragraphs(question.why, one, where)];
}

function reachParts() {
    const one = step(), now = state(), {question} = one, where = place();
    const value = numberAt(one.numbers[question.goal], where), text = numberWords(one.numbers[question.goal], where);
    const there = value !== null && (question.at_least === null || value >= question.at_least)
        && (question.at_most === null || value <= question.at_most);
    const fewest = Object.keys(question.solution).length;
    const line = element("p", {class: there ? "score good" : "score"}, filled(there ? words.reached : words.not_yet, text, now.moves)
        + (there && now.moves > fewest ? " " + filled(words.fewest, fewest) : ""));
    if (!now.told)
        return [...paragraphs(question.ask, one, where), line];
    return [line, element("p", {}, element("button", {class: "link", onclick: () => {
        now.extra = null;
        now.positions = one.controls.map((control, i) => question.solution[control.key] ?? now.positions[i]);
        show();
    }}, words.solution)), ...paragraphs(question.why, one, where)];
}

function questionParts() {
    const one = step();
    if (one.predict)
        return predictParts();
    return one.question ? {which: whichParts, order: orderParts, reach: reachParts}[one.question.form]() : [];
}

function takeTyped(event) {
    const now = state(), {predict} = step();
    now.typed = event.target.value;
    now.wrong = "";
    const value = now.typed.trim() ? readGuess(now.typed, predict.start, predict.share) : null;
    if (value !== null)
        now.guess = [[predict.at, value]];
    else if (now.typed.trim())
        now.wrong = filled(words.guess_wrong, now.typed);
    show();
}

/** What is drawn reaches the place that is scored: a click near it is one for it, a line that ends before goes on level. */
function finishGuess(drawn) {
    const {at: wanted, from, start} = step().predict, last = drawn.at(-1);
    if (Math.abs(Math.log2(last[0] / wanted)) < 0.5) {
        const kept = drawn.filter((point) => point[0] < wanted / Math.SQRT2);
        return [...kept, [wanted, last[1]]];
    }
    if (last[0] < wanted)
        return [...drawn, [wanted, last[1]]];
    if (drawn[0][0] > wanted) {
        const share = Math.log(wanted / from) / Math.log(drawn[0][0] / from);
        return [[wanted, start + share * (drawn[0][1] - start)], ...drawn];
    }
    return drawn;
}

function catchGuesses(svg, drawn) {
    const now = state(), {predict} = step(), asked = drawn?.find((one) => one.panel.id === predict.panel);
    if (!asked)
        return;
    let points = null;
    const add = (event) => {
        const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
        const x = asked.x.back(Math.min(asked.box.right, (event.clientX - box.left) * scale));
        const y = Math.max(0, asked.y.back((event.clientY - box.top) * scale));
        if (x <= predict.from || (points.length && x <= points.at(-1)[0]))
            return;
        points.push([x, y]);
        now.guess = points;
        show(true);
    };
    svg.classList.add("asks");
    svg.addEventListener("pointerdown", (event) => {
        points = [];
        add(event);
        const move = (next) => add(next), end = () => {
            window.removeEventListener("pointermove", move);
            if (points.length)
                now.guess = finishGuess(points);
            now.typed = now.guess ? guessValue(guessedHere()) : "";
            now.wrong = "";
            show();
        };
        window.addEventListener("pointermove", move);
        window.addEventListener("pointerup", end, {once: true});
        event.preventDefault();
    });
}

// Pictures.

const picturesOf = (one, shown, point) => one[shown].places[point].map((i, k) => [lecture.pictures[i], one[shown].markers[point][k], k]);

/** Panels of that name in all pictures of a step, so that their axes stand still. */
function alikePanels(one, k, id) {
    const all = new Set([...one.asked.places, ...one.told.places].map((places) => places[k]));
    return [...all].flatMap((i) => i === undefined ? [] : (lecture.pictures[i].panels ?? []).filter((panel) => panel.id === id));
}

const letterOf = (node) => parseFloat(getComputedStyle(node).fontSize);

function showPictures(box) {
    const one = step(), now = state(), where = place();
    if (hides() && one.question?.form === "order") {
        box.replaceChildren(element("p", {class: "covered"}, words.covered));
        return;
    }
    const all = picturesOf(one, hides() ? "asked" : "told", where.nearest);
    if (!all.length) {
        box.replaceChildren(element("p", {class: "covered"}, words.impossible));
        return;
    }
    const letter = letterOf(box) * 0.92, gap = letter;
    const weight = ([figure]) => figure.kind === "bars" ? 2 + figure.bars.length : figure.kind === "plot" ? 5 : figure.kind === "moving" ? 8 : 6;
    const sum = all.reduce((total, one_) => total + weight(one_), 0);
    const style = getComputedStyle(box), inner = (size, ...sides) => size - sides.reduce((all_, side) => all_ + parseFloat(style[side]), 0);
    const high = inner(box.clientHeight, "paddingTop", "paddingBottom") - gap * (all.length - 1);
    const wide = inner(box.clientWidth, "paddingLeft", "paddingRight");
    const parts = all.map(() => element("div", {class: "picture"}));
    box.replaceChildren(...parts);
    all.forEach((entry, i) => {
        const [figure, marker, k] = entry;
        const drawn = drawPicture(parts[i], figure, wide, Math.max(8 * letter, high * weight(entry) / sum), letter, {
            name: `${current}-${k}`, marker: marker === null ? null : markerAt(one, figure, marker, now), alike: (id) => alikePanels(one, k, id),
            predict: one.predict, guess: now.guess});
        if (one.predict && !now.told)
            catchGuesses(parts[i].querySelector("svg"), drawn);
    });
}

/** The marker stands where the control of its axis does, between computed places too. */
function markerAt(one, figure, marker, now) {
    const own = one.controls.findIndex((control, i) => control.numeric && now.extra === null
        && Math.abs(control.values[Math.round(now.positions[i])] - marker) < 1e-9 * Math.abs(marker));
    return own < 0 ? marker : valueAt(one.controls[own], now.positions[own]);
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
    const value = element("output", {class: "value"}, controlWords(control, now.positions[i]));
    const name = element("span", {class: "name"}, control.label);
    if (!control.numeric) {
        const pick = element("select", {"aria-label": control.label, disabled: fixed, onchange: (event) => moved(event.target.selectedIndex, true)},
                             ...control.words.map((text, k) => element("option", {selected: k === now.positions[i]}, text)));
        return element("label", {class: "control"}, name, pick);
    }
    const isOpen = step().smooth[i].includes("1");
    const slider = element("input", {type: "range", min: 0, max: control.values.length - 1, step: isOpen ? 0.25 : 1, "aria-label": control.label,
                                     disabled: fixed, "data-key": control.key, oninput: (event) => moved(Number(event.target.value), false),
                                     onchange: () => moved(now.positions[i], true)});
    slider.value = now.positions[i];
    slider.setAttribute("aria-valuetext", controlWords(control, now.positions[i]));
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
        now.positions[i] = Math.min(last, Math.floor(now.positions[i]) + 1);
        if (now.positions[i] >= last)
            stopPlaying();
        show();
    };
    if (now.positions[i] >= last)
        now.positions[i] = 0;
    else if (calm.matches)
        now.positions[i] = Math.min(last, Math.floor(now.positions[i]) + 1);
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
        element("aside", {id: "keys", hidden: true}), element("div", {id: "paper"}));
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
        }}, plain(attempt.say, one, ownPlace(one))));
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
    for (let size = letterOf(box), least = Math.max(11, size * 0.68); size > least && box.scrollHeight > box.clientHeight + 1; size -= 0.5)
        box.style.fontSize = `${size - 0.5}px`;
}

function showAsides() {
    const one = step(), where = place(), next = lecture.steps[current + 1];
    const first = current === 0 ? [...section(words.goals, lecture.goals ? element("p", {}, lecture.goals) : ""),
                                   ...section(words.assumes, lecture.assumes ? element("p", {}, lecture.assumes) : "")] : [];
    const why = one.predict?.why ?? one.question?.why;
    const right = one.question?.right ? [element("p", {}, filled(words.it_is, one.question.right))] : [];
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
                value.textContent = controlWords(control, now.positions[i]);
        });
    }
    const where = place();
    const how = where.exact ? "" : where.smooth ? words.between : words.nearest;
    controls.dataset.how = how;
    controls.querySelector(".how")?.remove();
    if (how)
        controls.append(element("span", {class: "how"}, how));
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
                            positions: step().controls.map((control) => control.at)});
        stopPlaying();
    }
    show();
}

function toggle(id) {
    for (const aside of document.querySelectorAll("aside"))
        aside.hidden = aside.id !== id || !aside.hidden;
}

function exchangeTheme() {
    const root = document.documentElement;
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

/** On paper every step stands below the other, as it asks. */
function buildPaper() {
    const paper = document.getElementById("paper"), width = 660, letter = 11;
    paper.replaceChildren(element("h1", {}, lecture.title), ...lecture.steps.map((one, i) => {
        const where = ownPlace(one), isOrder = one.question?.form === "order";
        const pictures = isOrder ? [] : picturesOf(one, "asked", one.own);
        const made = pictures.map(([figure, marker, k]) => {
            const box = element("div", {class: "picture"});
            drawPicture(box, figure, width, pictures.length > 1 ? 200 : 290, letter, {name: `paper-${i}-${k}`, marker, predict: one.predict});
            return box;
        });
        const items = (one.question?.items ?? []).map((item) => element("p", {}, "____ " + plain(item.say, one, where)));
        return element("article", {}, element("h2", {}, `${i + 1}. ${one.title}`), ...paragraphs(one.text, one, where), ...made,
                       ...paragraphs(one.predict?.ask ?? one.question?.ask, one, where), ...items,
                       element("p", {class: "small"}, `${one.source} (${one.known})`));
    }));
}
addEventListener("beforeprint", buildPaper);
addEventListener("afterprint", () => document.getElementById("paper").replaceChildren());
addEventListener("resize", () => show());

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
        const last = control.values.length - 1;
        const k = control.numeric ? control.values.findIndex((value, n) => n < last && Number(text) < control.values[n + 1]) : control.values.indexOf(text);
        if (!control.numeric)
            now.positions[i] = Math.max(0, k);
        else if (k < 0)
            now.positions[i] = last;
        else
            now.positions[i] = k + [0, 0.25, 0.5, 0.75].findLast((share) => valueAt(control, k + share) <= Number(text) * (1 + 1e-9) || share === 0);
    });
    const night = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => document.documentElement.dataset.theme = asked.get("theme") ?? (night.matches ? "dark" : "light");
    follow();
    night.addEventListener("change", follow);
    show();
    for (const id of ["notes", "sources", "keys"])
        document.getElementById(id).hidden = !asked.has(id);
    if (asked.has("paper"))
        buildPaper();
}

// The page holds itself against what was computed: "#selftest".

function selfTest() {
    const faults = [];
    let count = 0;
    const hold = (is, what) => {
        ++count;
        if (!is)
            faults.push(what);
    };
    const text = () => document.getElementById("text").textContent, drawn = () => document.getElementById("pictures").innerHTML;
    const sound = (where) => {
        const all = text() + drawn();
        hold(!/NaN|undefined|Infinity|\[object/.test(all), `${where}: ${all.match(/.{20}(NaN|undefined|Infinity|\[object).{20}/)?.[0]}`);
        hold(!/\((는|가|를|과)\)/.test(all), `${where}: a particle in two forms`);
        hold(document.getElementById("pictures").children.length > 0, `${where}: no picture`);
    };
    hold(withParticles("3이(가) 128을(를) “A”은(는) GPU와(과)") === "3이 128을 “A”는 GPU와", "particles");
    for (const [guess, truth, start, how] of lecture.scores.checks)
        hold(scored(guess, truth, start).how === how, `a guess of ${guess} at ${truth} from ${start}`);
    lecture.steps.forEach((one, i) => {
        go(i);
        const name = one.id;
        sound(name);
        if (asks(one)) {
            const why = plain(one.predict?.why ?? one.question.why, one, ownPlace(one)).slice(0, 40);
            hold(!document.body.innerText.includes(why), `${name}: the answer is told before it is asked for`);
            if (one.question?.form === "which")
                for (const control of document.querySelectorAll("#pictures text.word"))
                    hold(/^[A-H]$/.test(control.textContent), `${name}: a curve is called ${control.textContent}`);
            reveal();
            sound(`${name}, told`);
            hold(text().includes(why.slice(0, 20)) || one.question?.form === "reach", `${name}: the answer is not told`);
        }
        one.controls.forEach((control, k) => {
            const step_ = control.numeric && one.smooth[k].includes("1") ? 0.25 : 1;
            for (let position = 0; position <= control.values.length - 1; position += step_) {
                state().positions[k] = position;
                show();
                sound(`${name}, ${control.key} at ${controlWords(control, position)}`);
            }
            state().positions[k] = control.at;
        });
        one.try.forEach((attempt) => {
            state().extra = attempt.point;
            show();
            sound(`${name}, tried`);
        });
        state().extra = null;
        const box = document.getElementById("text");
        show();
        hold(innerHeight < 700 || box.scrollHeight <= box.clientHeight + 2, `${name}: text needs scrolling by ${box.scrollHeight - box.clientHeight}`);
        hold(document.documentElement.scrollWidth <= innerWidth + 1, `${name}: wider than the screen`);
        if (asks(one))
            reveal();
    });
    page.replaceChildren(element("pre", {id: "selftest"}, faults.length ? `FAULTS ${faults.length} of ${count}\n${faults.join("\n")}` : `ALL ${count} HOLD`));
}

buildOnce();
readAddress();
if (location.hash.includes("selftest"))
    selfTest();
