import { DayInput } from '@/admin/kit/ui/date-field';
import { controlClass, Field, selectClass } from '@/shared/ui/field';
import type { ListConsent } from '../data/contact-import';
import { consentBases } from '../data/contact-labels';
import type { ListChoices as Choices } from './mapping';

type Props = { choices: Choices; onChange: (choices: Choices) => void };

/** Options for the whole list: its origin, what to do with known contacts, and a proof of consent. */
export function ListChoices({ choices, onChange }: Props) {
  const { source, mode, consent } = choices;
  const change = (changes: Partial<Choices>) => onChange({ ...choices, ...changes });
  const prove = (changes: Partial<ListConsent>) => consent && change({ consent: { ...consent, ...changes } });
  const chooseBasis = (basis: string) => {
    const blank = { occurred_on: '', source_url: '', evidence: '' };
    change({ consent: basis === '' ? null : { ...(consent ?? blank), basis } });
  };
  return (
    <section aria-labelledby="liste" className="space-y-5 rounded-xl border border-line bg-paper p-5">
      <h2 id="liste" className="text-lg font-semibold">
        La liste
      </h2>
      <Field
        label="Provenance"
        required
        hint="D’où viennent ces contacts&nbsp;: un congrès, un registre, votre ancien logiciel… Elle est conservée avec chaque contact."
      >
        {(control) => (
          <input
            {...control}
            value={source}
            maxLength={500}
            onChange={(event) => change({ source: event.target.value })}
            className={controlClass}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 text-[0.95rem] font-semibold">Contacts déjà connus (même courriel)</legend>
        {(
          [
            ['skip', 'Les laisser tels quels'],
            [
              'complete',
              'Compléter ce qui leur manque (téléphone, site web, fonction, notes, preuve de consentement)',
            ],
          ] as const
        ).map(([value, label]) => (
          <label key={value} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="mode"
              className="size-5 accent-spruce"
              checked={mode === value}
              onChange={() => change({ mode: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Field
        label="Preuve de consentement"
        hint={
          consent && mode === 'skip'
            ? 'Elle vaut pour les contacts ajoutés. Pour la consigner aussi chez ceux qui sont déjà connus, choisissez de les compléter.'
            : 'Sans preuve, aucun envoi commercial n’est permis aux contacts importés. Une adresse désabonnée le reste dans tous les cas.'
        }
      >
        {(control) => (
          <select
            {...control}
            value={consent?.basis ?? ''}
            onChange={(event) => chooseBasis(event.target.value)}
            className={selectClass}
          >
            <option value="">Aucune preuve pour cette liste</option>
            {Object.entries(consentBases).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {consent && (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field label="Date" required>
            {(control) => (
              <DayInput
                {...control}
                name="Date"
                value={consent.occurred_on}
                onChange={(occurred_on) => prove({ occurred_on })}
              />
            )}
          </Field>
          <Field label="Adresse de la source" required={consent.basis === 'published'}>
            {(control) => (
              <input
                {...control}
                type="url"
                placeholder="https://"
                value={consent.source_url}
                onChange={(event) => prove({ source_url: event.target.value })}
                className={controlClass}
              />
            )}
          </Field>
          <Field label="Preuve" required className="sm:col-span-2">
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={4000}
                placeholder="Formulaire signé, page où l’adresse est publiée, contrat…"
                value={consent.evidence}
                onChange={(event) => prove({ evidence: event.target.value })}
                className={controlClass}
              />
            )}
          </Field>
        </div>
      )}
    </section>
  );
}
