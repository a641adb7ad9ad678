import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { publicTours, type TourWithCase } from '@/site/data/tours';

/** Reads the published tour that a link names, and gives it to the form once; shows nothing. */
export function LinkedTour({ slug, onRead }: { slug: string; onRead: (tour: TourWithCase) => void }) {
  const { data: tour } = useQuery(publicTours.bySlug(slug));
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (tour) read(tour);
  }, [tour]);
  return null;
}
