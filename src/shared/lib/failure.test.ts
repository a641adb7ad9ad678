import { describe, expect, it } from 'vitest';
import { failureCause, failureText, readableMessage } from './failure';

const failure = (name: string, message: string, more = {}) =>
  Object.assign(new Error(message), { name, ...more });
const refusedUpload = (status: number, answer: string) => failure('UploadError', answer, { status });

it.each([
  ['a refused row', { code: '23514', message: '' }, 'refusal'],
  ['a text that is not Unicode', { code: '22P02', message: '' }, 'refusal'],
  ['a request that cannot be read', { code: 'PGRST102', message: '' }, 'refusal'],
  ['a refusal inside another error', new Error('', { cause: { code: '23514' } }), 'refusal'],
  ['a file that is too large', refusedUpload(413, 'Payload too large'), 'refusal'],
  [
    'a file that a policy refuses',
    refusedUpload(403, '{"error":"Unauthorized","message":"new row violates row-level security policy"}'),
    'refusal',
  ],
  ['a token that has ended', { status: 401 }, 'session'],
  ['a token that has ended, for the database', { code: 'PGRST303', message: 'JWT expired' }, 'session'],
  [
    'a token that has ended, for the storage',
    refusedUpload(400, '{"statusCode":"403","error":"Unauthorized","message":"jwt expired"}'),
    'session',
  ],
  [
    'a token that cannot be read, for the storage',
    refusedUpload(403, '{"message":"Invalid Compact JWS"}'),
    'session',
  ],
  [
    'a session that cannot be renewed',
    failure('AuthApiError', 'Invalid Refresh Token', { status: 400 }),
    'session',
  ],
  ['a server that failed', { status: 500 }, 'service'],
  ['too many requests', { status: 429 }, 'service'],
  ['a statement that was stopped', { code: '57014', message: '' }, 'service'],
  ['what nobody knows', 'what', 'service'],
  ['no answer for the database', { code: '', message: 'TypeError: Failed to fetch' }, 'connection'],
  ['no answer for an upload', refusedUpload(0, 'no answer'), 'connection'],
  ['no answer', new TypeError('Failed to fetch'), 'connection'],
  ['no answer inside another error', new Error('', { cause: new TypeError('Load failed') }), 'connection'],
  ['no answer in time', failure('TimeoutError', 'signal timed out'), 'connection'],
  [
    'no answer of a function',
    failure('FunctionsFetchError', 'Failed to send a request to the Edge Function'),
    'connection',
  ],
  [
    'no answer about the session',
    failure('AuthRetryableFetchError', 'Failed to fetch', { status: 0 }),
    'connection',
  ],
] as const)('%s is found', (_, error, cause) => expect(failureCause(error)).toBe(cause));

it('asks nobody to check a connection for a session that has ended', () => {
  expect(failureText('Impossible de téléverser l’image', refusedUpload(401, ''))).toBe(
    'Impossible de téléverser l’image. Votre session a expiré\u00a0: reconnectez-vous, puis réessayez.',
  );
  expect(failureText('Impossible', refusedUpload(0, ''))).toContain('Vérifiez votre connexion');
});

describe('what a person reads of an error', () => {
  const codes = [
    '42501',
    '23505',
    '23503',
    '23502',
    '23514',
    '22P02',
    '22001',
    '57014',
    '40001',
    '42P01',
    '53300',
  ];
  const english = 'permission denied for table contacts';

  it.each([...codes, 'PGRST116', 'PGRST204', 'PGRST301'])(
    'is French for %s, and never what the database says',
    (code) => {
      for (const error of [
        { code, message: english, details: null, hint: null },
        Object.assign(new Error(english), { name: 'PostgrestError', code }),
      ]) {
        expect(readableMessage(error)).toMatch(/^(?!.*permission denied).*\.$/);
      }
    },
  );

  it.each([
    [
      'of storage',
      Object.assign(new Error('new row violates row-level security policy'), {
        name: 'StorageApiError',
        status: 403,
      }),
    ],
    ['of the network', new TypeError('Failed to fetch')],
    [
      'of a request that nothing answered',
      Object.assign(new Error('TypeError: fetch failed'), { name: 'AuthRetryableFetchError' }),
    ],
  ])('is French for an error %s', (_what, error) => {
    expect(readableMessage(error)).toMatch(/connexion|refusé/);
  });

  it('is nothing for a fault of our own, so that the screen says what failed', () => {
    expect(
      readableMessage(new TypeError("Cannot read properties of undefined (reading 'id')")),
    ).toBeUndefined();
    expect(readableMessage('non')).toBeUndefined();
  });

  it('is our own French text where a function of the database or a screen wrote one', () => {
    for (const code of ['P0001', '22023', 'PT409', undefined])
      expect(readableMessage({ ...(code && { code }), message: 'Ce slug est pris' })).toBe(
        'Ce slug est pris',
      );
  });
});
