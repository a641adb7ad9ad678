import { describe, expect, it } from 'vitest';
import { pathFault, shownPath, trackName } from './file-name';

describe('the path of a file of a survey', () => {
  it.each([
    'avant/R1.JPG',
    '👩\u200d👧 fête.jpg',
    'e\u0301te\u0301.jpg',
    `${'😀'.repeat(500)}`,
    '\u202egpj.1R',
  ])('is kept: %s', (path) => expect(pathFault(path)).toBeUndefined());

  it.each([
    ['R0\n1.JPG', /saut de ligne/],
    ['R0\u2028 1.JPG', /saut de ligne/],
    ['R\ud83d.JPG', /moitié d’un caractère/],
    ['x'.repeat(501), /500.caractères/],
  ])('is refused with a reason: %j', (path, reason) => {
    expect(pathFault(path)).toMatch(reason);
  });

  it('is shown on one line', () => {
    expect(shownPath('R0\r\n1.JPG')).toBe('R0↵1.JPG');
  });

  it('names two tracks apart, however deep they are', () => {
    const [one, other] = ['a', 'b'].map((name) => trackName(`${'dossier/'.repeat(60)}${name}.gpx`));
    expect(one).not.toBe(other);
    expect([...(one ?? '')].length).toBe(200);
  });
});
