import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { removeUnusedPanoramas } from '@/admin/data/panorama-tours/panorama-files';
import { panoramaTours } from '@/admin/data/panorama-tours/panorama-tours';
import { listAddress } from '@/admin/lib/list-address';
import { PageHeader } from '@/admin/ui/page-header';
import { paths } from '@/shared/lib/admin-paths';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
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
      {tour.isPending ? (
        <Spinner />
      ) : tour.isError ? (
        <ErrorState title="Impossible de charger la visite" onRetry={() => tour.refetch()} />
      ) : (
        <EmptyState title="Cette visite n’existe pas, ou n’existe plus">
          <Link to={listAddress(paths.admin.tours.href())} className={buttonClass({ variant: 'outline' })}>
            Retour aux visites
          </Link>
        </EmptyState>
      )}
    </>
  );
}
