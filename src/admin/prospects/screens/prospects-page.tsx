import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck, Route, Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { StatStrip } from '@/admin/kit/ui/stat-strip';
import { tripPaths } from '@/admin/trips/paths';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { generationSteps } from '../data/prospect-labels';
import { isProposed } from '../data/prospect-relations';
import { type Generation, isRunning, type Prospect, type ProspectTrip, prospects } from '../data/prospects';
import { AcceptDialog } from './accept-dialog';
import { countByStatus, filterProspects, prospectListFields } from './prospect-filters';
import { ProspectList } from './prospect-list';

/** The organisations suggested around one trip, to be accepted as contacts or rejected. */
export function ProspectsPage() {
  const { id = '' } = useParams();
  const trip = useQuery(prospects.trip(id));
  const list = useQuery(prospects.list(id));
  if (trip.isPending || list.isPending) return <Spinner />;
  if (trip.isError || list.isError) {
    const retry = () => Promise.all([trip.refetch(), list.refetch()]);
    return (
      <ErrorState
        title="Impossible de charger les données"
        error={trip.error ?? list.error}
        onRetry={retry}
      />
    );
  }
  if (!trip.data) {
    return (
      <EmptyState title="Déplacement introuvable">
        <p className="max-w-prose text-slate">Il a été supprimé, ou l’adresse est incomplète.</p>
        <Link to={listAddress(tripPaths.list.href())} className={buttonClass()}>
          Voir les déplacements
        </Link>
      </EmptyState>
    );
  }
  return <TripProspects trip={trip.data} all={list.data} />;
}

function TripProspects({ trip, all }: { trip: ProspectTrip; all: Prospect[] }) {
  const generate = useMutation(prospects.generate(trip.id));
  const generation = useGeneration(trip.id, generate.isPending);
  const isGenerating = generate.isPending || isRunning(generation);
  const counts = countByStatus(all);
  const filters = useListState(prospectListFields);
  const shown = filterProspects(all, filters.values);
  const shownPending = shown.filter(({ status }) => status === 'pending');
  const title = `Prospects\u00a0: ${trip.city}, ${trip.region}`;
  const [withAll, setWithAll] = useState(false);
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} count={`Dans un rayon de ${trip.radius_km}\u00a0km`}>
        <Link to={tripPaths.sheet.href(trip.id)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          <Route aria-hidden="true" className="size-4" />
          Feuille de route
        </Link>
        {shownPending.length > 0 && (
          <AcceptAll
            tripId={trip.id}
            pending={shownPending}
            hidden={counts.pending - shownPending.filter(isProposed).length}
          />
        )}
        <Button
          // Then the next thing to do is to decide.
          variant={all.length > 0 ? 'outline' : 'accent'}
          size="sm"
          pending={isGenerating}
          onClick={() => generate.mutate({ withAll })}
        >
          {!isGenerating && <Sparkles aria-hidden="true" className="size-4" />}
          Générer des prospects
        </Button>
      </PageHeader>
      <GenerationProgress generation={generation} />
      <AdminsOnly>
        <label className="mb-2 flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-spruce"
            checked={withAll}
            onChange={({ target }) => setWithAll(target.checked)}
          />
          Avec les chaînes et les lieux sans exploitant
        </label>
      </AdminsOnly>
      <StatStrip
        label="Prospects par statut"
        stats={[
          { label: 'En attente', value: String(counts.pending), to: '?statut=pending' },
          { label: 'Acceptés', value: String(counts.accepted), to: '?statut=accepted' },
          { label: 'Rejetés', value: String(counts.rejected), to: '?statut=rejected' },
        ]}
      />
      {all.length > 0 ? (
        <ProspectList trip={trip} all={all} list={filters} visible={shown} />
      ) : isGenerating ? null : (
        <EmptyState title="Aucun prospect pour ce déplacement">
          <p className="max-w-prose text-slate">
            Les municipalités, les MRC et les entreprises des environs viennent de registres ouverts. Lancez
            une génération pour les voir apparaître ici.
          </p>
        </EmptyState>
      )}
      <Attribution />
    </>
  );
}

