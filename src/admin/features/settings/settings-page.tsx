import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { settings } from '@/admin/data/settings/settings';
import { PageHeader } from '@/admin/ui/page-header';
import { paths } from '@/shared/lib/admin-paths';
import { buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { SendingStatus } from './sending-status';
import { SettingsForm } from './settings-form';

/** Sender identity, sending limits, and the state of sending. */
export function SettingsPage() {
  const stored = useQuery(settings.one());
  return (
    <>
      <Seo title="Paramètres" noIndex />
      <PageHeader title="Paramètres" readersToo>
        <span className="flex flex-wrap gap-3">
          <Link to={paths.admin.security.href()} className={buttonClass({ variant: 'outline', size: 'sm' })}>
            Sécurité du compte
          </Link>
          <Link
            to={paths.admin.personalData.href()}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            Données personnelles
          </Link>
        </span>
      </PageHeader>
      {stored.isPending ? (
        <Spinner />
      ) : !stored.data ? (
        <ErrorState title="Impossible de charger les paramètres" onRetry={() => stored.refetch()} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_24rem]">
          <SettingsForm stored={stored.data} />
          <SendingStatus />
        </div>
      )}
    </>
  );
}
