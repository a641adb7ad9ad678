import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { tourStatuses } from '@/admin/data/tours/tour-labels';
import { SLUG_MAX, type TourFormValues } from '@/admin/data/tours/tours.schema';
import { slugify } from '@/admin/lib/slug';
import { publicTags } from '@/shared/data/tags';
import { paths } from '@/shared/lib/admin-paths';
import { Button } from '@/shared/ui/button';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { textOn } from '@/shared/ui/tag-color';
import { DescriptionField } from './description-field';
import { PictureField } from './picture-field';

type Props = {
  /** The slug of a new tour follows the title until it is edited; an existing tour keeps its public address. */
  slugFollowsTitle: boolean;
  freeSlug: string | undefined;
  onTakeFreeSlug: () => void;
  /** An upload to this address starts. */
  onUpload: (address: string) => void;
};

/** Every field of a tour, new or existing. */
export function TourInputs({ slugFollowsTitle, freeSlug, onTakeFreeSlug, onUpload }: Props) {
  const { register, control, formState, getValues, setValue } = useFormContext<TourFormValues>();
  /** The slug of the current title. */
  const slugOfTitle = useRef(slugify(getValues('title'), SLUG_MAX));

  const followTitle = (title: string) => {
    const follows = slugFollowsTitle && getValues('slug') === slugOfTitle.current;
    slugOfTitle.current = slugify(title, SLUG_MAX);
    if (follows) {
      setValue('slug', slugOfTitle.current, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    }
  };

  return (
    <>
      <FormSection title="Informations générales">
        <TextField<TourFormValues>
          name="title"
          label="Titre"
          required
          rules={{ onChange: ({ target }) => followTitle(target.value) }}
          autoComplete="off"
        />
        <SlugField free={freeSlug} onTakeFree={onTakeFreeSlug} />
        <TextField<TourFormValues> name="location" label="Lieu" autoComplete="off" />
        <DescriptionField />
        <TextField<TourFormValues>
          name="url"
          label="URL de la visite"
          required
          hint="L’adresse qui s’ouvre par «&nbsp;Explorer la visite virtuelle&nbsp;»."
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
        />
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
              error={formState.errors.image_url?.message}
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
        <SelectField<TourFormValues>
          name="status"
          label="Statut"
          required
          hint="Seules les visites publiées paraissent sur le site."
          options={tourStatuses}
        />
        <label className="flex min-h-6 items-start gap-3">
          <input type="checkbox" {...register('is_featured')} className="mt-0.5 size-5 accent-spruce" />
          <span>
            <span className="font-semibold">Coup de cœur</span>
            <span className="block text-sm text-slate">Mise en vedette sur la page d’accueil.</span>
          </span>
        </label>
        <TextField<TourFormValues>
          name="panorama_url"
          label="Panorama"
          hint="Adresse d’une image équirectangulaire, à parcourir sur la page de la visite."
          inputMode="url"
          autoComplete="off"
        />
      </FormSection>
    </>
  );
}

/** One part of a long form, with its title. */
function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-xl border border-line bg-paper p-5 sm:p-6">
      <h2 className="mb-5 text-lg font-bold">{title}</h2>
      <div className="space-y-5">{children}</div>
    </section>
  );
}

/**
 * The end of the tour's public address.
 *
 * @param free a slug that is free, once the one typed turned out to be taken
 */
function SlugField({ free, onTakeFree }: { free: string | undefined; onTakeFree: () => void }) {
  const slug = useWatch<TourFormValues, 'slug'>({ name: 'slug' });
  return (
    <div>
      <TextField<TourFormValues>
        name="slug"
        label="Slug"
        required
        hint={`Adresse de la page\u00a0: ${slug ? paths.tour.href(slug) : `${paths.tour.href('')}…`}`}
        autoComplete="off"
        spellCheck={false}
      />
      {free && (
        <Button size="sm" variant="outline" className="mt-2" onClick={onTakeFree}>
          Utiliser «&nbsp;{free}&nbsp;»
        </Button>
      )}
    </div>
  );
}

/** The categories of a tour: a checkbox for each tag, in the tag's colour once checked. */
function TagsField({ value, onChange }: { value: string[]; onChange: (tagIds: string[]) => void }) {
  const tags = useQuery(publicTags.list());
  if (tags.isPending) return <p role="status">Chargement des catégories…</p>;
  if (tags.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p>Impossible de charger les catégories.</p>
        <Button size="sm" variant="outline" onClick={() => tags.refetch()}>
          Réessayer
        </Button>
      </div>
    );
  }
  if (tags.data.length === 0) {
    return (
      <p className="text-slate">
        Aucune catégorie pour le moment. Créez-en dans «&nbsp;Gestion des tags&nbsp;».
      </p>
    );
  }
  // Sorted, so that checking and unchecking a tag leaves the form unchanged.
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id].sort());
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-slate">
        Les visiteurs filtrent les réalisations par catégorie.
      </legend>
      <div className="flex flex-wrap gap-2">
        {tags.data.map(({ id, name, color }) => {
          const ticked = value.includes(id);
          return (
            <label
              key={id}
              className="relative inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-slate/60 px-3.5 text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
              style={
                ticked ? { backgroundColor: color, borderColor: color, color: textOn(color) } : undefined
              }
            >
              <input
                type="checkbox"
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                checked={ticked}
                onChange={() => toggle(id)}
              />
              {ticked ? (
                <Check aria-hidden="true" className="size-4" />
              ) : (
                <span aria-hidden="true" className="size-3 rounded-full" style={{ backgroundColor: color }} />
              )}
              {name}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
