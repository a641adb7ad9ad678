import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { counted, fileSize } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import type { SurveyFolder } from '../data/folder';
import { type HashProgress, type HashResult, hashLock, hashOriginals } from '../data/hash-originals';
import { type SurveyProof, seals } from '../data/seals';
import { OriginalFolder } from './original-folder';

type State =
  | { step: 'waiting'; problem?: string; result?: HashResult }
  | { step: 'running'; progress?: HashProgress; isPaused: boolean };

/** Names shown of each list before the rest is counted. */
const SHOWN_NAMES = 8;

/** Computes the hashes of the originals from their folder; it can be paused, stopped, closed and taken up again. */
export function OriginalHashes({ surveyId, proof }: { surveyId: string; proof: SurveyProof }) {
  const client = useQueryClient();
  const [state, setState] = useState<State>({ step: 'waiting' });
  const running = useRef<AbortController>(undefined);
  const pause = useRef<{ ended: Promise<void>; end: () => void }>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const kept = proof.pictures.filter(({ left_out }) => left_out === null);
  const hashed = kept.filter(({ sha256 }) => sha256 !== null).length;

  const run = async (folder: SurveyFolder) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'running', isPaused: false });
    try {
      const result = await hashOriginals({ surveyId, pictures: proof.pictures }, folder, {
        signal: controller.signal,
        onProgress: (progress) =>
          setState({ step: 'running', progress, isPaused: pause.current !== undefined }),
        whenMayGoOn: async () => pause.current?.ended,
      });
      setState({ step: 'waiting', result });
    } catch {
      setState({
        step: 'waiting',
        problem: controller.signal.aborted
          ? 'Calcul arrêté. Les empreintes déjà calculées sont gardées; ouvrez le dossier pour continuer.'
          : 'Le calcul a été interrompu. Les empreintes déjà enregistrées sont gardées; ouvrez le dossier pour continuer.',
      });
    } finally {
      pause.current = undefined;
      await client.invalidateQueries({ queryKey: seals.all });
    }
  };
  const start = (folder: SurveyFolder) => {
    if (!navigator.locks) return void run(folder);
    void navigator.locks.request(hashLock(surveyId), { ifAvailable: true }, async (lock) => {
      if (lock) await run(folder);
      else
        setState({ step: 'waiting', problem: 'Un autre onglet calcule déjà les empreintes de ce relevé.' });
    });
  };
  const togglePause = () => {
    if (pause.current) {
      pause.current.end();
      pause.current = undefined;
    } else {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      pause.current = { ended, end };
    }
    setState((now) => (now.step === 'running' ? { ...now, isPaused: pause.current !== undefined } : now));
  };

  return (
    <section aria-labelledby="empreintes" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="empreintes" className="text-lg font-semibold">
        1. Empreintes des originaux
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-slate">
        {hashed === kept.length
          ? `Les ${counted(kept.length, 'image')} ont leur empreinte.`
          : `Empreintes calculées\u00a0: ${hashed} sur ${kept.length}. Rouvrez le dossier de la journée\u00a0: chaque fichier est relu sur le disque, octet par octet.`}
      </p>
      {state.step === 'running' ? (
        <div className="space-y-3">
          <ProgressBar
            label="Empreintes calculées"
            done={state.progress?.bytes ?? 0}
            total={state.progress?.totalBytes ?? 1}
          />
          <p role="status" className="text-sm tabular-nums">
            {state.progress
              ? `${counted(state.progress.done, 'image')} sur ${state.progress.total} · ${fileSize(state.progress.bytes)} sur ${fileSize(state.progress.totalBytes)}`
              : 'Lecture du dossier…'}
            {state.isPaused && ' · en pause'}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={togglePause}>
              {state.isPaused ? 'Reprendre' : 'Mettre en pause'}
            </Button>
            <Button
              variant="ghost"
              onClick={() => {
                pause.current?.end();
                running.current?.abort();
              }}
            >
              Arrêter
            </Button>
          </div>
        </div>
      ) : (
        hashed < kept.length && <OriginalFolder surveyId={surveyId} onFolder={start} />
      )}
      {state.step === 'waiting' && state.problem && (
        <p role="alert" className="mt-3 rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
          {state.problem}
        </p>
      )}
      {state.step === 'waiting' && state.result && <Outcome result={state.result} />}
    </section>
  );
}

function Outcome({ result: { hashed, missing, changed, unread } }: { result: HashResult }) {
  const lists: [string, string[]][] = [
    ['Absentes de ce dossier', missing],
    [
      'Modifiées depuis l’importation\u00a0: remettez les originaux dans le dossier, ou écartez ces photos. Elles ne sont pas scellées',
      changed,
    ],
    ['Illisibles', unread],
  ];
  return (
    <div role="status" className="mt-3 space-y-2">
      <p>{hashed > 0 ? `${counted(hashed, 'empreinte')} de plus.` : 'Aucune empreinte de plus.'}</p>
      {lists
        .filter(([, names]) => names.length > 0)
        .map(([label, names]) => (
          <div key={label} className="rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
            <p className="font-medium">
              {label}&nbsp;: {names.length}
            </p>
            <p className="text-sm wrap-anywhere">
              {names.slice(0, SHOWN_NAMES).join(', ')}
              {names.length > SHOWN_NAMES && ` et ${names.length - SHOWN_NAMES} autres`}
            </p>
          </div>
        ))}
    </div>
  );
}
