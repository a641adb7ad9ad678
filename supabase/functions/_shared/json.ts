import type { z } from 'zod';
import { FunctionError, frenchIssues } from './errors.ts';
import { readLimited, SizeLimitExceeded } from './read-limited.ts';

/**
 * Reads the request's body with the schema: one JSON object, at most `maxBytes`, without the keys that the schema
 * does not name. Throws 415, 413 or 400; a 400 of the schema carries its first message (a rule without a French
 * message of its own gets zod's Canadian French one).
 */
export async function readJsonBody<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  maxBytes: number,
): Promise<Body> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new FunctionError(
      415,
      'unsupported_media_type',
      'Le corps de la demande doit être au format JSON (application/json).',
    );
  }
  const value = parseObject(await readBodyBytes(request, maxBytes));
  const result = schema.safeParse(value, frenchIssues);
  if (!result.success) {
    const first = result.error.issues[0]?.message ?? 'Les données envoyées ne sont pas valides.';
    throw new FunctionError(400, 'invalid_body', first);
  }
  return result.data;
}

/** Reads the bytes of the body, at most `maxBytes`. Throws 413 or 400. */
export async function readBodyBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new FunctionError(
    413,
    'body_too_large',
    `La demande dépasse la taille permise (${Math.floor(maxBytes / 1024)}\u00a0ko).`,
  );
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge;
  try {
    return await readLimited(request.body, maxBytes);
  } catch (error) {
    if (error instanceof SizeLimitExceeded) throw tooLarge;
    throw new FunctionError(400, 'unreadable_body', 'Le corps de la demande n’a pas pu être lu.');
  }
}

/** Parses a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseObject(bytes: Uint8Array): object {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new FunctionError(400, 'invalid_json', 'Le corps de la demande n’est pas un JSON valide.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FunctionError(400, 'invalid_json', 'Le corps de la demande doit être un objet JSON.');
  }
  return value;
}
