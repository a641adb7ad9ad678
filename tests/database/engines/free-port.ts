import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const handedOut = new Set<number>();

/**
 * Returns a port that nobody listens on, never the same twice. It is below the ephemeral range (32768 and up), where a
 * connection could take it before the server starts.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('no free port between 20000 and 32000');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
