import { Controller, useFormContext } from 'react-hook-form';
import { tourStatuses } from '@/admin/data/tours/tour-labels';
import { SLUG_MAX, type TourFormValues } from '@/admin/data/tours/tours.schema';
import { slugify } from '@/admin/lib/slug';
import { controlClass, Field } from '@/shared/ui/field';
import { DescriptionField } from './description-field';
import { FormSection } from './form-section';
import { PictureField } from './picture-field';
import { SlugField } from './slug-field';
import { TagsField } from './tags-field';

type Props = {
  /** Of a new tour the slug follows the title until it is edited by hand; a known one keeps its public address. */
  slugFollowsTitle: boolean;
  freeSlug: string | undefined;
  onTakeFreeSlug: () => void;
  /** An upload to this address begins. */
  onUpload: (address: string) => void;
};

/** Every field of a tour, to create and to edit. */
export function TourInputs({ slugFollowsTitle, freeSlug, onTakeFreeSlug, onUpload }: Props) {
  const { register, control, formState, getValues, setValue } = useFormContext<TourFormValues>();
  const { errors } = formState;

  const title = register('title');
  const changeTitle: typeof title.onChange = (event) => {
    const { title: before, slug } = getValues();
    const follows = slugFollowsTitle && slug === slugify(before, SLUG_MAX);
    const changed = title.onChange(event);
    if (follows) {
      const next = slugify(String(event.target.value), SLUG_MAX);
      setValue('slug', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    }
    return changed;
  };

  return (
    <>
      <FormSection title="Informations générales">
        <Field label="Titre" required error={errors.title?.message}>
          {(field) => (
            <input {...field} {...title} onChange={changeTitle} autoComplete="off" className={controlClass} />
          )}
        </Field>
        <SlugField free={freeSlug} onTakeFree={onTakeFreeSlug} />
        <Field label="Lieu" error={errors.location?.message}>
          {(field) => (
            <input {...field} {...register('location')} autoComplete="off" className={controlClass} />
          )}
        </Field>
        <DescriptionField />
        <Field
          label="URL de la visite"
          required
          error={errors.url?.message}
          hint="L’adresse qui s’ouvre par «&nbsp;Explorer la visite virtuelle&nbsp;»."
        >
          {(field) => (
            <input
              {...field}
              {...register('url')}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              className={controlClass}
            />
          )}
        </Field>
      </FormSection>

      <FormSection title="Image">
        <Controller
          control={control}
          name="image_url"
          render={({ field }) => (
            <PictureField
              value={field.value}
              onChange={field.onChange}
              onUpload={onUpload}
              error={errors.image_url?.message}
            />
          )}
        />
      </FormSection>

      <FormSection title="Catégories">
        <Controller
          control={control}
          name="tag_ids"
          render={({ field }) => <TagsField value={field.value} onChange={field.onChange} />}
        />
      </FormSection>

      <FormSection title="Paramètres">
        <Field
          label="Statut"
          required
          error={errors.status?.message}
          hint="Seules les visites publiées paraissent sur le site."
        >
          {(field) => (
            <select {...field} {...register('status')} className={controlClass}>
              {Object.entries(tourStatuses).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label className="flex min-h-6 items-start gap-3">
          <input type="checkbox" {...register('is_featured')} className="mt-0.5 size-5 accent-spruce" />
          <span>
            <span className="font-semibold">Coup de cœur</span>
            <span className="block text-sm text-slate">Mise en vedette sur la page d’accueil.</span>
          </span>
        </label>
        <Field
          label="Panorama"
          error={errors.panorama_url?.message}
          hint="Adresse d’une image équirectangulaire, à parcourir sur la page de la visite."
        >
          {(field) => (
            <input
              {...field}
              {...register('panorama_url')}
              inputMode="url"
              autoComplete="off"
              className={controlClass}
            />
          )}
        </Field>
      </FormSection>
    </>
  );
}
