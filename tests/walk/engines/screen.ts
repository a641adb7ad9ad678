import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const SCREEN = '/usr/bin/Xvfb';

/** Starts a virtual screen and returns its name; undefined where the machine has no program for it. */
export async function startScreen(
  offset: number,
): Promise<{ display: string; stop: () => void } | undefined> {
  if (!existsSync(SCREEN)) return undefined;
  const display = `:${90 + ((process.pid + offset) % 400)}`;
  const screen = spawn(SCREEN, [display, '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return { display, stop: () => screen.kill() };
}
