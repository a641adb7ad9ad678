import { Check, RotateCcw, Sparkles } from 'lucide-react';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import { isSendKey } from '@/admin/kit/lib/keys';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { TechnicalText } from '@/shared/ui/technical-details';
import { type DraftScene, type DraftTour, neutralAlt } from '../data/panorama-tour.schema';
import {
  hasNeutralAlt,
  keepTexts,
  rejectText,
  type SceneText,
  textState,
  textStates,
  writeText,
} from '../data/scene-texts';
import { changeScene } from './angles';
import type { StepKind } from './draft-history';
import type { TextProposals } from './use-text-proposals';

export type EditTour = (change: (draft: DraftTour) => DraftTour, step: StepKind) => void;

const labels: Record<SceneText, string> = {
  name: 'Nom de la scène',
  alt: 'Ce que montre le panorama',
};

type FieldsProps = {
  scene: DraftScene;
  /** Its place in the tour, from 1. */
  place: number;
  onEdit: EditTour;
  /** Texts that are proposed; absent where another control of the screen proposes them. */
  proposals?: TextProposals;
  /** Use of the description, while there is one. */
  hint?: string;
  /** Called after « Garder » and Ctrl+Enter. */
  onNext?: () => void;
};

/** The two texts of a scene; what a model proposed is marked until a person has read it. */
export function SceneTextFields({ scene, place, onEdit, proposals, hint, onNext }: FieldsProps) {
  const isReadOnly = useIsReadOnly();
  const isProposed = (scene.proposedTexts ?? []).length > 0;
  const propose =
    proposals && !proposals.isRunning && proposals.toWrite.includes(scene.id) && proposals.propose;
  const change = (to: (old: DraftScene) => DraftScene, what: string, field?: string) =>
    onEdit(changeScene(scene.id, to), { what, scene: scene.id, field: field && `${scene.id}/${field}` });
  const keep = () => {
    if (isProposed) change(keepTexts, 'textes gardés');
    onNext?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event) || isReadOnly) return;
    event.preventDefault();
    keep();
  };
  const text = (name: SceneText, below: string | undefined, control: 'input' | 'textarea') => (
    <TextField
      as={control}
      name={name}
      value={scene[name]}
      hint={below}
      isProposed={textState(scene, name) === 'proposed'}
      where={scene.name || `Scène ${place}`}
      onChange={(value) =>
        change(
          (old) => writeText(old, name, value),
          name === 'name' ? 'nom de la scène' : 'description de la scène',
          name,
        )
      }
      onReject={() => change((old) => rejectText(old, name, place), 'rejet d’un texte proposé')}
    />
  );
  return (
    // Keys of the fields below bubble here.
    <fieldset disabled={isReadOnly} className="min-w-0 space-y-3" onKeyDown={onKeyDown}>
      <legend className="sr-only">Textes de {scene.name || `la scène ${place}`}</legend>
      {text('name', undefined, 'input')}
      {text(
        'alt',
        hasNeutralAlt(scene) ? `En attendant, les visiteurs lisent\u00a0: ${neutralAlt(scene.name)}` : hint,
        'textarea',
      )}
      {!isReadOnly && (isProposed || propose) && (
        <div className="flex flex-wrap gap-2">
          {isProposed && (
            <Button size="sm" className="max-sm:min-h-11" onClick={keep} title="Ctrl+Entrée">
              <Check aria-hidden="true" className="size-4" />
              {(scene.proposedTexts ?? []).length > 1 ? 'Garder ces textes' : 'Garder ce texte'}
            </Button>
          )}
          {propose && (
            <Button
              size="sm"
              variant="outline"
              className="max-sm:min-h-11"
              onClick={() => propose([scene.id])}
            >
              <Sparkles aria-hidden="true" className="size-4" />
              Proposer les textes
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

type TextFieldProps = {
  as: 'input' | 'textarea';
  name: SceneText;
  value: string;
  hint: string | undefined;
  isProposed: boolean;
  /** The name of the scene, for screen readers. */
  where: string;
  onChange: (value: string) => void;
  onReject: () => void;
};

function TextField({
  as: Control,
  name,
  value,
  hint,
  isProposed,
  where,
  onChange,
  onReject,
}: TextFieldProps) {
  return (
    <div>
      <Field label={labels[name]} hint={hint} required={name === 'name'}>
        {(control) => (
          <Control
            {...control}
            value={value}
            maxLength={tourLimits[name]}
            autoComplete="off"
            {...(Control === 'textarea' ? { rows: 3 } : {})}
            onChange={({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              onChange(target.value)
            }
            className={`${controlClass} ${Control === 'textarea' ? 'field-sizing-content min-h-24' : ''} ${isProposed ? 'border-amber-ink! bg-amber-pale/40' : ''}`}
          />
        )}
      </Field>
      {isProposed && (
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <StatusBadge tone="active" label={textStates.proposed} />
          <button
            type="button"
            onClick={onReject}
            aria-label={`Rejeter ${name === 'name' ? 'le nom proposé' : 'la description proposée'} de ${where}`}
            className="inline-flex min-h-6 items-center gap-1 text-sm font-semibold underline underline-offset-2 max-sm:min-h-11"
          >
            <RotateCcw aria-hidden="true" className="size-3.5" />
            Rejeter
          </button>
        </p>
      )}
    </div>
  );
}

/** Progress of a run of proposals with « Arrêter », then its outcome. */
export function ProposalState({ proposals }: { proposals: TextProposals }) {
  const { isRunning, progress, outcome } = proposals;
  if (isRunning) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-40 flex-1">
          <ProgressBar label="Textes demandés" done={progress.done} total={progress.total} />
        </div>
        <p role="status" className="text-sm text-slate tabular-nums">
          {progress.done} sur {progress.total}
        </p>
        <Button size="sm" variant="outline" className="max-sm:min-h-11" onClick={proposals.stop}>
          Arrêter
        </Button>
      </div>
    );
  }
  if (!outcome) return null;
  if (outcome.kind !== 'failed') return <Notice>{outcomeText(outcome)}</Notice>;
  if (outcome.isUnavailable) {
    return (
      <Notice>
        <TechnicalText text={outcome.message} />
      </Notice>
    );
  }
  return (
    <div
      role="alert"
      className="rounded-xl border border-sumac-deep bg-sumac-pale px-4 py-3 font-medium text-sumac-deep"
    >
      <TechnicalText text={outcome.message} />
    </div>
  );
}

function outcomeText(outcome: Exclude<NonNullable<TextProposals['outcome']>, { kind: 'failed' }>): string {
  const { proposed } = outcome;
  const came =
    proposed === 0
      ? 'Aucun texte n’a été proposé.'
      : `Textes proposés pour ${counted(proposed, 'scène')}. Relisez-les, puis gardez-les ou rejetez-les.`;
  if (outcome.kind === 'stopped') return `Arrêté. ${came}`;
  if (outcome.left === 0) return came;
  const { left } = outcome;
  return `${came} ${left > 1 ? `${counted(left, 'scène')} restent à écrire` : '1\u00a0scène reste à écrire'} à la main\u00a0: le modèle n’a pas su les décrire.`;
}

const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className="rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
    {children}
  </div>
);

/** Says how many scenes have a neutral text, with a way to the list of texts; nothing when all are described. */
export function NeutralTexts({ tour, onOpen }: { tour: DraftTour; onOpen: () => void }) {
  const count = tour.scenes.filter(hasNeutralAlt).length;
  if (count === 0) return null;
  return (
    <p>
      {count > 1 ? `${counted(count, 'scène')} ont un texte neutre` : '1\u00a0scène a un texte neutre'}
      {' · '}
      <button
        type="button"
        onClick={onOpen}
        className="inline-flex min-h-6 items-center font-semibold text-ink underline underline-offset-2"
      >
        {count > 1 ? 'Les écrire' : 'L’écrire'}
      </button>
    </p>
  );
}
