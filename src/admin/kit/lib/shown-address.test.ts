import { toAsciiAddress } from '@contract/email-address';
import { expect, it } from 'vitest';
import { shownAddress } from './shown-address';

it.each(['bob@québec-ville.example', 'info@l-île.forêt.example', 'anne@ville.example', 'bob'])(
  '« %s » is shown as it was typed',
  (typed) => expect(shownAddress(toAsciiAddress(typed))).toBe(typed),
);

it.each([
  // « vіlle » is written with a Cyrillic letter.
  toAsciiAddress('bob@v\u0456lle.example'),
  'bob@xn--a.example',
  'bob@xn--ville-.example',
  'bob@xn--99999999999.example',
])('« %s » stays: it would be taken for another, or cannot be read', (address) => {
  expect(shownAddress(address)).toBe(address);
});