/** Reads the last generation, and refetches the list when one ends that this page did not wait for. */
function useGeneration(tripId: string, isWaiting: boolean) {
  const client = useQueryClient();
  const query = useQuery({
    ...prospects.generation(tripId),
    // While our own call is pending, its progress is in the state.
    ...(isWaiting ? { refetchInterval: 1_000 } : {}),
  });
  const running = isRunning(query.data);
  const wasRunning = useRef(running);
  useEffect(() => {
    if (wasRunning.current && !running)
      void client.invalidateQueries({ queryKey: prospects.list(tripId).queryKey });
    wasRunning.current = running;
  }, [client, running, tripId]);
  return query.data;
}

/**
 * « Accepter tout »: accepts all visible waiting prospects.
 *
 * @param hidden number of others behind the filters
 */
function AcceptAll({
  tripId,
  pending,
  hidden,
}: {
  tripId: string;
  pending: readonly Prospect[];
  hidden: number;
}) {
  const [pendingAcceptance, setPendingAcceptance] = useState<{ ids: string[]; hidden: number }>({
    ids: [],
    hidden: 0,
  });
  const [isOpen, setIsOpen] = useState(false);
  const acceptAll = useMutation(prospects.acceptAll(tripId));
  const ask = () => {
    setPendingAcceptance({ ids: pending.map(({ id }) => id), hidden });
    setIsOpen(true);
  };
  return (
    <>
      <Button variant="outline" size="sm" onClick={ask}>
        <CheckCheck aria-hidden="true" className="size-4" />
        Accepter tout ({pending.length})
      </Button>
      <AcceptDialog
        {...pendingAcceptance}
        open={isOpen}
        pending={acceptAll.isPending}
        onClose={() => setIsOpen(false)}
        onConfirm={(ids) => acceptAll.mutate([...ids], { onSettled: () => setIsOpen(false) })}
      />
    </>
  );
}

/** The progress or the result of the last generation, which continues when the page is left. */
function GenerationProgress({ generation }: { generation: Generation | null | undefined }) {
  if (!generation) return null;
  const { step, found, started_at: startedAt, message } = generation;
  if (isRunning(generation)) {
    const doing = (generationSteps as Record<string, string>)[step] ?? step;
    return (
      <div
        role="status"
        className="mb-6 flex items-center gap-4 rounded-xl border border-line bg-spruce-pale px-5 py-4"
      >
        <AzimuthRing className="size-9 shrink-0 text-spruce" spinning />
        <p>
          <span className="font-semibold">Génération en cours</span>
          {`\u00a0: ${doing}… `}
          {found > 0 && `${found} ${found > 1 ? 'organisations vues' : 'organisation vue'} jusqu’ici. `}
          <span className="text-slate">Vous pouvez quitter la page, le travail continue.</span>
        </p>
      </div>
    );
  }
  const ended = generation.status === 'running' ? 'La génération a été interrompue. Relancez-la.' : message;
  if (!ended) return null;
  return (
    <p className="mb-2 text-sm text-slate">
      Dernière génération,{' '}
      <time dateTime={startedAt} title={formatDateTime(startedAt)}>
        {formatRelative(startedAt)}
      </time>
      {`\u00a0: ${ended}`}
    </p>
  );
}

const linkClass = 'inline-flex min-h-6 items-center underline';

/** The sources of the prospects' data, as their licences require. */
function Attribution() {
  return (
    <p className="mt-8 flex flex-wrap gap-x-4 text-sm text-slate">
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
      >
        © les contributeurs d'OpenStreetMap
      </a>
      <a
        href="https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec"
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
      >
        Répertoire des municipalités du Québec, MAMH (CC BY 4.0)
      </a>
    </p>
  );
}
