import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { slugify } from '@/admin/kit/lib/slug';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { TagIcon, tagIcons } from '@/admin/kit/ui/tag-icons';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { useSetupReturn } from '@/admin/settings/parts/setup-return';
import type { Tag } from '@/shared/data/tags';
import { Button } from '@/shared/ui/button';
import { controlClass, Field, FieldError } from '@/shared/ui/field';
import { Form, TextField } from '@/shared/ui/form-fields';
import { TagLabel } from '@/shared/ui/tag-label';
import { tables } from '../data/tables';
import { SlugTakenError, tags, toTagVersion } from '../data/tags';
import { COLOR_PATTERN, emptyTag, TAG_SLUG_MAX, type TagFormValues, tagSchema } from '../data/tags.schema';
import { TagSwatch } from './tag-swatch';

const { fields } = tables.tags;

const tagLabels = { name: fields.name, slug: 'Slug', color: fields.color, icon: fields.icon } as const;

/** Creates a tag, or edits the given one; a failure keeps the input. */
export function TagForm({ tag, onDone }: { tag?: Tag; onDone: () => void }) {
  const titleId = useId();
  const create = useMutation(tags.create());
  const { returnToSetup } = useSetupReturn();
  const update = useMutation(tags.update(tag?.id ?? ''));
  // The slug of an existing tag may have been shared: only a person changes it.
  const [slugFollows, setSlugFollows] = useState(!tag);
  const form = useForm({
    resolver: zodResolver(tagSchema),
    defaultValues: tag ? toTagVersion(tag).values : emptyTag,
  });
  const { isDirty, isSubmitted } = form.formState;

  const { submit, conflict, choose, close } = useMergedSave(form, tag && toTagVersion(tag), {
    labels: tagLabels,
    save: async (values, readAt) => {
      await (readAt ? update.mutateAsync({ tag: values, readAt }) : create.mutateAsync(values));
      onDone();
      returnToSetup();
      return undefined;
    },
    onError: (error) => {
      if (error instanceof SlugTakenError)
        form.setError('slug', { message: error.message }, { shouldFocus: true });
    },
  });

  return (
    <Form
      form={form}
      aria-labelledby={titleId}
      onSubmit={submit}
      className="rounded-2xl border border-spruce bg-paper p-5"
    >
      <UnsavedChanges when={isDirty} />
      {conflict && <MergeDialog conflict={conflict} labels={tagLabels} onChoose={choose} onClose={close} />}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-lg font-bold">
          {tag ? `Modifier le tag «\u00a0${tag.name}\u00a0»` : 'Nouveau tag'}
        </h2>
        <Preview />
      </div>

      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <TextField<TagFormValues>
          name="name"
          label={tagLabels.name}
          required
          rules={{
            onChange: ({ target }) => {
              if (slugFollows)
                form.setValue('slug', slugify(target.value, TAG_SLUG_MAX), {
                  shouldDirty: true,
                  shouldValidate: isSubmitted,
                });
            },
          }}
          // The person has just asked for this form.
          autoFocus
          autoComplete="off"
        />
        <TextField<TagFormValues>
          name="slug"
          label={tagLabels.slug}
          required
          hint={
            tag
              ? 'La fin de l’adresse de la catégorie. Le changer rompt les liens déjà partagés.'
              : 'La fin de l’adresse de la catégorie. Il suit le nom tant que vous ne l’écrivez pas vous-même.'
          }
          rules={{ onChange: ({ target }) => setSlugFollows(target.value === '') }}
          autoComplete="off"
          spellCheck={false}
        />
        <ColorField />
        <IconPicker initial={tag?.icon ?? ''} />
      </div>

      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onDone}>
          Annuler
        </Button>
        <Button type="submit" variant="accent" pending={create.isPending || update.isPending}>
          {tag ? 'Enregistrer' : 'Créer le tag'}
        </Button>
      </div>
    </Form>
  );
}

/** Returns the typed colour, or the default one while it is not valid. */
const shownColor = (typed: string) => (COLOR_PATTERN.test(typed.trim()) ? typed.trim() : emptyTag.color);

/** A preview of the tag; a component of its own, so that typing does not render the whole form. */
function Preview() {
  const { name = '', color = '', icon = '' } = useWatch<TagFormValues>();
  return (
    <p className="flex items-center gap-2 text-sm text-slate">
      Aperçu
      <TagSwatch icon={icon} color={shownColor(color)} />
      <TagLabel name={name.trim() || 'Nom du tag'} color={shownColor(color)} />
    </p>
  );
}

/** The colour, as a text and in the browser's own picker beside it. */
function ColorField() {
  const { register, setValue, formState } = useFormContext<TagFormValues>();
  const color = useWatch<TagFormValues, 'color'>({ name: 'color' });
  return (
    <Field
      label={fields.color}
      required
      error={formState.errors.color?.message}
      hint="# suivi de six chiffres ou lettres de a à f."
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Choisir la couleur"
            value={shownColor(color).toLowerCase()}
            onChange={({ target }) =>
              setValue('color', target.value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            }
            className="h-12 w-14 shrink-0 cursor-pointer rounded-lg border border-slate/60 bg-paper p-1"
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
  );
}

/**
 * Chooses one icon of the list, or none: a group of radio buttons, for the usual keyboard behaviour.
 *
 * @param initial the stored icon's name, which may be unknown; `''` for none
 */
function IconPicker({ initial }: { initial: string }) {
  const { register, formState } = useFormContext<TagFormValues>();
  const error = formState.errors.icon?.message;
  const errorId = useId();
  const isForeign = initial !== '' && !tagIcons[initial];
  const choices = [
    { name: '', label: 'Aucune icône' },
    ...(isForeign ? [{ name: initial, label: `${initial} (hors liste)` }] : []),
    ...Object.entries(tagIcons).map(([name, { label }]) => ({ name, label })),
  ];
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1.5 text-[0.95rem] font-semibold">
        Icône <span className="font-normal text-slate">(facultatif)</span>
      </legend>
      <div className="flex max-h-44 flex-wrap gap-1 overflow-y-auto rounded-lg border border-slate/60 p-1.5">
        {choices.map(({ name, label }) => (
          <label
            key={name}
            title={label}
            className="relative inline-flex size-10 items-center justify-center rounded-lg hover:bg-mist has-checked:bg-spruce has-checked:text-white has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-ink"
          >
            <input
              {...register('icon')}
              type="radio"
              value={name}
              aria-label={label}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
            />
            {name === '' ? (
              <span aria-hidden="true" className="text-xs font-medium">
                Sans
              </span>
            ) : (
              <TagIcon name={name} className="size-5" />
            )}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
