import type { ComponentProps } from 'react';
import { listAddress } from '@/admin/kit/lib/list-address';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { tourPaths } from '../paths';

/** Replaces a tour that is loading, failed to load, or does not exist. */
export function TourPlaceholder({ query }: Pick<ComponentProps<typeof RecordPlaceholder>, 'query'>) {
  return (
    <RecordPlaceholder
      query={query}
      error="Impossible de charger la visite"
      missing="Cette visite n’existe pas, ou n’existe plus"
      back={{ to: listAddress(tourPaths.list.href()), label: 'Retour aux visites' }}
    />
  );
}
