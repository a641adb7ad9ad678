import { searchKey } from '@contract/search-key';
import { useId, useState } from 'react';
import { FieldHint } from '@/shared/ui/field';
import { isSendKey } from '../lib/keys';
import { Combobox } from './combobox';

type Person = { id: string; name: string; company: string };

/** Number of suggestions that fit the list; typing more narrows them. */
const MOST_SHOWN = 8;

/** Selects one person by name or organisation, among any number. */
export function PersonPicker<Someone extends Person>({
  label,
  hint,
  people,
  chosen,
  onChoose,
}: {
  label: string;
  hint?: string;
  people: readonly Someone[];
  chosen: Someone | undefined;
  onChoose: (person: Someone) => void;
}) {
  const id = useId();
  /** The text being typed; absent while the chosen person's name is shown. */
  const [typed, setTyped] = useState<string>();
  const words = searchKey(typed ?? '')
    .split(' ')
    .filter(Boolean);
  const found: Someone[] = [];
  for (const person of people) {
    const key = searchKey(`${person.name} ${person.company}`);
    if (words.every((word) => key.includes(word))) found.push(person);
    if (found.length === MOST_SHOWN) break;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key of the field inside from the form around
    <div
      onKeyDown={(event) => {
        // Enter selects a person or nothing, and does not submit the surrounding form.
        if (event.key === 'Enter' && !isSendKey(event)) event.preventDefault();
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-[0.95rem] font-semibold">
        {label}
      </label>
      <Combobox
        id={id}
        aria-describedby={hint && `${id}-hint`}
        value={typed ?? (chosen ? `${chosen.name} (${chosen.company})` : '')}
        placeholder="Nom ou entreprise"
        onChange={setTyped}
        onBlur={() => setTyped(undefined)}
        options={found}
        optionKey={(person) => person.id}
        onChoose={(person) => {
          onChoose(person);
          setTyped(undefined);
        }}
        listLabel="Contacts"
        countLabel={(count) => `${count} ${count > 1 ? 'contacts proposés' : 'contact proposé'}`}
      >
        {(person) => (
          <>
            <span className="block font-medium">{person.name}</span>
            <span className="block text-sm text-slate">{person.company}</span>
          </>
        )}
      </Combobox>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  );
}
