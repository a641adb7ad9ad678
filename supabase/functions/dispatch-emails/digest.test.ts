import { expect, test } from 'vitest';
import { type Digest, digestMessage } from './digest.ts';

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
const digestLine = (urgency: number, title: string, words = 'demande de soumission') => ({
  urgency,
  title,
  words,
});

const digest = (content: Digest['digest']['content']) =>
  digestMessage(
    {
      id: id(1),
      lease_token: id(11),
      kind: 'daily_digest',
      email: 'personne1@exemple.test',
      digest: { day: '2026-11-01', content },
    },
    identity,
  );

test('says what is late, then what is soon, by organisation, with one link and a way to stop it', () => {
  const message = digest([
    digestLine(0, 'MRC <b>du</b> Granit'),
    digestLine(1, 'Automne', 'courriels de campagne à vérifier (3)'),
    digestLine(1, 'Ville de Percé\r\nBcc: x@exemple.test'),
  ]);
  expect(message.to).toEqual(['personne1@exemple.test']);
  expect(message.subject).toBe('Aujourd’hui, 1er novembre\u00a0: 3 choses vous attendent');
  expect(message.key).toBe(`notification-${id(1)}`);
  expect(message.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  expect(message.html).toContain('MRC &lt;b&gt;du&lt;/b&gt; Granit');
  for (const part of [
    'En retard',
    'demande de soumission',
    'courriels de campagne à vérifier (3)',
    'Ville de Percé Bcc',
    'https://visites.example.ca/admin',
    '/admin/parametres/securite',
    'Territoire 360 inc.',
  ])
    expect(message.text).toContain(part);
  expect(message.text.indexOf('Granit')).toBeLessThan(message.text.indexOf('Automne'));
});

test('one thing is one thing, and a hundred are twenty and the screen', () => {
  expect(digest([digestLine(1, 'A')]).subject).toMatch(/une chose vous attend$/);
  const { text } = digest(Array.from({ length: 100 }, (_, index) => digestLine(0, `Ville ${index}`)));
  expect(text).toContain('Ville 19');
  expect(text).not.toContain('Ville 20');
});
