// SPDX-License-Identifier: GPL-3.0-or-later
// Appended to the page of a lecture: plays every step and writes what is wrong with it in place of the page.
async function playLecture() {
    while (page.hidden)
        await new Promise((go_) => setTimeout(go_, 50));
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
    for (const [guess, truth, start, how] of checkedScores)
        hold(scored(guess, truth, start).how === how, `a guess of ${guess} at ${truth} from ${start}`);
    lecture.steps.forEach((one, i) => {
        go(i);
        const name = one.id;
        sound(name);
        if (asks(one)) {
            const why = plain(one.predict?.why ?? one.question.why, one, one.own).slice(0, 40);
            hold(!page.innerText.includes(why), `${name}: the answer is told before it is asked for`);
            reveal();
            sound(`${name}, told`);
            hold(text().includes(why.slice(0, 20)) || one.question?.form === "reach", `${name}: the answer is not told`);
        }
        one.controls.forEach((control, k) => {
            for (let position = 0; position < control.values.length; ++position) {
                state().positions[k] = position;
                show();
                sound(`${name}, ${control.key} at ${control.words[position]}`);
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
        hold(innerHeight < 1000 || innerWidth < 700 || box.scrollHeight <= box.clientHeight + 2,
             `${name}: text needs scrolling by ${box.scrollHeight - box.clientHeight}`);
        hold(root.scrollWidth <= innerWidth + 1, `${name}: wider than the screen`);
        const bar = document.querySelector("footer").offsetHeight;
        hold(innerWidth > 600 || one.controls.length > 3 || bar <= innerHeight / 5, `${name}: controls take ${bar} of ${innerHeight}`);
        if (asks(one))
            reveal();
    });
    page.replaceChildren(element("pre", {}, faults.length ? `FAULTS ${faults.length} of ${count}\n${faults.join("\n")}` : `ALL ${count} HOLD`));
}
playLecture();
