import { type ReactNode, useId, useState } from 'react';
import { formatDateTime } from '@/admin/lib/dates';
import type { FormConflict, Side } from '@/admin/lib/use-merged-save';
import { Button } from '@/shared/ui/button';
import { Modal } from './modal';

type Props<Values> = {
  conflict: FormConflict<Values>;
  /** How the form names its fields. */
  labels: Readonly<Record<keyof Values & string, string>>;
  /** A value as the person reads it; as it is stored by default. */
  show?: (field: keyof Values & string, values: Values) => ReactNode;
  onChoose: (sides: readonly Side[]) => void;
  /** Back to the form without choosing. */
  onClose: () => void;
};

const sideLabels: Record<Side, string> = { theirs: 'Leur version', mine: 'Ma version' };

/** Shows both versions of each field that two people changed, to choose between them; the rest is already merged. */
export function MergeDialog<Values extends object>({
  conflict: { clashes, merged, theirs, editedBy },
  labels,
  show = (field, values) => String(values[field]),
  onChoose,
  onClose,
}: Props<Values>) {
  const [sides, setSides] = useState<readonly Side[]>(() => clashes.map(() => 'mine'));
  const by = editedBy ? ` par ${editedBy}` : '';
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Deux versions à réunir"
      description={`Une autre version a été enregistrée entre-temps${by}, le ${formatDateTime(theirs.readAt)}. Rien n’a été écrasé\u00a0: ce que vous n’avez pas touché vient d’elle. Choisissez pour ce qui a changé des deux côtés.`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Revenir au formulaire
          </Button>
          <Button onClick={() => onChoose(sides)}>Enregistrer ce choix</Button>
        </>
      }
    >
      <div className="space-y-5">
        {clashes.map((fields, index) => (
          <Clash
            key={fields.join()}
            label={fields.map((field) => labels[field]).join(', ')}
            side={sides[index] ?? 'mine'}
            onChange={(side) => setSides(sides.map((other, at) => (at === index ? side : other)))}
            theirs={fields.map((field) => show(field, theirs.values))}
            mine={fields.map((field) => show(field, merged))}
          />
        ))}
      </div>
    </Modal>
  );
}

type ClashProps = {
  label: string;
  side: Side;
  onChange: (side: Side) => void;
  theirs: ReactNode[];
  mine: ReactNode[];
};

function Clash({ label, side, onChange, ...versions }: ClashProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
        {(['theirs', 'mine'] as const).map((each) => (
          <label
            key={each}
            className="block cursor-pointer rounded-lg border border-line p-3 has-checked:border-spruce has-checked:bg-spruce-pale"
          >
            <span className="flex items-center gap-2 text-sm font-medium text-slate">
              <input
                type="radio"
                name={name}
                className="size-4 accent-spruce"
                checked={side === each}
                onChange={() => onChange(each)}
              />
              {sideLabels[each]}
            </span>
            {versions[each].map((value, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the values of fields that never move
                key={index}
                className="mt-1 block break-words whitespace-pre-line"
              >
                {value === '' ? <em className="text-slate">Vide</em> : value}
              </span>
            ))}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
