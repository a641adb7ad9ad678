import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '@supabase/lite';
import { atomicWrite } from '../process/atomic-write.ts';

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type ObjectMetadata = Awaited<ReturnType<StorageAdapter['headObject']>>;
type UploadBody = Parameters<StorageAdapter['uploadObject']>[3];

/** The metadata file beside an object's file. */
interface StoredMetadata {
  key: string;
  mimetype: string;
  cacheControl: string;
  size: number;
  eTag: string;
  lastModified: string;
}

/**
 * Stores the objects of the storage service on disk, one folder per bucket, each file named by the SHA-256 of its key: no
 * key can leave the folder or collide with another.
 *
 * @param elsewhere the folders of the buckets that are not in the directory
 */
export function createObjectStore(directory: string, elsewhere: Record<string, string> = {}): StorageAdapter {
  const fileOf = (bucket: string, key: string) =>
    join(
      elsewhere[bucket] ?? directory,
      encodeURIComponent(bucket).replaceAll('.', '%2E'),
      createHash('sha256').update(key).digest('hex'),
    );
  const readMetadata = async (file: string) =>
    JSON.parse(await readFile(`${file}.json`, 'utf8')) as StoredMetadata;
  const remove = (bucket: string, key: string) => {
    const file = fileOf(bucket, key);
    rmSync(file, { force: true });
    rmSync(`${file}.json`, { force: true });
  };
  const put = (bucket: string, key: string, content: Uint8Array, mimetype: string, cacheControl: string) => {
    const file = fileOf(bucket, key);
    const stored: StoredMetadata = {
      key,
      mimetype,
      cacheControl,
      size: content.byteLength,
      eTag: `"${createHash('md5').update(content).digest('hex')}"`,
      lastModified: new Date().toISOString(),
    };
    mkdirSync(join(file, '..'), { recursive: true });
    atomicWrite(file, content);
    atomicWrite(`${file}.json`, JSON.stringify(stored));
    return metadataOf(stored);
  };

  return {
    driver: directory,
    async getObject(bucket, key) {
      const file = fileOf(bucket, key);
      const stored = await readMetadata(file);
      return { httpStatusCode: 200, metadata: metadataOf(stored), body: await readFile(file) };
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      return put(bucket, key, await readBody(body), contentType, cacheControl);
    },
    async deleteObject(bucket, key) {
      remove(bucket, key);
    },
    async deleteObjects(bucket, keys) {
      for (const key of keys) remove(bucket, key);
    },
    async copyObject(sourceBucket, source, _version, bucket, key) {
      const from = fileOf(sourceBucket, source);
      const to = fileOf(bucket, key);
      mkdirSync(join(to, '..'), { recursive: true });
      await copyFile(from, to);
      const stored: StoredMetadata = {
        ...(await readMetadata(from)),
        key,
        lastModified: new Date().toISOString(),
      };
      atomicWrite(`${to}.json`, JSON.stringify(stored));
      return metadataOf(stored);
    },
    async headObject(bucket, key) {
      return metadataOf(await readMetadata(fileOf(bucket, key)));
    },
    async privateAssetUrl(bucket, key) {
      return `file://${fileOf(bucket, key)}`;
    },
  } as StorageAdapter;
}

function metadataOf({ mimetype, cacheControl, size, eTag, lastModified }: StoredMetadata): ObjectMetadata {
  return {
    cacheControl,
    mimetype,
    size,
    contentLength: size,
    eTag,
    lastModified: new Date(lastModified),
    httpStatusCode: 200,
  };
}

async function readBody(body: UploadBody): Promise<Uint8Array> {
  return body instanceof Uint8Array
    ? body
    : new Uint8Array(await new Response(body as ReadableStream).arrayBuffer());
}
