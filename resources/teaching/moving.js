// SPDX-License-Identifier: GPL-3.0-or-later
// Moving pictures: shapes between the places they pass on a sheet of 1600 x 900, played, paused and dragged.

const movingStates = {}, whole = 10000; // of a picture's time

/** Where a shape is: evenly from place to place, at rest before and after. */
function placeAt(keys, time) {
    const after = keys.findIndex((key) => key[0] > time);
    if (after <= 0)
        return keys.at(after).slice(1);
    const from = keys[after - 1], to = keys[after], share = (time - from[0]) / (to[0] - from[0]);
    return from.map((value, i) => value + share * (to[i] - value)).slice(1);
}

const pen = document.createElement("canvas").getContext("2d");
function widthOf(text, size) {
    pen.font = `${size}px ${getComputedStyle(page).fontFamily}`;
    return pen.measureText(text).width;
}

function lettersOf(actor, x, y, size, anchor, more) {
    const safe = actor.words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<text x="${x}" y="${y + size / 3}" font-size="${size}" text-anchor="${anchor}" class="${more}${actor.strong ? " bold" : ""}">${safe}</text>`;
}

function shapeOf(actor, time) {
    const [x, y, w, h, opacity] = placeAt(actor.keys, time), look = `opacity="${opacity / 100}" class="shape moving-${actor.role}"`;
    if (opacity <= 0)
        return "";
    if (actor.shape === "words") {
        const room = actor.align === "middle" ? 2 * Math.min(x, 1600 - x) : actor.align === "right" ? x : 1600 - x;
        const size = actor.letters * Math.min(1, room / Math.max(1, widthOf(actor.words, actor.letters)));
        return lettersOf(actor, x, y, size, {left: "start", middle: "middle", right: "end"}[actor.align], `moving-${actor.role}`);
    }
    if (actor.shape === "arrow")
        return `<line x1="${x}" y1="${y}" x2="${x + w}" y2="${y + h}" class="path"/>`;
    if (w <= 0 || h <= 0)
        return "";
    if (actor.shape === "disc")
        return `<ellipse cx="${x + w / 2}" cy="${y + h / 2}" rx="${w / 2}" ry="${h / 2}" ${look}/>`;
    const fits = actor.words && actor.letters < h && widthOf(actor.words, actor.letters) < w;
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${Math.min(9, w / 4, h / 4)}" ${look}/>`
        + (fits ? lettersOf(actor, x + w / 2, y + h / 2, actor.letters, "middle", `on-${actor.role}`) : "");
}

function showMoving(box, moving, says) {
    const now = movingStates[moving.name] ??= {time: moving.rests, clock: null};
    cancelAnimationFrame(now.clock);
    now.clock = null;
    box.innerHTML = '<svg viewBox="0 0 1600 900" role="img"></svg>';
    const frame = box.firstChild, value = element("output", {class: "value"});
    frame.setAttribute("aria-label", says);
    const draw = () => {
        frame.innerHTML = moving.actors.map((actor) => shapeOf(actor, now.time)).join("");
        line.value = now.time;
        value.textContent = moving.of ? `${written(now.time / whole * moving.of[0], 3)}\u00a0${moving.of[1]}` : "";
        button.textContent = now.clock ? "❚❚" : "▶";
        button.setAttribute("aria-label", now.clock ? words.pause : words.play);
    };
    const advance = (last) => {
        now.clock = requestAnimationFrame((time) => {
            now.time = Math.min(whole, now.time + whole * Math.max(0, time - last) / 1000 / moving.seconds);
            now.clock = null;
            if (now.time < whole && button.isConnected)
                advance(time);
            draw();
        });
    };
    const stop = () => {
        cancelAnimationFrame(now.clock);
        now.clock = null;
    };
    const button = element("button", {onclick: () => {
        if (now.clock) {
            stop();
        } else {
            now.time = now.time >= whole ? 0 : now.time;
            advance(performance.now());
        }
        draw();
    }});
    const line = element("input", {type: "range", min: 0, max: whole, "aria-label": moving.title, oninput: () => {
        stop();
        now.time = Number(line.value);
        draw();
    }});
    box.prepend(element("p", {class: "moving-head"}, element("b", {}, moving.title), " " + moving.note));
    box.append(element("div", {class: "player"}, button, line, value));
    draw();
}
