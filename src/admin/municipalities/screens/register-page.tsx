import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { StatStrip } from '@/admin/kit/ui/stat-strip';
import { SettingsSections } from '@/admin/settings/parts/settings-sections';
import { formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { municipalities, type RegisterState } from '../data/municipalities';
import { municipalityPaths } from '../paths';
import { RegisterAttribution } from './register-attribution';
import { RegisterImport } from './register-import';

/** The register of municipalities and MRCs: its state, and its import from the official files. */
export function RegisterPage() {
  const state = useQuery(municipalities.state());
  return (
    <>
      <Seo title="Répertoire des municipalités" noIndex />
      <PageHeader title="Répertoire des municipalités" readersToo>
        <Link to={municipalityPaths.list.href()} className={buttonClass({ variant: 'outline' })}>
          Voir les municipalités
        </Link>
      </PageHeader>
      <SettingsSections />
      <div className="space-y-6">
        {state.isPending ? (
          <Spinner />
        ) : state.isError ? (
          <ErrorState
            title="Impossible de charger les municipalités"
            error={state.error}
            onRetry={() => state.refetch()}
          />
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
          { label: 'Positions approximatives', value: formatNumber(state.approximate) },
          { label: 'Municipalités sans coordonnées', value: formatNumber(state.withoutCoordinates) },
          { label: 'Disparues, gardées', value: formatNumber(state.gone) },
        ]}
      />
      {state.importedAt === null ? (
        <>
          <p className="max-w-prose text-slate">
            Le répertoire est vide. Installez celui qui est fourni, ou importez les fichiers officiels, pour
            choisir la ville d’un déplacement dans une liste et trouver les prospects autour.
          </p>
          <Install />
        </>
      ) : (
        <p className="text-sm text-slate">
          Vérifié le {formatDateTime(state.importedAt)}.{' '}
          <RegisterAttribution sources={state.sources} sourceDate={state.sourceDate} />
        </p>
      )}
    </section>
  );
}

function Install() {
  const install = useMutation(municipalities.install());
  const isReadOnly = useIsReadOnly();
  if (isReadOnly) return null;
  return (
    <Button pending={install.isPending} onClick={() => install.mutate()}>
      Installer le répertoire fourni
    </Button>
  );
}
