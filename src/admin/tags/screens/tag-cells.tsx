import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { labelNaming } from '@/admin/kit/lib/label-of';
import { CellText } from '@/admin/kit/ui/cell-text';
import { PanelButton } from '@/admin/kit/ui/panel-button';
import { Button } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';
import { tags, type UsedTag } from '../data/tags';
import { COLOR_PATTERN, tagSchema } from '../data/tags.schema';
import { TagSwatch } from './tag-swatch';

/** The name of a tag, edited in place; its slug stays. */
export function TagNameCell({ tag }: { tag: UsedTag }) {
  const change = useMutation(tags.change());
  return (
    <CellText
      wraps
      label={labelNaming('Nom', tag.name)}
      value={tag.name}
      check={(text) => tagSchema.shape.name.safeParse(text).error?.issues[0]?.message}
      onSave={(name) =>
        change.mutateAsync({ tag, change: { name } }).then(
          () => true,
          () => false,
        )
      }
    />
  );
}

/** The colour of a tag under its icon, edited in a small panel. */
export function TagColorCell({ tag }: { tag: UsedTag }) {
  const { mutate } = useMutation(tags.change());
  return (
    <PanelButton
      label={labelNaming('Couleur', tag.name)}
      title="Changer la couleur"
      className="shrink-0 rounded-xl"
      panel={(close) => (
        <ColorForm
          color={tag.color}
          onApply={(color) => {
            close();
            if (color !== tag.color) mutate({ tag, change: { color } });
          }}
        />
      )}
    >
      <TagSwatch icon={tag.icon} color={tag.color} />
    </PanelButton>
  );
}

function ColorForm({ color, onApply }: { color: string; onApply: (color: string) => void }) {
  const [typed, setTyped] = useState(color);
  const isValid = COLOR_PATTERN.test(typed.trim());
  return (
    <form
      className="flex flex-wrap items-center gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onApply(typed.trim());
      }}
    >
      <input
        type="color"
        aria-label="Choisir la couleur"
        value={isValid ? typed.trim().toLowerCase() : color}
        onChange={({ target }) => setTyped(target.value)}
        className="size-11 shrink-0 cursor-pointer rounded-lg border border-slate/60 bg-paper p-1"
      />
      <input
        aria-label="Couleur"
        aria-invalid={isValid ? undefined : true}
        title="# suivi de six chiffres ou lettres de a à f"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${controlClass} w-28`}
      />
      <Button type="submit" size="sm" variant="outline">
        Appliquer
      </Button>
    </form>
  );
}
