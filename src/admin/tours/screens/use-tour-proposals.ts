import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { areas, placeAt } from '@/admin/municipalities/data/place-at';
import { type PhotoFacts, readPhotoFacts } from '../data/photo-facts';
import { type ProposedField, proposalsOf, proposedFields, type TourProposals } from '../data/tour-proposals';
import type { TourFormValues } from '../data/tours.schema';
import type { PanoramaProgress } from './use-panorama-uploads';

/** Hints of the fields whose value is still the proposed one. */
export type ProposalHints = Partial<Record<ProposedField, string>>;

const fieldHints: Record<ProposedField, string> = {
  title: 'Proposé d’après vos fichiers.',
  location: 'Proposé d’après la position que l’appareil a notée.',
  captured_on: 'Proposée d’après la date que l’appareil a notée.',
  panorama_count: 'Proposé d’après vos fichiers.',
};

/**
 * Fills what the files of a new tour say of it into the fields that nobody filled. What a person typed or emptied is never
 * changed; what is still as proposed follows the files.
 *
 * @param setField sets a field as if it were typed
 * @returns the hints of the fields that are as proposed
 */
export function useTourProposals(
  form: UseFormReturn<TourFormValues>,
  panoramas: readonly PanoramaProgress[],
  setField: (field: ProposedField, value: string) => void,
): ProposalHints {
  const facts = useFacts(panoramas);
  const isPlaced = [...facts.values()].some(({ position }) => position);
  const places = useQuery({ ...municipalities.places(), enabled: isPlaced }).data;
  const grounds = useQuery({ ...areas(), enabled: isPlaced }).data;
  // Apart from the rest, which each step of an upload computes again.
  const placed = useMemo(
    () =>
      new Map(
        [...facts].map(([id, { position }]) => [
          id,
          position && places && grounds ? placeAt(places, grounds, position) : undefined,
        ]),
      ),
    [facts, places, grounds],
  );
  const wanted = proposalsOf(
    panoramas.map(({ id, name, file }) => ({
      name,
      folder: folderOf(file),
      day: facts.get(id)?.day,
      place: placed.get(id),
    })),
  );
  const [given, setGiven] = useState<TourProposals>({});
  const fill = useEffectEvent(() => {
    const next = { ...given };
    for (const field of proposedFields) {
      const [present, value = ''] = [form.getValues(field), wanted[field]];
      const isFree = given[field] === undefined ? present === '' : present === given[field];
      if (isFree && present !== value) setField(field, value);
      if ((isFree || present === value) && value !== given[field] && (value || given[field]))
        next[field] = value;
    }
    setGiven(next);
  });
  const shown = JSON.stringify(wanted);
  useEffect(() => {
    if (shown) fill();
  }, [shown]);

  const values = useWatch({ control: form.control, name: [...proposedFields] });
  return Object.fromEntries(
    proposedFields.flatMap((field, index) =>
      given[field] && values[index] === given[field] ? [[field, fieldHints[field]]] : [],
    ),
  );
}

const noFacts: PhotoFacts = {};

/** Reads what the cameras noted, once for each panorama. */
function useFacts(panoramas: readonly PanoramaProgress[]): ReadonlyMap<string, PhotoFacts> {
  const [facts, setFacts] = useState<ReadonlyMap<string, PhotoFacts>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, file } of panoramas) {
      if (asked.current.has(id)) continue;
      asked.current.add(id);
      void readPhotoFacts(file).then((read = noFacts) => setFacts((all) => new Map(all).set(id, read)));
    }
  }, [panoramas]);
  return facts;
}

/** The folder that a file was dropped in; none for a file of its own. */
function folderOf(file: Blob): string | undefined {
  const path = 'path' in file && typeof file.path === 'string' ? file.path : '';
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .at(-2);
}
