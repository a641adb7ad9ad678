import { mutationOptions } from '@tanstack/react-query';
import { fullClient } from '@/admin/lib/supabase';
import { api } from '@/shared/lib/site-config';

const BUCKET = 'studio';

/** What the bucket takes: type → extension. No SVG, which may hold scripts. */
const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The types of file that a logo may have, for the file chooser. */
export const logoTypes = Object.keys(extensions).join(',');

const MOST_BYTES = 1024 * 1024;

/** The address of the logo in a file of the bucket. */
export const logoAddress = (path: string): string => `${api.url}/storage/v1/object/public/${BUCKET}/${path}`;

/** Why this file cannot be the logo, in French; undefined when it can. */
export function refuseLogo(file: File): string | undefined {
  if (!(file.type in extensions)) return 'Choisissez une image PNG, JPEG ou WebP.';
  if (file.size > MOST_BYTES) return 'Le logo ne peut pas dépasser 1\u00a0Mo.';
  return undefined;
}

/** « 240x80- », which the site reads to keep the place of the logo; nothing for a file that cannot be measured. */
async function sizeOf(file: File): Promise<string> {
  try {
    const { width, height } = await createImageBitmap(file);
    return `${width}x${height}-`;
  } catch {
    return '';
  }
}

/** Uploads a logo under a new name, which is returned: nothing is written over, and the settings name it once saved. */
export const uploadLogo = () =>
  mutationOptions({
    mutationFn: async (file: File): Promise<string> => {
      const path = `logo-${await sizeOf(file)}${crypto.randomUUID()}.${extensions[file.type]}`;
      const { storage } = await fullClient();
      const { error } = await storage
        .from(BUCKET)
        .upload(path, file, { contentType: file.type, cacheControl: '31536000' });
      if (error) throw error;
      return path;
    },
    meta: { errorMessage: 'Impossible de téléverser le logo. Vérifiez votre connexion, puis réessayez.' },
  });
