import { expect, it } from 'vitest';
import { UploadError } from './upload';
import { uploadFault, uploadProblem } from './upload-problem';

it.each([
  [new UploadError(0, 'no answer'), 'connection'],
  [new TypeError('Failed to fetch'), 'connection'],
  [Object.assign(new Error('Failed to fetch'), { name: 'AuthRetryableFetchError', status: 0 }), 'connection'],
  [new UploadError(401, 'no session'), 'session'],
  [new UploadError(400, '{"statusCode":"403","error":"Unauthorized","message":"jwt expired"}'), 'session'],
  [new UploadError(403, '{"message":"Invalid Compact JWS"}'), 'session'],
  [Object.assign(new Error('Invalid Refresh Token'), { name: 'AuthApiError', status: 400 }), 'session'],
  [
    new UploadError(403, '{"error":"Unauthorized","message":"new row violates row-level security policy"}'),
    'service',
  ],
  [new UploadError(413, 'Payload too large'), 'service'],
  [new UploadError(500, ''), 'service'],
  ['what', 'service'],
] as const)('%s is a fault of the %s', (error, fault) => expect(uploadFault(error)).toBe(fault));

it('asks nobody to check a connection for a session that has ended', () => {
  const said = uploadProblem('Impossible de téléverser l’image.');
  expect(said(new UploadError(401, ''))).toBe(
    'Impossible de téléverser l’image. Votre session est terminée\u00a0: reconnectez-vous, puis réessayez.',
  );
  expect(said(new UploadError(0, ''))).toContain('La connexion a été coupée');
});
