// What evaluations measured: each kind on each set of data, its newest figures, and how they went.

import { el, name, note, svg, table, time } from './dom.js';
import { named, number, t } from './language.js';
import { get, Problem } from './service.js';

export async function evaluations({ signal }) {
  let found;
  try {
    found = (await get('evaluations', {}, signal)).evaluations;
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return note(t('measures_forbidden'));
    throw error;
  }
  if (!found.length) return note(t('no_evaluations'));
  const groups = Map.groupBy(found, (one) => JSON.stringify([one.kind, one.data]));
  return [...groups.values()].sort((a, b) => b.at(-1).at - a.at(-1).at).map(evaluation);
}

/** All runs of one kind on one set of data: a row a figure, a column for each way of asking. */
function evaluation(runs) {
  const last = runs.at(-1);
  const ways = Object.keys(last.runs);
  const figures = [...new Set(ways.flatMap((way) => Object.keys(last.runs[way])))];
  const cell = (way, figure) => measured(runs.map((run) => run.runs[way]?.[figure] ?? null));
  return el('section', { class: 'card' },
    el('h2', {}, `${named('evaluation', last.kind)} · `, name(last.data)),
    el('p', { class: 'meta' }, time(last.at), el('span', {}, `eywa-fs ${last.version}`),
      el('span', {}, t('runs_kept', { n: number(runs.length) }))),
    table(t('figures_of_runs'), [t('figure'), ...ways.map((way) => named('way', way))],
      figures.map((figure) => [name(figure), ...ways.map((way) => cell(way, figure))])));
}

/** The newest value, as a bar where it is a share, and the course of all of them. */
function measured(values) {
  const last = values.at(-1);
  if (last === null) return '–';
  const known = values.filter((one) => one !== null);
  if (known.some((one) => one < 0 || one > 1)) return number(last);
  const before = known.at(-2);
  return el('div', { class: 'measured' }, el('span', {}, number(last)),
    svg('svg', { class: 'share', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svg('rect', { class: 'all', width: 100, height: 8 }), svg('rect', { width: 100 * last, height: 8 }),
      before === undefined ? '' : svg('line', { x1: 100 * before, x2: 100 * before, y1: 0, y2: 8 })),
    new Set(known).size > 1 ? course(known) : '');
}

/** A line through all values, the oldest first, from the lowest of them to the highest. */
function course(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const point = (one, n) => `${100 * n / (values.length - 1)},${22 - 20 * (one - low) / (high - low)}`;
  const told = t('course_of', { first: number(values[0]), last: number(values.at(-1)) });
  return svg('svg', { class: 'course', viewBox: '0 0 100 24', preserveAspectRatio: 'none', role: 'img', 'aria-label': told },
    svg('polyline', { points: values.map(point).join(' ') }));
}
