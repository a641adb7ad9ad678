import { fullClient, supabase } from '@/admin/lib/supabase';

export const TILES = 'panoramas';
export const ORIGINALS = 'panorama-originals';

/** The files below a folder and below its levels, by their name below it, with their sizes. */
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

/** The panorama as the camera gave it, to cut it again. */
export async function readOriginal(path: string): Promise<Blob> {
  const { storage } = await fullClient();
  const { data, error } = await storage.from(ORIGINALS).download(path);
  if (error) throw error;
  return data;
}

/**
 * Deletes the files that no tour names and that are older than a week: scenes that were removed, uploads nobody came back
 * to. Never fails: what stays today goes another day.
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
 * Deletes the tiles of these folders now: they show what a newer version blurs, or no longer shows. The database refuses
 * what a tour still names. Never fails: what stays goes after a week.
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
