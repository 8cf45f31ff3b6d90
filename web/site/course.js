// The table of the steering course: what is compared makes the rows, all else is chosen; it fills as it runs.
const element = (id) => document.getElementById(id);
const AXES = { motion: 'motion', follow: 'follower', sense: 'sense', combine: 'combiner' };
const SLICE = 8; // milliseconds of each frame

export function start(module) {
    const names = JSON.parse(module.text(module.call.page_course_names()));
    const usual = { motion: 0, follow: names.follow.indexOf('carrot'), sense: names.sense.length - 1, combine: names.combine.length - 1 };
    let round = 0; // grows when the choice changes: what still runs then ends

    const options = (list) => list.map((name, i) => `<option value="${i}">${name}</option>`).join('');
    element('course-compare').innerHTML = Object.entries(AXES).map(([axis, name]) => `<option value="${axis}">${name}</option>`).join('');
    element('course-compare').value = 'sense';
    element('course-choices').innerHTML = Object.entries(AXES).map(([axis, name]) =>
        `<label data-axis="${axis}">${name} <select id="course-${axis}">${options(names[axis])}</select></label>`).join('') +
        '<label>crates <select id="course-crates"><option value="0">no</option><option value="1">yes</option></select></label>';
    for (const axis of Object.keys(AXES)) element('course-' + axis).value = usual[axis];

    function rowsWanted() {
        const axis = element('course-compare').value, chosen = {};
        for (const name of Object.keys(AXES)) chosen[name] = Number(element('course-' + name).value);
        return names[axis].map((name, i) => {
            const setup = { ...chosen, [axis]: i };
            // Only a ring can be chosen from by context; what the other senses met is summed up.
            if (axis === 'sense') setup.combine = i === names.sense.length - 1 ? names.combine.length - 1 : 0;
            return { name, setup };
        });
    }

    async function runRow(row, cells, mine) {
        const sums = { agents: 0, stuck: 0, time: 0, contact: 0, wobble: 0 }, { setup } = row;
        for (let map = 0; map < names.map.length; map++) {
            if (!module.call.page_course_open(map, setup.motion, setup.follow, setup.sense, setup.combine, Number(element('course-crates').value))) return null;
            for (let goesOn = true; goesOn;) {
                const began = performance.now();
                while (goesOn && performance.now() - began < SLICE) goesOn = module.call.page_course_step(20) !== 0;
                await new Promise(requestAnimationFrame);
                if (mine !== round) return null;
            }
            const result = JSON.parse(module.text(module.call.page_course_results()));
            sums.agents += result.agents;
            sums.stuck += result.stuck;
            sums.time += result.time;
            sums.contact += result.contact / names.map.length;
            sums.wobble += result.wobble / names.map.length;
            show(cells, sums, map + 1 < names.map.length);
        }
        return sums;
    }

    function show(cells, sums, isOpen) {
        const more = isOpen ? ' …' : '';
        cells[1].textContent = `${sums.stuck}${more}`;
        cells[1].className = sums.stuck > 0 ? 'stuck' : '';
        cells[2].innerHTML = `<span class="bar" style="width:${(sums.time * 0.9).toFixed(0)}px"></span>${sums.time.toFixed(1)}`;
        cells[3].textContent = `${sums.contact.toFixed(1)} %`;
        cells[4].textContent = `${sums.wobble.toFixed(0)}°/s`;
    }

    async function run() {
        const mine = ++round, axis = element('course-compare').value, rows = rowsWanted(), body = element('course-rows');
        element('course-what').textContent = AXES[axis];
        for (const label of element('course-choices').querySelectorAll('[data-axis]'))
            label.hidden = label.dataset.axis === axis || (axis === 'sense' && label.dataset.axis === 'combine');
        body.replaceChildren(...rows.map((row) => {
            const line = document.createElement('tr');
            line.innerHTML = '<td></td><td></td><td></td><td></td><td></td>';
            line.cells[0].textContent = row.name;
            return line;
        }));
        for (const [i, row] of rows.entries()) {
            body.rows[i].className = 'now';
            const sums = await runRow(row, body.rows[i].cells, mine);
            if (!sums) return;
            body.rows[i].className = '';
        }
        body.dataset.done = 'yes';
    }

    element('course').addEventListener('change', run);
    element('course-run').addEventListener('click', run);
    new IntersectionObserver((entries, observer) => {
        if (!entries[0].isIntersecting) return;
        observer.disconnect();
        run();
    }).observe(element('course'));
}
