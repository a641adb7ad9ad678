import { expect, test } from 'vitest';
import { mailtoHref } from './mailto-href';

test.each([
  ['jean@ville.qc.ca', 'mailto:jean@ville.qc.ca'],
  [
    'jean?bcc=espion%40evil.example&subject=x@ville.qc.ca',
    'mailto:jean%3Fbcc%3Despion%2540evil.example%26subject%3Dx@ville.qc.ca',
  ],
  ['a@b@ville.ca', 'mailto:a%40b@ville.ca'],
  ['jean@ville.ca?bcc=eve@evil.example', 'mailto:jean%40ville.ca%3Fbcc%3Deve@evil.example'],
])('%s has one recipient and no field of its own', (address, href) => {
  expect(mailtoHref(address)).toBe(href);
  expect(new URL(href).search).toBe('');
});

test('subject and body are encoded, and come back whole', () => {
  const fields = { subject: 'Été & hiver ?', body: 'Bonjour,\r\n100 %' };
  const { searchParams } = new URL(mailtoHref('jean@ville.qc.ca', fields));
  expect(Object.fromEntries(searchParams)).toEqual(fields);
});
