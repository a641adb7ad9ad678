import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { EditGone } from '@/admin/kit/lib/edit-conflict';
import { listAddress } from '@/admin/kit/lib/list-address';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { publicTags } from '@/shared/data/tags';
import { pictureSrc } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { Form } from '@/shared/ui/form-fields';
import { asTourStatus, type TourField, tourFields, tourStatuses } from '../data/tour-labels';
import type { EditedTour } from '../data/tours';
import { emptyTour, type TourFormValues, tourElsewhereSchema, tourSchema } from '../data/tours.schema';
import { newTourDraft, unfinishedTours } from '../data/unfinished-tours';
import { tourPaths } from '../paths';
import { PanoramasSection } from './panoramas-section';
import { useFormDraft, useSlugOfTitle } from './tour-form-hooks';
import { TourInputs } from './tour-inputs';
import { usePanoramaUploads } from './use-panorama-uploads';
import { useTourProposals } from './use-tour-proposals';
import { useTourSave } from './use-tour-save';

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
  const forget = useMutation(unfinishedTours.forget());
  const { submitAnd, saveAndStay, conflict, choose, close, isPending, failure, ...saving } = useTourSave(
    form,
    {
      tour,
      newId,
      coming,
      draftName,
      dropDraft: draft.drop,
    },
  );
  const tags = useQuery(publicTags.list());
  const tagNames = new Map((tags.data ?? []).map(({ id, name }) => [id, name]));
  const { isDirty } = form.formState;
  useImperativeHandle(handle, () => ({ isDirty: () => isDirty, save: saveAndStay }));

  return (
    <>
      <Form form={form} onSubmit={submitAnd(false)} className="space-y-6">
        {draft.found && (
          <div
            role="status"
            data-unfolds
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
          freeSlug={saving.freeSlug}
          onTakeFreeSlug={saving.takeFreeSlug}
          onUpload={saving.onUpload}
          onPosterWork={saving.onPosterWork}
        />
        {failure && (
          <div role="alert" className="rounded-xl border border-sumac-deep bg-sumac-pale p-4 text-sumac-deep">
            <p className="font-medium">{failure.message}</p>
            {failure instanceof EditGone && (
              <Button size="sm" variant="outline" className="mt-3" onClick={submitAnd(false)}>
                Enregistrer comme nouvelle visite
              </Button>
            )}
          </div>
        )}
        <FormActions
          submitLabel={tour ? 'Enregistrer les modifications' : 'Créer la visite'}
          pending={isPending || form.formState.isSubmitting}
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
