import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const handedOut = new Set<number>();

/**
 * A port of this machine that nobody listens on, never the same twice. Below those that systems hand out by
 * themselves (32768 and up): there, a connection of somebody else may take it before its server is up.
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
