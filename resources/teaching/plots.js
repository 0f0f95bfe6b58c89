// SPDX-License-Identifier: GPL-3.0-or-later
// Panels of curves over a shared axis.

/** An element of a drawing, as text. */
function tag(name, attributes, inside = "") {
    const all = Object.entries(attributes).filter(([, value]) => value !== undefined)
        .map(([key, value]) => ` ${key}="${String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`).join("");
    return `<${name}${all}>${inside}</${name}>`;
}

const safe = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** How wide words are, near enough to leave room: letters of Korean are as wide as high. */
function widthOf(text, letter) {
    let width = 0;
    for (const c of String(text))
        width += c > "\u1100" && c < "\uffef" ? 0.95 : /[A-Z0-9%MW]/.test(c) ? 0.62 : /[ilj.,:;' ]/.test(c) ? 0.3 : 0.53;
    return width * letter;
}

function label(text, x, y, letter, options = {}) {
    return text ? tag("text", {x: x.toFixed(1), y: y.toFixed(1), "font-size": letter.toFixed(1), "text-anchor": options.anchor,
                               class: options.class}, safe(text)) : "";
}

/** Words in lines that are no wider than `room`. */
function lines(text, letter, room) {
    const all = [];
    for (const word of String(text).split(" ")) {
        const longer = all.length ? all[all.length - 1] + " " + word : word;
        if (all.length && widthOf(longer, letter) <= room)
            all[all.length - 1] = longer;
        else
            all.push(word);
    }
    return all;
}

const prefixes = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];

function tickWords(value, unit, most) {
    if (unit === "share")
        return written(100 * value, 3);
    if (unit === "powers" || Math.abs(value) >= 1e15)
        return value > 0 ? "10" + [...String(Math.round(Math.log10(value)))].map((c) => superscripts[c]).join("") : "0";
    for (const [size, letter] of prefixes)
        if (unit !== "whole" && most >= 1e4 && Math.abs(value) >= size)
            return written(value / size, 3) + "\u00a0" + letter;
    return new Intl.NumberFormat(english, {maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0}).format(value);
}

function linearTicks(low, high, count) {
    const raw = (high - low) / Math.max(1, count), decade = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 2.5, 5, 10].map((factor) => factor * decade).find((one) => one >= raw * (1 - 1e-9));
    const all = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); ++i)
        all.push(i === 0 ? 0 : i * step);
    return all;
}

