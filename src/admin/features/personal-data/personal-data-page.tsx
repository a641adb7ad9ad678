import { useQuery } from '@tanstack/react-query';
import { settings } from '@/admin/data/settings/settings';
import { PageHeader } from '@/admin/ui/page-header';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { RegisterList } from './register-list';
import { RetentionForm } from './retention-form';

/** What is kept of people and for how long, and who took a copy of it or destroyed it (Loi 25). */
export function PersonalDataPage() {
  const stored = useQuery(settings.one());
  return (
    <>
      <Seo title="Données personnelles" noIndex />
      <PageHeader title="Données personnelles" />
      <div className="space-y-8">
        {stored.isPending ? (
          <Spinner />
        ) : !stored.data ? (
          <ErrorState
            title="Impossible de charger les règles de conservation"
            onRetry={() => stored.refetch()}
          />
        ) : (
          <RetentionForm stored={stored.data} />
        )}
        <RegisterList />
      </div>
    </>
  );
}
