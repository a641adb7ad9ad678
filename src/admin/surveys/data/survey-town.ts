import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { findPlace } from '@/admin/municipalities/data/place-search';
import type { Position } from '@/shared/survey/track';
import type { Survey } from './surveys';

/** Finds the municipality of a survey and its middle, when the directory knows both. */
export function useSurveyTown(
  survey: Pick<Survey, 'city' | 'region'> | null | undefined,
): (Position & { name: string }) | undefined {
  const towns = useQuery(municipalities.places()).data;
  const { city, region } = survey ?? {};
  return useMemo(() => {
    const town = city && towns ? findPlace(towns, city, region ?? '') : undefined;
    const { name = '', latitude, longitude } = town ?? {};
    return latitude == null || longitude == null ? undefined : { name, lat: latitude, lon: longitude };
  }, [towns, city, region]);
}
