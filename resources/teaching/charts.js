// SPDX-License-Identifier: GPL-3.0-or-later
// Bars, accounts, maps, swings and drawings.

function framed(place, figure, width, height, drawn) {
    place.innerHTML = tag("svg", {viewBox: `0 0 ${width.toFixed(0)} ${height.toFixed(0)}`, width: width.toFixed(0),
                                  height: height.toFixed(0), role: "img", "aria-label": figure.says}, drawn);
}

function heading(figure, letter) {
    return label(figure.title, 0, 1.2 * letter, letter, {class: "title"})
        + label(figure.note, figure.title ? widthOf(figure.title, letter) * 1.06 + letter : 0, 1.2 * letter, letter * 0.9, {class: "small"});
}

/** Names of the parts below the bars, each once, in as many lines as they need. */
function legendOf(parts, width, top, letter) {
    let x = 0, y = top, drawn = "";
    for (const part of parts) {
        const text = part.words ? `${part.name} ${part.words}` : part.name, needs = widthOf(text, letter) + 2.4 * letter;
        if (x > 0 && x + needs > width) {
            x = 0;
            y += 1.5 * letter;
        }
        drawn += tag("rect", {x, y: y - 0.8 * letter, width: letter, height: letter, class: `kind kind-${part.kind}`})
            + label(text, x + 1.4 * letter, y, letter, {});
        x += needs;
    }
    return {drawn, bottom: y + 0.6 * letter};
}

function drawBars(place, figure, width, height, letter) {
    const head = figure.title || figure.note ? 1.9 * letter : 0.3 * letter;
    const names = Math.min(width * 0.25, Math.max(...figure.bars.map((bar) => widthOf(bar.name, letter))) + letter);
    const sums = Math.max(...figure.bars.map((bar) => widthOf(bar.sum, letter))) + letter;
    const most = Math.max(figure.limit || 0, ...figure.bars.map((bar) => bar.parts.reduce((sum, part) => sum + part.value, 0)));
    const one = figure.bars.length === 1;
    const parts = [];
    for (const bar of figure.bars)
        for (const part of bar.parts)
            if (part.value > 0 && !parts.some((known) => known.name === part.name))
                parts.push({...part, words: one ? part.words : ""});
    const limit = figure.limit ? 1.4 * letter : 0;
    const legend = legendOf(parts, width, 0, letter * 0.9);
    const room = height - head - limit - legend.bottom - 1.6 * letter;
    const pitch = Math.min(room / figure.bars.length, 4.5 * letter), thick = pitch * 0.72;
    const scale = (width - names - sums) / most;
    let drawn = heading(figure, letter), y = head + limit;
    for (const bar of figure.bars) {
        let x = names;
        drawn += label(bar.name, 0, y + thick / 2 + letter / 3, letter, {class: `word role-${bar.role}`});
        for (const part of bar.parts) {
            const wide = part.value * scale;
            drawn += tag("rect", {x, y, width: Math.max(0, wide), height: thick, class: `kind kind-${bar.fits ? part.kind : "grey"}`},
                         tag("title", {}, safe(`${part.name}: ${part.words}`)));
            if (wide > widthOf(part.words, letter * 0.85) + letter)
                drawn += label(part.words, x + wide / 2, y + thick / 2 + letter / 3, letter * 0.85, {anchor: "middle", class: `on kind-${part.kind}`});
            x += wide;
        }
        drawn += label(bar.sum, x + 0.5 * letter, y + thick / 2 + letter / 3, letter, {class: "strong"});
        y += pitch;
    }
    if (figure.limit) {
        const x = names + figure.limit * scale;
        drawn += tag("line", {x1: x, x2: x, y1: head + limit * 0.8, y2: y, class: "limit"})
            + label(figure.limit_name, Math.min(x, width - widthOf(figure.limit_name, letter) * 0.6), head + letter * 0.9,
                    letter * 0.9, {anchor: "middle", class: "small"});
    }
    framed(place, figure, width, height, drawn + tag("g", {transform: `translate(0 ${(y + 1.2 * letter).toFixed(1)})`}, legend.drawn));
}

