import { expect, test } from 'vitest';
import { returnDay } from './absence-return.ts';

const received = '2026-12-10T15:00:00Z';

test.each([
  ['Je suis en vacances, de retour le 5 janvier.', '2027-01-05'],
  ['Je serai de retour au bureau le lundi 14 décembre 2026. Urgence : 418 555-0101.', '2026-12-14'],
  ['Absente du 7 au 18 décembre inclusivement.', '2026-12-19'],
  ['Absent jusqu’au 1er févr. 2027', '2027-02-02'],
  ['Je suis absente jusqu’au 18 décembre. De retour le 21 décembre, je vous répondrai.', '2026-12-21'],
  ['I am out of the office until December 14th and will be back on Tuesday, December 15.', '2026-12-15'],
  ['Away from Dec 7 to Dec 11', '2026-12-12'],
  ['Returning 2027-01-04.', '2027-01-04'],
  ['De retour le 7 décembre', '2026-12-07'],
])('« %s »: %s', (text, day) => {
  expect(returnDay(text, received)).toBe(day);
});

test.each([
  'Je suis absente pour un temps indéterminé.',
  // The date is ambiguous: either number may be the month.
  'De retour le 03/04/2027',
  'De retour le 31 février',
  'De retour le 5 janvier 2031',
  'Le conseil siège le 14 décembre. Je suis absent.',
  'De retour lundi.',
])('« %s »: no day', (text) => {
  expect(returnDay(text, received)).toBeNull();
});
