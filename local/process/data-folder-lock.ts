import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './user-error.ts';

export interface LockOwner {
  pid: number;
  /** Tells the owner from a later process with the same id (see processIdentity). */
  identity: string;
  /** ISO 8601; for the message to a person, with where it answers. */
  startedAt: string;
  addresses: string[];
}

/** A running process is using the data folder. */
export class LockedError extends Error {
  override name = 'LockedError';
  constructor(readonly owner: LockOwner) {
    super(`locked by ${owner.pid}`);
  }
}

const LOCK_FILE = 'stack.lock';
/** A second lock file, held for a few milliseconds while the lock itself changes hands. */
const GUARD_FILE = 'stack.lock.guard';
const GUARD_TIMEOUT_MS = 5_000;

/**
 * Locks the data folder for this process: two engines on one PostgreSQL folder corrupt it. The stale lock of a process
 * that was killed is recognised and replaced.
 *
 * @param directory an existing folder.
 * @returns the function that releases the lock.
 * @throws LockedError when a running process holds it; nothing was changed then.
 */
export async function acquireLock(directory: string, addresses: string[]): Promise<() => void> {
  const path = join(directory, LOCK_FILE);
  const own: LockOwner = {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    startedAt: new Date().toISOString(),
    addresses,
  };
  const releaseGuard = await acquireGuard(join(directory, GUARD_FILE), own);
  try {
    const owner = readOwner(path);
    if (owner && isAlive(owner)) throw new LockedError(owner);
    unlinkIfPresent(path);
    createExclusively(path, own);
  } finally {
    releaseGuard();
  }
  return () => {
    if (readOwner(path)?.identity === own.identity && readOwner(path)?.pid === own.pid) unlinkIfPresent(path);
  };
}

/**
 * Runs a job on the data folder of a stopped stack, and keeps the stack from starting meanwhile.
 *
 * @param shown the folder's name for a person
 * @throws UserError when a running process holds the folder; nothing was done then
 */
export async function withDataFolder<T>(
  directory: string,
  displayName: string,
  work: () => T | Promise<T>,
): Promise<T> {
  const release = await acquireLock(directory, []).catch((error: unknown) => {
    if (!(error instanceof LockedError)) throw error;
    throw new UserError(
      `Le processus ${error.owner.pid} se sert de ${displayName} : arrêtez-le d'abord (Ctrl-C dans son terminal).`,
    );
  });
  try {
    return await work();
  } finally {
    release();
  }
}

/** Serialises two starts at the same moment, which must not both claim the same stale lock. */
async function acquireGuard(path: string, own: LockOwner): Promise<() => void> {
  const deadline = Date.now() + GUARD_TIMEOUT_MS;
  for (;;) {
    if (createExclusively(path, own)) return () => unlinkIfPresent(path);
    const holder = readOwner(path);
    // The holder of the guard was killed, or hangs: nobody needs it for seconds.
    if ((holder && !isAlive(holder)) || Date.now() > deadline) unlinkIfPresent(path);
    await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
  }
}

/** Creates the file with all its content at once; false when it exists already. */
function createExclusively(path: string, owner: LockOwner): boolean {
  const temporary = `${path}.${owner.pid}`;
  writeFileSync(temporary, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkIfPresent(temporary);
  }
}

function isAlive({ pid, identity }: LockOwner): boolean {
  const found = processIdentity(pid);
  return found !== undefined && (found === identity || found === '' || identity === '');
}

function readOwner(path: string): LockOwner | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockOwner>;
    if (!Number.isInteger(value.pid)) return undefined;
    return { pid: 0, identity: '', startedAt: '', addresses: [], ...value };
  } catch {
    return undefined;
  }
}

function unlinkIfPresent(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Returns the start time of a process, which tells it from any other with the same id, even after a restart of the
 * machine. Undefined when no such process runs; an empty text where the system does not tell.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces and parentheses: count from the last one (proc(5), fields 3 and 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
