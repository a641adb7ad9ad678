import { mutationOptions } from '@tanstack/react-query';
import { fullClient, sessionForRequest } from '@/admin/kit/lib/supabase';
import { UploadError, upload } from '@/admin/kit/lib/upload';
import { failureText } from '@/shared/lib/failure';
import { api } from '@/shared/lib/site-config';

const BUCKET = 'request-files';

/** An attachment as stored in a reply. */
export type Attachment = { path: string; name: string; type: string; size: number };

/** Accepted attachments: type → extension of the stored file. */
const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Accepted types for the file picker. */
export const attachmentTypes = Object.keys(EXTENSIONS).join(',');

const MOST_FILES = 10;
const MOST_BYTES = 10 * 1024 * 1024;

/** Returns the French reason why these files cannot be added to the attached ones; `undefined` when they can. */
export function attachmentRefusal(
  attached: readonly Attachment[],
  files: readonly File[],
): string | undefined {
  const stranger = files.find(({ type }) => !(type in EXTENSIONS));
  if (stranger) return `« ${stranger.name} » n’est ni un PDF, ni une image JPEG ou PNG.`;
  if (attached.length + files.length > MOST_FILES) return 'Une réponse porte au plus 10 pièces jointes.';
  const bytes = [...attached, ...files].reduce((sum, { size }) => sum + size, 0);
  return bytes > MOST_BYTES ? 'Les pièces jointes dépassent 10\u00a0Mo au total.' : undefined;
}

export const requestFiles = {
  /** Uploads files for the reply to a request, each under a random name. Returns them as a reply stores them. */
  upload: () =>
    mutationOptions({
      mutationFn: async ({ quoteId, files }: { quoteId: string; files: readonly File[] }) => {
        const session = await sessionForRequest();
        if (!session) throw new UploadError(401, 'no session');
        const attached: Attachment[] = [];
        for (const file of files) {
          const path = `${quoteId}/${crypto.randomUUID()}.${EXTENSIONS[file.type]}`;
          await upload(`${api.url}/storage/v1/object/${BUCKET}/${path}`, {
            body: file,
            headers: {
              apikey: api.key,
              authorization: `Bearer ${session.access_token}`,
              'content-type': file.type,
            },
            signal: AbortSignal.timeout(120_000),
            onProgress: () => {},
          });
          attached.push({ path, name: file.name, type: file.type, size: file.size });
        }
        return attached;
      },
      meta: {
        errorMessage: (error) => failureText('Impossible de joindre le fichier', error),
      },
    }),

  /** Downloads an attachment of a reply or of a received message, which only an administrator may read. */
  save: (bucket: typeof BUCKET | 'inbound-files' = BUCKET) =>
    mutationOptions({
      mutationFn: async ({ path, name }: Pick<Attachment, 'path' | 'name'>) => {
        const { storage } = await fullClient();
        const { data, error } = await storage.from(bucket).download(path);
        if (error) throw error;
        const link = document.createElement('a');
        link.href = URL.createObjectURL(data);
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      },
      meta: { errorMessage: 'Impossible d’ouvrir la pièce jointe' },
    }),
};
