import { useMutation } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import { IconButton } from '@/admin/ui/icon-button';

/** The star of a tour: puts it among the featured ones, or takes it out, in place. */
export function FeaturedToggle({ tour: { id, title, is_featured } }: { tour: ListedTour }) {
  const feature = useMutation(tours.feature());
  return (
    <IconButton
      label={`Coup de cœur\u00a0: ${title}`}
      aria-pressed={is_featured}
      onClick={() => feature.mutate({ id, is_featured: !is_featured })}
    >
      <Star aria-hidden="true" className={`size-5 ${is_featured ? 'fill-amber-ink text-amber-ink' : ''}`} />
    </IconButton>
  );
}
