import { cutText } from '@contract/cut-text';
import { ofPlace } from '@/admin/municipalities/data/place-names';
import { type Place, placeText } from '@/admin/municipalities/data/place-search';
import type { TourFormValues } from './tours.schema';

/** Fields of the form that the files of a new tour answer. */
export const proposedFields = ['title', 'location', 'captured_on', 'panorama_count'] as const;

export type ProposedField = (typeof proposedFields)[number];

/** Values proposed for the form; a missing one is not known. */
export type TourProposals = Partial<Pick<TourFormValues, ProposedField>>;

/** A panorama: the name of its scene, made of its file's, the folder it was dropped in, where and when it was taken. */
export type KnownPanorama = { name: string } & Partial<Record<'folder' | 'day', string | undefined>> & {
    place?: Place | undefined;
  };

/** Proposes what the files of a tour say of it. */
export function proposalsOf(panoramas: readonly KnownPanorama[]): TourProposals {
  if (panoramas.length === 0) return {};
  const place = mostFrequent(panoramas.flatMap((one) => one.place ?? []));
  const day = mostFrequent(panoramas.flatMap((one) => one.day ?? []).sort());
  const title = titleOf(panoramas) ?? (place && `Visite à 360° ${ofPlace(place.name)}`);
  return {
    ...(title ? { title } : {}),
    ...(place ? { location: placeText(place) } : {}),
    ...(day ? { captured_on: day } : {}),
    panorama_count: String(panoramas.length),
  };
}

/** Returns the value that comes most often, the first of equals. */
function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[Value | undefined, number]>(
    (best, one) => (one[1] > best[1] ? one : best),
    [undefined, 0],
  )[0];
}

/** Words that cameras, programs and systems give to files and folders, which say nothing of a place. */
const EMPTY_WORD =
  /^(?:(?:img|dscn?|dscf|dji|gs|gsaa|pxl|mvi|vid|sam|insta|r|p|f)?[\d.]*|\d+[a-z]+|x\d+|panoramas?|panos?|photos?|images?|pictures?|360|vr|equirect(?:angular|angulaire)?|exports?|dcim|final|scenes?|nouveau|dossier|new|folder|downloads?|telechargements?|téléchargements?|desktop|bureau|copie|de|copy|of)$/i;

/** The words of a text that may be a title; none of a text that only a machine wrote. */
function meaningfulWord(words: readonly string[]): string | undefined {
  const isEmpty = (word: string | undefined) =>
    word !== undefined && EMPTY_WORD.test(word.replace(/[()°]/g, ''));
  let [from, to] = [0, words.length];
  while (to > from && isEmpty(words[to - 1])) to--;
  while (from < to && isEmpty(words[from])) from++;
  const text = cutText(words.slice(from, to).join(' '), 200);
  return /\p{L}{3}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : undefined;
}

/** Titles a tour by what the names of its files begin with, or by the folder that they were dropped in. */
function titleOf(panoramas: readonly KnownPanorama[]): string | undefined {
  const [first = [], ...others] = panoramas.map(({ name }) => name.split(/\s+/));
  const isShared = (word: string, index: number) =>
    others.every((words) => words[index]?.toLowerCase() === word.toLowerCase());
  const different = first.findIndex((word, index) => !isShared(word, index));
  const shared = different < 0 ? first : first.slice(0, different);
  const folders = new Set(panoramas.map(({ folder }) => folder));
  const [folder] = folders;
  return (
    meaningfulWord(shared) ??
    (folder && folders.size === 1 ? meaningfulWord(folder.split(/[\s_-]+/)) : undefined)
  );
}
