import { fullClient, supabase } from '@/admin/kit/lib/supabase';

export const TILES = 'panoramas';
export const ORIGINALS = 'panorama-originals';

/** Lists the files below a folder and its levels, by their relative name, with their sizes. */
export async function listFiles(
  bucket: string,
  folder: string,
  levels: number,
): Promise<Map<string, number>> {
  const { storage } = await fullClient();
  const files = new Map<string, number>();
  for (const sub of ['', ...Array.from({ length: levels }, (_, level) => `${level}`)]) {
    const { data, error } = await storage.from(bucket).list(`${folder}${sub && `/${sub}`}`, { limit: 1000 });
    if (error) throw error;
    for (const { id, name, metadata } of data) {
      // A folder has no id of its own.
      if (!id) continue;
      files.set(sub ? `${sub}/${name}` : name, Number(metadata?.size ?? 0));
    }
  }
  return files;
}

/** Deletes files of a folder that no tour names. */
export async function removeFiles(bucket: string, paths: string[]): Promise<void> {
  const { storage } = await fullClient();
  const { error } = await storage.from(bucket).remove(paths);
  if (error) throw error;
}

/** Downloads the original panorama, to cut it again. */
export async function readOriginal(path: string): Promise<Blob> {
  const { storage } = await fullClient();
  const { data, error } = await storage.from(ORIGINALS).download(path);
  if (error) throw error;
  return data;
}

/** Reads the first bytes of an original, where its camera notes what it knows. */
export async function readOriginalStart(
  path: string,
  bytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { storage } = await fullClient();
  const { data, error } = await storage.from(ORIGINALS).createSignedUrl(path, 60);
  if (error) throw error;
  const answer = await fetch(data.signedUrl, { signal });
  const reader = answer.ok ? answer.body?.getReader() : undefined;
  if (!reader) throw Object.assign(new Error('Original not read'), { status: answer.status });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let read = 0; read < bytes; ) {
    const { value } = await reader.read();
    if (!value) break;
    parts.push(value);
    read += value.length;
  }
  // The rest of the file, up to 80 MB, is not needed.
  await reader.cancel();
  return new Uint8Array(await new Blob(parts).arrayBuffer()).subarray(0, bytes);
}

/**
 * Deletes the files that no tour names and that are older than a week: removed scenes and abandoned uploads. It never
 * fails: files that remain are deleted another day.
 */
export async function removeUnusedPanoramas(): Promise<void> {
  try {
    const { data } = await supabase.rpc('unused_panorama_files').throwOnError();
    if (data.length === 0) return;
    // Through the storage service: SQL would delete the row of the file, and leave the file.
    const { storage } = await fullClient();
    for (const bucket of [TILES, ORIGINALS]) {
      const names = data.filter((file) => file.bucket === bucket).map(({ name }) => name);
      if (names.length > 0) await storage.from(bucket).remove(names);
    }
  } catch (error) {
    console.warn('Panoramas inutilisés non supprimés', error);
  }
}

/**
 * Deletes the tiles of these folders now: they show areas that a newer version blurs or omits. The database refuses
 * those that a tour still names. It never fails: remaining files are deleted after a week.
 */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  try {
    const { storage } = await fullClient();
    for (const folder of folders) {
      const names = [...(await listFiles(TILES, folder, 3)).keys()];
      if (names.length > 0) await storage.from(TILES).remove(names.map((name) => `${folder}/${name}`));
    }
  } catch (error) {
    console.warn('Tuiles remplacées non supprimées', error);
  }
}
