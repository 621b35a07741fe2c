// Elements. Whatever a record says gets into the page here, and only as text.

import { number, t, when } from './language.js';

const LONG = 600; // characters of a text that are shown at first
const MANY = 200; // rows of a list that are shown at first
// Those of model/safetext.py: what steers text, what is drawn as nothing, what is so where no script needs it, flags.
const STEERING = '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff';
const HIDDEN = '\\xad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164'
  + '\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const PICTURE = '\\xa9\\xae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}';
const MISPLACED = `(?<![${RTL}\\u0900-\\u109f\\u1780-\\u17ff\\u1820-\\u18aa\\ufe0f${PICTURE}])[\\u200c\\u200d]|`
  + `(?<![${RTL}])[\\u061c\\u200e\\u200f](?![${RTL}])|(?<![${PICTURE}])[\\ufe0e\\ufe0f](?!\\u20e3)`;
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}';
const UNSAFE = new RegExp(`${FLAG}|[${STEERING}${HIDDEN}]|${MISPLACED}`, 'gu');

/** A text that can't turn or hide what is around it, or itself: such marks are spelled out. */
export const safe = (text) => text.replace(UNSAFE, (mark) => ([...mark].length > 1 ? mark : spelled(mark)));

/** A name, with the blanks around it spelled out, too: they look like none. */
export const safeName = (text) => safe(text).replace(/^\s+|\s+$/g, (blanks) => [...blanks].map(spelled).join(''));

function spelled(mark) {
  if (mark === '\r') return '\\r';
  const digits = mark.codePointAt(0).toString(16);
  const [letter, width] = digits.length <= 2 ? ['x', 2] : digits.length <= 4 ? ['u', 4] : ['U', 8];
  return `\\${letter}${digits.padStart(width, '0')}`;
}

/** An element. Attributes that are null, undefined or false are left out; `on` has listeners. */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'on') {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    } else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  const kept = children.flat(9).filter((one) => one !== null && one !== undefined && one !== false && one !== '');
  made.append(...kept.map((one) => (typeof one === 'string' ? safe(one) : one)));
  return made;
}

/** A text of a record: its own direction, long ones cut until asked for. */
export function prose(text, attributes = {}) {
  const shown = el('p', { class: 'prose', dir: 'auto', ...attributes });
  if (text.length <= LONG) {
    shown.textContent = safe(text);
    return shown;
  }
  shown.textContent = `${safe([...text.slice(0, 2 * LONG)].slice(0, LONG).join(''))} …`;
  const more = el('button', { type: 'button', class: 'quiet' }, t('show_all', { n: number(text.length) }));
  more.addEventListener('click', () => {
    shown.textContent = safe(text);
    more.remove();
  });
  return el('div', {}, shown, more);
}

/** A name or id inside a line: it can't turn the line around it, or pass for another one. */
export const name = (text) => el('bdi', { class: 'name' }, safeName(String(text)));

export const code = (text) => el('code', {}, String(text));

export const link = (address, ...children) => el('a', { href: address }, ...children);

export const time = (millis) =>
  el('time', { datetime: new Date(millis).toISOString(), title: new Date(millis).toISOString() }, when(millis));

/** A word that says how something stands: kind is ok, bad, warn or empty. */
export const chip = (text, kind = '') => el('span', { class: `chip ${kind}` }, text);

export const button = (text, click, attributes = {}) =>
  el('button', { type: 'button', ...attributes, on: { click } }, text);

export const note = (text, kind = '') => el('p', { class: `note ${kind}` }, text);

/** Terms with what they are; pairs without a value are left out. */
export function pairs(found) {
  const kept = found.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return el('dl', { class: 'pairs' }, kept.map(([term, value]) =>
    el('div', {}, el('dt', {}, term), el('dd', {}, value))));
}

/** A table that becomes a list of cards on a narrow screen; the roles keep it a table there. */
export function table(caption, columns, rows) {
  const row = (cells, kind, role) => el('tr', { role: 'row' }, cells.map((cell, n) =>
    el(kind, { role, scope: kind === 'th' ? 'col' : null, 'data-label': columns[n] }, cell)));
  return el('table', { role: 'table' },
    el('caption', {}, caption),
    el('thead', { role: 'rowgroup' }, row(columns, 'th', 'columnheader')),
    el('tbody', { role: 'rowgroup' }, rows.map((cells) => row(cells, 'td', 'cell'))));
}

/** As many of a list as a page bears, made by `show` of some and the number of all; the rest when asked for. */
export function capped(list, show) {
  const box = el('div', {});
  const fill = (some) => {
    box.replaceChildren(show(some, list.length));
    if (some.length < list.length) {
      const words = { n: number(some.length), all: number(list.length) };
      box.append(el('p', {}, `${t('some_of', words)} `,
        button(t('show_rest'), () => fill(list), { class: 'quiet' })));
    }
  };
  fill(list.slice(0, MANY));
  return box;
}

/** A field of a form with its label. */
export function field(label, input) {
  return el('label', { class: 'field' }, el('span', {}, label), input);
}

export function choice(attributes, options, chosen) {
  return el('select', attributes, options.map(([value, text]) =>
    el('option', { value, selected: value === chosen }, text)));
}
