import { beforeEach, expect, test } from 'vitest';
import type { OutgoingMessage, Transport } from '../_shared/mail/outgoing.ts';
import { type EmailData, emailData } from '../_testing/email-data.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendDueInvitations } from './invitations.ts';

const harness = prepareHarness();
let emails: EmailData;
let sent: OutgoingMessage[];

beforeEach(() => {
  emails = emailData();
  sent = [];
  harness.supabase.data = emails.answer;
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

const token = '0123456789abcdef'.repeat(4);

const waiting = (index: number) => ({
  id: `6f9619ff-8b86-4d01-b42d-00cf4fc9650${index}`,
  lease_token: `6f9619ff-8b86-4d01-b42d-00cf4fc9660${index}`,
  attempt: 1,
  email: `eve${index}@exemple.test`,
  role: 'reader',
  token,
  inviter: 'chef@exemple.test',
  expires_at: '2026-12-01T15:00:00Z',
});

const send = (answer: Transport['send']) => {
  const transport: Transport = {
    name: 'smtp',
    sameKeyIsSafe: false,
    pace: 0,
    workers: 1,
    send: (message, claimedAt) => {
      sent.push(message);
      return answer(message, claimedAt);
    },
  };
  const deadline = harness.dependencies.clock.now() + 10_000;
  return sendDueInvitations({
    dependencies: harness.dependencies,
    requestId: 'r1',
    transport,
    identity,
    deadline,
  });
};

test('an invitation leaves with its link, its role and its last day, to the invited address alone', async () => {
  emails.invitations.waiting = [waiting(1)];
  expect(await send(async () => ({ kind: 'accepted', providerId: 'm1' }))).toEqual({ accepted: 1 });
  const [message] = sent;
  expect(message?.to).toEqual(['eve1@exemple.test']);
  expect(message?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  for (const part of [
    `https://visites.example.ca/auth?invitation=${token}`,
    'lecture seule',
    'chef@exemple.test',
    '1er décembre 2026',
    'Territoire 360 inc.',
  ]) {
    expect(message?.text).toContain(part);
  }
  expect(emails.invitations.finished).toMatchObject([{ outcome: 'accepted', sent_as: 'm1' }]);
});

test('an error of our own is an unknown outcome for it, and the next one leaves', async () => {
  emails.invitations.waiting = [waiting(1), waiting(2)];
  let calls = 0;
  const counts = await send(async () => {
    if (++calls === 1) throw new TypeError('Invalid character in header');
    return { kind: 'accepted', providerId: null };
  });
  expect(counts).toEqual({ unknown: 1, accepted: 1 });
  expect(emails.invitations.finished).toMatchObject([{ outcome: 'unknown' }, { outcome: 'accepted' }]);
});

test('a provider that refuses everything is asked once', async () => {
  emails.invitations.waiting = [waiting(1), waiting(2)];
  expect(await send(async () => ({ kind: 'pause', reason: 'Clé refusée' }))).toEqual({ pause: 1 });
  expect(sent).toHaveLength(1);
});
