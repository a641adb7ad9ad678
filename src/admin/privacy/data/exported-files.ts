import { readAllRows } from '@/admin/kit/lib/read-rows';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import { api } from '@/shared/lib/site-config';
import { panoramaFiles, type StoredFile } from './exported-panoramas';

const BUCKET = 'tour-images';

/** Files of one answer of the storage service. */
const PAGE_FILES = 1000;

/** Lists the public pictures of the tours. */
async function pictureNames(signal: AbortSignal): Promise<string[]> {
  const { storage } = await fullClient();
  const names: string[] = [];
  for (;;) {
    signal.throwIfAborted();
    const options = { limit: PAGE_FILES, offset: names.length, sortBy: { column: 'name', order: 'asc' } };
    const { data, error } = await storage.from(BUCKET).list('', options);
    if (error) throw error;
    names.push(...data.map(({ name }) => name));
    if (data.length < PAGE_FILES) return names;
  }
}

/** Lists the attachments named by replies. */
async function attachmentPaths(signal: AbortSignal): Promise<StoredFile[]> {
  const [replies, messages] = await Promise.all([
    readAllRows<{ attachments: unknown }>(
      () => supabase.from('notifications').select('attachments').eq('kind', 'reply').order('id'),
      signal,
    ),
    readAllRows<{ attachments: unknown }>(
      () => supabase.from('inbound_messages').select('attachments').neq('attachments', '[]').order('id'),
      signal,
    ),
  ]);
  const named = (bucket: string, rows: { attachments: unknown }[]) =>
    rows
      .flatMap(({ attachments }) => attachments as { path: string | null }[])
      .flatMap(({ path }) => (path === null ? [] : [{ bucket, path }]));
  return [...named('request-files', replies), ...named('inbound-files', messages)];
}

/** Lists the PDFs of sent quotes and of invoices, and the files of acceptances, as their tables name them. */
async function quoteFilePaths(signal: AbortSignal): Promise<string[]> {
  const [sent, billed, accepted] = await Promise.all([
    readAllRows<{ id: string }>(
      () =>
        supabase
          .from('quotes')
          .select('id')
          .not('sent_at', 'is', null)
          .is('anonymised_at', null)
          .order('created_at')
          .order('id'),
      signal,
    ),
    readAllRows<{ id: string; quote_id: string }>(
      () =>
        supabase
          .from('invoices')
          .select('id, quote_id')
          .not('pdf_sha256', 'is', null)
          .is('anonymised_at', null)
          .order('created_at')
          .order('id'),
      signal,
    ),
    readAllRows<{ resolution_path: string | null }>(
      () =>
        supabase
          .from('quote_acceptances')
          .select('resolution_path')
          .not('resolution_path', 'is', null)
          .order('accepted_at')
          .order('id'),
      signal,
    ),
  ]);
  return [
    ...sent.map(({ id }) => `${id}/devis.pdf`),
    ...billed.map(({ id, quote_id }) => `${quote_id}/facture-${id}.pdf`),
    ...accepted.flatMap(({ resolution_path }) => resolution_path ?? []),
  ];
}

/** Lists the files of the photos of trips. */
async function tripPhotoPaths(signal: AbortSignal): Promise<string[]> {
  const photos = await readAllRows<{ id: string }>(
    () => supabase.from('trip_photos').select('id').order('taken_at').order('id'),
    signal,
  );
  return photos.map(({ id }) => `${id}.jpg`);
}

async function readPrivate(bucket: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { storage } = await fullClient();
  const { data, error } = await storage.from(bucket).download(path);
  if (error) throw error;
  return new Uint8Array(await data.arrayBuffer());
}

async function readPicture(name: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const address = `${api.url}/storage/v1/object/public/${BUCKET}/${encodeURIComponent(name)}`;
  const response = await fetch(address, { signal });
  if (!response.ok) {
    throw Object.assign(new Error(response.statusText), { status: response.status });
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** A file of the copy; `path` is its place in its folder. */
type ExportedFile = { path: string; read: () => Promise<Uint8Array<ArrayBuffer>> };

const privateFile = ({ bucket, path }: StoredFile): ExportedFile => ({
  path,
  read: () => readPrivate(bucket, path),
});
const filesOf = (bucket: string, paths: readonly string[]) =>
  paths.map((path) => privateFile({ bucket, path }));

type ExportedFolder = {
  folder: string;
  /** French name of its content, for the sentence that says that its list could not be read. */
  of: string;
  list: (signal: AbortSignal) => Promise<ExportedFile[]>;
};

/** The folders of the copy, in their order. */
export const exportedFolders: readonly ExportedFolder[] = [
  {
    folder: 'images',
    of: 'des images',
    list: async (signal) =>
      (await pictureNames(signal)).map((path) => ({ path, read: () => readPicture(path, signal) })),
  },
  {
    folder: 'pieces-jointes',
    of: 'des pièces jointes',
    list: async (signal) => (await attachmentPaths(signal)).map(privateFile),
  },
  {
    folder: 'fichiers-des-devis',
    of: 'des fichiers des devis',
    list: async (signal) => filesOf('quote-files', await quoteFilePaths(signal)),
  },
  {
    folder: 'photos-des-deplacements',
    of: 'des photos des déplacements',
    list: async (signal) => filesOf('trip-photos', await tripPhotoPaths(signal)),
  },
  {
    folder: 'panoramas',
    of: 'des panoramas',
    list: async (signal) => (await panoramaFiles(signal)).map(privateFile),
  },
];
