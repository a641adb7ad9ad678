import { describe, expect, it } from 'vitest';
import { httpHref, pictureSrc } from './text';

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
