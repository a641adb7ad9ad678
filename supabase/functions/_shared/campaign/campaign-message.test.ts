import { describe, expect, test } from 'vitest';
import { waitingSend } from '../../_testing/email-data.ts';
import { fillBody, fillSubject, sampleContact } from '../message/template-text.ts';
import goldens from './campaign-goldens.json' with { type: 'json' };
import { campaignMessage } from './campaign-message.ts';

const links = { siteUrl: 'https://visites.example.ca', functionsUrl: 'https://projet.example/functions/v1' };
const token = waitingSend(1).unsubscribe_token;
const message = (change: Parameters<typeof waitingSend>[1] = {}) =>
  campaignMessage(waitingSend(1, change), links);
const identity = waitingSend(1).identity;

describe('a campaign message', () => {
  test('goes from the sender to the contact, with Reply-To the contact address of the sender', () => {
    expect(message()).toMatchObject({
      key: `es/${waitingSend(1).id}`,
      from: { name: 'Territoire 360', address: 'studio@exemple.test' },
      to: ['eve1@exemple.test'],
      replyTo: 'bonjour@exemple.test',
      subject: 'Une visite de Percé',
    });
  });

  test('where a domain receives, the answer comes back to this message', () => {
    const reply_to = 'r0@reponses.exemple.test';
    expect(message({ identity: { ...identity, reply_to } }).replyTo).toBe(reply_to);
    // The law still requires an address that a person reads.
    expect(message({ identity: { ...identity, reply_to } }).text).toContain('bonjour@exemple.test');
  });

  test('says in both forms who writes, from where, why, and how to unsubscribe', () => {
    const { html, text } = message();
    const unsubscribeUrl = `https://visites.example.ca/desabonnement?jeton=${token}`;
    for (const part of ['Territoire 360 inc.', '100, rue du Quai', '418 555-0101', 'bonjour@exemple.test']) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    const reason = 'Territoire 360 inc. vous écrit à eve1@exemple.test parce que';
    expect(html).toContain(reason);
    expect(text).toContain(reason);
    expect(html).toContain(`<a href="${unsubscribeUrl}" style="color:#1d3a40">Se désabonner</a>`);
    expect(text).toContain(`Se désabonner\u00a0: ${unsubscribeUrl}`);
    expect(html).toContain('<html lang="fr-CA">');
    expect(html).toContain('<p>Voici <strong>votre</strong> ville.</p>');
    expect(text.startsWith('Bonjour Ève,\n\nVoici votre ville.\n\n-- \nTerritoire 360 inc.\n')).toBe(true);
  });

  test('carries the one-click headers of RFC 8058', () => {
    expect(message().headers).toEqual({
      'List-Unsubscribe': `<https://projet.example/functions/v1/unsubscribe?jeton=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('puts a follow-up under the first message: by our Message-ID, or by the one that the provider gave', () => {
    const first = waitingSend(2);
    const follows = { id: first.id, from_email: 'studio@exemple.test', message_id: null };
    const ours = `<es/${first.id}@exemple.test>`;
    expect(message({ step: 1, follows }).headers).toMatchObject({ 'In-Reply-To': ours, References: ours });
    const given = message({ step: 1, follows: { ...follows, message_id: '<1@resend.test>' } }).headers;
    expect(given).toMatchObject({ 'In-Reply-To': '<1@resend.test>', References: '<1@resend.test>' });
  });

  test('is identical to the byte for the same row', () => {
    expect(JSON.stringify(message())).toBe(JSON.stringify(message()));
  });

  test('omits a phone that is not set', () => {
    const { html, text } = message({ identity: { ...identity, contact_phone: null } });
    expect(html + text).not.toMatch(/418|null|undefined/);
  });
});

describe('rows with injected content', () => {
  const evil = '<img src=x onerror=alert(1)>"\'';

  test('no field becomes a tag', () => {
    const { html } = message({
      subject: evil,
      body: evil,
      recipient_name: evil,
      recipient_email: 'a@b.ca',
      identity: {
        sender_name: evil,
        legal_name: evil,
        postal_address: evil,
        contact_email: 'x@y.ca',
        contact_phone: evil,
      },
    });
    expect(html).not.toContain('<img');
    const tags = html.match(/<[^>]*>/g) ?? [];
    expect(tags.filter((tag) => /onerror|alert/.test(tag))).toEqual([]);
  });

  test('line breaks never reach a header', () => {
    const breaks = 'Ville\r\nBcc: victime@exemple.test\u2028x\u0000';
    const { from, subject } = message({ subject: breaks, identity: { ...identity, sender_name: breaks } });
    expect(from.name).toBe('Ville Bcc: victime@exemple.test x');
    expect(subject).toBe('Ville Bcc: victime@exemple.test x');
  });

  test('no body hides or closes the block with the sender identity', () => {
    for (const body of [
      '</div></body></html><!--',
      '<style>div{display:none}</style>',
      '<!-- ',
      '-- \nfin',
    ]) {
      const { html, text } = message({ body });
      expect(html).not.toMatch(/<!--|<style/);
      expect(html.match(/<\/body>/g)).toHaveLength(1);
      expect(html.indexOf('Se désabonner')).toBeLessThan(html.indexOf('</body>'));
      expect(text.trimEnd().endsWith(token)).toBe(true);
    }
  });
});

describe('a message with blocks', () => {
  const body = [
    '[aperçu: Deux minutes dans le fjord]',
    '',
    'Bonjour Marie,',
    '',
    'Voici [notre travail](https://site.test/services) :',
    '',
    '[![Le fjord du Saguenay en 360°](https://site.test/images/tours/fjord.jpg)](https://site.test/realisations/fjord)',
    '',
    '1. On planifie',
    '2. On capte',
    '',
    '![Le quai](https://site.test/images/tours/quai.jpg)',
    '',
    '[[Demander une soumission]](https://site.test/contact)',
  ].join('\n');

  test('weighs little, keeps the identification in sight, and has its plain text', () => {
    const { html, text } = message({ body, campaign_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964bb' });
    const weight = new TextEncoder().encode(html).length;
    console.info(`HTML: ${weight} bytes\n${text}`);
    expect(weight).toBeLessThan(60_000);
    expect(html).toMatch(/<div style="display:none[^>]*>Deux minutes dans le fjord/);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html.match(/utm_campaign=6f9619ff-8b86-4d01-b42d-00cf4fc964bb/g)).toHaveLength(2);
    expect(html.lastIndexOf('Se désabonner')).toBeGreaterThan(html.indexOf('Demander une soumission'));
    expect(text).not.toMatch(/aperçu|\]\(|<|Deux minutes/);
    expect(text.trimEnd().endsWith(token)).toBe(true);
  });
});

test('what was written before there were blocks keeps its bytes', () => {
  for (const { subject, body, html, text } of goldens) {
    const made = campaignMessage(
      {
        id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        unsubscribe_token: '6f9619ff-8b86-4d01-b42d-00cf4fc964aa',
        recipient_email: 'marie@exemple.test',
        from_email: 'studio@exemple.test',
        identity: {
          sender_name: 'Territoire 360',
          legal_name: 'Territoire 360 inc.',
          contact_phone: '',
          postal_address: '100, rue du Quai',
          contact_email: 'bonjour@exemple.test',
          consent: { basis: 'express', occurred_at: '2026-11-01T15:00:00Z' },
        },
        subject: fillSubject(subject, sampleContact),
        body: fillBody(body, sampleContact),
      },
      { siteUrl: 'https://site.test', functionsUrl: 'https://api.test/functions/v1' },
    );
    expect(made).toMatchObject({ html, text });
  }
});
