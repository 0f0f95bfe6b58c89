// SPDX-License-Identifier: GPL-3.0-or-later
// What is known: the numbers of each step at the places that its controls can be set to, and what lies between them.
"use strict";

const lecture = JSON.parse(document.getElementById("lecture").textContent);
const words = lecture.words;
const english = lecture.language === "de" ? "de-DE" : "en-US"; // how digits are grouped

const particles = [["은", "는"], ["이", "가"], ["을", "를"], ["과", "와"]];

/** Of Korean particles in two forms, "이(가)", the one that follows from the sound before it. */
function withParticles(text) {
    return text.replace(/(.)([^\s\w가-힣(]*)(은|이|을|와)\((는|가|를|과)\)/g, (whole, last, between_, one, other) => {
        const closed = /[가-힣]/.test(last) ? (last.charCodeAt(0) - 0xac00) % 28 > 0 : /[013678LMNRlmnr]/.test(last);
        const [after, open] = particles.find((pair) => pair.includes(one) && pair.includes(other));
        return last + between_ + (closed ? after : open);
    });
}

/** "%1 of %2" with its arguments. */
function filled(text, ...args) {
    return withParticles(text.replace(/%(\d)/g, (whole, digit) => args[digit - 1] ?? whole));
}

const at = (list, point) => list[list.length > 1 ? point : 0];

function strides(step) {
    const all = step.controls.map(() => 1);
    for (let i = all.length - 2; i >= 0; --i)
        all[i] = all[i + 1] * step.controls[i + 1].values.length;
    return all;
}

function pointOf(step, indexes) {
    return strides(step).reduce((sum, stride, i) => sum + stride * indexes[i], 0);
}

const isPositive = (a, b) => a > 0 && b > 0;

/** The value of a control at a position: 2.25 is a quarter of the way from its third value to the next. */
function valueAt(control, position) {
    const index = Math.floor(position), share = position - index;
    const lower = control.values[index];
    if (share === 0)
        return lower;
    const upper = control.values[index + 1];
    if (control.whole)
        return Math.round(lower + (upper - lower) * share);
    return isPositive(lower, upper) ? lower * Math.pow(upper / lower, share) : lower + (upper - lower) * share;
}

function weightOf(lower, upper, value) {
    return isPositive(lower, upper) ? Math.log(value / lower) / Math.log(upper / lower) : (value - lower) / (upper - lower);
}

function between(lower, upper, weight) {
    if (lower === null || upper === null)
        return null;
    return isPositive(lower, upper) ? lower * Math.pow(upper / lower, weight) : lower + (upper - lower) * weight;
}

/** Where controls stand: the nearest computed point; with weights where numbers may be interpolated. */
function placeOf(step, positions) {
    const stride = strides(step);
    const nearest = pointOf(step, positions.map((position) => Math.round(position)));
    const lowest = pointOf(step, positions.map((position) => Math.floor(position)));
    const open = positions.map((position, i) => [position, i]).filter(([position]) => position % 1 !== 0);
    let corners = [lowest];
    const axes = [];
    let smooth = true;
    for (const [position, i] of open) {
        const control = step.controls[i], index = Math.floor(position);
        smooth = smooth && corners.every((corner) => step.smooth[i][corner] === "1");
        axes.push({stride: stride[i],
                   weight: weightOf(control.values[index], control.values[index + 1], valueAt(control, position))});
        corners = corners.concat(corners.map((corner) => corner + stride[i]));
    }
    return {nearest, lowest, axes, exact: open.length === 0, smooth};
}

/** A number at a place; null: there is none. */
function numberAt(number, place) {
    if (number.v.length === 1 || place.exact || !place.smooth)
        return at(number.v, place.nearest);
    const walk = (point, axis) => axis === place.axes.length ? at(number.v, point)
        : between(walk(point, axis + 1), walk(point + place.axes[axis].stride, axis + 1), place.axes[axis].weight);
    return walk(place.lowest, 0);
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const decimal = english === "de-DE" ? "," : ".", group = english === "de-DE" ? "." : ",";
const parsed = (digits) => Number(digits.replaceAll(group, "").replace(decimal, "."));

function written(value, digits) {
    return new Intl.NumberFormat(english, {maximumSignificantDigits: Math.max(digits, 3)}).format(value);
}

/** Words of a number with another number in them; null: they cannot be said of another one. */
function resaid(text, change) {
    const power = text.match(/^([\d.,]+)(\s×\s10)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)(.*)$/);
    if (power) {
        const value = change(parsed(power[1]) * Math.pow(10, Number([...power[3]].map((c) => superscripts.indexOf(c)).join(""))));
        const exponent = Math.floor(Math.log10(value));
        return written(value / Math.pow(10, exponent), 3) + power[2]
            + [...String(exponent)].map((digit) => superscripts[digit]).join("") + power[4];
    }
    const found = [...text.matchAll(/\d[\d.,]*\d|\d/g)];
    if (found.length !== 1)
        return null;
    const [token] = found[0], start = found[0].index;
    const negative = start > 0 && "−-".includes(text[start - 1]);
    const now = change(parsed(token) * (negative ? -1 : 1));
    const head = text.slice(0, negative ? start - 1 : start).replace(/\+$/, "");
    const sign = now < 0 ? "−" : text.startsWith("+") ? "+" : "";
    return head + sign + written(Math.abs(now), token.replace(/\D/g, "").length) + text.slice(start + token.length);
}

function numberWords(number, place) {
    const near = at(number.s, place.nearest);
    if (number.v.length === 1 || place.exact || !place.smooth)
        return near;
    const value = numberAt(number, place), from = at(number.v, place.nearest);
    if (value === null || !from)
        return near;
    const percent = {loss: 100 * (1 - value), change: 100 * (value - 1)}[number.as];
    return resaid(near, (shown) => percent ?? shown * value / from) ?? near;
}

function controlWords(control, position) {
    if (position % 1 === 0)
        return control.words[position];
    const near = Math.round(position);
    return resaid(control.words[near], (shown) => shown * valueAt(control, position) / control.values[near])
        ?? control.words[near];
}

/** Which of the score's words fit a guess, and the share of the change it has. */
function scored(guess, truth, start) {
    const {near, fair, none} = lecture.scores;
    const change = truth - start, least = none * Math.abs(start);
    if (Math.abs(change) <= least)
        return {how: Math.abs(guess - truth) <= Math.max(least, near * Math.abs(truth)) ? 0 : 1, share: null};
    const share = (guess - start) / change, off = Math.abs(share - 1);
    const how = off <= near ? 2 : share < -near ? 3 : share < near ? 4 : off <= fair ? 5 : share < 1 ? 6 : 7;
    return {how, share};
}

/** What people type: "8,000", "8k", of what is seen "0.7" or "-30 %"; of a share "37". Null: no guess. */
function readGuess(typed, start, share) {
    let text = typed.trim().replaceAll("−", "-").replace(/^[~≈]\s*/, "").replace(/[×x]$/, "");
    const percent = text.endsWith("%");
    const match = text.replace("%", "").trim().match(/^([+-]?)([\d.,]*\d)\s*([kKMGT]?)$/);
    if (!match)
        return null;
    const prefix = {k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12}[match[3]] ?? 1;
    let digits = match[2];
    if (decimal === "," && /^\d*\.\d{1,2}$/.test(digits)) // a decimal point is understood as well
        digits = digits.replace(".", ",");
    const number = parsed(digits) * prefix;
    if (!Number.isFinite(number))
        return null;
    if (share)
        return match[1] || number > 100 ? null : percent || number > 1 ? number / 100 : number;
    if (match[1])
        return percent && number <= 100 ? start * (1 + (match[1] === "-" ? -number : number) / 100) : null;
    if (percent)
        return start * number / 100;
    return number <= 10 && start > 100 ? start * number : number;
}

/** How many pairs of an order stand as they do in another. */
function pairsAlike(order, right) {
    let alike = 0;
    for (let i = 0; i < order.length; ++i)
        for (let j = i + 1; j < order.length; ++j)
            alike += right.indexOf(order[i]) < right.indexOf(order[j]) ? 1 : 0;
    return alike;
}
