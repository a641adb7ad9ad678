import { useEffect, useEffectEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readDraft } from '@/admin/kit/lib/form-drafts';
import { slugify } from '@/admin/kit/lib/slug';
import { removeUnusedPictures } from '../data/tour-pictures';
import { SLUG_MAX, type TourFormValues } from '../data/tours.schema';

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
    const kept = readDraft<TourFormValues>(draftName)?.changes.image_url;
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
