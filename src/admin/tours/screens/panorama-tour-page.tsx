import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { listAddress } from '@/admin/kit/lib/list-address';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { Seo } from '@/shared/ui/seo';
import { removeUnusedPanoramas } from '../data/panorama-files';
import { panoramaTours } from '../data/panorama-tours';
import { tourPaths } from '../paths';
import { PanoramaTourEditor } from './panorama-tour-editor';

/** The tour of a realisation, made here of the studio's own panoramas. */
export function PanoramaTourPage() {
  const { id = '' } = useParams();
  const tour = useQuery(panoramaTours.edited(id));
  useEffect(() => () => void removeUnusedPanoramas(), []);
  if (tour.data) return <PanoramaTourEditor key={id} tour={tour.data} />;
  return (
    <>
      <Seo title="Visite à 360°" noIndex />
      <PageHeader title="Visite à 360°" />
      <RecordPlaceholder
        query={tour}
        error="Impossible de charger la visite"
        missing="Cette visite n’existe pas, ou n’existe plus"
        back={{ to: listAddress(tourPaths.list.href()), label: 'Retour aux visites' }}
      />
    </>
  );
}
