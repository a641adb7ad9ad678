import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { formatDay } from '@/admin/kit/lib/dates';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { tripPlans } from '@/admin/trips/data/trip-plans';
import { inWords } from '../data/condition-texts';
import type { ReferenceNames, SegmentDefinition } from '../data/segment-labels';
import { segments } from '../data/segments';

const NO_CONDITIONS = {};

/** Returns the names that conditions refer to: MRCs, tags, trips, conditions of other subjects; `undefined` until all have loaded. */
export function useReferenceNames(): {
  names: ReferenceNames | undefined;
  isError: boolean;
  refetch: () => void;
} {
  const queries = [
    useQuery(municipalities.mrcs()),
    useQuery(tripPlans.targetTypes()),
    useQuery(tripPlans.list()),
    useQuery(segments.brought()),
  ] as const;
  const [{ data: mrc }, { data: tags }, { data: trips }, { data: brought }] = queries;
  const names = useMemo(() => {
    if (!mrc || !tags || !trips || !brought) return undefined;
    return {
      brought,
      mrc: Object.fromEntries(mrc.map(({ code, name }) => [code, name])),
      tag: Object.fromEntries(tags.map(({ id, name }) => [id, name])),
      trip: Object.fromEntries(
        trips.map(({ id, city, start_date }) => [id, `${city} (${formatDay(start_date)})`]),
      ),
    };
  }, [mrc, tags, trips, brought]);
  return {
    names,
    isError: queries.some(({ isError }) => isError),
    refetch: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch();
    },
  };
}

/** Names while they are loading. */
export const noNames: ReferenceNames = {
  mrc: NO_CONDITIONS,
  tag: NO_CONDITIONS,
  trip: NO_CONDITIONS,
  brought: NO_CONDITIONS,
};

/** The conditions of a segment in words, folded beside its name: « Segment : Petites villes ». */
export function SegmentConditions({
  title,
  definition,
}: {
  title: ReactNode;
  definition: SegmentDefinition;
}) {
  const { names = noNames } = useReferenceNames();
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer wrap-anywhere">{title}</summary>
      <ul className="mt-1 list-disc space-y-0.5 pl-9 text-slate wrap-anywhere">
        {inWords(definition, names).map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
    </details>
  );
}
