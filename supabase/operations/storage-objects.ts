import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { StorageClient } from '@supabase/storage-js';

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  zip: 'application/zip',
  jpg: 'image/jpeg',
};
const PAGE = 1000;

/** Names the buckets of a copy, which are all but that of the send mark: it says what was sent since the copy. */
async function copiedBuckets(storage: StorageClient): Promise<string[]> {
  const { data, error } = await storage.listBuckets();
  if (error) throw error;
  return data.map(({ name }) => name).filter((name) => name !== 'send-mark');
}

/** The names of every object of a bucket, those in folders included. */
async function objectNames(storage: StorageClient, bucket: string, folder = ''): Promise<string[]> {
  const names: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { data, error } = await storage.from(bucket).list(folder, {
      limit: PAGE,
      offset,
      sortBy: { column: 'name', order: 'asc' },
    });
    if (error) throw error;
    for (const { id, name } of data) {
      const path = folder ? `${folder}/${name}` : name;
      // A folder has no id of its own.
      if (id === null) names.push(...(await objectNames(storage, bucket, path)));
      else names.push(path);
    }
    if (data.length < PAGE) return names;
  }
}

/** Downloads every object to `<folder>/storage/<bucket>/<name>`. @returns how many there are */
export async function downloadObjects(storage: StorageClient, folder: string): Promise<number> {
  let count = 0;
  for (const bucket of await copiedBuckets(storage)) {
    for (const name of await objectNames(storage, bucket)) {
      const { data, error } = await storage.from(bucket).download(name);
      if (error) throw error;
      const file = join(folder, 'storage', bucket, ...name.split('/'));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, new Uint8Array(await data.arrayBuffer()));
      count++;
    }
  }
  return count;
}

/** Uploads every object of a backup in the place of what has its name; what the backup has not is removed. */
export async function replaceObjects(storage: StorageClient, folder: string): Promise<number> {
  let count = 0;
  // A bucket that the copy holds nothing of is left as it is: an older copy did not hold all of them.
  for (const bucket of await readdir(join(folder, 'storage')).catch(() => [])) {
    const root = join(folder, 'storage', bucket);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const kept = new Set<string>();
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = join(entry.parentPath, entry.name);
      const name = relative(root, file).split(sep).join('/');
      const { error } = await storage.from(bucket).upload(name, await readFile(file), {
        contentType: TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream',
        upsert: true,
      });
      if (error) throw error;
      kept.add(name);
      count++;
    }
    const extra = (await objectNames(storage, bucket)).filter((name) => !kept.has(name));
    for (let from = 0; from < extra.length; from += PAGE) {
      const { error } = await storage.from(bucket).remove(extra.slice(from, from + PAGE));
      if (error) throw error;
    }
  }
  return count;
}
