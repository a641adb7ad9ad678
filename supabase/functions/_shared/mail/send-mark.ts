import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { FunctionError } from '../errors.ts';
import { serviceApi, serviceFiles } from '../service-api.ts';
import type { Transport } from './outgoing.ts';

/** The private bucket that keeps, outside the database, how many messages were given to the mail server. */
export const SEND_MARK = 'send-mark';
const FILE = 'number.txt';

const comparedSchema = z.object({ held: z.boolean(), number: z.number() });

/**
 * Compares the count of messages that is kept outside the database with the database's own: one that is behind is a copy
 * that somebody put back, and holds all sending. Throws a French FunctionError when either cannot be read: nothing may be
 * sent then.
 *
 * @returns whether all sending is held
 */
export async function recogniseCopy(dependencies: Dependencies): Promise<boolean> {
  const file = await serviceFiles(dependencies, SEND_MARK).find(FILE);
  const seen = file ? Number(new TextDecoder().decode(file)) : Number.NaN;
  const known = Number.isSafeInteger(seen) && seen >= 0 ? seen : null;
  const compared = await serviceApi(dependencies).call('compare_send_mark', { seen: known });
  const { held, number } = comparedSchema.parse(compared);
  if (number !== known) await keepMark(dependencies, number);
  return held;
}

/**
 * A transport that counts each message, in the database and outside it, before it goes to the mail server, and lets none go
 * while all sending is held or while it cannot be counted: the message then waits a minute, which is no attempt.
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

/** Counts a message; false: all sending is held. */
async function countMessage(dependencies: Dependencies): Promise<boolean> {
  const number = z
    .number()
    .nullable()
    .parse(await serviceApi(dependencies).call('next_send_mark', {}));
  if (number === null) return false;
  await keepMark(dependencies, number);
  return true;
}

const keepMark = (dependencies: Dependencies, number: number) =>
  serviceFiles(dependencies, SEND_MARK).replace(FILE, new TextEncoder().encode(String(number)), 'text/plain');
