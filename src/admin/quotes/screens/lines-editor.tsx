import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { isSendKey } from '@/admin/kit/lib/keys';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { readHundredths } from '@/shared/lib/money';
import { notify } from '@/shared/lib/notify';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { controlClass, selectClass } from '@/shared/ui/field';
import {
  emptyLine,
  readQuantity,
  readTypedLines,
  type TypedLine,
  toTypedLine,
} from '../data/issued-quotes.schema';
import { quoteCatalogue } from '../data/quote-catalogue';

/**
 * Edits the field `lines` of the surrounding form of a quote or template. Enter in any field moves to the next line,
 * and adds one after the last.
 */
export function LinesEditor() {
  const { field, fieldState } = useController<{ lines: string }, 'lines'>({ name: 'lines' });
  const { getValues } = useFormContext<{ lines: string }>();
  const services = useQuery(quoteCatalogue.services());
  const isReadOnly = useIsReadOnly();
  const list = useRef<HTMLOListElement>(null);
  const lines = readTypedLines(field.value);
  const write = (next: TypedLine[]) => field.onChange(JSON.stringify(next));
  const change = (index: number, part: Partial<TypedLine>) =>
    write(lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  const focusLine = (index: number) =>
    // The added line must be rendered first.
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-line="${index}"]`)?.focus());
  const add = (line: TypedLine = emptyLine) => {
    write([...lines, line]);
    focusLine(lines.length);
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...lines];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    write(next);
    focusLine(index + by);
  };
  const remove = (index: number) => {
    const [removed] = lines.slice(index);
    write(lines.filter((_line, at) => at !== index));
    focusLine(Math.max(0, index - 1));
    if (!removed) return;
    // The change applies to the present lines, so that input in another line is kept.
    notify.undoable('Ligne supprimée', () =>
      write(readTypedLines(getValues('lines')).toSpliced(index, 0, removed)),
    );
  };
  const onEnter = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isSendKey(event)) return;
    event.preventDefault();
    if (index === lines.length - 1) add();
    else focusLine(index + 1);
  };

  return (
    <fieldset className="min-w-0 space-y-3" aria-describedby={fieldState.error ? 'erreur-lignes' : undefined}>
      <legend className="mb-2 font-semibold">Lignes</legend>
      {lines.length === 0 && <p className="text-slate">Aucune ligne pour le moment.</p>}
      <ol ref={list} className="space-y-3">
        {lines.map((line, index) => {
          const name = (what: string) => `${what}, ligne ${index + 1}`;
          const field = (part: keyof TypedLine, label: string) => ({
            'aria-label': name(label),
            value: line[part],
            className: `${controlClass} py-1.5`,
            onChange: ({ target }: { target: { value: string } }) => change(index, { [part]: target.value }),
            onKeyDown: (event: KeyboardEvent) => onEnter(event, index),
          });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity than its place.
            <li key={index} className="rounded-lg border border-line p-2">
              <input
                {...field('description', 'Description')}
                data-line={index}
                placeholder="Description"
                maxLength={1000}
              />
              <div className="mt-2 flex flex-wrap items-end gap-2">
                <HeadedField heading="Quantité" className="w-24">
                  <input
                    {...field('quantity', 'Quantité')}
                    inputMode="decimal"
                    aria-invalid={readQuantity(line.quantity) === undefined}
                    className={`${controlClass} py-1.5 text-right`}
                  />
                </HeadedField>
                <HeadedField heading="Unité" className="w-24">
                  <input {...field('unit', 'Unité')} placeholder="jour" maxLength={20} />
                </HeadedField>
                <HeadedField heading="Prix unitaire ($)" className="w-32">
                  <input
                    {...field('price', 'Prix unitaire')}
                    inputMode="decimal"
                    placeholder="0,00"
                    aria-invalid={readHundredths(line.price) === undefined}
                    className={`${controlClass} py-1.5 text-right`}
                  />
                </HeadedField>
                {!isReadOnly && (
                  <span className="ml-auto flex">
                    <IconButton label={name('Monter')} disabled={index === 0} onClick={() => move(index, -1)}>
                      <ArrowUp aria-hidden="true" className="size-4" />
                    </IconButton>
                    <IconButton
                      label={name('Descendre')}
                      disabled={index === lines.length - 1}
                      onClick={() => move(index, 1)}
                    >
                      <ArrowDown aria-hidden="true" className="size-4" />
                    </IconButton>
                    <IconButton label={name('Supprimer')} onClick={() => remove(index)}>
                      <Trash2 aria-hidden="true" className="size-4" />
                    </IconButton>
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {fieldState.error && (
        <p id="erreur-lignes" className="text-sm text-sumac-deep">
          {fieldState.error.message}
        </p>
      )}
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          <Button name="lines" variant="outline" size="sm" onClick={() => add()}>
            <Plus aria-hidden="true" className="size-4" />
            Ajouter une ligne
          </Button>
          {services.data && services.data.length > 0 && (
            <select
              aria-label="Ajouter un service du catalogue"
              value=""
              onChange={({ target }) => {
                const service = services.data.find(({ id }) => id === target.value);
                if (!service) return;
                const { description, name, unit, unit_price_cents } = service;
                add(
                  toTypedLine({
                    description: description || name,
                    unit,
                    unitPriceCents: unit_price_cents,
                    quantity: '1.000',
                  }),
                );
              }}
              className={`${selectClass} h-9 max-w-60 py-1`}
            >
              <option value="">Du catalogue…</option>
              {services.data.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** A field of a line under its heading, which its accessible name repeats with the number of the line. */
const HeadedField = ({
  heading,
  className,
  children,
}: {
  heading: string;
  className: string;
  children: ReactNode;
}) => (
  <div className={className}>
    <span aria-hidden="true" className="block text-sm text-slate">
      {heading}
    </span>
    {children}
  </div>
);
