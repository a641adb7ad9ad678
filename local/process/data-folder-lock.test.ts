import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock, LockedError, type LockOwner, processIdentity } from './data-folder-lock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const lockOwner = () => JSON.parse(readFileSync(join(directory, 'stack.lock'), 'utf8')) as LockOwner;
const leaveFile = (name: string, content: object) =>
  writeFileSync(join(directory, name), JSON.stringify(content));

/** Returns the id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('acquireLock', () => {
  it('refuses a second owner and names the first', async () => {
    const release = await acquireLock(directory, ['http://127.0.0.1:5173']);
    const refusal = await acquireLock(directory, []).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LockedError);
    expect((refusal as LockedError).owner).toMatchObject({
      pid: process.pid,
      addresses: ['http://127.0.0.1:5173'],
    });
    release();
    expect(readdirSync(directory)).toEqual([]);
    (await acquireLock(directory, []))();
  });

  it('replaces the lock of a process that was killed', async () => {
    leaveFile('stack.lock', { pid: await deadPid(), identity: 'x', startedAt: '', addresses: [] });
    const release = await acquireLock(directory, []);
    expect(lockOwner().pid).toBe(process.pid);
    release();
  });

  it('replaces a lock when another process has been given the id of the owner since', async () => {
    leaveFile('stack.lock', {
      pid: process.pid,
      identity: 'another start time',
      startedAt: '',
      addresses: [],
    });
    const release = await acquireLock(directory, []);
    expect(lockOwner().identity).toBe(processIdentity(process.pid));
    release();
  });

  it('lets exactly one of many win a stale lock', async () => {
    leaveFile('stack.lock', { pid: await deadPid(), identity: 'x', startedAt: '', addresses: [] });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(directory, [])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(directory)).toEqual(['stack.lock']);
  });

  it('replaces the guard of a process that was killed while it held it', async () => {
    leaveFile('stack.lock.guard', { pid: await deadPid(), identity: 'x', startedAt: '', addresses: [] });
    const release = await acquireLock(directory, []);
    release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('does not release a lock that another process has replaced since', async () => {
    const release = await acquireLock(directory, []);
    leaveFile('stack.lock', { pid: 1, identity: 'other', startedAt: '', addresses: [] });
    release();
    expect(readFileSync(join(directory, 'stack.lock'), 'utf8')).toContain('other');
  });
});
