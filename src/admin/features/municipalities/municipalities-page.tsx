import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { municipalities, type RegisterState } from '@/admin/data/municipalities/municipalities';
import { REGISTER_URL } from '@/admin/data/municipalities/register';
import { formatDateTime } from '@/admin/lib/dates';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { PageHeader } from '@/admin/ui/page-header';
import { SettingsSections } from '@/admin/ui/settings-sections';
import { StatStrip } from '@/admin/ui/stat-strip';
import { paths } from '@/shared/lib/admin-paths';
import { formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { RegisterImport } from './register-import';

/** The register of municipalities and MRCs: its state, and its import from the official files. */
export function MunicipalitiesPage() {
  const state = useQuery(municipalities.state());
  return (
    <>
      <Seo title="Municipalités" noIndex />
      <PageHeader title="Municipalités" readersToo>
        <Link to={paths.admin.tripPlans.href()} className={buttonClass({ variant: 'outline' })}>
          Retour aux déplacements
        </Link>
      </PageHeader>
      <SettingsSections />
      <div className="space-y-6">
        {state.isPending ? (
          <Spinner />
        ) : state.isError ? (
          <ErrorState title="Impossible de charger les municipalités" onRetry={() => state.refetch()} />
        ) : (
          <Register state={state.data} />
        )}
        <AdminsOnly>
          <RegisterImport />
        </AdminsOnly>
      </div>
    </>
  );
}

function Register({ state }: { state: RegisterState }) {
  return (
    <section aria-label="État du répertoire" className="space-y-3">
      <StatStrip
        label="Ce que contient le répertoire"
        stats={[
          { label: 'Municipalités', value: formatNumber(state.municipalities) },
          { label: 'MRC', value: formatNumber(state.mrcs) },
          { label: 'Municipalités sans coordonnées', value: formatNumber(state.withoutCoordinates) },
        ]}
      />
      <p className="text-sm text-slate">
        {state.importedAt === null ? (
          'Le répertoire est vide. Importez les fichiers officiels pour choisir la ville d’un déplacement dans une liste et trouver les prospects autour.'
        ) : (
          <>
            Source{'\u00a0'}: {state.sources.join('; ')}. Dernier changement le{' '}
            {formatDateTime(state.importedAt)}.{' '}
            <a href={REGISTER_URL} target="_blank" rel="noopener noreferrer" className="underline">
              Données Québec
            </a>
          </>
        )}
      </p>
      <Refresh />
    </section>
  );
}

function Refresh() {
  const refresh = useMutation(municipalities.refresh());
  const isReadOnly = useIsReadOnly();
  if (isReadOnly) return null;
  return (
    <Button variant="outline" pending={refresh.isPending} onClick={() => refresh.mutate()}>
      <RefreshCw aria-hidden="true" className="size-4" />
      Mettre à jour depuis Données Québec
    </Button>
  );
}
