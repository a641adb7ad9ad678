import { placeKey } from '@contract/search-key';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { REGISTER_SOURCE } from './attribution';
import type { Place } from './place-search';
import { type RegisterPlace, readRegister } from './register';
import { NOTHING_CHANGED, officialFiles, type RegisterFiles, shippedFiles } from './register-sources';

type RegisterLine = {
  kind: string;
  latitude: number | null;
  approximate: boolean;
  gone_on: string | null;
  source: string;
  source_date: string | null;
  imported_at: string;
};

/** What the database holds of the register. */
export type RegisterState = {
  municipalities: number;
  mrcs: number;
  /** Municipalities around which nothing can be sought. */
  withoutCoordinates: number;
  /** Municipalities that stand at their MRC's centre. */
  approximate: number;
  /** Places that the register lists no more, kept for their history. */
  gone: number;
  /** Where the data comes from; several where one import did not replace everything. */
  sources: string[];
  /** Of the last import that changed something; `null` while there is nothing. */
  importedAt: string | null;
  /** The day of the newest files, as `2026-12-01`. */
  sourceDate: string | null;
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

async function importFiles({ files, sourceDate }: RegisterFiles): Promise<ImportCounts> {
  const { places, problems } = readRegister(files);
  if (problems.length > 0) {
    throw new Error(`Les fichiers officiels ont changé. ${NOTHING_CHANGED} ${problems[0]}`);
  }
  try {
    const { missing } = await sendRegister({ places, sourceDate, dryRun: true });
    if (missing > places.length / 20) {
      throw new RefusedRegister(
        `${formatNumber(missing)} lieux connus ne sont plus dans les fichiers officiels. ${NOTHING_CHANGED} Vérifiez dans «\u00a0Répertoire\u00a0».`,
      );
    }
    return await sendRegister({ places, sourceDate });
  } catch (cause) {
    if (cause instanceof RefusedRegister) throw cause;
    throw new Error(`Impossible d’importer le répertoire. ${NOTHING_CHANGED}`, { cause });
  }
}

/** A register that is not imported without a person's look. */
class RefusedRegister extends Error {}

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
              .select(
                'code, name, designation, mrc_name, region, population, latitude, longitude, approximate, search_key',
              )
              .eq('kind', 'municipalité')
              .is('gone_on', null)
              .order('code'),
          signal,
        ),
      // The register changes by an import, which says so.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { logMessage: 'The municipalities could not be read: the place is typed freely' },
    }),

  /** The MRCs of the register, where a trip may go to as a whole. */
  mrcs: () =>
    queryOptions({
      queryKey: [...municipalities.all, 'mrcs'],
      queryFn: async ({ signal }): Promise<Place[]> => {
        const { data } = await supabase
          .from('municipalities')
          .select(
            'code, name, designation, mrc_name, region, population, latitude, longitude, approximate, search_key',
          )
          .eq('kind', 'mrc')
          .is('gone_on', null)
          .order('search_key')
          .abortSignal(signal)
          .throwOnError();
        return data.map((mrc) => {
          const name = mrcName(mrc.name);
          return { ...mrc, name, search_key: placeKey(name) };
        });
      },
      staleTime: Number.POSITIVE_INFINITY,
      meta: { logMessage: 'The MRCs could not be read: none is proposed' },
    }),

  /** How much of the register is there, and since when. */
  state: () =>
    queryOptions({
      queryKey: [...municipalities.all, 'state'],
      queryFn: async ({ signal }): Promise<RegisterState> => {
        const lines = await readAllRows<RegisterLine>(
          () =>
            supabase
              .from('municipalities')
              .select('kind, latitude, approximate, gone_on, source, source_date, imported_at')
              .order('code'),
          signal,
        );
        const listed = lines.filter(({ gone_on }) => !gone_on);
        const towns = listed.filter(({ kind }) => kind === 'municipalité');
        return {
          municipalities: towns.length,
          mrcs: listed.length - towns.length,
          gone: lines.length - listed.length,
          approximate: towns.filter(({ approximate }) => approximate).length,
          withoutCoordinates: towns.filter(({ latitude }) => latitude === null).length,
          sources: [...new Set(lines.map(({ source }) => source))],
          importedAt: lines.map(({ imported_at }) => imported_at).reduce<string | null>(latest, null),
          sourceDate: lines
            .map(({ source_date }) => source_date)
            .filter((date) => date !== null)
            .reduce<string | null>(latest, null),
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

  /** The official files, downloaded, for the screen to show what they would change. */
  official: () => mutationOptions({ mutationFn: officialFiles, networkMode: 'always' }),

  /**
   * One press: downloads the official files, compares them, and imports them. What they no longer name is kept; when
   * that is more than one place in twenty, nothing is imported.
   */
  refresh: () => oneStep('Répertoire à jour', officialFiles),

  /** One press: imports the register that the product ships with. */
  install: () => oneStep('Répertoire installé', shippedFiles),
};

const oneStep = (title: string, read: () => Promise<RegisterFiles>) =>
  mutationOptions({
    mutationFn: async () => importFiles(await read()),
    networkMode: 'always',
    onSuccess: ({ added, changed, unchanged }) =>
      notify.success(
        `${counted(added, 'nouveau', 'nouveaux')}, ${counted(changed, 'modifié', 'modifiés')}, ${formatNumber(unchanged)} sans changement`,
        title,
      ),
    meta: {
      invalidates: [queryKeys.municipalities, queryKeys.contacts, queryKeys.setup, queryKeys.today],
    },
  });

/** « MRC de Charlevoix », « MRC du Haut-Richelieu », « MRC des Appalaches »; what bears another title keeps it. */
function mrcName(name: string): string {
  if (/^(?:MRC|Communauté|Agglomération|Administration)\b/i.test(name)) return name;
  if (/^Les /.test(name)) return `MRC des ${name.slice(4)}`;
  if (/^Le /.test(name)) return `MRC du ${name.slice(3)}`;
  return /^[AEIOUÀÂÉÈÊÎÔÛ]/i.test(name) ? `MRC d’${name}` : `MRC de ${name}`;
}

/** The later of two moments of the data API, which writes them all alike. */
function latest(known: string | null, other: string): string {
  return known === null || other > known ? other : known;
}
