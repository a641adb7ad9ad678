import { proofSize } from '@tests/proof-size';
import { randomText, seededIntegers } from '@tests/random-text';
import { writtenAddresses } from '@tests/written-addresses';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { readProviderList } from './provider-list';

it('gives every address of a plain list the meaning that was chosen, once', () => {
  expect(readProviderList('a@x.ca, B@x.ca\nb@x.ca', 'unsubscribed')).toMatchObject({
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
  expect(readProviderList(text, 'sent')).toMatchObject({
    isTable: true,
    ...{ read: 2, notSent: 1, all: 3, unread: [] },
    entries: [
      { email: 'a@x.ca', event: 'sent' },
      { email: 'b@x.ca', event: 'sent' },
      { email: 'b@x.ca', event: 'bounced' },
    ],
  });
});

it.each(writtenAddresses)('reads in « %s » whole addresses or none: %j', (text, addresses) => {
  const table = `email;status\n"${text}";complained`;
  for (const [list, event] of [
    [text, 'complained'],
    [table, 'complained'],
  ] as const) {
    const { entries } = readProviderList(list, event);
    expect(entries.filter((entry) => entry.event === 'complained').map(({ email }) => email)).toEqual(
      addresses.map((address) => address.toLowerCase()),
    );
  }
});

it('tells of each line that it does not read, and counts them all', () => {
  const text =
    'name,email,status\n"Bob" Roy,bob@x.example,delivered\nAnn,ann@x.example,complained\nLuc,luc@x.example,parti\nÈve,eve@,bounced\n\nLéo,,sent';
  expect(readProviderList(text, 'sent')).toEqual({
    isTable: true,
    entries: [
      { email: 'bob@x.example', event: 'sent' },
      { email: 'ann@x.example', event: 'sent' },
      { email: 'ann@x.example', event: 'complained' },
    ],
    read: 2,
    notSent: 0,
    all: 5,
    unread: [
      { line: 4, reason: 'état inconnu\u00a0: «\u00a0parti\u00a0»' },
      { line: 5, reason: 'adresse illisible\u00a0: eve@' },
      { line: 7, reason: 'aucune adresse' },
    ],
  });
});

it('reads whom a message was for, never whom it was from', () => {
  const text = 'from;to;last_event\nStudio <nous@studio.example>;a@x.example;complained';
  expect(readProviderList(text, 'sent').entries.map(({ email }) => email)).toEqual([
    'a@x.example',
    'a@x.example',
  ]);
});

it('reads every line of a list, or tells of it, however it is spoiled', () => {
  const next = seededIntegers(26);
  const states = ['delivered', 'bounced', 'canceled', 'unsubscribed'];
  for (let turn = 0; turn < proofSize(200, 10_000); turn++) {
    const count = 2 + next(5);
    const rows = Array.from({ length: count }, (_, n) => [
      randomText(next),
      `n${n}@x.example`,
      states[next(4)] as string,
    ]);
    let text = Papa.unparse([['name', 'email', 'status'], ...rows], { delimiter: [',', ';'][next(2)] });
    const start = text.indexOf('\n') + 1;
    const at = start + next(text.length - start + 1);
    text = text.slice(0, at) + ['"', ',', '\n', 'é', ''][next(5)] + text.slice(at + next(2));
    const { entries, read, notSent, all, unread } = readProviderList(text, 'sent');
    expect(read + notSent + unread.length, JSON.stringify(text)).toBe(all);
    // A damaged place costs at most the two lines around it, which are reported.
    const sent = rows.filter(([, , state]) => state !== 'canceled').length;
    const found = new Set(entries.map(({ email }) => email)).size;
    expect(found + unread.length * 2 + (notSent + sent - count), JSON.stringify(text)).toBeGreaterThanOrEqual(
      sent,
    );
  }
});
