import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BaseSyntheticEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { EditConflict, EditGone } from '@/admin/kit/lib/edit-conflict';
import { listAddress } from '@/admin/kit/lib/list-address';
import { SAVED } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { useSetupReturn } from '@/admin/settings/parts/setup-return';
import { publicTags } from '@/shared/data/tags';
import { notify } from '@/shared/lib/notify';
import { pictureSrc } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { Form } from '@/shared/ui/form-fields';
import { panoramaTours } from '../data/panorama-tours';
import { sceneOf } from '../data/panorama-upload';
import { asTourStatus, type TourField, tourFields, tourStatuses } from '../data/tour-labels';
import { saveTour } from '../data/tour-save';
import { SlugTaken } from '../data/tour-save-errors';
import { type EditedTour, tours } from '../data/tours';
import { emptyTour, type TourFormValues, tourElsewhereSchema, tourSchema } from '../data/tours.schema';
import { newTourDraft, unfinishedTours } from '../data/unfinished-tours';
import { tourPaths } from '../paths';
import { PanoramasSection } from './panoramas-section';
import { useFormDraft, usePictureCleanup, usePosterWork, useSlugOfTitle } from './tour-form-hooks';
import { TourInputs } from './tour-inputs';
import { usePanoramaUploads } from './use-panorama-uploads';
import { useTourProposals } from './use-tour-proposals';

/** Commands that the page around the form may give it. */
export type TourFormHandle = {
  isDirty: () => boolean;
  /** Saves what was typed and stays; returns false when it could not be saved. */
  save: () => Promise<boolean>;
};

/**
 * Creates a tour, or edits one. « Enregistrer » returns to the list, or goes on to the scenes of a tour made of panoramas;
 * Ctrl+S stays; unsaved input is restored after a tab was closed.
 *
 * @param tour absent for a new one
 * @param initial values of a new one
 * @param newId the id of a new tour of our own panoramas, which are uploaded while the form is filled
 * @param dropAddress where the form of a new tour takes panoramas
 */
