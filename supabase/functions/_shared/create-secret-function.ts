import { createHandler, type Handler } from './create-handler.ts';
import type { Dependencies } from './dependencies.ts';
import { FunctionError } from './errors.ts';
import { readSetting } from './settings.ts';

interface SecretFunctionContext {
  dependencies: Dependencies;
  requestId: string;
}

export interface SecretFunctionDefinition {
  /** Name of the function as in its address, for the log. */
  name: string;
  /** The request header that carries the secret, and the variable that holds it. */
  secret: { header: string; variable: string };
  /** Returns the JSON object of the 200 answer; throws FunctionError for anything else. */
  handle: (context: SecretFunctionContext) => Promise<object>;
}

/**
 * Makes the handler of a function that a scheduler calls over POST: without its own secret the answer is 401, for an
 * administrator and the project's keys too. The body is not read, so a caller cannot influence it.
 */
export function createSecretFunction({ name, secret, handle }: SecretFunctionDefinition): Handler {
  return createHandler(name, async (request, dependencies, requestId) => {
    const expected = readSetting(dependencies.env, secret.variable);
    const given = request.headers.get(secret.header) ?? '';
    if (!expected || !(await sameText(given, expected))) {
      const detail = expected ? undefined : `${secret.variable} is not set: nobody is let in`;
      throw new FunctionError(
        401,
        'bad_secret',
        'Le secret de cette fonction est absent ou inexact.',
        detail,
      );
    }
    return handle({ dependencies, requestId });
  });
}

/** Compares two texts in constant time, by digests. */
async function sameText(left: string, right: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [a, b] = [await digest(left), await digest(right)];
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}
