import { ScanSearch } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ConfirmDialogContent } from '@/admin/kit/ui/confirm-dialog-content';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { type Proposal, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import type { Direction } from '@/shared/sphere/projection';
import { Button } from '@/shared/ui/button';
import type { Tilt } from '../data/level';
import { turnedArea } from '../data/levelled-scene';
import type { DraftScene } from '../data/panorama-tour.schema';
import { acceptProposals, rejectProposal, searchState } from '../data/proposals';
import { ProposalDecision, proposalCommand, proposalKinds } from '../parts/proposal-decision';
import { ProposalPicture } from './proposal-picture';
import { type EditScene, type SearchProgress, useProposalSearch } from './use-proposal-search';

type Props = {
  scenes: readonly DraftScene[];
  /** The scene being edited, whose proposals are shown. */
  scene: DraftScene;
  /** Level of its tiles. */
  tilt: Tilt | undefined;
  onEdit: EditScene;
  /** The draft was given what a search found: it is worth saving. */
  onFound: () => void;
  /** Turns the panorama to a proposal. */
  onLook: (direction: Direction) => void;
  onOpenScene: (id: string) => void;
};

/** Searches panoramas for faces and plates, in this browser, and lets a person decide on each that it proposes. */
export function Proposals({ scenes, scene, tilt, onEdit, onFound, onLook, onOpenScene }: Props) {
  const isReadOnly = useIsReadOnly();
  const { progress, search, stop } = useProposalSearch(scenes, onEdit, onFound);
  const isRunning = progress.queue.length > 0;
  const unsearched = scenes.filter(({ searchedBy }) => !searchedBy);
  const nameOf = (id: string) => scenes.find((one) => one.id === id)?.name || 'Sans nom';
  const others = scenes.filter(({ id, proposals = [] }) => id !== scene.id && proposals.length > 0);
  return (
    <section
      aria-labelledby="proposals-title"
      className="space-y-4 rounded-xl border border-line bg-paper p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="mr-auto min-w-0">
          <h2 id="proposals-title" className="text-lg font-bold">
            Visages et plaques
          </h2>
          <p role="status" className="text-sm text-slate">
            {searchState(scene)}
          </p>
        </div>
        {!isReadOnly && !isRunning && (
          <>
            <Button variant="outline" onClick={() => search([scene.id])}>
              <ScanSearch aria-hidden="true" className="size-4" />
              {scene.searchedBy ? 'Chercher de nouveau' : 'Chercher les visages et les plaques'}
            </Button>
            {unsearched.length > 1 && (
              <Button variant="outline" onClick={() => search(unsearched.map(({ id }) => id))}>
                Chercher dans toutes les scènes ({unsearched.length})
              </Button>
            )}
          </>
        )}
      </div>
      <Progress progress={progress} nameOf={nameOf} onStop={stop} />
      <Queue
        key={scene.id}
        scene={scene}
        tilt={tilt}
        isReadOnly={isReadOnly}
        onEdit={(change, what) => onEdit(scene.id, change, { what })}
        onLook={onLook}
      />
      {(scene.proposals ?? []).length === 0 && others[0] && (
        <Button variant="outline" onClick={() => onOpenScene(others[0]?.id ?? scene.id)}>
          Décider dans «&nbsp;{nameOf(others[0].id)}&nbsp;»&nbsp;({others[0].proposals?.length})
        </Button>
      )}
      <p className="text-sm text-slate">
        La recherche se fait dans ce navigateur&nbsp;: aucune image n’en sort. Elle trouve les visages et les
        plaques assez grands, et se trompe parfois&nbsp;: regardez aussi vous-même. Rien n’est flouté sans
        vous.
      </p>
      <details className="text-sm text-slate">
        <summary className="inline-block min-h-6 cursor-pointer underline underline-offset-4">
          Crédits
        </summary>
        <p>
          Visages&nbsp;: détecteur de MediaPipe (Google, licence Apache 2.0), exécuté par LiteRT (Google,
          licence Apache 2.0). Plaques&nbsp;: détecteur de texte de PaddleOCR (PP-OCRv4, licence Apache 2.0),
          distribué par Guten OCR (licence MIT) et exécuté par ONNX Runtime (Microsoft, licence MIT).
        </p>
      </details>
    </section>
  );
}

/** Progress of a search, and the scenes that it could not read. */
function Progress({
  progress: { queue, total, share, found, faults, cut },
  nameOf,
  onStop,
}: {
  progress: SearchProgress;
  nameOf: (id: string) => string;
  onStop: () => void;
}) {
  const [current] = queue;
  return (
    <>
      {current && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-64 space-y-1">
            <p role="status" className="text-sm">
              Recherche dans «&nbsp;{nameOf(current)}&nbsp;»
              {total > 1 && ` (${total - queue.length + 1} sur ${total})`}
              {found > 0 && `\u00a0: ${found} ${found > 1 ? 'propositions' : 'proposition'}`}
            </p>
            <ProgressBar
              label="Recherche des visages et des plaques"
              done={Math.round((total - queue.length + share) * 100)}
              total={total * 100}
            />
            {share === 0 && (
              <p className="text-sm text-slate">La première fois, la recherche met un moment à se charger.</p>
            )}
          </div>
          <Button variant="outline" onClick={onStop}>
            Arrêter
          </Button>
        </div>
      )}
      {faults.map(({ scene, text }) => (
        <p key={scene} role="alert" className="font-medium text-sumac-deep">
          «&nbsp;{nameOf(scene)}&nbsp;»&nbsp;: {text}
        </p>
      ))}
      {cut.map((scene) => (
        <p key={scene} role="status" className="text-sm text-amber-ink">
          «&nbsp;{nameOf(scene)}&nbsp;»&nbsp;: plus de {tourLimits.proposals} endroits ont été trouvés. Les
          plus sûrs sont proposés&nbsp;: décidez-en, puis cherchez de nouveau.
        </p>
      ))}
    </>
  );
}

