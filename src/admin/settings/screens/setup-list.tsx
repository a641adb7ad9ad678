import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Circle, RefreshCw, SkipForward, Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatLongDay } from '@/admin/kit/lib/dates';
import { SenderTest } from '@/admin/kit/ui/sender-test';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { municipalityPaths } from '@/admin/municipalities/paths';
import { tags } from '@/admin/tags/data/tags';
import { tagPaths } from '@/admin/tags/paths';
import { tourPaths } from '@/admin/tours/paths';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { missingSettings, settings } from '../data/settings';
import { type SetupState, type SetupStep, setup, setupSteps, stepsLeft } from '../data/setup';
import { FROM_SETUP } from '../parts/setup-return';
import { settingsPaths } from '../paths';

type StepWords = {
  title: string;
  text: (state: SetupState) => string;
  to: string;
  action: string;
  /** Content of a step that is completed in the list itself; it remains after the step is done. */
  here?: (state: SetupState) => ReactNode;
};

const stepTexts: Record<SetupStep, StepWords> = {
  identity: {
    title: 'Identité du studio',
    text: () =>
      'Nom du studio, nom légal, adresse postale et courriel\u00a0: ce que la loi exige dans chaque message.',
    to: settingsPaths.studio.href(),
    action: 'Remplir l’identité',
    here: (state) => !state.identity && state.studio_name !== '' && <MissingIdentity />,
  },
  sender: {
    title: 'Courriels',
    text: () => 'L’adresse d’où partent les messages, et un message d’essai que vous avez reçu.',
    to: settingsPaths.sending.href(),
    action: 'Choisir l’expéditeur',
    here: (state) => state.sender_ready && <TestMessage state={state} />,
  },
  register: {
    title: 'Répertoire des municipalités',
    text: ({ register_count, register_date }) =>
      register_count === 0
        ? 'Vide\u00a0: les villes, régions et distances en dépendent.'
        : `${formatNumber(register_count)} municipalités et MRC${register_date ? `, en date du ${formatLongDay(register_date)}` : ''}.`,
    to: municipalityPaths.register.href(),
    action: 'Importer des fichiers',
    here: (state) => <RegisterButton isThere={state.register} />,
  },
  tags: {
    title: 'Catégories',
    text: () => 'Les services que le site présente, et que chaque visite porte.',
    to: tagPaths.list.href(),
    action: 'Ajouter une catégorie',
    here: (state) => !state.tags && <ServicesButton />,
  },
  tour: {
    title: 'Première visite',
    text: () => 'Déposez vos panoramas, ou donnez l’adresse d’une visite déjà en ligne.',
    to: tourPaths.new.href(),
    action: 'Ajouter une visite',
  },
  publishing: {
    title: 'Publication',
    text: () => 'Une visite au statut « publiée » apparaît sur le site.',
    to: tourPaths.list.href(),
    action: 'Publier une visite',
  },
};

/** The steps of the first setup, checked by the data itself, in any order and at any time. */
export function SetupList() {
  const state = useQuery(setup.state());
  const skip = useMutation(setup.skip());
  const isReadOnly = useIsReadOnly();
  if (state.isPending) return <Spinner />;
  if (!state.data) {
    return (
      <ErrorState
        title="Impossible de charger la liste de démarrage"
        error={state.error}
        onRetry={() => state.refetch()}
      />
    );
  }
  const { data } = state;
  const left = stepsLeft(data);
  const done = setupSteps.filter((step) => data[step]).length;
  return (
    <section aria-labelledby="etapes" className="rounded-xl border border-line bg-paper">
      <div className="border-b border-line p-5">
        <h2 id="etapes" className="text-lg font-semibold">
          {left.length === 0 ? 'Votre studio est prêt' : 'Les étapes de votre studio'}
        </h2>
        <p className="text-sm text-slate" role="status">
          {counted(done, 'étape faite', 'étapes faites')} sur {setupSteps.length}
        </p>
      </div>
      <ol className="divide-y divide-line">
        {setupSteps.map((step) => {
          const { title, text, to, action, here } = stepTexts[step];
          const isDone = data[step];
          const isSkipped = !isDone && data.skipped.includes(step);
          return (
            <li key={step} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
              <StepMark isDone={isDone} isSkipped={isSkipped} />
              <div className="min-w-0 flex-1 basis-60">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-sm text-slate">{text(data)}</p>
                {here && <div className="mt-2">{here(data)}</div>}
              </div>
              {!isDone && !isReadOnly && (
                <div className="flex flex-wrap gap-2">
                  <Link
                    to={to}
                    state={FROM_SETUP}
                    className={buttonClass({
                      size: 'sm',
                      variant: step === left[0] ? 'accent' : 'outline',
                    })}
                  >
                    {action}
                  </Link>
                  <Button
                    size="sm"
                    variant="ghost"
                    pending={skip.isPending}
                    aria-label={`${isSkipped ? 'Reprendre' : 'Passer'} l’étape « ${title} »`}
                    onClick={() =>
                      skip.mutate(
                        isSkipped ? data.skipped.filter((other) => other !== step) : [...data.skipped, step],
                      )
                    }
                  >
                    {isSkipped ? 'Reprendre' : 'Passer'}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Lists the missing parts of an incomplete identity. */
function MissingIdentity() {
  const { data } = useQuery(settings.studio());
  const missing = data ? missingSettings(data) : [];
  return missing.length > 0 ? (
    <p className="text-sm text-amber-ink">
      Il manque{'\u00a0'}: {missing.join(', ')}.
    </p>
  ) : null;
}

function TestMessage({ state }: { state: SetupState }) {
  const test = useMutation(settings.sendTest());
  return <SenderTest test={test} ready={state.sender_ready} testedAt={state.sender_tested_at} />;
}

/**
 * Installs the register that ships with the product while there is none; then downloads the official one, to update
 * it.
 */
function RegisterButton({ isThere }: { isThere: boolean }) {
  const refresh = useMutation(municipalities.refresh());
  const install = useMutation(municipalities.install());
  const isReadOnly = useIsReadOnly();
  if (isReadOnly) return null;
  const { isPending, mutate } = isThere ? refresh : install;
  return (
    <Button size="sm" variant="outline" pending={isPending} onClick={() => mutate()}>
      <RefreshCw aria-hidden="true" className="size-4" />
      {isThere ? 'Mettre à jour le répertoire' : 'Installer le répertoire fourni'}
    </Button>
  );
}

function ServicesButton() {
  const services = useMutation(tags.createServices());
  const isReadOnly = useIsReadOnly();
  if (isReadOnly) return null;
  return (
    <Button size="sm" variant="outline" pending={services.isPending} onClick={() => services.mutate()}>
      <Tags aria-hidden="true" className="size-4" />
      Ajouter les huit services
    </Button>
  );
}

function StepMark({ isDone, isSkipped }: { isDone: boolean; isSkipped: boolean }) {
  const [Icon, label, look] = isDone
    ? ([Check, 'Fait', 'bg-spruce text-white'] as const)
    : isSkipped
      ? ([SkipForward, 'Passé', 'bg-mist text-slate'] as const)
      : ([Circle, 'À faire', 'border border-line text-slate'] as const);
  return (
    <span className={`inline-flex size-8 shrink-0 items-center justify-center rounded-full ${look}`}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
