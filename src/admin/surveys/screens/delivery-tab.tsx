import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime, quebecDay } from '@/admin/kit/lib/dates';
import { slugify } from '@/admin/kit/lib/slug';
import { useSavedFile } from '@/admin/kit/lib/use-saved-file';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { counted, fileSize } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { deliverEvidence, deliveryProblem, type FolderProgress } from '../data/evidence-folder';
import type { SurveyFolder } from '../data/folder';
import { type SurveySeal, seals } from '../data/seals';
import { surveyPaths } from '../paths';
import { Handover } from './handover';
import { OriginalFolder } from './original-folder';
import { StreetViewVideo } from './street-view-video';

/** Size from which a browser without a file picker may run out of memory. */
const LARGE_BYTES = 1_500_000_000;

const cardClass = 'rounded-xl border border-line bg-paper p-5';

/** « Livrer »: the ZIP of a sealed survey. */
export function DeliveryTab({ surveyId }: { surveyId: string }) {
  const proof = useQuery(seals.proof(surveyId));
  const made = useQuery(seals.ofSurvey(surveyId));
  if (proof.isError || made.isError) {
    return (
      <ErrorState
        title="Impossible de charger les sceaux"
        error={proof.error ?? made.error}
        onRetry={() => Promise.all([proof.refetch(), made.refetch()])}
      />
    );
  }
  if (!proof.data || !made.data) return <Spinner />;
  if (made.data.length === 0) {
    return (
      <EmptyState title="Scellez ce relevé avant de le livrer">
        <p className="text-slate">Le dossier de preuve se prépare à partir d’un sceau.</p>
        <Link
          to={`${surveyPaths.one.href(surveyId)}?onglet=preuve`}
          replace
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Passer à «&nbsp;Preuve&nbsp;»
        </Link>
      </EmptyState>
    );
  }
  return (
    <div className="max-w-4xl space-y-5">
      <AdminsOnly>
        <EvidenceDelivery surveyId={surveyId} name={proof.data.survey.name} made={made.data} />
        <Handover surveyId={surveyId} />
        <StreetViewVideo surveyId={surveyId} proof={proof.data} />
      </AdminsOnly>
    </div>
  );
}

