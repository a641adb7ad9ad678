import { searchKey } from '@contract/search-key';
import { type Entry, inOrder, type Subject } from '@/admin/kit/lib/subject';
import { paths } from '@/shared/lib/paths';
import { menuOf } from './menu';

/** A screen or an action of the palette, which needs no search to be found. */
export type PaletteEntry = Entry & { isSite?: boolean };

const screensOf = (subjects: readonly Subject[]): PaletteEntry[] => [
  ...menuOf(subjects),
  ...inOrder(subjects.flatMap(({ palette }) => palette?.screens ?? [])),
];

const actionsOf = (subjects: readonly Subject[]): PaletteEntry[] => [
  ...inOrder(subjects.flatMap(({ palette }) => palette?.actions ?? [])),
  { title: 'Voir le site', to: paths.home.href(), isSite: true },
];

/** Filters the entries by words that begin like those of the text; returns all of them for no text. */
function matchingEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = searchKey(text).split(/[ '’]/).filter(Boolean);
  return entries.filter(({ title }) => {
    const words = searchKey(title).split(/[ '’]/);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** Returns the matching groups of screens and actions; a reader gets no write actions. */
export function localGroups(subjects: readonly Subject[], text: string, isReadOnly: boolean) {
  const actions = actionsOf(subjects);
  return [
    {
      title: 'Actions',
      entries: matchingEntries(isReadOnly ? actions.filter(({ isSite }) => isSite) : actions, text),
    },
    { title: 'Écrans', entries: matchingEntries(screensOf(subjects), text) },
  ];
}
