import { expect, test } from 'vitest';
import { chooseConfirmed, confirmedSpeeds, storedSpeeds } from './confirm';

test('correspondence is submitted with a second click unless somebody set it otherwise', () => {
  expect(storedSpeeds(null)).toEqual(['correspondence']);
  expect(storedSpeeds('')).toEqual([]);
  expect(storedSpeeds('rapid unknown blitz')).toEqual(['blitz', 'rapid']);
});

test('each speed is set by itself and kept', () => {
  chooseConfirmed('blitz', true);
  chooseConfirmed('correspondence', false);
  expect(confirmedSpeeds.value).toEqual(['blitz']);
  expect(storedSpeeds(localStorage.getItem('backrank.confirm'))).toEqual(['blitz']);
});