function EvidenceDelivery({
  surveyId,
  name,
  made,
}: {
  surveyId: string;
  name: string;
  made: readonly SurveySeal[];
}) {
  const [chosen, setChosen] = useState(made[0]?.id ?? '');
  const [kind, setKind] = useState<'originals' | 'previews'>('originals');
  const [message, setMessage] = useState<{ problem?: string; done?: string }>({});
  const [folder, setFolder] = useState<SurveyFolder>();
  const file = useSavedFile<FolderProgress>();
  const { progress } = file;
  const seal = made.find(({ id }) => id === chosen) ?? made[0];
  if (!seal) return null;
  const mayNotFit = kind === 'originals' && seal.bytes > LARGE_BYTES && !('showSaveFilePicker' in window);
  const isReady = kind === 'previews' || folder !== undefined;

  const start = async () => {
    let missing: string[] = [];
    setMessage({});
    try {
      const outcome = await file.start(
        `dossier-de-preuve-${slugify(name, 60) || 'releve'}-${quebecDay()}.zip`,
        ({ signal, onProgress, save }) =>
          deliverEvidence(
            {
              surveyId,
              sealId: seal.id,
              folder: kind === 'originals' ? folder : undefined,
              signal,
              onProgress,
              onMissing: (paths) => {
                missing = paths;
              },
            },
            save,
          ),
      );
      if (outcome === 'saved')
        setMessage({
          done:
            missing.length > 0
              ? `Dossier enregistré, sans ${counted(missing.length, 'aperçu')} qui ${missing.length > 1 ? 'manquent' : 'manque'}.`
              : 'Dossier enregistré. Décompressez-le et ouvrez verifier.html pour le vérifier avant de le remettre.',
        });
    } catch (error) {
      setMessage({ problem: deliveryProblem(error) });
    }
  };

  return (
    <section aria-labelledby="dossier" className={cardClass}>
      <h2 id="dossier" className="text-lg font-semibold">
        Dossier de preuve
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-slate">
        Un fichier ZIP avec les images, le manifeste, les horodatages, les positions en formats ouverts, un
        rapport et une page qui vérifie le tout sans connexion.
      </p>
      <div className="space-y-4">
        {made.length > 1 && (
          <label className="block">
            <span className="mb-1.5 block font-semibold">Sceau</span>
            <select
              value={seal.id}
              onChange={({ target }) => setChosen(target.value)}
              className="min-h-11 w-full max-w-md rounded-lg border border-slate/60 bg-paper px-3"
            >
              {made.map(({ id, sealed_at, pictures }) => (
                <option key={id} value={id}>
                  {formatDateTime(sealed_at)} · {counted(pictures, 'image')}
                </option>
              ))}
            </select>
          </label>
        )}
        {seal.seal_tokens.length === 0 && (
          <p className="rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
            Ce sceau n’a pas encore d’horodatage externe. Le dossier le dira; vous pouvez aussi attendre le
            prochain essai.
          </p>
        )}
        <fieldset className="space-y-2">
          <legend className="font-semibold">Images</legend>
          {(
            [
              ['originals', 'Les originaux', `${fileSize(seal.bytes)}. Le client peut tout vérifier.`],
              [
                'previews',
                'Des aperçus',
                'Plus léger. Le sceau porte sur les originaux, qu’il faudra pour vérifier les images.',
              ],
            ] as const
          ).map(([value, label, hint]) => (
            <label key={value} className="flex min-h-6 items-start gap-3">
              <input
                type="radio"
                name="images"
                checked={kind === value}
                onChange={() => setKind(value)}
                className="mt-0.5 size-5 shrink-0 accent-spruce"
              />
              <span>
                <span className="font-medium">{label}</span>
                <span className="block text-sm text-slate">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
          Les visages et les plaques y sont visibles&nbsp;: le sceau porte sur les images telles que prises.
          Ne remettez ce dossier qu’à votre client; ce qui se publie passe par la revue et le floutage.
        </p>
        {!file.isRunning &&
          kind === 'originals' &&
          (folder ? (
            <p>
              Dossier ouvert&nbsp;: <strong>{folder.name}</strong>, {counted(folder.pictures.length, 'image')}
              .
            </p>
          ) : (
            <OriginalFolder surveyId={surveyId} onFolder={setFolder} />
          ))}
        {mayNotFit && (
          <p role="alert" className="rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
            Ce navigateur garde le fichier en mémoire jusqu’à la fin. Pour un relevé de cette taille, utilisez
            plutôt Chrome ou Edge sur un ordinateur.
          </p>
        )}
        {file.isRunning ? (
          <div className="space-y-3">
            <ProgressBar label="Fichiers copiés" done={progress?.done ?? 0} total={progress?.total ?? 1} />
            <p role="status" className="text-sm">
              {progress ? `${counted(progress.done, 'fichier')} sur ${progress.total}.` : 'Préparation…'}{' '}
              Gardez cette page ouverte.
            </p>
            <Button variant="outline" onClick={file.stop}>
              Abandonner
            </Button>
          </div>
        ) : (
          <Button variant="accent" disabled={!isReady} onClick={() => void start()}>
            <Package aria-hidden="true" className="size-4" />
            Préparer le dossier
          </Button>
        )}
        {!file.isRunning && message.problem && (
          <p role="alert" className="rounded-lg bg-sumac-pale px-4 py-3 text-sumac-deep">
            {message.problem}
          </p>
        )}
        {!file.isRunning && message.done && (
          <p role="status" className="rounded-lg bg-spruce-pale px-4 py-3 text-spruce-deep">
            {message.done}
          </p>
        )}
      </div>
    </section>
  );
}
