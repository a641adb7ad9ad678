import { describe, expect, it } from 'vitest';
import { reasonToWrite, renderMessageBody } from './message-body.ts';
import { fillBody, sampleContact } from './template-text.ts';

const html = (body: string) => renderMessageBody(body).html;
const text = (body: string) => renderMessageBody(body).text;

describe('renderMessageBody', () => {
  it('parts paragraphs at blank lines and keeps line breaks', () => {
    expect(html('Bonjour,\r\nMarie\n\n\n  \nMerci')).toBe('<p>Bonjour,<br>Marie</p>\n<p>Merci</p>');
    expect(text('Bonjour,\r\nMarie\n\n\n  \nMerci')).toBe('Bonjour,\nMarie\n\nMerci');
  });
  it('makes a list of lines that begin with a dash, beside the paragraph they follow', () => {
    expect(html('Trois choses :\n- une\n• deux\nfin')).toBe(
      '<p>Trois choses :</p>\n<ul><li>une</li><li>deux</li></ul>\n<p>fin</p>',
    );
    expect(text('- une\n• deux')).toBe('- une\n- deux');
  });
  it('knows bold and italic, and leaves stars that are not marks', () => {
    expect(html('**gras** et *penché*, 2*3*4, * seul, **')).toBe(
      '<p><strong>gras</strong> et <em>penché</em>, 2*3*4, * seul, **</p>',
    );
    expect(text('**gras** et *penché*')).toBe('gras et penché');
  });
  it('links http addresses without the punctuation that follows', () => {
    expect(html('Voir https://exemple.test/a?b=1&c=2, puis (http://x.test).')).toBe(
      '<p>Voir <a href="https://exemple.test/a?b=1&amp;c=2">https://exemple.test/a?b=1&amp;c=2</a>, puis ' +
        '(<a href="http://x.test/">http://x.test</a>).</p>',
    );
  });
  it.each([
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    'https://x.test/"onmouseover="alert(1)',
    'javascript:alert(1)',
    '**<b onclick=x>**',
    'https://x.test/<script>',
    "*'><svg onload=x>*",
  ])('never makes a tag or an attribute of %s', (body) => {
    const tags = html(body).match(/<[^>]*>/g) ?? [];
    expect(
      tags.filter((tag) => !/^<(\/?(p|strong|em|ul|li|a)|br|a href="https?:\/\/[^"<>\s]*")>$/.test(tag)),
    ).toEqual([]);
  });
  it.each([
    ['**Ville**', '<p>Bonjour **Ville**!</p>'],
    ['*Roy*', '<p>Bonjour *Roy*!</p>'],
    ['https://pirate.test/a', '<p>Bonjour https://pirate.test/a!</p>'],
    ['<b>x</b>', '<p>Bonjour &lt;b&gt;x&lt;/b&gt;!</p>'],
  ])('a contact named %s stays text', (nom, shown) => {
    const body = fillBody('Bonjour {nom}!', { ...sampleContact, nom });
    expect(html(body)).toBe(shown);
    expect(text(body)).toBe(`Bonjour ${nom}!`);
  });
  it('a value at the beginning of a line makes no list, and marks around it stay marks', () => {
    const body = fillBody('{nom}\n**{entreprise}**', { ...sampleContact, nom: '- Roy', entreprise: 'A*B' });
    expect(html(body)).toBe('<p>- Roy<br><strong>A*B</strong></p>');
    expect(text(body)).toBe('- Roy\nA*B');
  });
  it('links the words of a mark, to https and mailto alone', () => {
    expect(
      html('**Voir [la *visite*](https://a.test/x_(1)?a=1&b=2)** ou [nous écrire](mailto:a@b.ca).'),
    ).toBe(
      '<p><strong>Voir <a href="https://a.test/x_(1)?a=1&amp;b=2">la <em>visite</em></a></strong> ou ' +
        '<a href="mailto:a@b.ca">nous écrire</a>.</p>',
    );
    expect(text('[la **visite**](https://a.test/) et [écrire](mailto:a@b.ca)')).toBe(
      'la visite (https://a.test/) et écrire (a@b.ca)',
    );
    for (const target of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a.test',
      '//a.test',
      'https:a',
      '',
    ]) {
      expect(html(`[x](${target})`)).not.toMatch(/<a [^>]*>x</);
    }
  });
  it('numbers a list, and goes on counting after a blank line', () => {
    expect(html('1. un\n2) deux\n\n3. trois\nfin')).toBe(
      '<ol><li>un</li><li>deux</li></ol>\n<ol start="3"><li>trois</li></ol>\n<p>fin</p>',
    );
    expect(text('1. un\n2) deux')).toBe('1. un\n2) deux');
    expect(html('En 2026, 1.5 km')).toBe('<p>En 2026, 1.5 km</p>');
  });
  it('makes a button, a picture and a tour of lines alone, and says them in plain text', () => {
    const body = [
      'Voici :',
      '[[Demander une **soumission**]](https://a.test/contact)',
      '![Le quai & la mer](https://a.test/quai.jpg)',
      '[![Le fjord](https://a.test/fjord.jpg)](https://a.test/realisations/fjord)',
    ].join('\n');
    const { html: shown, text: expected, hasBlocks } = renderMessageBody(body, 'c1');
    expect(hasBlocks).toBe(true);
    expect(shown).toContain('Demander une <strong>soumission</strong></a>');
    expect(shown).toContain('alt="Le quai &amp; la mer"');
    const page = 'https://a.test/realisations/fjord?utm_source=courriel&utm_medium=email&utm_campaign=c1';
    expect(shown.match(/href="[^"]*utm_campaign=c1"/g)).toHaveLength(2);
    expect(expected).toBe(
      [
        'Voici :',
        'Demander une soumission\u00a0: https://a.test/contact',
        '[Image\u00a0: Le quai & la mer]',
        `Le fjord\nExplorer la visite virtuelle\u00a0: ${page}`,
      ].join('\n'),
    );
    // Inside a line the marks are plain text.
    expect(html('Voir ![x](https://a.test/x.jpg) ici')).not.toContain('<img');
  });
  it('takes the preheader from the first line', () => {
    expect(renderMessageBody('\n[aperçu: Trois **lieux**]\n\nBonjour')).toMatchObject({
      preheader: 'Trois **lieux**',
      html: '<p>Bonjour</p>',
      text: 'Bonjour',
    });
    expect(html('Bonjour\n[aperçu: x]')).toBe('<p>Bonjour<br>[aperçu: x]</p>');
  });
  it.each([
    '[x](https://pirate.test)',
    '[x](javascript:alert(1))',
    '[x](mailto:pirate@p.ca)',
    'x](mailto:pirate@p.ca) [y',
    '![x](https://pirate.test/a.jpg)',
    '[[x]](https://pirate.test)',
    '[![x](https://p.test/a.jpg)](https://p.test)',
    '1. un',
    '12) un',
    '(https://pirate.test)',
    '\ue100',
  ])('a contact named %s makes no link, picture or list', (nom) => {
    for (const template of ['{nom}', '[texte]{nom}', 'Voir [ici](https://a.test/), {nom}']) {
      const shown = html(fillBody(template, { ...sampleContact, nom }));
      expect(shown).not.toMatch(/<img|<ol|pirate\.test"|p\.test"|javascript:[^)]*"/);
      expect(shown.match(/<a /g)?.length ?? 0).toBe(template.includes('a.test') ? 1 : 0);
    }
  });
  it('a value in an address is a part of it', () => {
    const body = fillBody('[écrire](mailto:{email}) https://a.test/?v={ville}', {
      ...sampleContact,
      ville: 'A*B',
    });
    expect(html(body)).toContain('href="mailto:marie.tremblay@val-serein.example"');
    expect(html(body)).toContain('href="https://a.test/?v=A*B"');
  });
  it('is empty for an empty text', () => {
    expect(renderMessageBody(' \n \n')).toMatchObject({ html: '', text: '', hasBlocks: false });
  });
});

describe('reasonToWrite', () => {
  const because = (consent: Parameters<typeof reasonToWrite>[2]) =>
    reasonToWrite('Studio inc.', 'a@b.ca', consent).replace('Studio inc. vous écrit à a@b.ca parce que ', '');
  it.each([
    [
      {
        basis: 'published',
        source_url: 'https://www.perce.example/nous',
        occurred_at: '2026-11-01T15:00:00Z',
      },
      'cette adresse est publiée sur perce.example, où elle a été relevée le 1er novembre 2026.',
    ],
    [
      { basis: 'inquiry', occurred_at: '2026-11-21T15:00:00Z' },
      'vous lui avez fait une demande le 21 novembre 2026.',
    ],
    [{ basis: 'express' }, 'vous avez accepté de recevoir ses messages.'],
    [undefined, 'cette adresse figure parmi ses contacts professionnels.'],
  ])('says the true basis: %j', (consent, expected) => {
    expect(because(consent)).toBe(expected);
  });
});

it.each(['\v', '\f', '\u0085', '\u2028', '\u2029', '\r'])(
  'a text pasted with %j ends a line there',
  (end) => {
    expect(renderMessageBody(`Bonjour,${end}Ligne deux`)).toMatchObject({
      html: '<p>Bonjour,<br>Ligne deux</p>',
      text: 'Bonjour,\nLigne deux',
    });
  },
);