function drawWaterfall(place, figure, width, height, letter) {
    const head = 1.9 * letter, pitch = Math.min((height - head) / figure.rows.length, 2.6 * letter), size = Math.min(letter, pitch * 0.62);
    const names = Math.min(width * 0.4, Math.max(...figure.rows.map((row) => widthOf(row.name, size))) + size);
    const side = Math.max(...figure.rows.map((row) => widthOf(row.words, size))) + size;
    const ends = figure.rows.flatMap((row) => [row.from, row.to]).filter((value) => value !== null);
    const low = Math.min(0, ...ends), scale = (width - names - side) / (Math.max(...ends) - low);
    let drawn = heading(figure, letter);
    figure.rows.forEach((row, i) => {
        const y = head + i * pitch, middle = y + pitch / 2 + size / 3;
        drawn += label(row.name, 0, middle, size, {class: row.total ? "strong" : undefined});
        if (row.from === null || row.to === null) {
            drawn += label(row.words, names, middle, size, {class: "small"});
            return;
        }
        const from = names + (Math.min(row.from, row.to) - low) * scale, to = names + (Math.max(row.from, row.to) - low) * scale;
        drawn += tag("rect", {x: from, y: y + pitch * 0.14, width: Math.max(1, to - from), height: pitch * 0.72,
                              class: row.kind ? `kind kind-${row.kind}` : "fill role-own"})
            + label(row.words, to + 0.5 * size, middle, size, {class: row.total ? "strong" : undefined});
    });
    framed(place, figure, width, height, drawn);
}

function drawMap(place, figure, width, height, letter) {
    const head = 3.6 * letter, foot = 1.4 * letter;
    const left = Math.max(...figure.rows.map((row) => widthOf(row, letter))) + 1.2 * letter;
    const wide = (width - left) / figure.columns.length, high = Math.min((height - head - foot) / figure.rows.length, 5 * letter);
    const values = figure.cells.map((cell) => cell.value).filter((value) => value !== null);
    const low = Math.min(...values), most = Math.max(...values);
    let drawn = heading(figure, letter) + label(figure.down, 0, head - 1.5 * letter, letter * 0.8, {class: "small"});
    figure.columns.forEach((column, i) => {
        drawn += label(column, left + (i + 0.5) * wide, head - 0.4 * letter, letter * 0.9, {anchor: "middle"});
    });
    figure.cells.forEach((cell, i) => {
        const x = left + (i % figure.columns.length) * wide, y = head + Math.floor(i / figure.columns.length) * high;
        const share = cell.value === null ? 0 : most > low ? (cell.value - low) / (most - low) : 1;
        drawn += tag("rect", {x: x + 1, y: y + 1, width: wide - 2, height: high - 2,
                              class: cell.value === null ? "cell none" : i === figure.best ? "cell best" : "cell",
                              style: cell.value === null ? undefined : `fill-opacity:${(0.12 + 0.88 * share).toFixed(2)}`},
                     tag("title", {}, safe(cell.words)));
        const size = Math.min(letter * 0.9, (wide - 4) / Math.max(1, widthOf(cell.words, 1)));
        if (size > letter * 0.5)
            drawn += label(cell.words, x + wide / 2, y + high / 2 + size / 3, size, {anchor: "middle", class: share > 0.55 ? "on-dark" : "small"});
    });
    figure.rows.forEach((row, i) => {
        drawn += label(row, left - 0.6 * letter, head + (i + 0.5) * high + letter / 3, letter * 0.9, {anchor: "end"});
    });
    framed(place, figure, width, height, drawn + label(figure.across, width, head + figure.rows.length * high + 1.1 * letter, letter * 0.9,
                                                       {anchor: "end", class: "small"}));
}

