// SPDX-License-Identifier: GPL-3.0-or-later
// What a lecture asks, and what became of the answer: guesses drawn into a plot or typed, choices, orders, reaches.

function guessValue(value) {
    return step().predict.share ? written(100 * value, 3) + "\u00a0%" : written(value, 4);
}

const guessLine = () => [[step().predict.from, step().predict.start], ...state().guess];

/** Straight between points whose x go by factors; null beyond them. */
function heightAt(points, x) {
    const i = points.findIndex((point, k) => k > 0 && points[k - 1][0] <= x && x <= point[0]);
    if (i < 0)
        return null;
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
    return y0 + (y1 - y0) * Math.log(x / x0) / Math.log(x1 / x0);
}

const guessedHere = () => state().guess ? heightAt(guessLine(), step().predict.at) : null;

/** Which of the score's words fit a guess, and the share of the change it has. */
function scored(guess, truth, start) {
    const {near, fair, none} = lecture.scores, change = truth - start, least = none * Math.abs(start);
    if (Math.abs(change) <= least)
        return {how: Math.abs(guess - truth) <= Math.max(least, near * Math.abs(truth)) ? 0 : 1, share: null};
    const share = (guess - start) / change, off = Math.abs(share - 1);
    return {how: off <= near ? 2 : share < -near ? 3 : share < near ? 4 : off <= fair ? 5 : share < 1 ? 6 : 7, share};
}

/** What people type: "8,000", "8k", of what is seen "0.7" or "-30 %"; of a share "37". Null: no guess. */
function readGuess(typed, start, share) {
    const text = typed.trim().replaceAll("−", "-").replace(/^[~≈]\s*/, "").replace(/[×x]$/, "");
    const match = text.replace("%", "").trim().match(/^([+-]?)([\d.,]*\d)\s*([kKMGT]?)$/), percent = text.endsWith("%");
    if (!match)
        return null;
    const [, sign, written_, prefix] = match;
    const digits = tongue === "de-DE" && !/^\d*\.\d{1,2}$/.test(written_) ? written_.replaceAll(".", "").replace(",", ".")
        : written_.replaceAll(",", ""); // a decimal point is understood as well
    const number = Number(digits) * ({k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12}[prefix] ?? 1);
    if (!Number.isFinite(number))
        return null;
    if (share)
        return sign || number > 100 ? null : percent || number > 1 ? number / 100 : number;
    if (sign)
        return percent && number <= 100 ? start * (1 + (sign === "-" ? -number : number) / 100) : null;
    return percent ? start * number / 100 : number <= 10 && start > 100 ? start * number : number;
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
        const share = score.share === null ? "" : written(100 * score.share, 2).replace("-", "−") + "\u00a0%";
        made.push(element("p", {class: "score"},
                          filled(words.guessed, guessValue(mine), filled(lecture.scores.words[score.how], share))));
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
    return [element("p", {class: "score"}, question.verdicts[mine] ?? question.it_is),
            ...(mine && mine !== question.right ? paragraphs(question.trap, one, where) : []),
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
    const made = [], right = question.order;
    if (now.answer.length === right.length) {
        const places = now.answer.map((item) => right.indexOf(item));
        const alike = places.reduce((sum, one_, i) => sum + places.slice(i + 1).filter((other) => one_ < other).length, 0);
        made.push(element("p", {class: "score"}, question.verdicts[alike]));
        for (const [mine, best] of [[now.answer[0], right[0]], [now.answer.at(-1), right.at(-1)]])
            if (mine !== best)
                made.push(...paragraphs(question.items[mine].trap, one, where));
    }
    made.push(element("ol", {}, ...right.map((i) => element("li", {}, plain(question.items[i].say, one, where) + ": ",
        element("span", {class: "number"}, at(one.numbers[question.items[i].value].words, where))))));
    return [...made, ...paragraphs(question.why, one, where)];
}

function reachParts() {
    const one = step(), now = state(), {question} = one, where = place();
    const value = question.values[where], text = at(one.numbers[question.goal].words, where);
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

function catchGuesses(svg, plot) {
    const now = state(), {predict} = step();
    let points = [];
    const add = (event) => {
        const box = svg.getBoundingClientRect(), {width, height} = svg.viewBox.baseVal;
        const scale = Math.min(box.width / width, box.height / height);
        const x = plot.x.back(Math.min(plot.right, width / 2 + (event.clientX - box.left - box.width / 2) / scale));
        const y = Math.max(0, plot.y.back(height / 2 + (event.clientY - box.top - box.height / 2) / scale));
        if (x <= predict.from || (points.length && x <= points.at(-1)[0]))
            return;
        points.push([x, y]);
        now.guess = points;
        drawGuess(svg, plot);
    };
    svg.classList.add("asks");
    svg.addEventListener("pointerdown", (event) => {
        points = [];
        add(event);
        window.addEventListener("pointermove", add);
        window.addEventListener("pointerup", () => {
            window.removeEventListener("pointermove", add);
            if (points.length)
                now.guess = finishGuess(points);
            now.typed = now.guess ? guessValue(guessedHere()) : "";
            now.wrong = "";
            show();
        }, {once: true});
        event.preventDefault();
    });
}
