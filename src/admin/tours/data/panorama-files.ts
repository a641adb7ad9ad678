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
