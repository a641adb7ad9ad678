import { useMutation, useQuery } from '@tanstack/react-query';
import { ImagePlus, Link2 } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { savePendingFiles } from '@/admin/kit/lib/pending-files';
import { FileDrop, useDropOnPage } from '@/admin/kit/ui/file-drop';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { newTourId, type UnfinishedTour, unfinishedTours } from '../data/unfinished-tours';
import { tourPaths } from '../paths';
import { elsewhereAddress, panoramasAddress, WANTS_DRAFT } from './new-tour-address';
import { panoramaRule } from './panorama-adder';
import { asPanoramas, withinTour } from './use-panorama-uploads';

/** The two ways to create a tour: from panoramas, or from the address of an external one. */
export function TourStart() {
  const isReadOnly = useIsReadOnly();
  if (!isReadOnly) return <Ways />;
  return (
    <EmptyState title="Votre rôle permet de lire les visites, et non d’en créer.">
      <Link to={listAddress(tourPaths.list.href())} className={buttonClass({ variant: 'outline' })}>
        Retour aux visites
      </Link>
    </EmptyState>
  );
}

function Ways() {
  const hintId = useId();
  const navigate = useNavigate();
  const { state } = useLocation();
  const begin = (files: File[]) => {
    const tourId = newTourId();
    const savedAt = Date.now();
    void savePendingFiles(
      asPanoramas(withinTour(files)).map(({ id, ...file }) => [
        id,
        { tourId, savedAt, isOfNewTour: true, ...file },
      ]),
    );
    navigate(panoramasAddress(tourId), { state });
  };
  useDropOnPage(begin);
  return (
    <div className="space-y-6">
      <Unfinished />
      <FileDrop
        accept="image/jpeg"
        multiple
        onChoose={begin}
        aria-label="Déposez vos panoramas"
        aria-describedby={hintId}
        className="min-h-72 flex-col items-center justify-center gap-5 px-6 py-12 text-center"
      >
        <ImagePlus aria-hidden="true" className="size-12 text-spruce" />
        <span className="max-w-xl">
          <span className="block font-display text-2xl font-bold">Déposez vos panoramas</span>
          <span id={hintId} className="mt-2 block text-slate">
            {panoramaRule} Les scènes se préparent pendant que vous remplissez la fiche.
          </span>
        </span>
        <span aria-hidden="true" className={buttonClass({ variant: 'accent' })}>
          Choisir les fichiers
        </span>
      </FileDrop>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <p className="text-slate">La visite est déjà en ligne ailleurs?</p>
        <Link to={elsewhereAddress} state={state} className={buttonClass({ variant: 'outline' })}>
          <Link2 aria-hidden="true" className="size-4" />
          J’ai déjà une adresse
        </Link>
      </div>
    </div>
  );
}

/** The tours that were begun in this browser and not created, to continue or to forget. */
function Unfinished() {
  const { data: begun = [] } = useQuery(unfinishedTours.list());
  if (begun.length === 0) return null;
  return (
    <ul aria-label="Saisies non enregistrées" className="space-y-3">
      {begun.map((tour) => (
        <UnfinishedRow key={tour.id ?? ''} tour={tour} />
      ))}
    </ul>
  );
}

function UnfinishedRow({ tour: { id, savedAt, title, files } }: { tour: UnfinishedTour }) {
  const forget = useMutation(unfinishedTours.forget());
  const { state } = useLocation();
  const about = [title && `«\u00a0${title}\u00a0»`, files > 0 && counted(files, 'panorama')].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
      <p className="mr-auto wrap-anywhere">
        Une saisie non enregistrée du {formatDateTime(new Date(savedAt).toISOString())} a été retrouvée
        {about.length > 0 && `\u00a0: ${about.join(', ')}`}.
      </p>
      <Link
        to={id ? panoramasAddress(id) : elsewhereAddress}
        state={{ ...state, ...WANTS_DRAFT }}
        onClick={() => id && newTourId(id)}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        Reprendre la saisie
      </Link>
      <Button size="sm" variant="ghost" pending={forget.isPending} onClick={() => forget.mutate(id)}>
        L’oublier
      </Button>
    </li>
  );
}
