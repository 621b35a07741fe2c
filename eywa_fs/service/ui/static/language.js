// The language of the page: words, numbers, times.

import { WORDS } from './words.js';

const CHOSEN = 'eywa-language';
const preferred = () => (navigator.language || 'en').toLowerCase().startsWith('zh') ? 'zh' : 'en';

export const languages = [['en', 'English'], ['zh', '中文']];

let now = stored() || preferred();

function stored() {
  const found = localStorage.getItem(CHOSEN);
  return found in WORDS ? found : null;
}

export const language = () => now;

export function setLanguage(value) {
  now = value in WORDS ? value : 'en';
  localStorage.setItem(CHOSEN, now);
}

/** The words of a key, with `{n}` and the like filled in. */
export function t(key, values = {}) {
  return WORDS[now][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The words for a name of the service's (`job` and `verify`), or others where there are none. */
export function named(kind, name, others = name) {
  return WORDS[now][`${kind}.${name}`] ?? others;
}

export const number = (value) => new Intl.NumberFormat(now).format(value);

export const percent = (value) =>
  new Intl.NumberFormat(now, { style: 'percent', maximumFractionDigits: 2 }).format(value);

/** A time in the zone of the browser, with the name of that. */
export function when(millis) {
  return new Intl.DateTimeFormat(now, { dateStyle: 'medium', timeStyle: 'long' }).format(millis);
}

const told = (millis) => millis % 86_400_000 === 0;

/** The day of a bound of a fact: one that was told is kept as its first moment in UTC, and is that
 * day in any zone. */
export const day = (millis) =>
  new Intl.DateTimeFormat(now, { dateStyle: 'medium', timeZone: told(millis) ? 'UTC' : undefined }).format(millis);

/** Since when a fact holds: the day that was told, or the time of the message. */
export const bound = (millis) => (told(millis) ? day(millis) : when(millis));

/** The bound of an end, which is behind what holds: of a day, the last one on which it holds. */
export const last = (millis) => (told(millis) ? millis - 86_400_000 : millis);

export function size(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const step = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  const format = { style: 'unit', unit: units[step], maximumFractionDigits: step ? 1 : 0 };
  return new Intl.NumberFormat(now, format).format(bytes / 1000 ** step);
}

/** A length of time, in the largest unit of which it has some. */
export function seconds(value) {
  const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
  const [unit, length] = units.find(([, one]) => value >= 2 * one) || units[3];
  const digits = unit === 'second' ? 2 : 0;
  const format = { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: digits };
  return new Intl.NumberFormat(now, format).format(value / length);
}

export const millis = (value) => new Intl.NumberFormat(now, {
  style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: 1,
}).format(value);
