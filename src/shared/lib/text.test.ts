import { describe, expect, it } from 'vitest';
import { httpHref, pictureSrc, searchKey } from './text';

describe('searchKey', () => {
  it('drops case, accents and outer spaces', () => {
    expect(searchKey('  Évènement à Québec ')).toBe('evenement a quebec');
  });
  it('reads hyphens, dashes and no-break spaces as one space', () => {
    expect(searchKey('Trois-Rivières')).toBe(searchKey('trois rivieres'));
    expect(searchKey('Saguenay–Lac-Saint-Jean')).toBe('saguenay lac saint jean');
    expect(searchKey('360\u00a0 VR')).toBe('360 vr');
  });
  it('opens ligatures and straightens apostrophes', () => {
    expect(searchKey('Sacré-Cœur')).toBe('sacre coeur');
    expect(searchKey('L’Anse')).toBe("l'anse");
  });
  it('keeps an empty text empty', () => {
    expect(searchKey('   ')).toBe('');
  });
});

describe('httpHref', () => {
  it('lets web addresses through', () => {
    expect(httpHref('https://visites.example/perce?vue=2')).toBe('https://visites.example/perce?vue=2');
    expect(httpHref('http://visites.example')).toBe('http://visites.example/');
  });
  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    '//visites.example',
    '/visite',
    '',
  ])('refuses %j', (address) => {
    expect(httpHref(address)).toBeUndefined();
  });
});

describe('pictureSrc', () => {
  it.each(['/images/panoramas/fjord.jpg', 'https://images.example/a.jpg', 'http://images.example/a.jpg'])(
    'keeps %s',
    (address) => expect(pictureSrc(address)).toBe(address),
  );
  it.each([null, '', '//host/a.jpg', '/\\host/a.jpg', 'javascript:alert(1)', 'data:image/png,x', 'a.jpg'])(
    'refuses %s',
    (address) => expect(pictureSrc(address)).toBeUndefined(),
  );
});
