import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertPortsFree, portState } from './ports.ts';
import { UserError } from './user-error.ts';

let server: Server;
let taken: number;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  taken = (server.address() as AddressInfo).port;
});
afterEach(() => void server.close());

describe('assertPortsFree', () => {
  it('names the port, what it is for and the variable, in one line', async () => {
    const failure = await assertPortsFree([{ port: taken, variable: 'SUPABASE_PORT', use: "l'API" }]).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(UserError);
    expect((failure as Error).message).toBe(
      `Le port ${taken} (l'API) est déjà utilisé. Libérez-le, ou choisissez-en un autre : SUPABASE_PORT=${taken + 1} npm start`,
    );
  });

  it('lets a free port pass', async () => {
    server.close();
    await once(server, 'close');
    await expect(portState(taken)).resolves.toBe('free');
    await expect(
      assertPortsFree([{ port: taken, variable: 'PORT', use: 'le site' }]),
    ).resolves.toBeUndefined();
  });

  it('refuses one port for two uses', async () => {
    server.close();
    await once(server, 'close');
    const uses = [
      { port: taken, variable: 'PORT', use: 'le site' },
      { port: taken, variable: 'MAIL_PORT', use: 'la boîte' },
    ];
    await expect(assertPortsFree(uses)).rejects.toThrow(
      `PORT et MAIL_PORT demandent tous deux le port ${taken}`,
    );
  });
});
