import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { quebecDay } from '@/admin/lib/dates';
import { invokeFunction } from '@/admin/lib/functions';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { counted, formatNumber } from '@/shared/lib/numbers';
import type { Place } from './place-search';
import { REGISTER_SOURCE, type RegisterPlace, readRegister } from './register';

type RegisterLine = {
  kind: string;
  latitude: number | null;
  source: string;
  imported_at: string;
};

/** What the database holds of the register. */
export type RegisterState = {
  municipalities: number;
  mrcs: number;
  /** Municipalities around which nothing can be sought. */
  withoutCoordinates: number;
  /** Where the data comes from; several where one import did not replace everything. */
  sources: string[];
  /** Of the last import that changed something; `null` while there is nothing. */
  importedAt: string | null;
};

/** What an import did, or would do: numbers of places. `missing` are known, and no longer in the files. */
export type ImportCounts = { added: number; changed: number; unchanged: number; missing: number };

type ImportRequest = {
  places: RegisterPlace[];
  /** The day of the files, as `2026-12-01`. */
  sourceDate: string;
  /** Counts, and writes nothing. */
  dryRun?: boolean;
};

async function sendRegister({ places, sourceDate, dryRun = false }: ImportRequest): Promise<ImportCounts> {
  const { data } = await supabase
    .rpc('import_municipalities', {
      places,
      source: REGISTER_SOURCE,
      source_date: sourceDate,
      dry_run: dryRun,
    })
    .single()
    .throwOnError();
  return data;
}

/** A file of the official register, as the server downloads it. */
type Downloaded = { name: string; text: string; modifiedAt: string | null };

const unchanged = 'Rien n’a été modifié.';

/** Reads the official files where they are published, and imports what they hold. */
async function refreshRegister(): Promise<ImportCounts> {
  const files = await Promise.all(
    ['MUN.csv', 'MRC_CM_Arg.csv'].map((file) =>
      invokeFunction(
        'download-register',
        { file },
        { fallback: `Impossible de joindre le serveur. ${unchanged}` },
      ),
    ),
  );
  const downloaded = files as Downloaded[];
  const { places, problems } = readRegister(downloaded);
  if (problems.length > 0) throw new Error(`Les fichiers officiels ont changé. ${unchanged} ${problems[0]}`);
  const dates = downloaded.map(({ modifiedAt }) => modifiedAt).filter((date) => date !== null);
  const sourceDate = quebecDay(dates.length > 0 ? new Date(dates.sort().at(-1) as string) : new Date());
  return sendRegister({ places, sourceDate }).catch((cause: unknown) => {
    throw new Error(`Impossible d’importer le répertoire. ${unchanged}`, { cause });
  });
}

export const municipalities = {
  all: queryKeys.municipalities,

  /** Every municipality of the register, for the choice of a trip's place. MRCs are left out. */
  places: () =>
    queryOptions({
      queryKey: [...municipalities.all, 'places'],
      queryFn: ({ signal }) =>
        readAllRows<Place>(
          () =>
            supabase
              .from('municipalities')
              .select('code, name, designation, mrc_name, region, population, latitude, search_key')
              .eq('kind', 'municipalité')
              .order('code'),
          signal,
        ),
      // The register changes by an import, which says so.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { logMessage: 'The municipalities could not be read: the place is typed freely' },
    }),

  /** How much of the register is there, and since when. */
  state: () =>
    queryOptions({
      queryKey: [...municipalities.all, 'state'],
      queryFn: async ({ signal }): Promise<RegisterState> => {
        const lines = await readAllRows<RegisterLine>(
          () => supabase.from('municipalities').select('kind, latitude, source, imported_at').order('code'),
          signal,
        );
        const towns = lines.filter(({ kind }) => kind === 'municipalité');
        return {
          municipalities: towns.length,
          mrcs: lines.length - towns.length,
          withoutCoordinates: towns.filter(({ latitude }) => latitude === null).length,
          sources: [...new Set(lines.map(({ source }) => source))],
          importedAt: lines.map(({ imported_at }) => imported_at).reduce<string | null>(latest, null),
        };
      },
      meta: { errorMessage: 'Impossible de charger les municipalités' },
    }),

  /** What importing would do. Writes nothing. */
  preview: () =>
    mutationOptions({
      mutationFn: (request: ImportRequest) => sendRegister({ ...request, dryRun: true }),
      networkMode: 'always',
      meta: { errorMessage: 'Impossible de comparer les fichiers avec le répertoire' },
    }),

  /** Imports everything, or nothing. */
  import: () =>
    mutationOptions({
      mutationFn: (request: ImportRequest) => sendRegister(request),
      networkMode: 'always',
      meta: {
        invalidates: [municipalities.all],
        successMessage: 'Répertoire importé',
        errorMessage: 'Impossible d’importer le répertoire. Rien n’a été modifié.',
      },
    }),

  /** One press: downloads the official files and imports them. What they no longer name is kept. */
  refresh: () =>
    mutationOptions({
      mutationFn: refreshRegister,
      networkMode: 'always',
      onSuccess: ({ added, changed, unchanged: same }) =>
        notify.success(
          `${counted(added, 'nouveau', 'nouveaux')}, ${counted(changed, 'modifié', 'modifiés')}, ${formatNumber(same)} sans changement`,
          'Répertoire à jour',
        ),
      meta: { invalidates: [municipalities.all, queryKeys.setup, queryKeys.today] },
    }),
};

/** The later of two moments of the data API, which writes them all alike. */
function latest(known: string | null, other: string): string {
  return known === null || other > known ? other : known;
}
