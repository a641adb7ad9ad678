import { expect, it } from 'vitest';
import { readProviderList } from './provider-list';

it('gives every address of a plain list the meaning that was chosen, once', () => {
  expect(readProviderList('a@x.ca, B@x.ca\nb@x.ca', 'unsubscribed')).toEqual({
    isTable: false,
    entries: [
      { email: 'a@x.ca', event: 'unsubscribed' },
      { email: 'b@x.ca', event: 'unsubscribed' },
    ],
  });
});

it('reads the states of an export: what never left is left out, a bounce was sent too', () => {
  const text =
    'id,created_at,to,from,subject,last_event\n1,2026-11-25,a@x.ca,,Bonjour,delivered\n2,2026-11-25,b@x.ca,,Bonjour,bounced\n3,2026-11-25,c@x.ca,,Bonjour,canceled';
  expect(readProviderList(text, 'sent')).toEqual({
    isTable: true,
    entries: [
      { email: 'a@x.ca', event: 'sent' },
      { email: 'b@x.ca', event: 'sent' },
      { email: 'b@x.ca', event: 'bounced' },
    ],
  });
});
