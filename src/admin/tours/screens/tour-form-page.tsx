import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink, Orbit, Package, Share2, Trash2, Unlink } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { activity } from '@/admin/kit/data/activity';
import { copyTitle } from '@/admin/kit/lib/copy-title';
import { formatDayAndTime } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { slugify } from '@/admin/kit/lib/slug';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { Fold } from '@/admin/kit/ui/fold';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import { useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { tourLinkCheck } from '../data/tour-link';
import { tourPublication } from '../data/tour-publication';
import { type EditedTour, tours } from '../data/tours';
import { emptyTour, SLUG_MAX, type TourFormValues } from '../data/tours.schema';
import { isGivenId, newTourId, unfinishedTours } from '../data/unfinished-tours';
import { tourPaths } from '../paths';
import { COPY_OF, PANORAMAS, WAY_ELSEWHERE, WAY_PARAM } from './new-tour-address';
import { TourForm, type TourFormHandle } from './tour-form';
import { TourPlaceholder } from './tour-placeholder';
import { TourPublicationBar } from './tour-publication-bar';
import { tourToTrash } from './tour-removal';
import { TourStart } from './tour-start';

/** Copies a tour's values to a draft, without its name and address. */
function copyOf(values: TourFormValues): TourFormValues {
  const title = copyTitle(values.title, 200);
  return { ...values, title, slug: slugify(title, SLUG_MAX), status: 'draft', is_featured: false };
}

/** The page of a new tour: the choice of a way to begin it, then its form, empty or a copy of the tour in the address. */
export function NewTourPage() {
  const [params] = useSearchParams();
  const copied = params.get(COPY_OF);
  const isReadOnly = useIsReadOnly();
  const newId = isReadOnly ? undefined : (params.get(PANORAMAS) ?? undefined);
  const isBegun = copied !== null || newId !== undefined || params.get(WAY_PARAM) === WAY_ELSEWHERE;
  const original = useQuery({ ...tours.edited(copied ?? ''), enabled: copied !== null });
  return (
    <>
      <Seo title="Nouvelle visite" noIndex />
      <PageHeader
        title="Nouvelle visite"
        count={original.data ? `Copie de ${original.data.values.title}` : undefined}
      />
      {!isBegun ? (
        <TourStart />
      ) : original.isLoading ? (
        <Spinner />
      ) : original.isError ? (
        <ErrorState
          title="Impossible de charger la visite à copier"
          error={original.error}
          onRetry={() => original.refetch()}
        />
      ) : (
        <NewTour key={copied} copied={original.data?.values} newId={newId} />
      )}
    </>
  );
}

/** The form of a new tour; it does not change when panoramas are dropped on a tour that was begun without them. */
function NewTour({ copied, newId }: { copied: TourFormValues | undefined; newId: string | undefined }) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const [freshId] = useState(() => newTourId());
  // An address that was kept may name a tour that is created since, or open in another tab.
  const isAsked = newId !== undefined && !isGivenId(newId);
  const isKnown = useQuery({ ...unfinishedTours.isKnown(newId ?? ''), enabled: isAsked });
  const dropAddress = `${tourPaths.new.href()}?${withParam(params, PANORAMAS, freshId)}`;
  if (isAsked && isKnown.isPending) return <Spinner />;
  if (isAsked && !isKnown.data) return <Navigate to={dropAddress} state={state} replace />;
  const empty: TourFormValues = newId ? { ...emptyTour, status: 'draft' } : emptyTour;
  return (
    <TourForm
      initial={copied ? copyOf(copied) : empty}
      newId={newId}
      dropAddress={dropAddress}
      beginsAtAddress={!copied && !newId}
    />
  );
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set(name, value);
  return next;
}

/** The page of an existing tour, under its own name. */
export function EditTourPage() {
  const { id = '' } = useParams();
  const tour = useQuery(tours.edited(id));
  if (tour.data) return <EditTour key={id} tour={tour.data} />;
  return (
    <>
      <Seo title="Modifier la visite" noIndex />
      <PageHeader title="Modifier la visite" />
      <TourPlaceholder query={tour} />
    </>
  );
}

function EditTour({ tour }: { tour: EditedTour }) {
  const { title, url } = tour.values;
  const client = useQueryClient();
  const form = useRef<TourFormHandle>(null);
  const [round, setRound] = useState(0);
  /** Saves what was typed, then reads the scenes as they are stored. */
  const save = async () => {
    if (form.current?.isDirty() && !(await form.current.save())) return undefined;
    const { draft, readAt } =
      (await client.fetchQuery({ ...tourPublication.of(tour.id), staleTime: 0 })) ?? {};
    return draft && { document: draft, readAt: readAt ?? null };
  };
  /** Shows the new status in a form without unsaved input; otherwise its next save merges with it. */
  const refreshForm = async () => {
    if (form.current?.isDirty()) return;
    await client.refetchQueries({ queryKey: tours.edited(tour.id).queryKey });
    setRound((last) => last + 1);
  };
  const remove = useMutation(tours.remove());
  const navigate = useNavigate();
  const [askRemoval, removalQuestion] = useRemovalQuestion<EditedTour>({
    sentence: ({ values }) => tourToTrash(values),
    pending: remove.isPending,
    onConfirm: ({ id }, { onSettled }) =>
      remove.mutate([{ id }], {
        onSuccess: () => navigate(listAddress(tourPaths.list.href()), { state: SAVED_STATE }),
        onSettled,
      }),
  });
  const action = buttonClass({ variant: 'outline', size: 'sm' });
  return (
    <>
      <Seo title={`${title} · Modifier la visite`} noIndex />
      <PageHeader title={title} count="Modifier la visite">
        <Link to={tourPaths.panoramas.href(tour.id)} className={action}>
          <Orbit aria-hidden="true" className="size-4" />
          Visite à 360°
        </Link>
        <Link to={tourPaths.sharing.href(tour.id)} className={action}>
          <Share2 aria-hidden="true" className="size-4" />
          Partager
        </Link>
        <Link to={tourPaths.delivery.href(tour.id)} className={action}>
          <Package aria-hidden="true" className="size-4" />
          Livraison
        </Link>
        <Link to={`${tourPaths.new.href()}?${COPY_OF}=${tour.id}`} className={action}>
          <Copy aria-hidden="true" className="size-4" />
          Dupliquer
        </Link>
        <Button size="sm" variant="outline" pending={remove.isPending} onClick={() => askRemoval(tour)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer
        </Button>
      </PageHeader>
      {removalQuestion}
      <LinkNotice tourId={tour.id} url={url} />
      <div className="mb-6">
        <TourPublicationBar
          tourId={tour.id}
          save={save}
          savesMore
          onPublished={refreshForm}
          onWithdrawn={refreshForm}
        />
      </div>
      <Fold anchor="modifier" title="Modifier" onPhone>
        <TourForm key={round} tour={tour} handle={form} />
      </Fold>
      <RecordHistory query={activity.ofRecord('virtual_tours', tour.id)} />
    </>
  );
}

/** Warns that the present address of a tour did not open at its last check. */
function LinkNotice({ tourId, url }: { tourId: string; url: string }) {
  const { data: check } = useQuery(tourLinkCheck(tourId));
  if (!check?.reason || check.url !== url) return null;
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink"
    >
      <Unlink aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <strong>L’adresse de cette visite ne s’ouvre plus.</strong> {check.reason}{' '}
        <span className="text-sm">
          Vérifiée le {formatDayAndTime(check.checked_at)}, {counted(check.failures, 'échec')} de suite.
        </span>
      </p>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        Ouvrir l’adresse
      </a>
    </div>
  );
}
