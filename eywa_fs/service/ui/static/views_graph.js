// People, places, organisations and things, and how they are related: drawn, and as tables.

import { scope, to } from './address.js';
import { capped, chip, choice, code, el, field, link, name, note, safe, svg, table } from './dom.js';
import { day, named, number, t } from './language.js';
import { boxAt, curve, distances, rings, wordsAt } from './rings.js';
import { get, Problem } from './service.js';
import { lessGood, span } from './views_facts.js';
import { seal } from './views_records.js';

const DRAWN = 60; // points of a drawing
const LETTERS = 16; // of a name in the drawing; a Chinese one takes the room of two
const MARGIN = 120; // around the rings, for names

export async function graph({ params, signal }) {
  const asOf = params.day ? Date.parse(params.day) : undefined; // a day is its first moment in UTC
  if (Number.isNaN(asOf)) return [graphForm({ ...params, day: '' }, []), note(t('no_day', { day: params.day }), 'warn')];
  const asked = { ...scope(), name: params.name, hops: params.hops, asOf };
  try {
    const [found, since] = await Promise.all([get('graph', asked, signal), asOf !== undefined ? today(signal) : new Map()]);
    const edges = found.edges.map((one) => ({ ...one, fact: since.get(one.fact.atomicId) ?? one.fact }));
    return [graphForm(params, found.nodes), lessGood(found), ...shown(params, found.nodes, edges)];
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404 || !params.name) throw error;
    return [graphForm(params, []), note(el('bdi', {}, error.detail))];
  }
}

/** Every fact as it stands today, by id: what held on an earlier day may be over. */
async function today(signal) {
  const { facts } = await get('facts', { ...scope(), every: true }, signal);
  return new Map(facts.map((one) => [one.atomicId, one]));
}

function graphForm(params, nodes) {
  const names = el('datalist', { id: 'names' }, nodes.map((one) => el('option', { value: one.names[0] })));
  const form = el('form', { class: 'bar' },
    field(t('around'), el('input', {
      name: 'name', value: params.name, maxlength: '1000', list: 'names', autocomplete: 'off', placeholder: t('around_all') })),
    field(t('hops'), choice({ name: 'hops' }, [['1', '1'], ['2', '2']], params.hops || '1')),
    field(t('on_day'), el('input', { type: 'date', name: 'day', value: params.day })),
    el('button', { type: 'submit' }, t('show')), params.name ? link(to('graph', { day: params.day }), t('around_all')) : '');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = to('graph', Object.fromEntries(new FormData(form)));
  });
  return el('div', { class: 'tools' }, form, names);
}

function shown(params, nodes, edges) {
  if (!edges.length) return [note(t('no_relations'))];
  const byKey = new Map(nodes.map((one) => [one.key, one]));
  const begin = params.name ? nodes.find((one) => one.hops === 0).key : byKey.has('user') ? 'user' : nodes[0].key;
  const away = distances([...byKey.keys()], edges, begin);
  if (params.name) for (const one of nodes) away.set(one.key, one.hops);
  const nearest = [...away].toSorted(([, a], [, b]) => a - b).map(([key]) => byKey.get(key));
  const centre = (one) => to('graph', { ...params, name: one.names[0] });
  const drawn = new Map([...away].filter(([key]) => nearest.indexOf(byKey.get(key)) < DRAWN).toSorted(([, a], [, b]) => a - b));
  return [
    nodes.length > DRAWN ? note(t('drawn_some', { n: number(DRAWN), all: number(nodes.length) }), 'warn') : '',
    drawing(drawn, byKey, edges, centre), relations(byKey, edges, centre, Date.parse(params.day)),
    el('h2', {}, t('entities')),
    capped(nearest, (some, all) => table(t('entities_are', { n: number(all) }),
      [t('entity'), t('also_called'), t('kind'), t('away')], some.map((one) => [
        link(centre(one), name(one.names[0])), one.names.length > 1 ? one.names.slice(1).map((also) => [name(also), ' ']) : '–',
        one.kind ? named('kind', one.kind) : '–', number(away.get(one.key))]))),
  ];
}

/** Whether a relation is over; what somebody is to the user does not end with what was said of them. */
const over = ({ fact, role }) => !role && fact.atTime === 'over';

/** What a relation is called, and the days of it. */
const called = ({ fact, role }) => role || fact.predicate;
const during = ({ fact, role }, show) => (role ? '' : span(fact, show));

/** The word for what holds no more: it ended after the day (`asOf`), or before, as was told later. */
const ended = (fact, asOf) => t(fact.validTo !== null && fact.validTo <= asOf ? 'ended_before' : 'ended_since');

