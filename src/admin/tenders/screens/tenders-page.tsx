import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { counted } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Form, TextAreaField } from '@/shared/ui/form-fields';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type PhraseInput, type PhraseValues, phrasesSchema } from '../data/phrases.schema';
import { byDeadline, type TenderSignal, tenders } from '../data/tenders';
import { TenderSignalList, useTenderSignals } from '../parts/tender-signals';
import { ReadWeeks, UnreadNotices, WeekFile } from './tender-weeks';

const SOURCE = 'https://www.donneesquebec.ca/recherche/dataset/systeme-electronique-dappel-doffres-seao';

/** Calls for tenders and contracts of SEAO that concern the studio, from its weekly files. */
export function TendersPage() {
  const list = useQuery(tenders.list());
  const weeks = useQuery(tenders.weeks());
  const phrases = useQuery(tenders.phrases());
  const current = useTenderSignals();
  const { hash } = useLocation();
  // The search finds notices whose deadline is past too.
  const named = list.data?.filter(
    ({ id, dismissed_at }) =>
      hash === `#${id}` && dismissed_at === null && !current.some((one) => one.id === id),
  );
  const queries = [list, weeks, phrases];
  /** Notices of the file just read that could not be read. */
  const [unread, setUnread] = useState<readonly string[]>([]);
  return (
    <>
      <Seo title="Appels d’offres" noIndex />
      <PageHeader title="Appels d’offres" count={list.data && counted(current.length, 'signal', 'signaux')}>
        {phrases.data && <WeekFile phrases={phrases.data} onRead={setUnread} />}
      </PageHeader>
      <p className="mb-4 max-w-prose text-slate">
        Appels d’offres ouverts et contrats qui se terminent d’ici six mois, lus dans les{' '}
        <a href={SOURCE} target="_blank" rel="noopener noreferrer" className="underline">
          fichiers hebdomadaires du SEAO
        </a>{' '}
        (Données Québec, CC BY 4.0), publiés chaque lundi.
      </p>
      <UnreadNotices unread={unread} />
      {queries.some(({ isError }) => isError) ? (
        <ErrorState
          title="Impossible de charger les appels d’offres"
          error={queries.find(({ error }) => error)?.error}
          onRetry={() => Promise.all(queries.map((query) => query.refetch()))}
        />
      ) : !list.data || !weeks.data || !phrases.data ? (
        <Spinner />
      ) : (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <section aria-label="Signaux" className="min-w-0 space-y-5">
            {named && named.length > 0 && (
              <section
                aria-label="Avis dont la date est passée"
                className="rounded-xl border border-line bg-paper px-5 py-2"
              >
                <TenderSignalList signals={named} />
              </section>
            )}
            {current.length > 0 ? (
              <div className="rounded-xl border border-line bg-paper px-5 py-2">
                <TenderSignalList signals={current} />
              </div>
            ) : (
              <EmptyState title="Aucun signal en ce moment">
                <p className="max-w-prose text-slate">
                  {weeks.data.length === 0
                    ? 'Téléchargez le fichier de la dernière semaine chez Données Québec, puis ouvrez-le ici.'
                    : 'Aucun avis des semaines lues ne porte une des expressions recherchées.'}
                </p>
                <a
                  href={SOURCE}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={buttonClass({ variant: 'outline' })}
                >
                  Ouvrir Données Québec
                </a>
              </EmptyState>
            )}
          </section>
          <div className="min-w-0 space-y-5">
            <ReadWeeks weeks={weeks.data} />
            <PhraseForm phrases={phrases.data} />
            <PutAside signals={list.data.filter(({ dismissed_at }) => dismissed_at !== null)} />
          </div>
        </div>
      )}
    </>
  );
}

/** The dismissed signals, folded, with a button that restores them. */
function PutAside({ signals }: { signals: readonly TenderSignal[] }) {
  const bringBack = useMutation(tenders.bringBack());
  const { hash } = useLocation();
  if (signals.length === 0) return null;
  return (
    <details
      open={signals.some(({ id }) => hash === `#${id}`)}
      className="rounded-xl border border-line bg-paper p-5"
    >
      <summary className="min-h-6 cursor-pointer font-semibold">
        {counted(signals.length, 'avis écarté', 'avis écartés')}
      </summary>
      <ul className="mt-2 divide-y divide-line">
        {[...signals].sort(byDeadline).map((signal) => (
          <li key={signal.id} id={signal.id} className="py-2">
            <p className="wrap-anywhere">{signal.title}</p>
            <p className="text-sm text-slate wrap-anywhere">
              {signal.buyer} · «&nbsp;{signal.phrase}&nbsp;»
            </p>
            <AdminsOnly>
              <Button
                size="sm"
                variant="ghost"
                pending={bringBack.isPending}
                onClick={() => bringBack.mutate(signal)}
              >
                <RotateCcw aria-hidden="true" className="size-4" />
                Remettre <span className="sr-only">: {signal.title}</span>
              </Button>
            </AdminsOnly>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The phrases searched in the titles of notices, one a line. */
function PhraseForm({ phrases }: { phrases: readonly string[] }) {
  const save = useMutation(tenders.setPhrases());
  const values = { phrases: phrases.join('\n') };
  const form = useForm<PhraseValues, unknown, PhraseInput>({
    resolver: zodResolver(phrasesSchema),
    values,
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty } = form.formState;
  return (
    <AdminsOnly>
      <Form
        form={form}
        onSubmit={form.handleSubmit(({ phrases: next }) =>
          save.mutate(next, { onSuccess: () => form.reset({ phrases: next.join('\n') }) }),
        )}
        className="space-y-3 rounded-xl border border-line bg-paper p-5"
      >
        <UnsavedChanges when={isDirty && !save.isPending} />
        <TextAreaField<PhraseValues>
          name="phrases"
          label="Expressions recherchées"
          hint="Une par ligne, cherchées dans le titre des avis, mots entiers, sans égard aux accents. Les mots généraux noient les bons avis."
          rows={10}
        />
        <Button type="submit" size="sm" variant="outline" pending={save.isPending}>
          Enregistrer les expressions
        </Button>
      </Form>
    </AdminsOnly>
  );
}
