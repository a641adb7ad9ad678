import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { readTextFile } from '@/admin/kit/lib/decode-text';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { FileButton } from '@/admin/kit/ui/file-button';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import {
  type ProviderEvent,
  type ProviderList as ReadList,
  readProviderList,
  type UnreadLine,
} from '../data/provider-list';
import { restores } from '../data/restores';

const eventMeanings: Record<ProviderEvent, string> = {
  sent: 'ont reçu un message depuis la copie',
  unsubscribed: 'se sont désabonnées',
  bounced: 'ont une adresse en erreur',
  complained: 'ont signalé un message comme indésirable',
};

/** Applies lists of the mail provider, pasted or from a file, one after the other. */
export function ProviderList() {
  const apply = useMutation(restores.applyList());
  const [text, setText] = useState('');
  const [meaning, setMeaning] = useState<ProviderEvent>('sent');
  const [problem, setProblem] = useState<string>();
  const list = useMemo(() => readProviderList(text, meaning), [text, meaning]);
  const { entries, isTable } = list;
  /** Lines that the list just applied left unread: they stay in sight. */
  const [left, setLeft] = useState<readonly UnreadLine[]>([]);

  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
    setLeft([]);
    apply.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (apply.isPending) return;
    if (entries.length === 0) return setProblem('Collez au moins une adresse courriel');
    apply.mutate(entries, {
      onSuccess: () => {
        setText('');
        setLeft(list.unread);
      },
      onError: ({ message }) => setProblem(message),
    });
  };

  return (
    <section aria-labelledby="liste" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="liste" className="text-lg font-semibold">
        2. Ce que votre fournisseur de courriel sait
      </h2>
      <p className="mt-1 max-w-prose text-sm text-slate">
        Exportez-y la liste des messages envoyés depuis la copie, puis celle des désabonnements. Les messages
        reçus ne repartent pas; les personnes désabonnées ne reçoivent plus rien. Une liste donnée deux fois
        n’ajoute rien.
      </p>
      <AdminsOnly>
        <form aria-label="Liste du fournisseur" noValidate onSubmit={submit} className="mt-4 space-y-4">
          <UnsavedChanges when={text !== ''} />
          <Field
            label="Liste"
            required
            error={problem}
            hint="Une liste d’adresses ou un fichier CSV; jusqu’à 10 000 lignes."
          >
            {(control) => (
              <textarea
                {...control}
                rows={5}
                value={text}
                onChange={({ target }) => change(target.value)}
                className={controlClass}
              />
            )}
          </Field>
          {isTable ? (
            <p className="text-sm">L’état de chaque message est lu dans la liste, ligne par ligne.</p>
          ) : (
            <Field label="Ces personnes…" required>
              {(control) => (
                <select
                  {...control}
                  value={meaning}
                  onChange={({ target }) => setMeaning(target.value as ProviderEvent)}
                  className={controlClass}
                >
                  {Object.entries(eventMeanings).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p role="status" className="grow text-sm text-slate">
              {apply.data ? summaryOf(apply.data) : list.all > 0 && sumOf(list)}
            </p>
            <FileButton
              label="Choisir un fichier CSV"
              accept=".csv,.txt,text/csv,text/plain"
              onChoose={async ([file]) => file && change((await readTextFile(file)).text)}
            />
            <Button type="submit" variant="outline" pending={apply.isPending}>
              Appliquer la liste
            </Button>
          </div>
          <UnreadLines lines={text === '' ? left : list.unread} />
          {apply.data && apply.data.unknown.length > 0 && (
            <p className="text-sm wrap-anywhere text-slate">
              Aucun message de la copie pour&nbsp;: {apply.data.unknown.join(', ')}
            </p>
          )}
        </form>
      </AdminsOnly>
    </section>
  );
}

const summaryOf = ({ sent, suppressed }: { sent: number; suppressed: number }) =>
  `${counted(sent, 'message noté', 'messages notés')} comme reçu${sent > 1 ? 's' : ''}, ${counted(suppressed, 'adresse retirée', 'adresses retirées')} des envois.`;

/** Sum of the lines: all of them are in one of its parts. */
const sumOf = ({ all, read, notSent, unread }: ReadList) =>
  [
    `${counted(all, 'ligne')}\u00a0: ${counted(read, 'lue')}`,
    ...(notSent > 0 ? [`${formatNumber(notSent)} d’un message jamais parti`] : []),
    ...(unread.length > 0 ? [counted(unread.length, 'non lue', 'non lues')] : []),
  ].join(', ');

/** Number of lines shown. */
const MOST_SHOWN = 20;

/** The lines that were not read, each with its reason, so that they can be corrected in the list. */
export function UnreadLines({ lines }: { lines: readonly UnreadLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section
      aria-label="Lignes non lues"
      className="rounded-lg bg-amber-pale px-4 py-3 text-sm text-amber-ink"
    >
      <p className="font-semibold">{counted(lines.length, 'ligne non lue', 'lignes non lues')}</p>
      <ul>
        {lines.slice(0, MOST_SHOWN).map(({ line, reason }) => (
          <li key={line} className="wrap-anywhere">
            Ligne {line}&nbsp;: {reason}
          </li>
        ))}
      </ul>
      {lines.length > MOST_SHOWN && <p>Et {formatNumber(lines.length - MOST_SHOWN)} autres.</p>}
    </section>
  );
}
