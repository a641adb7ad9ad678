import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { FunctionError } from '../errors.ts';
import { serviceApi, serviceFiles } from '../service-api.ts';
import type { Transport } from './outgoing.ts';

/**
 * Private bucket that keeps, outside the database, the number of messages given to the mail server, the refusals, by
 * keyed hash, and the last numbers of quotes and invoices.
 */
export const SEND_MARK = 'send-mark';
const NUMBER = 'number.txt';
const REFUSALS = 'refusals.txt';
const DOCUMENT_NUMBERS = 'document-numbers.txt';

const comparedSchema = z.object({
  held: z.boolean(),
  number: z.number(),
  refusals: z.array(z.string()).nullable(),
  numbers: z.array(z.string()).nullable(),
});

/**
 * Compares what is kept outside the database with the database's own. A database that is behind is a restored copy: it
 * takes over the refusals and the numbers of documents, and holds all sending. Throws a French FunctionError when
 * one of them cannot be read: nothing may be sent then.
 *
 * @returns true when all sending is held
 */
export async function detectRestoredCopy(dependencies: Dependencies): Promise<boolean> {
  const [number, refusals, numbers] = await Promise.all([
    readFile(dependencies, NUMBER),
    readFile(dependencies, REFUSALS),
    readFile(dependencies, DOCUMENT_NUMBERS),
  ]);
  const seen = number && /^\d{1,15}$/.test(number) ? Number(number) : null;
  const compared = comparedSchema.parse(
    await serviceApi(dependencies).call('compare_send_mark', {
      seen,
      refusals: linesOf(refusals),
      numbers: linesOf(numbers),
    }),
  );
  if (compared.refusals) await storeText(dependencies, REFUSALS, compared.refusals.join('\n'));
  if (compared.numbers) await storeText(dependencies, DOCUMENT_NUMBERS, compared.numbers.join('\n'));
  if (compared.number !== seen) await storeText(dependencies, NUMBER, String(compared.number));
  return compared.held;
}

/**
 * Wraps a transport to count each message, in the database and outside it, before it goes to the mail server. It lets
 * none go while all sending is held or while it cannot be counted: the message then waits a minute, which is no
 * attempt.
 */
export function countedTransport(transport: Transport, dependencies: Dependencies): Transport {
  const { send } = transport;
  transport.send = async (message, claimedAt) => {
    try {
      if (await countMessage(dependencies)) return await send(message, claimedAt);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      return { kind: 'wait', seconds: 60, reason: 'Le message n’a pas pu être compté avant son envoi.' };
    }
    return { kind: 'wait', seconds: 60, reason: 'Les envois sont retenus.' };
  };
  return transport;
}

/** Counts a message; false when all sending is held. */
async function countMessage(dependencies: Dependencies): Promise<boolean> {
  const number = z
    .number()
    .nullable()
    .parse(await serviceApi(dependencies).call('next_send_mark', {}));
  if (number === null) return false;
  await storeText(dependencies, NUMBER, String(number));
  return true;
}

const linesOf = (text: string | undefined) => text?.split('\n').filter(Boolean) ?? null;

async function readFile(dependencies: Dependencies, name: string): Promise<string | undefined> {
  const bytes = await serviceFiles(dependencies, SEND_MARK).find(name);
  return bytes && new TextDecoder().decode(bytes);
}

const storeText = (dependencies: Dependencies, name: string, text: string) =>
  serviceFiles(dependencies, SEND_MARK).replace(name, new TextEncoder().encode(text), 'text/plain');
