import { expect, test } from 'vitest';
import { invitationMessage } from './invitation.ts';

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

const invitation = (lease_token: string) =>
  invitationMessage(
    {
      id: '6f9619ff-8b86-4d01-b42d-00cf4fc96501',
      lease_token,
      kind: 'invitation',
      email: 'eve1@exemple.test',
      invitation: { token, role: 'reader', inviter: 'chef@exemple.test', expiresAt: '2026-12-01T15:00:00Z' },
    },
    identity,
  );

test('an invitation leaves with its link, its role and its last day, to the invited address alone', () => {
  const message = invitation('6f9619ff-8b86-4d01-b42d-00cf4fc96601');
  expect(message.to).toEqual(['eve1@exemple.test']);
  expect(message.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  for (const part of [
    `https://visites.example.ca/auth?invitation=${token}`,
    'lecture seule',
    'chef@exemple.test',
    '1er décembre 2026',
    'Territoire 360 inc.',
  ]) {
    expect(message.text).toContain(part);
  }
});

test('another attempt, whose link is another, has another key', () => {
  const [first, second] = ['6f9619ff-8b86-4d01-b42d-00cf4fc96601', '6f9619ff-8b86-4d01-b42d-00cf4fc96602'];
  expect(invitation(first as string).key).not.toBe(invitation(second as string).key);
});
