import { quebecDay } from '@/admin/kit/lib/dates';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { SHIPPED_DATE } from './attribution';
import type { RegisterFile } from './register-files';

/** Files of the register, with their date. */
export type RegisterFiles = { files: RegisterFile[]; sourceDate: string };

/** A file of the official register, as the server downloads it. */
type DownloadedFile = RegisterFile & { modifiedAt: string | null };

export const NOTHING_CHANGED = 'Rien n’a été modifié.';

/** Downloads the official files by way of the server. */
export async function officialFiles(): Promise<RegisterFiles> {
  const fallback = `Impossible de joindre le serveur. ${NOTHING_CHANGED}`;
  const files = (await Promise.all(
    ['MUN.csv', 'MRC_CM_Arg.csv'].map((file) => invokeFunction('download-register', { file }, { fallback })),
  )) as DownloadedFile[];
  const latest = files
    .map(({ modifiedAt }) => modifiedAt)
    .filter((date) => date !== null)
    .sort()
    .at(-1);
  return { files, sourceDate: quebecDay(latest ? new Date(latest) : serverNow()) };
}

/** Loads the files that ship with the product: half a megabyte, on demand. */
export async function shippedFiles(): Promise<RegisterFiles> {
  const [municipalities, coordinates] = await Promise.all([
    import('./shipped/MUN.csv?raw'),
    import('./shipped/coordinates.csv?raw'),
  ]);
  return {
    files: [
      { name: 'MUN.csv', text: municipalities.default },
      { name: 'coordinates.csv', text: coordinates.default },
    ],
    sourceDate: SHIPPED_DATE,
  };
}
