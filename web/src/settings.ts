import { signal } from '@preact/signals';

const key = 'backrank.one-click-turn';

/** Whether one click on an own face-down disc turns it up, instead of a second click or Enter. */
export const oneClickTurn = signal(localStorage.getItem(key) === 'yes');

export function chooseOneClickTurn(yes: boolean): void {
  localStorage.setItem(key, yes ? 'yes' : 'no');
  oneClickTurn.value = yes;
}
