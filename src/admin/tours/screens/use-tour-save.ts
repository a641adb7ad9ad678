import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { EditConflict, EditGone } from '@/admin/kit/lib/edit-conflict';
import { listAddress } from '@/admin/kit/lib/list-address';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { useSetupReturn } from '@/admin/settings/parts/setup-return';
import { readableMessage } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { panoramaTours } from '../data/panorama-tours';
import { sceneOf } from '../data/panorama-upload';
import { tourFields } from '../data/tour-labels';
import { saveTour } from '../data/tour-save';
import { SlugTaken } from '../data/tour-save-errors';
import { type EditedTour, tours } from '../data/tours';
import type { TourFormValues } from '../data/tours.schema';
import { tourPaths } from '../paths';
import { usePictureCleanup, usePosterWork } from './tour-form-hooks';
import type { PanoramaProgress } from './use-panorama-uploads';

type SavedTour = {
  /** The stored tour; undefined for a new one. */
  tour: EditedTour | undefined;
  newId: string | undefined;
  /** Panoramas of a new tour, which become its scenes. */
  coming: readonly PanoramaProgress[];
  draftName: string;
  /** Deletes what was typed from this browser. */
  dropDraft: () => void;
};

/** Saves the form of a tour with its picture, and goes on to its scenes, to the list, or stays. */
export function useTourSave(
  form: UseFormReturn<TourFormValues>,
  { tour, newId, coming, draftName, dropDraft }: SavedTour,
) {
  const stays = useRef(false);
  const isSaved = useRef(false);
  const navigate = useNavigate();
  const { returnToSetup } = useSetupReturn();
  const client = useQueryClient();
  const begin = useMutation(panoramaTours.begin());
  const save = useMutation(saveTour());
  const [freeSlug, setFreeSlug] = useState<string>();
  const [isGone, setIsGone] = useState(false);
  const pictures = usePictureCleanup(tour?.values.image_url ?? '', draftName);
  const poster = usePosterWork();

  const merged = useMergedSave(form, tour, {
    labels: tourFields,
    save: async (values, readAt) => {
      setFreeSlug(undefined);
      // A tour deleted meanwhile is created again.
      const edited = tour && readAt && !isGone ? { id: tour.id, readAt } : undefined;
      await poster.end();
      const image_url = values.image_url || form.getValues('image_url');
      const saving = save.mutateAsync({ values: { ...values, image_url }, edited, newId });
      pictures.waitFor(saving.catch(() => {}));
      const id = await saving;
      isSaved.current = true;
      if (newId && coming.length > 0) {
        const scenes = coming.flatMap(({ uploaded, ...one }) =>
          uploaded ? sceneOf(one.id, one.name, uploaded) : [],
        );
        await begin.mutateAsync({ id, scenes });
        dropDraft();
        notify.success('Visite créée');
        // Replaced, so that « Back » does not open the form of a tour that exists.
        navigate(tourPaths.panoramas.href(id), { replace: true, state: SAVED_STATE });
        return undefined;
      }
      dropDraft();
      notify.success(edited ? 'Visite modifiée' : 'Visite créée');
      const stored = stays.current
        ? await client.fetchQuery({ ...tours.edited(id), staleTime: 0 }).catch(() => null)
        : null;
      if (stored && edited) {
        form.reset(stored.values);
        return stored;
      }
      if (returnToSetup()) return undefined;
      navigate(stored ? tourPaths.edit.href(id) : listAddress(tourPaths.list.href()), { state: SAVED_STATE });
      return undefined;
    },
    onError: (error) => {
      if (error instanceof SlugTaken) {
        setFreeSlug(error.free);
        return form.setError('slug', { message: error.message }, { shouldFocus: true });
      }
      if (error instanceof EditGone) setIsGone(true);
      notify.error(readableMessage(error) ?? 'La visite n’a pas pu être enregistrée.');
    },
  });
  /** Submits the form; `stay` keeps it open once it is saved. */
  const submitAnd = (stay: boolean) => (event?: BaseSyntheticEvent) => {
    stays.current = stay;
    return merged.submit(event);
  };
  const isExplained = save.error instanceof EditConflict || save.error instanceof SlugTaken;
  return {
    submitAnd,
    /** Saves and stays; returns false when the tour could not be saved. */
    saveAndStay: async () => {
      isSaved.current = false;
      await submitAnd(true)();
      return isSaved.current;
    },
    conflict: merged.conflict,
    choose: merged.choose,
    close: merged.close,
    isPending: save.isPending || begin.isPending,
    /** Failure that neither a field nor a question of the form explains. */
    failure: isExplained ? null : save.error,
    /** A free slug close to the one that is taken. */
    freeSlug,
    takeFreeSlug: () => {
      if (freeSlug) form.setValue('slug', freeSlug, { shouldDirty: true, shouldValidate: true });
      setFreeSlug(undefined);
      form.setFocus('slug');
    },
    onUpload: pictures.add,
    onPosterWork: poster.begin,
  };
}
