// Buttons that write. Where that fails what was typed stays, and it can be tried again, with another key.

import { button, chip, el, field } from './dom.js';
import { t } from './language.js';
import { key, Problem } from './service.js';

const why = ({ status, detail }) => (status === 403 ? t('forbidden') : detail || t(status === 401 ? 'key_refused' : 'unreachable'));

/** What went wrong, in a few words. */
export const wrong = (error) => chip(why(error), 'bad');

/** A button that does `act`. Where it fails, `said` has the reason, and what tries again: a field for
 * another key where the one that was sent is not in force. */
export function deciding(words, act, said, attributes = {}) {
  const made = button(words, async () => {
    made.disabled = true;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      made.disabled = false;
      const again = () => made.click();
      const passing = error.status === 0 || error.retryable;
      said.replaceChildren(wrong(error), ' ', error.status === 401 ? keyForm(again)
        : passing ? button(t('try_again'), again, { class: 'quiet' }) : '');
      said.querySelector('input')?.focus();
    }
  }, attributes);
  return made;
}

/** A form for a key, which is kept in this tab; then `go`. `before` and `after` stand around the field. */
export function keyForm(go, before = [], after = [], attributes = { class: 'bar' }) {
  const input = el('input', { type: 'password', name: 'key', required: true, autocomplete: 'off', spellcheck: 'false' });
  const send = (event) => {
    event.preventDefault();
    key.set(input.value.trim());
    go();
  };
  return el('form', { ...attributes, on: { submit: send } },
    before, field(t('key'), input), after, el('button', { type: 'submit' }, t('key_use')));
}