/** The proposals of a scene, one at a time, largest; by keys or by buttons. */
function Queue({
  scene,
  tilt,
  isReadOnly,
  onEdit,
  onLook,
}: {
  scene: DraftScene;
  tilt: Tilt | undefined;
  isReadOnly: boolean;
  onEdit: (change: (scene: DraftScene) => DraftScene, what: string) => void;
  onLook: (direction: Direction) => void;
}) {
  const { proposals = [], picture, blurs } = scene;
  const [at, setAt] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const index = Math.min(at, proposals.length - 1);
  const one = proposals[index];
  const wasEmpty = useRef(proposals.length === 0);
  useEffect(() => {
    // Found while somebody watched: the keys work at once, unless something is being typed.
    if (wasEmpty.current && proposals.length > 0 && document.activeElement === document.body) {
      region.current?.focus({ preventScroll: true });
    }
    wasEmpty.current = proposals.length === 0;
  }, [proposals.length]);
  if (!one) return null;

  const isFull = blurs.length >= tourLimits.blurs;
  const move = (to: number) => {
    const next = proposals[(to + proposals.length) % proposals.length];
    if (!next) return;
    setAt(proposals.indexOf(next));
    onLook(next);
  };
  const lookPast = (done: Proposal) => {
    const next = proposals[index + 1] ?? proposals[index - 1];
    setAt(Math.min(index, proposals.length - 2));
    if (next && next !== done) onLook(next);
  };
  const blur = () => {
    if (isFull) return;
    onEdit(
      (old) => acceptProposals(old, [one.id]),
      `floutage proposé (${proposalKinds[one.kind].toLowerCase()})`,
    );
    lookPast(one);
  };
  const reject = () => {
    onEdit(
      (old) => rejectProposal(old, one.id),
      `rejet d’une proposition (${proposalKinds[one.kind].toLowerCase()})`,
    );
    lookPast(one);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = proposalCommand(event, isReadOnly);
    if (command === 'blur') blur();
    else if (command === 'reject') reject();
    else if (command === 'previous') move(index - 1);
    else if (command === 'next') move(index + 1);
    else return;
    // Keys of the editor, such as F, mean something else.
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };

  /** Returns a proposal as the tiles show it, until they are level. */
  const inTiles = (proposal: Proposal) => turnedArea(proposal, scene.tilt, tilt);

  const place = `${index + 1} sur ${proposals.length}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons with keys of its own is no fieldset
    <div
      ref={region}
      role="group"
      aria-label="Propositions à décider"
      aria-describedby="proposal-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the group takes keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="space-y-3 rounded-lg focus-visible:outline-4 focus-visible:outline-offset-4 focus-visible:outline-sumac"
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <ProposalPicture
          picture={picture}
          ellipse={inTiles(one)}
          label={`${proposalKinds[one.kind]} ${place}, entouré dans le panorama`}
          className="aspect-square w-full rounded-lg"
        />
        <div className="space-y-3">
          <ProposalDecision proposal={one} place={place} isFull={isFull} onBlur={blur} onReject={reject}>
            <Button variant="ghost" onClick={() => onLook(one)}>
              Regarder dans le panorama
            </Button>
          </ProposalDecision>
          {isFull && (
            <p role="alert" className="text-sm text-sumac-deep">
              Une scène a au plus {tourLimits.blurs} flous&nbsp;: retirez-en pour en ajouter.
            </p>
          )}
          <p id="proposal-keys" className="text-sm text-slate max-sm:sr-only">
            F ou Entrée&nbsp;: flouter. X ou Suppr&nbsp;: ce n’est rien. ← et →&nbsp;: une autre.
            Ctrl&nbsp;+&nbsp;Z&nbsp;: annuler.
          </p>
          {!isReadOnly && proposals.length > 1 && (
            <Button variant="outline" size="sm" onClick={() => setIsAsking(true)} disabled={isFull}>
              Flouter tout ce qui reste ({proposals.length})
            </Button>
          )}
        </div>
      </div>
      <ul aria-label="Toutes les propositions" className="flex gap-2 overflow-x-auto p-1">
        {proposals.map((other, nth) => (
          <li key={other.id} className="shrink-0">
            <button
              type="button"
              aria-label={`${proposalKinds[other.kind]} ${nth + 1}`}
              aria-current={other === one}
              onClick={() => move(nth)}
              className="block rounded-lg focus-visible:outline-4 focus-visible:outline-sumac aria-current:ring-3 aria-current:ring-sumac"
            >
              <ProposalPicture picture={picture} ellipse={inTiles(other)} className="size-16 rounded-lg" />
            </button>
          </li>
        ))}
      </ul>
      <ConfirmDialogContent
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Flouter les ${proposals.length} propositions qui restent?`}
        description="Chacune devient un flou de cette scène, même celles que vous n’avez pas regardées. Ctrl + Z les reprend toutes."
        confirmLabel="Flouter tout"
        onConfirm={() => {
          setIsAsking(false);
          const ids = proposals.map(({ id }) => id);
          onEdit((old) => acceptProposals(old, ids), 'floutage de toutes les propositions');
        }}
      />
    </div>
  );
}
