import { beforeEach, expect, test } from 'vitest';
import { todayKinds } from '../_shared/contract/today-kinds.ts';
import type { Outcome, OutgoingMessage, Transport } from '../_shared/mail/outgoing.ts';
import { type EmailData, emailData } from '../_testing/email-data.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendDueDigests } from './digest.ts';

const harness = prepareHarness();
let emails: EmailData;
let sent: OutgoingMessage[];
let outcome: (message: OutgoingMessage) => Outcome;

beforeEach(() => {
  emails = emailData();
  harness.supabase.data = emails.answer;
  sent = [];
  outcome = () => ({ kind: 'accepted', providerId: null });
});

const identity = {
  siteName: 'Territoire 360',
  legalName: 'Territoire 360 inc.',
  postalAddress: '100, rue du Quai, Percé',
  contactEmail: 'bonjour@exemple.test',
  contactPhone: '',
  from: 'studio@exemple.test',
  siteUrl: 'https://visites.example.ca',
};

const id = (index: number) => `6f9619ff-8b86-4d01-b42d-00cf4fc96${400 + index}`;
const line = (kind: string, urgency: number, title: string, amount: number | null = null) => ({
  kind,
  urgency,
  title,
  amount,
  record_id: id(9),
  due_at: null,
  target: null,
  target_id: null,
});

const waiting = (index: number, content: object[]) => ({
  id: id(index),
  lease_token: id(index + 10),
  email: `personne${index}@exemple.test`,
  day: '2026-11-01',
  content,
});

function run(sameKeyIsSafe = false) {
  const transport: Transport = {
    name: sameKeyIsSafe ? 'resend' : 'smtp',
    sameKeyIsSafe,
    pace: 0,
    workers: 1,
    send: async (message) => {
      sent.push(message);
      return outcome(message);
    },
  };
  const { dependencies } = harness;
  const deadline = dependencies.clock.now() + 10_000;
  return sendDueDigests({ dependencies, requestId: 'r1', transport, identity, deadline });
}

test('says what is late, then what is soon, by organisation, with one link and a way to stop it', async () => {
  emails.digests.waiting = [
    waiting(1, [
      line('request', 0, 'MRC <b>du</b> Granit'),
      line('campaign_emails', 1, 'Automne', 3),
      line('action', 1, 'Ville de Percé\r\nBcc: x@exemple.test'),
    ]),
  ];
  expect(await run()).toEqual({ accepted: 1 });
  const [message] = sent;
  expect(message?.to).toEqual(['personne1@exemple.test']);
  expect(message?.subject).toBe('Aujourd’hui, 1er novembre\u00a0: 3 choses vous attendent');
  expect(message?.key).toBe(`digest-${id(1)}`);
  expect(message?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  expect(message?.html).toContain('MRC &lt;b&gt;du&lt;/b&gt; Granit');
  for (const part of [
    'En retard',
    'demande de soumission',
    'courriels de campagne à vérifier (3)',
    'Ville de Percé Bcc',
    'https://visites.example.ca/admin',
    '/admin/parametres/securite',
    'Territoire 360 inc.',
  ])
    expect(message?.text).toContain(part);
  expect(message?.text.indexOf('Granit')).toBeLessThan(message?.text.indexOf('Automne') ?? 0);
  expect(emails.digests.finished).toEqual([
    { digest: id(1), token: id(11), outcome: 'accepted', sent_as: null },
  ]);
});

test('one thing is one thing, and a hundred are twenty and the screen', async () => {
  emails.digests.waiting = [
    waiting(1, [line('consent', 1, 'A')]),
    waiting(
      2,
      Array.from({ length: 100 }, (_, index) => line('request', 0, `Ville ${index}`)),
    ),
  ];
  await run();
  expect(sent[0]?.subject).toMatch(/une chose vous attend$/);
  expect(sent[1]?.text).toContain('Ville 19');
  expect(sent[1]?.text).not.toContain('Ville 20');
});

test.each([
  [false, 'unknown'],
  [true, 'retry'],
])('an error of our own (same key safe: %s) · « %s », and the next one leaves', async (safe, kind) => {
  emails.digests.waiting = [waiting(1, [line('request', 0, 'A')]), waiting(2, [line('request', 0, 'B')])];
  outcome = ({ to }) => {
    if (to[0]?.startsWith('personne1')) throw new TypeError('Invalid character in header');
    return { kind: 'accepted', providerId: null };
  };
  expect(await run(safe)).toEqual({ [kind]: 1, accepted: 1 });
  expect(emails.digests.finished).toMatchObject([{ outcome: kind }, { outcome: 'accepted' }]);
  expect(harness.logs[0]).toMatchObject({ code: 'digest_unexpected' });
});

test('a provider that refuses everything: stops, and the rest waits', async () => {
  emails.digests.waiting = [waiting(1, [line('request', 0, 'A')]), waiting(2, [line('request', 0, 'B')])];
  outcome = () => ({ kind: 'pause', reason: 'Clé refusée' });
  expect(await run()).toEqual({ pause: 1 });
  expect(emails.digests.waiting).toHaveLength(1);
});

test('has words for every kind of what waits, an erasure with its legal delay first', async () => {
  emails.digests.waiting = [0, 15].map((from) =>
    waiting(
      from,
      todayKinds.slice(from, from + 15).map((kind) => line(kind, 0, kind, 2)),
    ),
  );
  await run();
  const text = sent.map((message) => message.text).join('\n');
  for (const kind of todayKinds) expect(text).toContain(kind);
  expect(text).toContain('effacement demandé par la personne, délai légal');
  expect(text).not.toContain('à voir');
});
