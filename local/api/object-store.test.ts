import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore } from './object-store.ts';

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'objects-')), 'storage');
});
afterEach(() => rmSync(dirname(directory), { recursive: true, force: true }));

const text = (value: string) => new TextEncoder().encode(value);

describe('createObjectStore', () => {
  it('stores each object separately, with its type and cache time', async () => {
    const store = createObjectStore(directory);
    await store.uploadObject('b', 'a.jpg', undefined, text('un'), 'image/jpeg', 'max-age=60');
    await store.uploadObject('b', 'c.jpg', undefined, text('deux'), 'image/png', 'no-cache');
    await store.uploadObject('other', 'a.jpg', undefined, text('trois'), 'image/webp', 'no-cache');
    const read = async (bucket: string, key: string) => {
      const { body, metadata } = await store.getObject(bucket, key, undefined);
      return [String(body), metadata.mimetype, metadata.cacheControl, metadata.size];
    };
    expect(await read('b', 'a.jpg')).toEqual(['un', 'image/jpeg', 'max-age=60', 2]);
    expect(await read('b', 'c.jpg')).toEqual(['deux', 'image/png', 'no-cache', 4]);
    expect(await read('other', 'a.jpg')).toEqual(['trois', 'image/webp', 'no-cache', 5]);
  });

  it('copies, overwrites and deletes', async () => {
    const store = createObjectStore(directory);
    const first = await store.uploadObject('b', 'a', undefined, text('un'), 'image/jpeg', 'no-cache');
    await store.copyObject('b', 'a', undefined, 'b', 'copie', undefined);
    const second = await store.uploadObject('b', 'a', undefined, text('deux'), 'image/jpeg', 'no-cache');
    expect(second.eTag).not.toBe(first.eTag);
    expect((await store.headObject('b', 'copie', undefined)).eTag).toBe(first.eTag);
    await store.deleteObjects('b', ['a', 'copie']);
    await expect(store.getObject('b', 'a', undefined)).rejects.toThrow('ENOENT');
    expect(readdirSync(join(directory, 'b'))).toEqual([]);
  });

  it('writes nothing outside its folder, whatever a key or a bucket is called', async () => {
    const store = createObjectStore(directory);
    for (const name of ['../../x', '/etc/x', 'a\0b', 'é'.repeat(500)]) {
      await store.uploadObject('b', name, undefined, text(name), 'text/plain', 'no-cache');
      expect(String((await store.getObject('b', name, undefined)).body)).toBe(name);
    }
    for (const bucket of ['..', '../up']) {
      await store.uploadObject(bucket, 'a', undefined, text('a'), 'text/plain', 'no-cache');
    }
    expect(readdirSync(dirname(directory))).toEqual(['storage']);
    expect(readdirSync(directory).sort()).toEqual(['%2E%2E', '%2E%2E%2Fup', 'b']);
  });
});