function relations(byKey, edges, centre, asOf) {
  const end = (key) => link(centre(byKey.get(key)), name(byKey.get(key).names[0]));
  return capped(edges, (some, all) => table(t('relations_are', { n: number(all) }),
    [t('one_end'), t('relation'), t('other_end'), t('valid'), t('where')], some.map((one) => [
      end(one.source), [name(called(one)), ' ', one.fact.inConflict ? chip(t('in_conflict'), 'bad') : ''], end(one.target),
      [during(one) || '–', ' ', over(one) ? chip(ended(one.fact, asOf), 'warn') : ''],
      [link(to('record', { id: one.fact.eventId }), code(one.fact.citation)), ' ', seal(one.fact)]])));
}

/** The drawing, in its own size, which is moved where the screen is smaller. It is hidden from screen
 * readers: the tables say and link the same. */
function drawing(away, byKey, edges, centre) {
  const { places, radius } = rings(away);
  const half = radius + MARGIN;
  const points = [...places].map(([key, place]) => point(byKey.get(key), place, away.get(key), centre));
  const boxes = points.flatMap((one) => one.boxes);
  const curves = [];
  const lines = edges.filter(({ source, target }) => places.has(source) && places.has(target)).map((one) => {
    const [a, b] = [places.get(one.source), places.get(one.target)];
    curves.push(curve(a, b, [...places.values()].filter((place) => place !== a && place !== b), curves));
    return line(one, curves.at(-1), byKey, boxes);
  });
  const box = el('div', { class: 'moved', tabindex: '0', role: 'group', 'aria-label': t('view.graph') },
    svg('svg', { class: 'graph', width: 2 * half, height: 2 * half, viewBox: [-half, -half, 2 * half, 2 * half].join(' '), 'aria-hidden': 'true' },
      lines, points.map((one) => one.drawn)));
  requestAnimationFrame(() => { box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2; });
  return box;
}

/** A relation; its words stand where they are on no others, else it is pointed at. */
function line(one, found, byKey, boxes) {
  const { source, target, fact } = one;
  const { a, b, c } = found;
  const path = `M${a.x} ${a.y}Q${c.x} ${c.y} ${b.x} ${b.y}`;
  const when = during(one, day).textContent ?? '';
  const relation = short(called(one));
  const at = wordsAt(found, Math.max(7 * columns(relation), 6 * columns(when)), when ? 28 : 14, boxes);
  const open = () => { location.hash = to('record', { id: fact.eventId }); };
  const changed = fact.seal === 'broken' ? ` · ${t('seal.broken')}` : '';
  return svg('g', { class: over(one) ? 'edge ended' : 'edge', on: { click: open } },
    svg('title', {}, `${byKey.get(source).names[0]} · ${called(one)} · ${byKey.get(target).names[0]} ${when}${changed}`),
    svg('path', { class: 'reach', d: path }), svg('path', { d: path }),
    at ? [svg('text', { ...at, dy: when ? '-.2em' : '.35em' }, relation), when ? svg('text', { ...at, dy: '1em', class: 'when' }, when) : ''] : '');
}

/** A point with its name, `drawn`, and the `boxes` that they take. */
function point(one, { x, y, angle, full }, ring, centre) {
  const left = Math.cos(angle) < -0.01;
  const turn = (angle * 180) / Math.PI + (left ? 180 : 0);
  const above = Math.sin(angle) < 0 && ring > 0;
  const beside = full && ring > 0;
  const words = beside
    ? { transform: `rotate(${turn.toFixed(1)})`, x: left ? -12 : 12, dy: '.35em', class: left ? 'end' : 'start' }
    : { dy: above ? '-.8em' : '1.6em' };
  const called = short(one.names[0]);
  const boxes = [boxAt({ x, y }, 20, 20)];
  if (!beside) boxes.push(boxAt({ x, y: y + (above ? -15 : 17) }, 8 * columns(called), 18));
  return { boxes, drawn: svg('g', { class: ring ? 'node' : 'node centre', transform: `translate(${x} ${y})`,
    on: { click: () => { location.hash = centre(one); } } },
  svg('title', {}, one.names.join(' · ')), svg('circle', { r: ring ? 7 : 10 }), svg('text', words, called)) };
}

/** The room that a text takes, in letters: a Chinese one, or a picture, takes that of two. */
const columns = (text) => [...text].reduce((sum, one) => sum + (one.codePointAt(0) >= 0x1100 ? 2 : 1), 0);

/** As much of a name as the drawing bears. */
function short(text) {
  const letters = [...safe(text.slice(0, 4 * LETTERS))];
  const kept = letters.slice(0, LETTERS);
  while (columns(kept.join('')) > LETTERS) kept.pop();
  return letters.length > kept.length ? `${kept.join('')}…` : kept.join('');
}
