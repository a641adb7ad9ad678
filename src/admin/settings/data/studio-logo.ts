import { mutationOptions } from '@tanstack/react-query';
import { fullClient } from '@/admin/kit/lib/supabase';
import { failureText } from '@/shared/lib/failure';
import { api } from '@/shared/lib/site-config';

const BUCKET = 'studio';

/** Types of the bucket: type → extension. No SVG, which may hold scripts. */
const extensionByType: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Types of a logo, for the file picker. */
export const logoTypes = Object.keys(extensionByType).join(',');

const MOST_BYTES = 1024 * 1024;

/** Returns the address of the logo in a file of the bucket. */
export const logoAddress = (path: string): string => `${api.url}/storage/v1/object/public/${BUCKET}/${path}`;

/** Returns the French reason why this file cannot be the logo; undefined when it can. */
export function refuseLogo(file: File): string | undefined {
  if (!(file.type in extensionByType)) return 'Choisissez une image PNG, JPEG ou WebP.';
  if (file.size > MOST_BYTES) return 'Le logo ne peut pas dépasser 1\u00a0Mo.';
  return undefined;
}

/**
 * Measures a logo for its file name, « 240x80- », from which the site reserves its space; empty when it cannot be
 * measured.
 */
async function sizeOf(file: File): Promise<string> {
  try {
    const { width, height } = await createImageBitmap(file);
    return `${width}x${height}-`;
  } catch {
    return '';
  }
}

/** Uploads a logo under a new name and returns it: nothing is overwritten, and the settings name it once saved. */
export const uploadLogo = () =>
  mutationOptions({
    mutationFn: async (file: File): Promise<string> => {
      const path = `logo-${await sizeOf(file)}${crypto.randomUUID()}.${extensionByType[file.type]}`;
      const { storage } = await fullClient();
      const { error } = await storage
        .from(BUCKET)
        .upload(path, file, { contentType: file.type, cacheControl: '31536000' });
      if (error) throw error;
      return path;
    },
    meta: { errorMessage: (error) => failureText('Impossible de téléverser le logo', error) },
  });
