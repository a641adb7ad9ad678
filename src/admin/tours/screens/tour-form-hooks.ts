import { useEffect, useEffectEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { slugify } from '@/admin/kit/lib/slug';
import { readDraft, useBrowserDraft } from '@/shared/lib/browser-draft';
import { removeUnusedPictures } from '../data/tour-pictures';
import { SLUG_MAX, type TourFormValues } from '../data/tours.schema';

/**
 * Keeps the changed fields of the form in this browser, so that they merge with the changes of others.
 *
 * @param isWanted true when the person has asked for the draft already: it is taken at once
 */
export function useFormDraft(form: UseFormReturn<TourFormValues>, name: string, isWanted: boolean) {
  const { found, keep, take, drop } = useBrowserDraft<Partial<TourFormValues>>(name, () => {
    // Not `formState`, which is that of the last rendering: a text pasted at once would not be there yet.
    const changed = Object.entries(form.getValues()).filter(
      ([field]) => form.getFieldState(field as keyof TourFormValues).isDirty,
    );
    return changed.length > 0 ? Object.fromEntries(changed) : undefined;
  });
  useEffect(() => {
    return form.subscribe({ formState: { values: true, dirtyFields: true }, callback: keep });
  }, [form, keep]);
  const fill = () => {
    for (const [field, value] of Object.entries(take() ?? {})) {
      form.setValue(field as keyof TourFormValues, value, { shouldDirty: true });
    }
  };
  const fillIfWanted = useEffectEvent(() => isWanted && fill());
  useEffect(() => {
    fillIfWanted();
  }, []);
  return { found: isWanted ? undefined : found, take: fill, drop };
}

/** Lets the slug of a new tour follow its title until it is edited; an existing tour keeps its public address. */
export function useSlugOfTitle(
  form: UseFormReturn<TourFormValues>,
  follows: boolean,
): (title: string) => void {
  /** The slug of the present title. */
  const slugOfTitle = useRef(slugify(form.getValues('title'), SLUG_MAX));
  const { isSubmitted } = form.formState;
  return (title) => {
    const isFollowing = follows && form.getValues('slug') === slugOfTitle.current;
    slugOfTitle.current = slugify(title, SLUG_MAX);
    if (isFollowing)
      form.setValue('slug', slugOfTitle.current, { shouldDirty: true, shouldValidate: isSubmitted });
  };
}

/**
 * Cleans the bucket: once the form is unmounted, saved or not, deletes its initial and uploaded pictures that no tour
 * uses, except that of an input that may still be continued.
 */
export function usePictureCleanup(initial: string, draftName: string) {
  const addresses = useRef(new Set([initial]));
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const removeRest = useEffectEvent((seen: Set<string>) => {
    const kept = readDraft<Partial<TourFormValues>>(draftName)?.value.image_url;
    return removeUnusedPictures([...seen].filter((address) => address !== kept));
  });
  useEffect(() => {
    const seen = addresses.current;
    return () => {
      // A pending save decides which picture is used.
      void saving.current.then(() => removeRest(seen));
    };
  }, []);
  return {
    add: (address: string) => void addresses.current.add(address),
    waitFor: (save: Promise<unknown>) => {
      saving.current = save;
    },
  };
}

/** Longest wait for a proposed picture when the tour is created before it is there, in ms. */
const POSTER_WAIT = 20_000;

/** Holds the work of a proposed picture, and waits for it before a save that would come first. */
export function usePosterWork() {
  const work = useRef<Promise<void>>(Promise.resolve());
  return {
    begin: (next: Promise<void>) => {
      work.current = next;
    },
    end: () => Promise.race([work.current, new Promise<void>((resolve) => setTimeout(resolve, POSTER_WAIT))]),
  };
}
