import { connect, createServer } from 'node:net';
import { HOST } from './settings.ts';
import { UserError } from './user-error.ts';

export interface PortUse {
  port: number;
  /** The variable that sets the port. */
  variable: string;
  /** The component that uses the port, in French, with its article. */
  use: string;
}

/** Throws a UserError of one line that names the port and the variable, for the first one that is taken. */
export async function assertPortsFree(uses: PortUse[]): Promise<void> {
  for (const [index, use] of uses.entries()) {
    const duplicate = uses.slice(0, index).find(({ port }) => port === use.port);
    if (duplicate) {
      throw new UserError(
        `${duplicate.variable} et ${use.variable} demandent tous deux le port ${use.port} : changez l'un des deux.`,
      );
    }
    const state = await portState(use.port);
    if (state !== 'free') throw portError(use, state);
  }
}

/** The message for a port that cannot be had, also when it was lost between the check and its use. */
export function portError({ port, variable, use }: PortUse, state: 'busy' | 'forbidden'): UserError {
  return new UserError(
    state === 'forbidden'
      ? `Le port ${port} (${use}) n'est pas permis à cet utilisateur. Choisissez-en un autre avec ${variable}.`
      : `Le port ${port} (${use}) est déjà utilisé. Libérez-le, ou choisissez-en un autre : ${variable}=${port + 1} npm start`,
  );
}

export async function portState(port: number): Promise<'free' | 'busy' | 'forbidden'> {
  // Some systems bind one address while another program holds all of them, so both are tried.
  if ((await answers(port, HOST)) || (await answers(port, '::1'))) return 'busy';
  return bindingOf(port);
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

function bindingOf(port: number): Promise<'free' | 'busy' | 'forbidden'> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EACCES' ? 'forbidden' : 'busy');
    });
    server.listen({ port, host: HOST }, () => server.close(() => resolve('free')));
  });
}
