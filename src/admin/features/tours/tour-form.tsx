import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { removeUnusedPictures } from '@/admin/data/tours/tour-pictures';
import { saveTour } from '@/admin/data/tours/tour-save';
import { SlugTaken, TourConflict, TourGone } from '@/admin/data/tours/tour-save-errors';
import { type EditedTour, saidOfWithdrawal } from '@/admin/data/tours/tours';
import { emptyTour, type TourFormValues, tourSchema } from '@/admin/data/tours/tours.schema';
import { listAddress } from '@/admin/lib/list-address';
import { FormActions } from '@/admin/ui/form-actions';
import { SAVED, UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { publicTags } from '@/shared/data/tags';
import { paths } from '@/shared/lib/admin-paths';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { Form } from '@/shared/ui/form-fields';
import { ConflictDialog } from './conflict-dialog';
import { TourInputs } from './tour-inputs';

/**
 * Creates a tour, or edits one.
 *
 * @param tour absent for a new one
 */
export function TourForm({ tour }: { tour?: EditedTour }) {
  const form = useForm<TourFormValues>({
    resolver: zodResolver(tourSchema),
    defaultValues: tour?.values ?? emptyTour,
  });
  const navigate = useNavigate();
  const save = useMutation(saveTour());
  const tags = useQuery(publicTags.list());
  const [readAt, setReadAt] = useState(tour?.readAt);
  const [freeSlug, setFreeSlug] = useState<string>();
  const [conflict, setConflict] = useState<{ found: TourConflict; mine: TourFormValues }>();
  const pictures = usePictureCleanup(tour?.values.image_url ?? '');

  const explain = (error: Error, values: TourFormValues) => {
    if (error instanceof TourConflict) return setConflict({ found: error, mine: values });
    setConflict(undefined);
    if (error instanceof SlugTaken) {
      setFreeSlug(error.free);
      return form.setError('slug', { message: error.message }, { shouldFocus: true });
    }
    notify.error(error.message);
  };

  /** @param version the version to replace; absent, a tour is created */
  const send = (values: TourFormValues, version: { id: string; readAt: string } | undefined) => {
    if (save.isPending) return;
    setFreeSlug(undefined);
    const saving = save.mutateAsync({ values, edited: version }).then(
      () => {
        const isWithdrawn = tour?.values.status === 'published' && values.status !== 'published';
        notify.success(version ? saidOfWithdrawal('Visite modifiée', isWithdrawn ? 1 : 0) : 'Visite créée');
        navigate(listAddress(paths.admin.tours.href()), { state: SAVED });
      },
      (error: Error) => explain(error, values),
    );
    pictures.waitFor(saving);
  };
  const edited = tour && readAt ? { id: tour.id, readAt } : undefined;

  return (
    <>
      <Form
        form={form}
        onSubmit={form.handleSubmit((values) => send(values, edited))}
        className="max-w-3xl space-y-6"
      >
        <TourInputs
          slugFollowsTitle={!tour}
          freeSlug={freeSlug}
          onTakeFreeSlug={() => {
            if (freeSlug) form.setValue('slug', freeSlug, { shouldDirty: true, shouldValidate: true });
            setFreeSlug(undefined);
            form.setFocus('slug');
          }}
          onUpload={pictures.add}
        />
        {save.error && !(save.error instanceof TourConflict || save.error instanceof SlugTaken) && (
          <div role="alert" className="rounded-xl border border-sumac-deep bg-sumac-pale p-4 text-sumac-deep">
            <p className="font-medium">{save.error.message}</p>
            {save.error instanceof TourGone && (
              <Button
                size="sm"
                variant="outline"
                className="mt-3"
                onClick={form.handleSubmit((values) => send(values, undefined))}
              >
                Enregistrer comme nouvelle visite
              </Button>
            )}
          </div>
        )}
        <FormActions
          submitLabel={tour ? 'Enregistrer les modifications' : 'Créer la visite'}
          pending={save.isPending}
          cancelTo={listAddress(paths.admin.tours.href())}
        />
      </Form>
      <UnsavedChanges when={form.formState.isDirty} />
      {conflict && (
        <ConflictDialog
          conflict={conflict.found}
          mine={conflict.mine}
          tagNames={new Map((tags.data ?? []).map(({ id, name }) => [id, name]))}
          pending={save.isPending}
          onKeepMine={() => {
            setReadAt(conflict.found.readAt);
            if (tour) send(conflict.mine, { id: tour.id, readAt: conflict.found.readAt });
          }}
          onTakeTheirs={() => {
            form.reset(conflict.found.theirs);
            setReadAt(conflict.found.readAt);
            setConflict(undefined);
            save.reset();
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}

/**
 * Keeps the bucket clean: once the form is unmounted, saved or not, deletes the pictures it started with or uploaded
 * that no tour uses.
 */
function usePictureCleanup(initial: string) {
  const addresses = useRef(new Set([initial]));
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const seen = addresses.current;
    return () => {
      // A save still under way decides which picture is used.
      void saving.current.then(() => removeUnusedPictures([...seen]));
    };
  }, []);
  return {
    add: (address: string) => void addresses.current.add(address),
    waitFor: (save: Promise<unknown>) => {
      saving.current = save;
    },
  };
}