export function TourForm({
  tour,
  initial = emptyTour,
  newId,
  dropAddress,
  beginsAtAddress = false,
  handle,
}: {
  tour?: EditedTour;
  initial?: TourFormValues;
  newId?: string | undefined;
  dropAddress?: string | undefined;
  /** True when the person said that the tour has an address. */
  beginsAtAddress?: boolean;
  handle?: Ref<TourFormHandle>;
}) {
  const uploads = usePanoramaUploads(newId);
  const coming = uploads.list.filter(({ state }) => state !== 'refused');
  const hasScenes = tour?.hasScenes || coming.length > 0;
  const form = useForm<TourFormValues>({
    resolver: zodResolver(hasScenes ? tourSchema : tourElsewhereSchema),
    defaultValues: tour?.values ?? initial,
  });
  const { isSubmitted } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (beginsAtAddress) setFocus('url');
  }, [beginsAtAddress, setFocus]);
  const { state: asked } = useLocation();
  const draftName = tour ? `tour:${tour.id}` : newTourDraft(newId);
  const draft = useFormDraft(form, draftName, newId !== undefined || asked?.wantsDraft === true);
  const followTitle = useSlugOfTitle(form, !tour);
  const panoramas = coming.filter(({ state }) => state !== 'reading');
  const hints = useTourProposals(form, panoramas, (field, value) => {
    form.setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted });
    if (field === 'title') followTitle(value);
  });
  const begin = useMutation(panoramaTours.begin());
  const forget = useMutation(unfinishedTours.forget());
  const stays = useRef(false);
  const isSaved = useRef(false);
  const navigate = useNavigate();
  const { returnToSetup } = useSetupReturn();
  const client = useQueryClient();
  const save = useMutation(saveTour());
  const tags = useQuery(publicTags.list());
  const [freeSlug, setFreeSlug] = useState<string>();
  const [isGone, setIsGone] = useState(false);
  const pictures = usePictureCleanup(tour?.values.image_url ?? '', draftName);
  const poster = usePosterWork();
  const tagNames = new Map((tags.data ?? []).map(({ id, name }) => [id, name]));

  const explain = (error: Error) => {
    if (error instanceof SlugTaken) {
      setFreeSlug(error.free);
      return form.setError('slug', { message: error.message }, { shouldFocus: true });
    }
    if (error instanceof EditGone) setIsGone(true);
    notify.error(error.message);
  };
  const { submit, conflict, choose, close } = useMergedSave(form, tour, {
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
        draft.drop();
        notify.success('Visite créée');
        // Replaced, so that « Back » does not open the form of a tour that exists.
        navigate(tourPaths.panoramas.href(id), { replace: true, state: SAVED });
        return undefined;
      }
      draft.drop();
      notify.success(edited ? 'Visite modifiée' : 'Visite créée');
      const saved = stays.current
        ? await client.fetchQuery({ ...tours.edited(id), staleTime: 0 }).catch(() => null)
        : null;
      if (saved && edited) {
        form.reset(saved.values);
        return saved;
      }
      if (returnToSetup()) return undefined;
      navigate(saved ? tourPaths.edit.href(id) : listAddress(tourPaths.list.href()), {
        state: SAVED,
      });
      return undefined;
    },
    onError: explain,
  });
  const submitAnd = (stay: boolean) => (event?: BaseSyntheticEvent) => {
    stays.current = stay;
    return submit(event);
  };
  const { isDirty } = form.formState;
  useImperativeHandle(handle, () => ({
    isDirty: () => isDirty,
    save: async () => {
      isSaved.current = false;
      await submitAnd(true)();
      return isSaved.current;
    },
  }));
  const isExplained = save.error instanceof EditConflict || save.error instanceof SlugTaken;

  return (
    <>
      <Form form={form} onSubmit={submitAnd(false)} className="space-y-6">
        {draft.found && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-3 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink"
          >
            <p className="mr-auto">
              Une saisie non enregistrée du {formatDateTime(new Date(draft.found.savedAt).toISOString())} a
              été retrouvée.
            </p>
            <Button size="sm" variant="outline" onClick={draft.take}>
              Reprendre la saisie
            </Button>
            <Button size="sm" variant="ghost" onClick={draft.drop}>
              L’oublier
            </Button>
          </div>
        )}
        {newId && <PanoramasSection uploads={uploads} />}
        <TourInputs
          tourId={tour?.id}
          hasScenes={hasScenes}
          panoramas={newId ? panoramas : undefined}
          dropAddress={newId ? undefined : dropAddress}
          hints={hints}
          onTitle={followTitle}
          freeSlug={freeSlug}
          onTakeFreeSlug={() => {
            if (freeSlug) form.setValue('slug', freeSlug, { shouldDirty: true, shouldValidate: true });
            setFreeSlug(undefined);
            form.setFocus('slug');
          }}
          onUpload={pictures.add}
          onPosterWork={poster.begin}
        />
        {save.error && !isExplained && (
          <div role="alert" className="rounded-xl border border-sumac-deep bg-sumac-pale p-4 text-sumac-deep">
            <p className="font-medium">{save.error.message}</p>
            {save.error instanceof EditGone && (
              <Button size="sm" variant="outline" className="mt-3" onClick={submitAnd(false)}>
                Enregistrer comme nouvelle visite
              </Button>
            )}
          </div>
        )}
        <FormActions
          submitLabel={tour ? 'Enregistrer les modifications' : 'Créer la visite'}
          pending={save.isPending || begin.isPending || form.formState.isSubmitting}
          onSaveKey={submitAnd(true)}
          isAlwaysInSight
          cancelTo={listAddress(tourPaths.list.href())}
        />
      </Form>
      <UnsavedChanges
        when={isDirty || coming.length > 0}
        {...(coming.length > 0 && {
          description:
            'La visite n’est pas créée\u00a0: ce que vous avez saisi et les panoramas déposés seront perdus.',
        })}
        onGiveUp={() => {
          draft.drop();
          if (newId) forget.mutate(newId);
        }}
      />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={tourFields}
          show={(field, values) => shownField(field, values, tagNames)}
          onChoose={choose}
          onClose={close}
        />
      )}
    </>
  );
}

/**
 * Formats a field of a tour for the comparison of two versions.
 *
 * @param tagNames tag id → name; a deleted tag is left out
 */
function shownField(
  field: TourField,
  values: TourFormValues,
  tagNames: ReadonlyMap<string, string>,
): ReactNode {
  if (field === 'status') return tourStatuses[asTourStatus(values.status)];
  if (field === 'is_featured') return values.is_featured ? 'Oui' : 'Non';
  if (field === 'tag_ids') {
    const names = values.tag_ids.map((id) => tagNames.get(id)).filter((name) => name !== undefined);
    return names.sort((a, b) => a.localeCompare(b, 'fr-CA')).join(', ');
  }
  const picture = field === 'image_url' && pictureSrc(values.image_url);
  if (picture) return <img src={picture} alt="" width={800} height={433} className="h-auto w-full rounded" />;
  return values[field];
}
