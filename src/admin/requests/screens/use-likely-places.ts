import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { placesOfOrganisation } from '@/admin/municipalities/data/organisation-place';
import type { Place } from '@/admin/municipalities/data/place-search';
import type { QuoteRequest } from '../data/quote-requests';

const NO_PLACES: Place[] = [];

/** Returns the municipalities that the organisation's name may mean; none while the register is loading. */
export function useLikelyPlaces({ organization_name }: QuoteRequest): Place[] {
  const { data = NO_PLACES } = useQuery(municipalities.places());
  return useMemo(() => placesOfOrganisation(data, organization_name), [data, organization_name]);
}
