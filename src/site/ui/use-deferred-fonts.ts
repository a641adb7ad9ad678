import { useSyncExternalStore } from 'react';
import { facesAreHere } from '@/shared/lib/web-fonts';

const LATER = 'faces-later';
const never = () => () => {};

/**
 * The class of a part that our faces come to after the first screen, until its own turn (`useTurn`): what comes into a
 * new face is laid out anew. None once they are here; a written page has it, and is taken over with it. Not by
 * `useTakenOver`, which has each part drawn once more.
 */
export const useFacesLater = (): string =>
  useSyncExternalStore(
    never,
    () => (facesAreHere() ? '' : LATER),
    () => LATER,
  );
