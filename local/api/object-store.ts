import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '@supabase/lite';
import { writeWhole } from '../process/atomic-write.ts';

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type ObjectMetadata = Awaited<ReturnType<StorageAdapter['headObject']>>;
type UploadBody = Parameters<StorageAdapter['uploadObject']>[3];

/** What is kept beside the bytes of an object. */
interface Sheet {
  key: string;
  mimetype: string;
  cacheControl: string;
  size: number;
  eTag: string;
  lastModified: string;
}

/**
 * The bytes of the storage service, in one folder per bucket. An object's file is named by the hash of its key:
 * whatever a key holds, it cannot climb out of the folder or clash with another.
 */
export function createObjectStore(directory: string): StorageAdapter {
  const fileOf = (bucket: string, key: string) =>
    join(
      directory,
      encodeURIComponent(bucket).replaceAll('.', '%2E'),
      createHash('sha256').update(key).digest('hex'),
    );
  const sheetOf = async (file: string) => JSON.parse(await readFile(`${file}.json`, 'utf8')) as Sheet;
  const remove = (bucket: string, key: string) => {
    const file = fileOf(bucket, key);
    rmSync(file, { force: true });
    rmSync(`${file}.json`, { force: true });
  };
  const put = (bucket: string, key: string, content: Uint8Array, mimetype: string, cacheControl: string) => {
    const file = fileOf(bucket, key);
    const sheet: Sheet = {
      key,
      mimetype,
      cacheControl,
      size: content.byteLength,
      eTag: `"${createHash('md5').update(content).digest('hex')}"`,
      lastModified: new Date().toISOString(),
    };
    mkdirSync(join(file, '..'), { recursive: true });
    writeWhole(file, content);
    writeWhole(`${file}.json`, JSON.stringify(sheet));
    return metadataOf(sheet);
  };

  return {
    driver: directory,
    async getObject(bucket, key) {
      const file = fileOf(bucket, key);
      const sheet = await sheetOf(file);
      return { httpStatusCode: 200, metadata: metadataOf(sheet), body: await readFile(file) };
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      return put(bucket, key, await wholeBody(body), contentType, cacheControl);
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
      const sheet: Sheet = { ...(await sheetOf(from)), key, lastModified: new Date().toISOString() };
      writeWhole(`${to}.json`, JSON.stringify(sheet));
      return metadataOf(sheet);
    },
    async headObject(bucket, key) {
      return metadataOf(await sheetOf(fileOf(bucket, key)));
    },
    async privateAssetUrl(bucket, key) {
      return `file://${fileOf(bucket, key)}`;
    },
  } as StorageAdapter;
}

function metadataOf({ mimetype, cacheControl, size, eTag, lastModified }: Sheet): ObjectMetadata {
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

async function wholeBody(body: UploadBody): Promise<Uint8Array> {
  return body instanceof Uint8Array
    ? body
    : new Uint8Array(await new Response(body as ReadableStream).arrayBuffer());
}
