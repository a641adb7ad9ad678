import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { activity } from '@/admin/data/activity/activity';
import { tours } from '@/admin/data/tours/tours';
import { listAddress } from '@/admin/lib/list-address';
import { PageHeader } from '@/admin/ui/page-header';
import { RecordHistory } from '@/admin/ui/record-history';
import { paths } from '@/shared/lib/admin-paths';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { TourForm } from './tour-form';

/** The page of a new tour. */
export function NewTourPage() {
  return (
    <>
      <Seo title="Nouvelle visite" noIndex />
      <PageHeader title="Nouvelle visite" />
      <TourForm />
    </>
  );
}

/** The page of an existing tour. */
export function EditTourPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Seo title="Modifier la visite" noIndex />
      <PageHeader title="Modifier la visite" />
      <EditedTourForm key={id} id={id} />
      <RecordHistory query={activity.ofRecord('virtual_tours', id)} />
    </>
  );
}

function EditedTourForm({ id }: { id: string }) {
  const tour = useQuery(tours.edited(id));
  if (tour.isPending) return <Spinner />;
  if (tour.isError) {
    return <ErrorState title="Impossible de charger la visite" onRetry={() => tour.refetch()} />;
  }
  if (!tour.data) {
    return (
      <EmptyState title="Cette visite n’existe pas, ou n’existe plus">
        <Link to={listAddress(paths.admin.tours.href())} className={buttonClass({ variant: 'outline' })}>
          Retour aux visites
        </Link>
      </EmptyState>
    );
  }
  return <TourForm tour={tour.data} />;
}
