import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only this user reads, by way of a temporary one: a reader, or a start after a kill, finds the old
 * content or the new, never half. (write-file-atomic does the same; its current major needs Node 22.)
 */
export function atomicWrite(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