function drawSwings(place, figure, width, height, letter) {
    const head = 1.9 * letter, pitch = Math.min((height - head - 2 * letter) / figure.rows.length, 2.6 * letter), size = Math.min(letter, pitch * 0.62);
    const names = Math.min(width * 0.4, Math.max(...figure.rows.map((row) => widthOf(row.name, size))) + size), side = 6 * size;
    const most = Math.max(1e-9, ...figure.rows.flatMap((row) => [Math.abs(row.less ?? 0), Math.abs(row.more ?? 0)]));
    const middle = names + side + (width - names - 2 * side) / 2, scale = (width - names - 2 * side) / 2 / most;
    let drawn = heading(figure, letter) + tag("line", {x1: middle, x2: middle, y1: head, y2: head + figure.rows.length * pitch, class: "bracket"});
    figure.rows.forEach((row, i) => {
        const y = head + i * pitch;
        drawn += label(row.name, 0, y + pitch / 2 + size / 3, size);
        for (const [value, text, kind, part] of [[row.less, row.less_words, "less", 0], [row.more, row.more_words, "more", 1]]) {
            const end = middle + (value ?? 0) * scale, high = pitch * 0.36;
            drawn += tag("rect", {x: Math.min(middle, end), width: Math.max(1, Math.abs(end - middle)), y: y + pitch * 0.12 + part * high,
                                  height: high, class: `swing ${kind}`})
                + label(text, end + (value < 0 ? -0.4 : 0.4) * size, y + pitch * 0.12 + (part + 0.8) * high, Math.min(size * 0.8, high),
                        {anchor: value < 0 ? "end" : "start", class: "small"});
        }
    });
    const y = head + figure.rows.length * pitch + 1.3 * letter;
    drawn += tag("rect", {x: names, y: y - 0.8 * letter, width: letter, height: letter, class: "swing less"})
        + label(figure.less, names + 1.4 * letter, y, letter * 0.9)
        + tag("rect", {x: names + 6 * letter, y: y - 0.8 * letter, width: letter, height: letter, class: "swing more"})
        + label(figure.more, names + 7.4 * letter, y, letter * 0.9);
    framed(place, figure, width, height, drawn);
}

function drawDrawing(place, figure, width, height, letter) {
    const scale = Math.min(width / figure.width, (height - 2 * letter) / figure.height);
    const left = (width - figure.width * scale) / 2, top = 2 * letter;
    const x = (value) => left + value * scale, y = (value) => top + value * scale;
    let drawn = label(figure.title, 0, 1.2 * letter, letter, {class: "title"});
    for (const box of figure.boxes) {
        drawn += tag("rect", {x: x(box.x), y: y(box.y), width: box.w * scale, height: box.h * scale, class: `box ${box.tone}`});
        const size = Math.min(letter, box.h * scale * 0.7), rows = lines(box.text, size, box.w * scale - size * 0.4);
        if (box.text && rows.length * size * 1.15 <= box.h * scale && rows.every((row) => widthOf(row, size) <= box.w * scale))
            rows.forEach((row, i) => {
                drawn += label(row, x(box.x + box.w / 2), y(box.y + box.h / 2) + (i - (rows.length - 1) / 2) * size * 1.15 + size / 3, size,
                               {anchor: "middle", class: `on ${box.tone}`});
            });
    }
    for (const arrow of figure.arrows)
        drawn += tag("line", {x1: x(arrow.from[0]), y1: y(arrow.from[1]), x2: x(arrow.to[0]), y2: y(arrow.to[1]), class: "arrow",
                              "marker-end": "url(#head)", "marker-start": arrow.both ? "url(#head)" : undefined});
    for (const word of figure.words)
        lines(word.text, letter * 0.95, width - x(word.x)).forEach((row, i) => {
            drawn += label(row, x(word.x), y(word.y) + letter / 3 + i * letter, letter * 0.95, {class: word.strong ? "strong" : undefined});
        });
    const head = tag("marker", {id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto-start-reverse"},
                     tag("path", {d: "M0 0L8 4L0 8Z", class: "arrow-head"}));
    framed(place, figure, width, height, tag("defs", {}, head) + drawn);
}

/** Any picture; what drawPlot() answers, of others nothing. */
function drawPicture(place, figure, width, height, letter, more) {
    const kinds = {bars: drawBars, waterfall: drawWaterfall, map: drawMap, swings: drawSwings, drawing: drawDrawing, moving: drawMoving};
    if (figure.kind === "plot")
        return drawPlot(place, figure, width, height, letter, more);
    kinds[figure.kind](place, figure, width, height, letter, more);
    return null;
}
