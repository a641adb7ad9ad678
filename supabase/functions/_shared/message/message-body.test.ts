import { describe, expect, it } from 'vitest';
import { renderMessageBody } from './message-body.ts';

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
  it('is empty for an empty text', () => {
    expect(renderMessageBody(' \n \n')).toEqual({ html: '', text: '' });
  });
});
