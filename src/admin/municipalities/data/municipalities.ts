import { placeKey } from '@contract/search-key';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { REGISTER_SOURCE } from './attribution';
import { ofPlace } from './place-names';
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

/** Content of the register in the database. */
export type RegisterState = {
  municipalities: number;
  mrcs: number;
  /** Number of municipalities without coordinates, around which no prospect can be searched. */
  withoutCoordinates: number;
  /** Number of municipalities placed at their MRC's centre. */
  approximate: number;
  /** Number of places that left the register, kept for their history. */
  gone: number;
  /** Sources of the data; several where one import did not replace everything. */
  sources: string[];
  /** Moment of the last import that changed something; `null` without one. */
  importedAt: string | null;
  /** The day of the newest files, as `2026-12-01`. */
  sourceDate: string | null;
};

/** Number of places changed by an import or its preview. `missing` are known, and no longer in the files. */
export type ImportCounts = { added: number; changed: number; unchanged: number; missing: number };

type ImportRequest = {
  places: RegisterPlace[];
  /** The day of the files, as `2026-12-01`. */
  sourceDate: string;
  /** Counts without writing. */
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

/** Thrown for a register that a person must review before the import. */
class RefusedRegister extends Error {}

export const municipalities = {
  all: queryKeys.municipalities,

  /** Options to read every municipality of the register, for the choice of a trip's place. MRCs are left out. */
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
      // The register changes by an import only, which invalidates it.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { logMessage: 'The municipalities could not be read: the place is typed freely' },
    }),

  /** Options to read the MRCs of the register, which may be the destination of a trip. */
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

  /** Options to read the state and date of the register. */
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
          importedAt: lines.map(({ imported_at }) => imported_at).reduce<string | null>(latestDay, null),
          sourceDate: lines
            .map(({ source_date }) => source_date)
            .filter((date) => date !== null)
            .reduce<string | null>(latestDay, null),
        };
      },
      meta: { errorMessage: 'Impossible de charger les municipalités' },
    }),

  /** Previews an import without writing. */
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

  /** Downloads the official files, so that the screen shows what they would change. */
  official: () => mutationOptions({ mutationFn: officialFiles, networkMode: 'always' }),

  /**
   * Downloads the official files, compares them, and imports them in one press. Places that they no longer name are
   * kept; when that is more than one place in twenty, nothing is imported.
   */
  refresh: () => oneStep('Répertoire à jour', officialFiles),

  /** Imports in one press the register that ships with the product. */
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

/**
 * Formats an MRC's name with its article: « MRC de Charlevoix », « MRC du Haut-Richelieu », « MRC des Appalaches ». A
 * name with another title is unchanged.
 */
function mrcName(name: string): string {
  if (/^(?:MRC|Communauté|Agglomération|Administration)\b/i.test(name)) return name;
  return `MRC ${ofPlace(name)}`;
}

/** Returns the later of two moments of the data API, which formats them all alike. */
function latestDay(known: string | null, other: string): string {
  return known === null || other > known ? other : known;
}
