// SPDX-License-Identifier: GPL-3.0-or-later
// Moving pictures: shapes between the places they pass on a sheet of 16 x 9, played, paused and dragged.

const sheet = {width: 16, height: 9, times: 10000};
const movingStates = {};

/** Where a shape is: hundredths of the sheet and of opacity. Evenly from place to place, at rest before and after. */
function placeAt(places, times, time) {
    const key = (i) => places.slice(5 * i, 5 * i + 5);
    let after = times.findIndex((each) => each > time);
    if (after === 0 || times.length === 1)
        return key(0);
    if (after < 0)
        return key(times.length - 1);
    const from = key(after - 1), to = key(after), share = (time - times[after - 1]) / (times[after] - times[after - 1]);
    return from.map((value, i) => value + share * (to[i] - value));
}

function shapeOf(actor, at, unit) {
    const [x, y, w, h, opacity] = at.map((value) => value / 100);
    if (opacity <= 0)
        return "";
    const seen = opacity < 1 ? opacity.toFixed(2) : undefined, px = (value) => (value * unit).toFixed(1), role = `moving-${actor.r}`;
    if (actor.s === "words") {
        const room = actor.m === "middle" ? 2 * Math.min(x, sheet.width - x) : actor.m === "right" ? x : sheet.width - x;
        const size = actor.l * Math.min(1, room / Math.max(0.01, widthOf(actor.w, actor.l)));
        return label(actor.w, x * unit, (y + size / 3) * unit, size * unit,
                     {anchor: {middle: "middle", right: "end"}[actor.m], class: actor.b ? `${role} bold` : role});
    }
    if (actor.s === "arrow")
        return tag("line", {x1: px(x), y1: px(y), x2: px(x + w), y2: px(y + h), class: `path ${role}`});
    if (w <= 0 || h <= 0)
        return "";
    if (actor.s === "disc")
        return tag("ellipse", {cx: px(x + w / 2), cy: px(y + h / 2), rx: px(w / 2), ry: px(h / 2), class: `shape ${role}`, opacity: seen});
    const inside = actor.w && widthOf(actor.w, actor.l) < w && actor.l < h
        ? label(actor.w, (x + w / 2) * unit, (y + h / 2 + actor.l / 3) * unit, actor.l * unit, {anchor: "middle", class: `in-${actor.r}`}) : "";
    return tag("rect", {x: px(x), y: px(y), width: px(w), height: px(h), rx: px(Math.min(0.09, w / 4, h / 4)), class: `shape ${role}`, opacity: seen})
        + inside;
}

/** The picture at a share of its time. */
const frameOf = (figure, share, unit) => figure.actors.map(([actor, times]) =>
    shapeOf(lecture.curves[actor], placeAt(lecture.curves[actor].p, lecture.curves[times], share * sheet.times), unit)).join("");

function stillsOf(figure, top, width, height, letter) {
    const count = figure.stills.length, columns = width > 1.2 * (height - top) ? 2 : 1, rows = Math.ceil(count / columns);
    const under = 1.7 * letter, wide = Math.min(width / columns - letter, (((height - top) / rows) - under) * sheet.width / sheet.height);
    return figure.stills.map(([time, text], i) => {
        const x = (i % columns) * width / columns + (width / columns - wide) / 2;
        const y = top + Math.floor(i / columns) * (height - top) / rows, high = wide * sheet.height / sheet.width;
        return tag("g", {transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`},
                   frameOf(figure, time / sheet.times, wide / sheet.width)
                   + label(text, wide / 2, high + letter, letter * 0.9, {anchor: "middle", class: "small"}));
    }).join("");
}

const timeWords = (figure, share) => figure.of
    ? `${(share * figure.of.value).toLocaleString(document.documentElement.lang, {maximumSignificantDigits: 3})}\u00a0${figure.of.unit}` : "";

function advance(state) {
    state.clock = requestAnimationFrame((time) => {
        const passed = Math.max(0, time - state.last) / 1000;
        state.last = time;
        state.clock = null;
        if (!state.button.isConnected)
            return;
        state.share = Math.min(1, state.share + passed / state.seconds);
        if (state.share < 1)
            advance(state);
        state.show();
    });
}

function toggleMoving(state) {
    if (state.clock) {
        cancelAnimationFrame(state.clock);
        state.clock = null;
    } else {
        state.share = state.share >= 1 ? 0 : state.share;
        state.last = performance.now();
        advance(state);
    }
    state.show();
}

/** Stills where nothing shall move, and on paper. */
function drawMoving(place, figure, width, height, letter, more) {
    const notes = lines(figure.note, letter * 0.9, width), top = (1.6 + 1.2 * notes.length + 0.6) * letter;
    const head = label(figure.title, 0, 1.2 * letter, letter, {class: "title"})
        + notes.map((row, i) => label(row, 0, (2.5 + 1.2 * i) * letter, letter * 0.9, {class: "small"})).join("");
    if (calm.matches || more?.name?.startsWith("paper")) {
        framed(place, figure, width, height, head + stillsOf(figure, top, width, height, letter));
        return;
    }
    const state = movingStates[figure.name] ??= {share: figure.rests / sheet.times, clock: null};
    const row = 2.6 * letter, room = height - top - row, unit = Math.min(width / sheet.width, room / sheet.height);
    const left = (width - unit * sheet.width) / 2, down = top + Math.max(0, room - unit * sheet.height) / 2;
    framed(place, figure, width, height - row, head + tag("g", {class: "frame", transform: `translate(${left.toFixed(1)} ${down.toFixed(1)})`}));
    const frame = place.querySelector(".frame");
    const button = element("button", {onclick: () => toggleMoving(state)});
    const line = element("input", {type: "range", min: 0, max: 1000, "aria-label": figure.title, oninput: () => {
        if (state.clock)
            toggleMoving(state);
        state.share = Number(line.value) / 1000;
        state.show();
    }});
    const value = element("output", {class: "value"});
    Object.assign(state, {button, seconds: figure.play, show: () => {
        frame.innerHTML = frameOf(figure, state.share, unit);
        line.value = Math.round(1000 * state.share);
        value.textContent = timeWords(figure, state.share);
        button.textContent = state.clock ? "❚❚" : "▶";
        button.setAttribute("aria-label", state.clock ? words.pause : words.play);
    }});
    place.append(element("div", {class: "player"}, button, line, value));
    state.show();
}
