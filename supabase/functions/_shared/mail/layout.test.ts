import { expect, test } from 'vitest';
import { layout } from './layout.ts';

const identity = {
  ...{ siteName: 'Studio', legalName: 'Studio inc.', postalAddress: '1, rue <A>', from: 'a@studio.test' },
  ...{ contactEmail: 'a@studio.test', contactPhone: '', siteUrl: 'https://studio.test' },
};

test('a message is a whole page: language, character set, width and title', () => {
  const { subject, html } = layout('Devis\n« A & <B> »', [{ text: 'Bonjour' }], identity);
  expect(subject).toBe('Devis « A & <B> »');
  const head = /<head>(.*)<\/head>/.exec(html)?.[1];
  expect(html).toMatch(/^<!doctype html><html lang="fr-CA"><head>/);
  expect(head).toBe(
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Devis « A &amp; &lt;B&gt; »</title>',
  );
  expect(html).toContain('1, rue &lt;A&gt;');
});
