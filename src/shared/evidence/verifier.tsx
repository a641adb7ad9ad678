import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { counted, fileSize } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { chosenFiles, droppedFiles } from './chosen-files';
import { deliveriesOf, type FolderFile } from './delivered-folder';
import { SealWords } from './seal-words';
import type { Verdict } from './verdict';
import { VerdictReport } from './verdict-report';
import { type VerifyProgress, verifyFolder } from './verify-folder';

type VerifierState =
  | { kind: 'waiting'; problem?: string }
  | { kind: 'working'; progress: VerifyProgress; stop: () => void }
  | { kind: 'done'; found: { folder: string; verdict: Verdict }[] };

/** Checks sealed folders on this computer, and says in French what each is found to be. */
export function Verifier() {
  const [state, setState] = useState<VerifierState>({ kind: 'waiting' });

  const check = async (reading: FolderFile[] | Promise<FolderFile[]>) => {
    const stopping = new AbortController();
    const progress = { files: 0, totalFiles: 0, bytes: 0, totalBytes: 0 };
    const stop = () => stopping.abort();
    setState({ kind: 'working', progress, stop });
    try {
      const files = await reading;
      if (files.length === 1 && /\.zip$/i.test(files[0]?.path ?? '')) {
        setState({
          kind: 'waiting',
          problem: 'C’est un fichier ZIP\u00a0: décompressez-le, puis déposez le dossier obtenu.',
        });
        return;
      }
      const found = [];
      for (const { name, files: own } of deliveriesOf(files)) {
        const verdict = await verifyFolder(own, {
          signal: stopping.signal,
          onProgress: (now) => setState({ kind: 'working', progress: now, stop }),
        });
        found.push({ folder: name, verdict });
      }
      setState({ kind: 'done', found });
    } catch (error) {
      const isStopped = stopping.signal.aborted;
      if (!isStopped && !(error instanceof Error)) throw error;
      setState({
        kind: 'waiting',
        problem: isStopped
          ? 'Vérification arrêtée. Rien n’a été conclu.'
          : 'Le dossier n’a pas pu être lu. Vérifiez que le disque est branché, puis recommencez.',
      });
    }
  };

  return (
    <div className="space-y-6">
      {state.kind === 'working' ? (
        <Working progress={state.progress} onStop={state.stop} />
      ) : (
        <FolderDrop onFiles={check} isAgain={state.kind === 'done'} />
      )}
      {state.kind === 'waiting' && state.problem && (
        <p role="alert" className="rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
          {state.problem}
        </p>
      )}
      {state.kind === 'done' && state.found.length > 1 && (
        <p>Ce qui a été déposé contient {state.found.length} dossiers de preuve, chacun avec son constat.</p>
      )}
      {state.kind === 'done' &&
        state.found.map(({ folder, verdict }, index) => (
          <VerdictReport key={folder} verdict={verdict} folder={folder} takesFocus={index === 0} />
        ))}
      <SealWords />
    </div>
  );
}

function FolderDrop({
  onFiles,
  isAgain,
}: {
  onFiles: (files: FolderFile[] | Promise<FolderFile[]>) => void;
  isAgain: boolean;
}) {
  const [isOver, setOver] = useState(false);
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const chosen = chosenFiles(input.files ?? []);
    input.value = '';
    if (chosen.length > 0) onFiles(chosen);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; both buttons inside do the same by keys.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(droppedFiles(event.dataTransfer));
      }}
      className={`rounded-2xl border-2 border-dashed px-5 py-8 text-center print:hidden ${isOver ? 'border-spruce bg-spruce-pale' : 'border-slate/60 bg-paper'}`}
    >
      <FolderOpen aria-hidden="true" className="mx-auto size-10 text-spruce" />
      <p className="mt-3 text-lg font-semibold">
        {isAgain ? 'Déposez ici un autre dossier' : 'Déposez ici le dossier de preuve'}
      </p>
      <p className="mx-auto mt-1 max-w-prose text-slate">
        Le dossier complet, tel qu’il a été remis. Rien n’est envoyé&nbsp;: tout se fait sur cet ordinateur.
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button onClick={() => folder.current?.click()}>Choisir le dossier</Button>
        <Button variant="outline" onClick={() => files.current?.click()}>
          Choisir des fichiers
        </Button>
      </div>
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        data-testid="folder"
        aria-label="Dossier de preuve"
        {...{ webkitdirectory: '' }}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-testid="files"
        aria-label="Fichiers du dossier de preuve"
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}

function Working({ progress, onStop }: { progress: VerifyProgress; onStop: () => void }) {
  const { files, totalFiles, bytes, totalBytes } = progress;
  const share = totalBytes > 0 ? Math.floor((100 * bytes) / totalBytes) : 0;
  return (
    <section aria-label="Vérification en cours" className="rounded-2xl border border-line bg-paper p-5">
      <p role="status" className="font-semibold">
        {totalFiles === 0 ? 'Lecture du dossier…' : 'Calcul des empreintes…'}
      </p>
      <div
        role="progressbar"
        aria-label="Vérification"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        className="mt-3 h-2.5 overflow-hidden rounded-full bg-mist"
      >
        <div className="h-full rounded-full bg-spruce" style={{ width: `${share}%` }} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-slate tabular-nums">
          {totalFiles > 0 &&
            `${Math.min(files, totalFiles)} sur ${counted(totalFiles, 'fichier')} · ${fileSize(bytes)} sur ${fileSize(totalBytes)}`}
        </p>
        <Button variant="outline" size="sm" className="min-h-11" onClick={onStop}>
          Arrêter
        </Button>
      </div>
    </section>
  );
}
