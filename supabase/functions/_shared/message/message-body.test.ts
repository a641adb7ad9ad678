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
  it('is empty for an empty text', () => {
    expect(renderMessageBody(' \n \n')).toEqual({ html: '', text: '' });
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
  ])('says the true basis: %j', (consent, said) => {
    expect(because(consent)).toBe(said);
  });
});
