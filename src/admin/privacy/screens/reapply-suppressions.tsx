import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { readTextFile } from '@/admin/kit/lib/decode-text';
import { FileButton } from '@/admin/kit/ui/file-button';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { settings } from '@/admin/settings/data/settings';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { privacy } from '../data/privacy';
import { type Refusals, readRefusals, type UnreadLine } from '../data/provider-list';
import { SendingStop } from '../parts/sending-stop';
import { UnreadLines } from './provider-list';

/** The states of a table are read below its own titles. */
const SEPARATE_FILES_MESSAGE =
  'Ce fichier ou cette liste donne l’état de chaque message\u00a0: retirez d’abord des envois ce qui est dans le champ, puis ajoutez le fichier';

/**
 * Suppresses a list of people for all sendings at once, after a restore: the provider's export, or a copy kept
 * elsewhere.
 */
export function ReapplySuppressions() {
  const checkbox = useId();
  const { data: sending } = useQuery(settings.sending());
  const reapply = useMutation(privacy.reapplySuppressions());
  const [text, setText] = useState('');
  const [isComplete, setComplete] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Lines that the list just applied left unread: they stay in sight. */
  const [left, setLeft] = useState<readonly UnreadLine[]>([]);
  const list = useMemo(() => readRefusals(text), [text]);
  // The database names those that are none, and they stay in the field.
  const { addresses } = list;

  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
    setLeft([]);
  };
  const readFile = async ([file]: File[]) => {
    const read = file && (await readTextFile(file)).text;
    if (!read) return;
    if (text.trim() === '') return change(read);
    if (readRefusals(read).isTable || list.isTable) return setProblem(SEPARATE_FILES_MESSAGE);
    change(`${text.trimEnd()}\n${read}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reapply.isPending) return;
    if (addresses.length === 0)
      return setProblem(
        list.isTable
          ? 'Dans cette liste, personne ne refuse les messages'
          : 'Collez au moins une adresse courriel',
      );
    reapply.mutate(
      { addresses, isComplete },
      {
        onSuccess: ({ invalid }) => {
          change(invalid.join('\n'));
          setLeft(list.unread);
          if (invalid.length > 0) {
            setProblem(`Refusées, à corriger\u00a0: ${counted(invalid.length, 'adresse')}`);
          }
        },
      },
    );
  };

  return (
    <form
      aria-label="Réappliquer des désabonnements"
      noValidate
      onSubmit={submit}
      className="space-y-5 rounded-xl border border-line bg-paper p-5"
    >
      <UnsavedChanges when={text !== ''} />
      <div>
        <h2 className="text-lg font-semibold">Réappliquer des désabonnements</h2>
        <p className="mt-1 max-w-prose text-sm text-slate">
          Après la restauration d’une copie, les désabonnements plus récents manquent. Collez ici l’export de
          votre fournisseur de courriel, ou votre propre liste&nbsp;: chaque adresse est retirée des envois
          aussitôt. Si l’export donne l’état des messages, ceux qui les ont seulement reçus restent. Une liste
          donnée deux fois n’ajoute rien.
        </p>
      </div>
      <SendingStop reason={sending?.stop} />
      <Field
        label="Adresses"
        required
        error={problem}
        hint="Une liste ou un fichier CSV, quelles que soient ses colonnes; jusqu’à 10&nbsp;000 adresses."
      >
        {(control) => (
          <textarea
            {...control}
            rows={6}
            value={text}
            onChange={({ target }) => change(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      {sending?.stop && (
        <label htmlFor={checkbox} className="flex items-start gap-3">
          <input
            id={checkbox}
            type="checkbox"
            checked={isComplete}
            onChange={({ target }) => setComplete(target.checked)}
            className="mt-1 size-5"
          />
          <span>
            Cette liste est complète&nbsp;: elle remplace les désabonnements qui ne peuvent plus être lus, et
            les envois peuvent reprendre.
          </span>
        </label>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="grow text-sm text-slate">
          {summaryOf(list)}
        </p>
        <FileButton
          label="Ajouter un fichier CSV"
          accept=".csv,.txt,text/csv,text/plain"
          onChoose={readFile}
        />
        <Button type="submit" variant="accent" pending={reapply.isPending}>
          Retirer des envois
        </Button>
      </div>
      <UnreadLines lines={left.length > 0 ? left : list.unread} />
    </form>
  );
}

/** Describes what was read of the list; nothing for an empty field. */
function summaryOf({ addresses, received, isTable }: Refusals): string {
  if (!isTable)
    return addresses.length > 0
      ? `${counted(addresses.length, 'adresse trouvée', 'adresses trouvées')}.`
      : '';
  const left = counted(
    received,
    'autre a seulement reçu un message, et reste',
    'autres ont seulement reçu un message, et restent',
  );
  const parts = [counted(addresses.length, 'adresse à retirer', 'adresses à retirer'), received > 0 && left];
  return `${parts.filter(Boolean).join('; ')}.`;
}
