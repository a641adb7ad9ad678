import { describe, expect, it } from 'vitest';
import { failureText } from './failure-text';

const text = (error: unknown) => failureText('Impossible', error);

describe('what is said of a failure', () => {
  it.each([
    ['a refused row', { code: '23514', message: '' }],
    ['a text that is not Unicode', { code: '22P02', message: '' }],
    ['a request that cannot be read', { code: 'PGRST102', message: '' }],
    ['a refused file', Object.assign(new Error(), { status: 413 })],
    ['a refusal inside another error', new Error('', { cause: { code: '23514' } })],
  ])('never blames the connection for %s', (_, error) => {
    expect(text(error)).toMatch(/^Impossible\. Le service l’a refusé/);
  });

  it.each([
    [{ status: 401 }, /session a expiré/],
    [{ code: 'PGRST303', message: 'JWT expired' }, /session a expiré/],
    [{ status: 500 }, /quelques minutes/],
    [{ status: 429 }, /quelques minutes/],
    [{ code: '57014', message: '' }, /quelques minutes/],
    [{ code: '', message: 'TypeError: Failed to fetch' }, /Vérifiez votre connexion/],
    [{ status: 0 }, /Vérifiez votre connexion/],
    [new TypeError('Failed to fetch'), /Vérifiez votre connexion/],
  ])('tells what to do about %o', (error, expected) => {
    expect(text(error)).toMatch(expected);
  });
});
