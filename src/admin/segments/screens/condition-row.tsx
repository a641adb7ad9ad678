import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { toggleKey } from '@/admin/kit/ui/selection';
import { type ConditionKind, conditionKind, type ReferenceNames } from '../data/segment-labels';

const controlClass = 'min-h-10 rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem]';

type Props = {
  field: string;
  label: string;
  names: ReferenceNames;
  values: string[];
  fault: string | undefined;
  onChange: (values: string[]) => void;
  onRemove: () => void;
};

/** One condition of a segment: its field, its values, and a button that removes it. */
export function ConditionRow({ field, label, names, values, fault, onChange, onRemove }: Props) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={fault ? id : undefined}
      className={`relative rounded-lg border p-3 ${fault ? 'border-sumac-deep' : 'border-line'}`}
    >
      <legend className="float-left mb-2 w-full pr-10 font-semibold">{label}</legend>
      <div className="absolute top-1 right-1">
        <IconButton label={`Retirer la condition ${label}`} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <div className="clear-both">
        <Values asked={conditionKind(field, names)} label={label} values={values} onChange={onChange} />
      </div>
      {fault && (
        <p id={id} className="mt-2 text-sm font-medium text-sumac-deep">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

type ValuesProps = {
  asked: ConditionKind;
  label: string;
  values: string[];
  onChange: (values: string[]) => void;
};

function Values({ asked, label, values, onChange }: ValuesProps) {
  const [first = '', second = ''] = values;
  switch (asked.kind) {
    case 'several':
      return <Checkboxes options={asked.options} values={values} onChange={onChange} />;
    case 'one':
      return (
        <Choice label={label} options={asked.options} value={first} onChange={(value) => onChange([value])} />
      );
    case 'days':
      return (
        <p className="flex flex-wrap items-center gap-2">
          Prend fin d’ici
          <NumberField label="Jours" value={first} onChange={(value) => onChange([value])} />
          jours
        </p>
      );
    case 'population':
      return (
        <p className="flex flex-wrap items-center gap-2">
          De
          <NumberField
            label="Population minimale"
            value={first}
            onChange={(value) => onChange([value, second])}
          />
          à
          <NumberField
            label="Population maximale"
            value={second}
            onChange={(value) => onChange([first, value])}
          />
          habitants
        </p>
      );
    case 'trip':
      return (
        <div className="flex flex-wrap items-center gap-2">
          À
          <NumberField label="Kilomètres" value={second} onChange={(value) => onChange([first, value])} />
          km ou moins de
          <Choice
            label="Déplacement"
            options={asked.options}
            value={first}
            onChange={(value) => onChange([value, second || '50'])}
          />
        </div>
      );
  }
}

type Options = Readonly<Record<string, string>>;

/** Checkboxes in a frame that scrolls when there are many; a deleted value can be unchecked. */
function Checkboxes({
  options,
  values,
  onChange,
}: {
  options: Options;
  values: string[];
  onChange: (values: string[]) => void;
}) {
  const deleted = values.filter((value) => !Object.hasOwn(options, value));
  const all = [
    ...Object.entries(options).sort(([, a], [, b]) =>
      Object.keys(options).length > 15 ? a.localeCompare(b, 'fr') : 0,
    ),
    ...deleted.map((value) => [value, 'Valeur disparue'] as const),
  ];
  if (all.length === 0) return <p className="text-sm text-slate">Il n’y en a aucune pour le moment.</p>;
  // Seven rows and a half: the cut one shows that the list goes on.
  return (
    <ul className="grid max-h-60 grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-4 overflow-y-auto">
      {all.map(([value, text]) => (
        <li key={value} className="min-w-0">
          <label className="flex min-h-8 items-center gap-2 text-[0.95rem]">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-spruce"
              checked={values.includes(value)}
              onChange={() => onChange([...toggleKey(new Set(values), value)])}
            />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function Choice({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: Options;
  value: string;
  onChange: (value: string) => void;
}) {
  const isGone = value !== '' && !Object.hasOwn(options, value);
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${controlClass} max-w-full`}
    >
      <option value="">Choisir…</option>
      {Object.entries(options).map(([stored, text]) => (
        <option key={stored} value={stored}>
          {text}
        </option>
      ))}
      {isGone && <option value={value}>Supprimé</option>}
    </select>
  );
}

function NumberField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <input
      aria-label={label}
      value={value}
      inputMode="numeric"
      maxLength={11}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      className={`${controlClass} w-24`}
    />
  );
}
