import { useFormContext, useWatch } from 'react-hook-form';
import type { TourFormValues } from '@/admin/data/tours/tours.schema';
import { paths } from '@/shared/lib/paths';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';

/**
 * The end of the tour's public address.
 *
 * @param free a slug that no other tour has, once the one typed turned out to be taken
 */
export function SlugField({ free, onTakeFree }: { free: string | undefined; onTakeFree: () => void }) {
  const { register, formState } = useFormContext<TourFormValues>();
  const slug = useWatch<TourFormValues, 'slug'>({ name: 'slug' });
  return (
    <div>
      <Field
        label="Slug"
        required
        error={formState.errors.slug?.message}
        hint={`Adresse de la page\u00a0: ${slug ? paths.tour.href(slug) : `${paths.tour.href('')}…`}`}
      >
        {(control) => (
          <input
            {...control}
            {...register('slug')}
            autoComplete="off"
            spellCheck={false}
            className={controlClass}
          />
        )}
      </Field>
      {free && (
        <Button size="sm" variant="outline" className="mt-2" onClick={onTakeFree}>
          Utiliser «&nbsp;{free}&nbsp;»
        </Button>
      )}
    </div>
  );
}
