import { describe, expect, it } from 'vitest';
import { errorMessage, errorStatus, isFinal } from './errors';

describe('errorStatus', () => {
  it('reads the status of auth errors, of function errors and of PostgREST custom codes', () => {
    expect(errorStatus({ status: 400 })).toBe(400);
    expect(errorStatus({ context: new Response(null, { status: 503 }) })).toBe(503);
    expect(errorStatus({ code: 'PT429', message: 'trop' })).toBe(429);
  });
  it('knows nothing of a network failure', () => {
    expect(errorStatus(new TypeError('Failed to fetch'))).toBeUndefined();
    expect(errorStatus(null)).toBeUndefined();
  });
});

describe('isFinal', () => {
  it('gives up on a 4xx, but not on a 429, a 5xx or a lost network', () => {
    expect(isFinal({ status: 403 })).toBe(true);
    expect(isFinal({ status: 429 })).toBe(false);
    expect(isFinal({ status: 502 })).toBe(false);
    expect(isFinal(new TypeError('Failed to fetch'))).toBe(false);
  });
});

describe('errorMessage', () => {
  it('reads plain objects and errors alike', () => {
    expect(errorMessage({ message: 'refusé' })).toBe('refusé');
    expect(errorMessage(new Error('cassé'))).toBe('cassé');
    expect(errorMessage({ message: '' })).toBeUndefined();
    expect(errorMessage('texte')).toBeUndefined();
  });
});
