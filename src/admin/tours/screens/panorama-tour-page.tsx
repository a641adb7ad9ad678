import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { Seo } from '@/shared/ui/seo';
import { removeUnusedPanoramas } from '../data/panorama-files';
import { panoramaTours } from '../data/panorama-tours';
import { PanoramaTourEditor } from './panorama-tour-editor';
import { TourPlaceholder } from './tour-placeholder';

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
      <TourPlaceholder query={tour} />
    </>
  );
}
