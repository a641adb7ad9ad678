import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Database } from '../database/open-database.ts';
import type { createObjectStore } from './object-store.ts';
import type { ProjectConfig } from './project-config.ts';

/** Content types of the files that a seed may hold, by extension. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
};

/**
 * Fills the buckets whose configuration names a folder (`objects_path`), as the official CLI does: one object for each file
 * below it. Files first, then their rows: a row without its file would be a picture that never loads.
 */
export async function seedObjects(
  database: Database,
  store: ReturnType<typeof createObjectStore>,
  buckets: ProjectConfig['storage']['buckets'],
): Promise<void> {
  for (const [bucket, { objectsPath }] of Object.entries(buckets)) {
    if (!objectsPath) continue;
    const objects: { name: string; metadata: unknown }[] = [];
    for (const entry of readdirSync(objectsPath, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const name = relative(objectsPath, file).split(sep).join('/');
      const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      const metadata = await store.uploadObject(
        ...([bucket, name, undefined, readFileSync(file), type, 'max-age=31536000'] as const),
      );
      objects.push({ name, metadata: { ...metadata, mimetype: type } });
    }
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata)
       select $1, object ->> 'name', object -> 'metadata' from jsonb_array_elements($2::jsonb) as object
       on conflict do nothing`,
      [bucket, JSON.stringify(objects)],
    );
  }
}
