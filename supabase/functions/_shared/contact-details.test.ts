import { expect, test } from 'vitest';
import { normalizeEmail } from './contact-details.ts';

test.each([
  [' Info@Auberge.EXAMPLE.CA ', 'info@auberge.example.ca'],
  ['info@québec.example.ca', 'info@xn--qubec-csa.example.ca'],
  ['info\u00ad@auberge.ca', null],
  ['hélène@auberge.ca', null],
  ['logo@2x.png', null],
  ['no-reply@auberge.ca', null],
])('%j found is kept as %j', (found, kept) => {
  expect(normalizeEmail(found)).toBe(kept);
});
