import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { SlugTakenError, tags } from '@/admin/data/tags/tags';
import {
  COLOR_PATTERN,
  emptyTag,
  TAG_SLUG_MAX,
  type TagFormValues,
  tagSchema,
} from '@/admin/data/tags/tags.schema';
import { slugify } from '@/admin/lib/slug';
import { UnsavedChanges } from '@/admin/ui/unsaved-changes';
import type { Tag } from '@/shared/data/tags';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { TagLabel } from '@/shared/ui/tag-label';
import { IconPicker } from './icon-picker';
import { TagSwatch } from './tag-preview';

const valuesOf = ({ name, slug, color, icon }: Tag): TagFormValues => ({
  name,
  slug,
  color,
  icon: icon ?? '',
});

/** Creates a tag, or edits the one given, in its place among the others. A failure keeps what was typed. */
export function TagForm({ tag, onDone }: { tag?: Tag; onDone: () => void }) {
  const titleId = useId();
  const save = useMutation(tag ? tags.update(tag.id) : tags.create());
  // The address of a tag that exists may have been shared: it changes by hand only.
  const [slugFollows, setSlugFollows] = useState(!tag);
  const {
    control: values,
    register,
    handleSubmit,
    setValue,
    setError,
    formState,
  } = useForm({
    resolver: zodResolver(tagSchema),
    defaultValues: tag ? valuesOf(tag) : emptyTag,
  });
  const { errors, isDirty, isSubmitted } = formState;

  const submit = (values: TagFormValues) =>
    save.mutate(values, {
      onSuccess: onDone,
      onError: (error) => {
        if (error instanceof SlugTakenError)
          setError('slug', { message: error.message }, { shouldFocus: true });
      },
    });

  return (
    <form
      noValidate
      aria-labelledby={titleId}
      onSubmit={handleSubmit(submit)}
      className="rounded-2xl border border-spruce bg-paper p-5"
    >
      <UnsavedChanges when={isDirty} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-lg font-bold">
          {tag ? `Modifier le tag «\u00a0${tag.name}\u00a0»` : 'Nouveau tag'}
        </h2>
        <Preview control={values} />
      </div>

      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Nom" required error={errors.name?.message}>
          {(control) => (
            <input
              {...control}
              {...register('name', {
                onChange: ({ target }) => {
                  if (slugFollows)
                    setValue('slug', slugify(target.value, TAG_SLUG_MAX), {
                      shouldDirty: true,
                      shouldValidate: isSubmitted,
                    });
                },
              })}
              // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form
              autoFocus
              autoComplete="off"
              className={controlClass}
            />
          )}
        </Field>
        <Field
          label="Slug"
          required
          error={errors.slug?.message}
          hint={
            tag
              ? 'La fin de l’adresse de la catégorie. Le changer rompt les liens déjà partagés.'
              : 'La fin de l’adresse de la catégorie. Il suit le nom tant que vous ne l’écrivez pas vous-même.'
          }
        >
          {(control) => (
            <input
              {...control}
              {...register('slug', { onChange: ({ target }) => setSlugFollows(target.value === '') })}
              autoComplete="off"
              spellCheck={false}
              className={controlClass}
            />
          )}
        </Field>
        <Field
          label="Couleur"
          required
          error={errors.color?.message}
          hint="# suivi de six chiffres ou lettres de a à f."
        >
          {(control) => (
            <div className="flex gap-2">
              <ColorPicker
                control={values}
                onChange={(color) =>
                  setValue('color', color, { shouldDirty: true, shouldValidate: isSubmitted })
                }
              />
              <input
                {...control}
                {...register('color')}
                autoComplete="off"
                spellCheck={false}
                className={controlClass}
              />
            </div>
          )}
        </Field>
        <IconPicker initial={tag?.icon ?? ''} register={register('icon')} error={errors.icon?.message} />
      </div>

      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onDone}>
          Annuler
        </Button>
        <Button type="submit" variant="accent" pending={save.isPending}>
          {tag ? 'Enregistrer' : 'Créer le tag'}
        </Button>
      </div>
    </form>
  );
}

/** The colour typed so far, or the one of a new tag while it is none. */
const shownColor = (typed: string) => (COLOR_PATTERN.test(typed.trim()) ? typed.trim() : emptyTag.color);

/** What the tag will look like. Apart, as the picker below, so that a key redraws them and not the whole form. */
function Preview({ control }: { control: Control<TagFormValues> }) {
  const { name = '', color = '', icon = '' } = useWatch({ control });
  return (
    <p className="flex items-center gap-2 text-sm text-slate">
      Aperçu
      <TagSwatch icon={icon} color={shownColor(color)} />
      <TagLabel name={name.trim() || 'Nom du tag'} color={shownColor(color)} />
    </p>
  );
}

/** The browser's own picker, beside the text that holds the same colour. */
function ColorPicker({
  control,
  onChange,
}: {
  control: Control<TagFormValues>;
  onChange: (color: string) => void;
}) {
  const color = useWatch({ control, name: 'color' });
  return (
    <input
      type="color"
      aria-label="Choisir la couleur"
      value={shownColor(color).toLowerCase()}
      onChange={({ target }) => onChange(target.value)}
      className="h-12 w-14 shrink-0 cursor-pointer rounded-lg border border-slate/60 bg-paper p-1"
    />
  );
}
