import { missingVariables, noValues, templateVariables } from '@message/template-text.ts';
import { templateValues } from '@/admin/contacts/data/template-values';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import type { Candidate } from '../data/audience';

/** Number of contacts that are named; the others are counted. */
const MOST_NAMED = 8;

/** Lists the chosen contacts without a value for a variable that the message uses without a fallback. */
export function MissingValues({
  chosen,
  texts,
  onRemove,
}: {
  chosen: readonly Candidate[];
  /** Subjects and bodies to be sent. */
  texts: readonly string[];
  onRemove: (ids: ReadonlySet<string>) => void;
}) {
  // The texts are parsed once, not for each of two thousand contacts.
  const needed = missingVariables(noValues, ...texts);
  const lacking = chosen
    .map((contact) => {
      const values = templateValues(contact);
      return { contact, missing: needed.filter((name) => !values[name].trim()) };
    })
    .filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return null;
  const others = lacking.length - MOST_NAMED;
  return (
    <section aria-label="Valeurs manquantes" className="rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
      <p className="font-semibold">
        {counted(lacking.length, 'contact choisi n’a', 'contacts choisis n’ont')} pas de valeur pour une
        variable utilisée sans texte de rechange
      </p>
      <ul className="mt-1 text-sm">
        {lacking.slice(0, MOST_NAMED).map(({ contact, missing }) => (
          <li key={contact.id}>
            {contact.name} ({contact.company})&nbsp;:{' '}
            {missing.map((name) => templateVariables[name]).join(', ')}
          </li>
        ))}
        {others > 0 && <li>et {counted(others, 'autre')}</li>}
      </ul>
      <p className="mt-2 text-sm">
        Leur message aura un blanc à cet endroit. Ajoutez un texte de rechange au template, par exemple
        {' {telephone|au numéro connu}'}, ou retirez-les.
      </p>
      <Button
        size="sm"
        variant="outline"
        className="mt-2"
        onClick={() => onRemove(new Set(lacking.map(({ contact }) => contact.id)))}
      >
        Retirer ces contacts
      </Button>
    </section>
  );
}