/** Powers of two of what is counted so, else 1, 2, 5 of a decade or decades; every n-th where they touch. */
function logTicks(low, high, count, unit) {
    const all = [], isIn = (value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
    if (unit === "whole") {
        for (let power = Math.floor(Math.log2(low)); Math.pow(2, power) <= high * (1 + 1e-9); ++power)
            all.push(Math.pow(2, power));
    } else {
        const parts = Math.log10(high / low) < 2.2 ? [1, 2, 5] : [1];
        for (let power = Math.floor(Math.log10(low)); Math.pow(10, power) <= high; ++power)
            parts.forEach((part) => all.push(part * Math.pow(10, power)));
    }
    const kept = all.filter(isIn), every = Math.ceil(kept.length / Math.max(2, count));
    return kept.filter((_, i) => i % every === 0);
}

/** Has it a name of its own beside the plot? */
const isNamed = (curve) => curve.name && (curve.label || curve.role === "own" || curve.role.startsWith("pin-"));

const curvesOf = (panel) => panel.curves.map((place) => lecture.curves[place]);

function extremes(panels) {
    let low = Infinity, high = -Infinity;
    const take = (value) => {
        if (Number.isFinite(value)) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    };
    for (const panel of panels) {
        for (const curve of curvesOf(panel))
            for (const value of curve.role === "ideal" && panels.length > 1 ? [] : [...curve.y, ...(curve.low ?? [])])
                if (value !== null)
                    take(value);
        panel.brackets.forEach((one) => take(one.from));
        panel.notes.filter((note) => note.ring).forEach((note) => take(note.y));
    }
    return [low, high];
}

/** Of a panel in all pictures that a step can show, so that nothing jumps. */
function rangeOf(panel, alike) {
    if (panel.y.low !== panel.y.high)
        return [panel.y.low, panel.y.high];
    const [low, high] = extremes(alike.length ? alike : [panel]);
    if (!Number.isFinite(high))
        return [0, 1];
    if (panel.y.log)
        return [low / 1.2, high * 1.2];
    return [low < 0 ? low * 1.1 : 0, panel.y.unit === "share" ? Math.min(1, high * 1.12) : high * 1.12];
}

function scaleOf(low, high, from, to, log) {
    const f = log ? Math.log : (value) => value;
    const at = (value) => from + (to - from) * (f(value) - f(low)) / (f(high) - f(low));
    at.back = (place) => {
        const value = f(low) + (f(high) - f(low)) * (place - from) / (to - from);
        return log ? Math.exp(value) : value;
    };
    return at;
}

/** Straight between points, on the axis' own scale; null in gaps and outside. */
function heightAt(curve, x, log) {
    const f = log ? Math.log : (value) => value;
    for (let i = 0; i < curve.x.length; ++i) {
        if (curve.x[i] === x && curve.y[i] !== null)
            return curve.y[i];
        if (i + 1 < curve.x.length && curve.x[i] < x && x < curve.x[i + 1] && curve.y[i] !== null && curve.y[i + 1] !== null)
            return curve.y[i] + (curve.y[i + 1] - curve.y[i]) * (f(x) - f(curve.x[i])) / (f(curve.x[i + 1]) - f(curve.x[i]));
    }
    return null;
}

function pathOf(xs, ys, x, y, from = -Infinity, to = Infinity) {
    let path = "", open = false;
    xs.forEach((value, i) => {
        const seen = ys[i] !== null && ys[i] !== undefined && value >= from && value <= to;
        path += seen ? `${open ? "L" : "M"}${x(value).toFixed(1)} ${y(ys[i]).toFixed(1)}` : "";
        open = seen;
    });
    return path;
}

function drawArea(curve, x, y) {
    const kept = curve.x.map((value, i) => [value, curve.y[i], curve.low[i]]).filter(([, up, low]) => up !== null && low !== null);
    if (!kept.length)
        return "";
    const path = "M" + kept.map(([value, up]) => `${x(value).toFixed(1)} ${y(up).toFixed(1)}`).join("L") + "L"
        + kept.reverse().map(([value, , low]) => `${x(value).toFixed(1)} ${y(low).toFixed(1)}`).join("L") + "Z";
    return tag("path", {d: path, class: curve.area ? `kind kind-${curve.area}` : `band role-${curve.role}`},
               tag("title", {}, safe(curve.name)));
}

function drawCurve(curve, x, y, letter) {
    if (curve.low)
        return drawArea(curve, x, y);
    const kind = `role-${curve.role}`;
    let drawn = "";
    if (curve.form === "bars")
        return curve.x.map((value, i) => curve.y[i] === null ? "" : tag("rect", {
            x: x(value - curve.width / 2), width: Math.max(1, x(value + curve.width / 2) - x(value - curve.width / 2)),
            y: Math.min(y(0), y(curve.y[i])), height: Math.abs(y(0) - y(curve.y[i])), class: `fill ${kind}`})).join("");
    const dot = (value, i, size) => curve.y[i] === null ? "" : tag("circle", {
        cx: x(value).toFixed(1), cy: y(curve.y[i]).toFixed(1), r: (size * letter).toFixed(1), class: `dot ${kind}`});
    if (curve.form === "points")
        return curve.x.map((value, i) => dot(value, i, 0.22)).join("");
    const dotted = curve.dotted ?? Infinity;
    drawn += tag("path", {d: pathOf(curve.x, curve.y, x, y, -Infinity, dotted), class: `curve ${kind}`});
    if (Number.isFinite(dotted))
        drawn += tag("path", {d: pathOf(curve.x, curve.y, x, y, dotted), class: `curve dotted ${kind}`});
    const isMarked = (value) => Math.abs(Math.log2(value) % 1) < 1e-9;
    if (curve.dots && curve.role !== "ideal")
        drawn += curve.x.map((value, i) => isMarked(value) ? dot(value, i, 0.16) : "").join("");
    return drawn;
}

/** Names at the right, apart from each other. */
function endLabels(curves, x, y, box, letter) {
    const wanted = [];
    const lone = curves.filter((curve) => isNamed(curve) && !curve.low && curve.role !== "ideal").length <= 1;
    for (const curve of curves) {
        const last = curve.y.findLastIndex((value) => value !== null);
        if (last < 0 || !curve.name)
            continue;
        if (curve.area) {
            const thick = curve.x.map((_, i) => curve.y[i] === null ? 0 : Math.abs(y(curve.low[i]) - y(curve.y[i])));
            const most = Math.max(...thick), there = thick[last] > 0.4 * letter;
            if (there)
                wanted.push({text: curve.name, at: (y(curve.y[last]) + y(curve.low[last])) / 2, x: x(curve.x[last]), kind: ""});
            else if (most > 1.2 * letter)
                wanted.push({text: curve.name, inside: thick.indexOf(most), curve, kind: ""});
        } else if (isNamed(curve) && !curve.low && curve.form === undefined && !(lone && curve.role === "own")
                   && y(curve.y[last]) > box.top - letter && y(curve.y[last]) < box.bottom + letter) {
            wanted.push({text: curve.name, at: y(curve.y[last]), x: x(curve.x[last]), kind: `word role-${curve.role}`});
        }
    }
    const placed = [];
    const inside = wanted.filter((one) => one.inside !== undefined).map((one) => {
        const i = one.inside, middle = (y(one.curve.y[i]) + y(one.curve.low[i])) / 2, wide = widthOf(one.text, letter);
        const from = x(one.curve.x[i]) - (i < one.curve.x.length / 2 ? 0 : wide);
        if (placed.some((other) => Math.abs(other.middle - middle) < letter && from < other.to && from + wide > other.from))
            return "";
        placed.push({middle, from, to: from + wide});
        return label(one.text, x(one.curve.x[i]), middle + letter / 3, letter,
                     {anchor: i < one.curve.x.length / 2 ? "start" : "end", class: "inside"});
    });
    const room = box.room - 0.6 * letter, drawn = [];
    const ends = wanted.filter((one) => one.at !== undefined).map((one) => ({...one, rows: lines(one.text, letter * 1.12, room)}))
        .sort((a, b) => a.at - b.at);
    let free = box.top;
    for (const one of ends) {
        const height = one.rows.length * letter * 1.1;
        one.top = Math.max(free, one.at - height / 2);
        free = one.top + height;
    }
    let bottom = box.bottom + letter;
    for (const one of ends.reverse()) { // back up where they ran out of the panel
        const height = one.rows.length * letter * 1.1;
        one.top = Math.min(one.top, bottom - height);
        bottom = one.top;
        one.rows.forEach((row, i) =>
            drawn.push(label(row, Math.min(one.x, box.right) + 0.5 * letter, one.top + (i + 0.85) * letter * 1.1, letter, {class: one.kind})));
    }
    return inside.join("") + drawn.join("");
}

function drawMarks(panel, x, y, box, letter) {
    let drawn = "";
    for (const one of panel.brackets) {
        const at = x(one.x);
        drawn += tag("line", {x1: at, x2: at, y1: y(one.from), y2: y(one.to), class: "bracket"})
            + tag("circle", {cx: at, cy: y(one.to), r: 0.4 * letter, class: "ring"})
            + label([one.head, one.text].filter(Boolean).join(", "), at - 0.7 * letter, y(one.to) + 1.4 * letter, letter * 0.9,
                    {anchor: "end", class: "small"});
    }
    const taken = [];
    for (const note of panel.notes) {
        const at = x(note.x), up = y(note.y), text = [note.head, note.text].filter(Boolean).join(": ");
        if (!Number.isFinite(at) || !Number.isFinite(up))
            continue;
        drawn += note.ring ? tag("circle", {cx: at, cy: up, r: 0.4 * letter, class: "ring"})
                           : tag("line", {x1: at, x2: at, y1: up - 0.5 * letter, y2: up + 0.5 * letter, class: "bracket"});
        const left = at > (box.left + box.right) / 2, size = 0.9 * letter;
        const rows = lines(text, size, left ? at - box.left - letter : box.right - at - letter);
        let top = up - 1.3 * letter - (rows.length - 1) * size * 1.1;
        while (taken.some(([from, to]) => top < to && top + rows.length * size * 1.1 > from))
            top += size * 1.1;
        top = Math.max(box.top + size, top);
        taken.push([top, top + rows.length * size * 1.1]);
        rows.forEach((row, i) => {
            drawn += label(row, at + (left ? -0.7 : 0.7) * letter, top + i * size * 1.1, size,
                           {anchor: left ? "end" : "start", class: "small"});
        });
    }
    for (const one of panel.labels)
        drawn += label(one.text, x(one.x), y(one.y), letter * 0.9, {anchor: one.before ? "end" : "middle", class: "small"});
    let free = box.left;
    for (const one of panel.marks) {
        const half = widthOf(one.text, letter * 0.8) / 2;
        if (x(one.x) - half < free || x(one.x) + half > box.right)
            continue;
        free = x(one.x) + half + letter;
        drawn += tag("line", {x1: x(one.x), x2: x(one.x), y1: box.bottom, y2: box.bottom - 0.5 * letter, class: "bracket"})
            + label(one.text, x(one.x), box.bottom - 0.7 * letter, letter * 0.8, {anchor: "middle", class: "small"});
    }
    return drawn;
}

function drawRegions(panel, x, box, letter) {
    return panel.regions.map((one) => {
        const from = Math.max(box.left, x(one.from)), to = Math.min(box.right, x(one.to));
        if (!(to > from))
            return "";
        const rows = lines(one.text, letter * 0.9, to - from);
        return tag("rect", {x: from, y: box.top, width: to - from, height: box.bottom - box.top, class: `region ${one.how}`})
            + (widthOf(rows[0] ?? "", letter * 0.9) > to - from ? "" : rows.map((row, i) => label(row, (from + to) / 2,
                one.how === "hidden" ? (box.top + box.bottom) / 2 : box.top + (1.1 + i) * letter, letter * 0.9,
                {anchor: "middle", class: "small"})).join(""));
    }).join("");
}

/** A line or a mark for what somebody guessed. */
function drawGuess(guess, start, from, x, y, letter) {
    if (!guess?.length)
        return "";
    const points = [[from, start], ...guess];
    return tag("path", {d: pathOf(points.map((p) => p[0]), points.map((p) => p[1]), x, y), class: "curve guess"})
        + tag("circle", {cx: x(guess.at(-1)[0]), cy: y(guess.at(-1)[1]), r: 0.35 * letter, class: "dot guess"})
        + label(words.own_guess, x(guess.at(-1)[0]) - 0.6 * letter, y(guess.at(-1)[1]) - 0.6 * letter, letter * 0.9,
                {anchor: "end", class: "word guess"});
}

/** Draws a plot of width x height into `place`. `more`: marker, alike (panels that share a range), guess and its step. */
function drawPlot(place, figure, width, height, letter, more = {}) {
    const names = figure.panels.flatMap((panel) => curvesOf(panel).filter((curve) => isNamed(curve) || curve.area)
        .map((curve) => curve.name));
    const widest = Math.max(0, ...names.map((name) => widthOf(name, letter * 1.12)));
    const room = names.length ? Math.min(widest + letter, width * 0.24) : letter * 1.5;
    const left = 4.2 * letter, right = width - room, foot = 2.9 * letter, head = 2.2 * letter;
    const shares = figure.panels.map((panel) => more.predict ? (panel.id === more.predict.panel ? 2.4 : 1) : panel.height || 1);
    const sum = shares.reduce((a, b) => a + b, 0) || 1;
    const free = height - foot - figure.panels.length * head;
    const xs = figure.panels.flatMap((panel) => curvesOf(panel).flatMap((curve) => curve.x));
    const [low, high] = figure.x.low !== figure.x.high ? [figure.x.low, figure.x.high]
        : [Math.min(...xs), Math.max(...xs)];
    const x = scaleOf(low, high, left, right, figure.x.log);
    let drawn = "", top = 0;
    const panels = [];
    figure.panels.forEach((panel, i) => {
        const box = {left, right, room, top: top + head, bottom: top + head + free * shares[i] / sum};
        const [bottom, most] = rangeOf(panel, more.alike?.(panel.id) ?? []);
        const y = scaleOf(bottom, most, box.bottom, box.top, panel.y.log);
        panels.push({panel, box, x, y});
        drawn += label(panel.title, left, box.top - 0.6 * letter, letter, {class: "title"})
            + label(panel.unit, left + widthOf(panel.title, letter) * 1.06 + 0.8 * letter, box.top - 0.6 * letter, letter * 0.9, {class: "small"});
        const count = (box.bottom - box.top) / (2.2 * letter);
        for (const tick of panel.y.log ? logTicks(bottom, most, count, panel.y.unit) : linearTicks(bottom, most, count))
            drawn += tag("line", {x1: left, x2: right, y1: y(tick).toFixed(1), y2: y(tick).toFixed(1), class: "grid"})
                + label(tickWords(tick, panel.y.unit, most), left - 0.5 * letter, y(tick) + letter / 3, letter * 0.9, {anchor: "end", class: "tick"});
        drawn += drawRegions(panel, x, box, letter);
        const curves = curvesOf(panel), clip = `clip-${more.name ?? "x"}-${i}`;
        drawn += tag("clipPath", {id: clip}, tag("rect", {x: left - 2, y: box.top - 4, width: right - left + 4, height: box.bottom - box.top + 6}));
        let inside = curves.map((curve) => drawCurve(curve, x, y, letter)).join("");
        if (more.marker) {
            inside += tag("line", {x1: x(more.marker), x2: x(more.marker), y1: box.top, y2: box.bottom, class: "marker"});
            for (const curve of curves.filter((one) => one.role === "own" && !one.low && !one.form)) {
                const here = heightAt(curve, more.marker, figure.x.log);
                if (here !== null)
                    inside += tag("circle", {cx: x(more.marker), cy: y(here), r: 0.38 * letter, class: "rider"});
            }
        }
        if (more.predict?.panel === panel.id)
            inside += drawGuess(more.guess, more.predict.start, more.predict.from, x, y, letter);
        drawn += tag("g", {"clip-path": `url(#${clip})`}, inside) + drawMarks(panel, x, y, box, letter)
            + endLabels(curves, x, y, box, letter);
        top = box.bottom;
    });
    const count = (right - left) / (figure.x.unit === "powers" ? 3.4 * letter : 3.3 * letter);
    for (const tick of figure.x.log ? logTicks(low, high, count, figure.x.unit) : linearTicks(low, high, count))
        drawn += label(tickWords(tick, figure.x.unit, high), x(tick), top + 1.2 * letter, letter * 0.9, {anchor: "middle", class: "tick"});
    drawn += label(figure.x.title, right, top + 2.5 * letter, letter * 0.9, {anchor: "end", class: "small"});
    place.innerHTML = tag("svg", {viewBox: `0 0 ${width.toFixed(0)} ${height.toFixed(0)}`, width: width.toFixed(0), height: height.toFixed(0),
                                  role: "img", "aria-label": figure.says}, drawn);
    return panels;
}
