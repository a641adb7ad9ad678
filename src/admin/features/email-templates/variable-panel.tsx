import { sampleContact, templateVariables } from '@message/template-text.ts';

/** The variables of a template: each button puts its variable where the cursor was, in the subject or the message. */
export function VariablePanel({ onInsert }: { onInsert: (token: string) => void }) {
  return (
    <aside
      aria-labelledby="titre-variables"
      className="self-start rounded-xl border border-line bg-paper p-5 max-lg:order-first lg:sticky lg:top-20"
    >
      <h2 id="titre-variables" className="font-semibold">
        Variables
      </h2>
      <p className="mt-1 text-sm text-slate">
        Choisissez-en une pour l’insérer à l’endroit du curseur, dans le sujet ou le message.
      </p>
      <ul className="mt-3 flex flex-wrap gap-1.5 lg:flex-col">
        {Object.entries(templateVariables).map(([name, label]) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onInsert(`{${name}}`)}
              className="flex min-h-9 w-full flex-col justify-center rounded-lg border border-line px-3 py-1 text-left hover:border-spruce lg:py-2"
            >
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">{label}</span>
                <span className="font-mono text-sm text-slate max-lg:hidden">{`{${name}}`}</span>
              </span>
              <span className="text-sm text-slate max-lg:hidden">
                {sampleContact[name as keyof typeof sampleContact]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-slate">
        Pour un contact sans cette information, écrivez un texte de rechange&nbsp;:{' '}
        <span className="font-mono">{'{nom|Madame, Monsieur}'}</span>
      </p>
    </aside>
  );
}
