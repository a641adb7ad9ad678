import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { deletePendingFiles, pendingFilesOf, pendingFilesOfNewTours } from '@/admin/kit/lib/pending-files';
import { draftNames, readDraft, writeDraft } from '@/shared/lib/browser-draft';
import { isUuid } from '@/shared/lib/uuid';
import { removeFolders } from './panorama-files';
import type { TourFormValues } from './tours.schema';

/** Name of the draft of a new tour that is elsewhere. */
const OTHER_FORM_KEY = 'tour:new';

/** Returns the name of a new tour's draft in this browser: each tour of our own panoramas has one. */
export const newTourDraft = (newId: string | undefined) =>
  newId ? `${OTHER_FORM_KEY}:${newId}` : OTHER_FORM_KEY;

/** A new tour that was begun in this browser and not created. */
export type UnfinishedTour = {
  /** Id of a tour made here; absent for one that is elsewhere. */
  id?: string;
  savedAt: number;
  title: string;
  /** Number of its panoramas. */
  files: number;
};

/** Ids that this page created or reopened. */
const givenIds = new Set<string>();

/** Makes the id of a tour that is not created, for the folder of its panoramas. */
export function newTourId(known: string = crypto.randomUUID()): string {
  givenIds.add(known);
  return known;
}

/** Tells whether an id was given by this page, so that its form is open or new here. */
export const isGivenId = (id: string) => givenIds.has(id);

const key = [...queryKeys.tours, 'unfinished'] as const;

/** The names of the tours whose panoramas are open in a tab of this browser. */
async function openElsewhere(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name));
}

async function listUnfinished(): Promise<UnfinishedTour[]> {
  const [files, open] = await Promise.all([pendingFilesOfNewTours(), openElsewhere()]);
  const ids = new Set([
    ...files.map(([, { tourId }]) => tourId),
    ...draftNames(`${OTHER_FORM_KEY}:`).map((name) => name.slice(OTHER_FORM_KEY.length + 1)),
  ]);
  const begun = [...ids].filter((id) => isUuid(id) && !open.has(`panoramas:${id}`));
  return [undefined, ...begun]
    .flatMap((id): UnfinishedTour | [] => {
      const own = id ? files.filter(([, { tourId }]) => tourId === id) : [];
      const draft = readDraft<Partial<TourFormValues>>(newTourDraft(id));
      const savedAt = Math.max(draft?.savedAt ?? 0, ...own.map(([, file]) => file.savedAt));
      if (savedAt === 0) return [];
      return { ...(id ? { id } : {}), savedAt, title: draft?.value.title ?? '', files: own.length };
    })
    .sort((a, b) => b.savedAt - a.savedAt);
}

export const unfinishedTours = {
  /** Options to list the new tours that were begun in this browser, the last one first; none of another tab. */
  list: () =>
    queryOptions({
      queryKey: key,
      queryFn: listUnfinished,
      gcTime: 0,
    }),

  /** Options to tell whether a tour of this id was begun in this browser, and is not open in another tab. */
  isKnown: (id: string) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: async () => {
        const begun = await listUnfinished();
        return begun.some((one) => one.id === id);
      },
      gcTime: 0,
    }),

  /** Discards a tour that was not created: its form, its files in this browser, and its uploads. */
  forget: () =>
    mutationOptions({
      mutationFn: async (id: string | undefined) => {
        writeDraft(newTourDraft(id), undefined);
        if (!id) return;
        const files = (await pendingFilesOf(id)).map(([file]) => file);
        await deletePendingFiles(files);
        await removeFolders(files.map((file) => `${id}/${file}`));
      },
      meta: { invalidates: [key] },
    }),
};
