import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from './process-identity.ts';

export interface LockOwner {
  pid: number;
  /** See processIdentity: tells the owner from a later process with the same number. */
  identity: string;
  /** For a person: when it started, and where it answers. */
  startedAt: string;
  addresses: string[];
}

/** The data folder is in use by a living process. */
export class LockedError extends Error {
  override name = 'LockedError';
  constructor(readonly owner: LockOwner) {
    super(`locked by ${owner.pid}`);
  }
}

const LOCK = 'stack.lock';
/** Held for a few milliseconds while the lock itself changes hands. */
const DOOR = 'stack.lock.door';
const DOOR_PATIENCE_MS = 5_000;

/**
 * Makes this process the only one on the data folder: two engines on one PostgreSQL folder corrupt it.
 * A lock left by a process that was killed is recognised and taken over.
 *
 * @param directory an existing folder.
 * @returns the function that gives the folder back.
 * @throws LockedError when a living process has it; nothing was touched then.
 */
export async function acquireLock(directory: string, addresses: string[]): Promise<() => void> {
  const path = join(directory, LOCK);
  const own: LockOwner = {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    startedAt: new Date().toISOString(),
    addresses,
  };
  const leaveDoor = await enterDoor(join(directory, DOOR), own);
  try {
    const owner = readOwner(path);
    if (owner && isAlive(owner)) throw new LockedError(owner);
    unlinkIfPresent(path);
    createWhole(path, own);
  } finally {
    leaveDoor();
  }
  return () => {
    if (readOwner(path)?.identity === own.identity && readOwner(path)?.pid === own.pid) unlinkIfPresent(path);
  };
}

/** Two starts at the same moment must not both find the same stale lock: they pass here one after the other. */
async function enterDoor(path: string, own: LockOwner): Promise<() => void> {
  const deadline = Date.now() + DOOR_PATIENCE_MS;
  for (;;) {
    if (createWhole(path, own)) return () => unlinkIfPresent(path);
    const holder = readOwner(path);
    // Killed inside the door, or a door that hangs: nobody needs it for seconds.
    if ((holder && !isAlive(holder)) || Date.now() > deadline) unlinkIfPresent(path);
    await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
  }
}

/** The file appears with its whole content or not at all; false when it is there already. */
function createWhole(path: string, owner: LockOwner): boolean {
  const draft = `${path}.${owner.pid}`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkIfPresent(draft);
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
