import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { slugify } from '@/admin/kit/lib/slug';
import { tags as allTags, SlugTakenError } from '@/admin/tags/data/tags';
import { emptyTag, TAG_SLUG_MAX, tagSchema } from '@/admin/tags/data/tags.schema';
import { publicTags } from '@/shared/data/tags';
import { Button } from '@/shared/ui/button';
import { controlClass, FieldError } from '@/shared/ui/field';
import { textOn } from '@/shared/ui/tag-color';

/** The categories of a tour: a checkbox for each tag, in the tag's colour once checked. */
export function TagsField({ value, onChange }: { value: string[]; onChange: (tagIds: string[]) => void }) {
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
  // Sorted, so that checking and unchecking a tag leaves the form unchanged.
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id].sort());
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm text-slate">
        {tags.data.length === 0
          ? 'Aucune catégorie pour le moment.'
          : 'Les visiteurs filtrent les réalisations par catégorie.'}
      </legend>
      <div className="flex flex-wrap gap-2">
        {tags.data.map(({ id, name, color }) => {
          const ticked = value.includes(id);
          return (
            <label
              key={id}
              className="relative inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border wrap-anywhere border-slate/60 px-3.5 text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
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
      <NewTag onCreated={(id) => onChange([...value, id].sort())} />
    </fieldset>
  );
}

/**
 * Creates a category without leaving the tour: a name is sufficient, and the rest is edited under « Gestion des tags
 * ».
 */
function NewTag({ onCreated }: { onCreated: (id: string) => void }) {
  const id = useId();
  const create = useMutation(allTags.create());
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();

  const close = () => {
    setIsOpen(false);
    setName('');
    setError(undefined);
    setTimeout(() => opener.current?.focus());
  };
  const add = () => {
    if (create.isPending) return;
    const checked = tagSchema.safeParse({ ...emptyTag, name, slug: slugify(name, TAG_SLUG_MAX) });
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    create.mutate(checked.data, {
      onSuccess: (created) => {
        onCreated(created);
        close();
      },
      onError: (reason) =>
        setError(reason instanceof SlugTakenError ? 'Cette catégorie existe déjà' : reason.message),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter must not submit the whole tour.
    event.preventDefault();
    if (event.key === 'Enter') add();
    else close();
  };

  if (!isOpen) {
    return (
      <Button ref={opener} size="sm" variant="ghost" className="mt-3" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden="true" className="size-4" />
        Nouvelle catégorie
      </Button>
    );
  }
  return (
    <div className="mt-3">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Nom de la nouvelle catégorie
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
          onKeyDown={onKeyDown}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          // The person has just asked for this field.
          // biome-ignore lint/a11y/noAutofocus: see above
          autoFocus
          autoComplete="off"
          className={`${controlClass} min-w-0 flex-1`}
        />
        <Button size="sm" pending={create.isPending} onClick={add}>
          Ajouter
        </Button>
        <Button size="sm" variant="ghost" onClick={close}>
          Annuler
        </Button>
      </div>
      {error && (
        <FieldError id={`${id}-error`} role="alert">
          {error}
        </FieldError>
      )}
    </div>
  );
}
