import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActivityDialog } from '@/admin/contacts/parts/activity-dialog';
import { nextActions } from '@/admin/today/data/next-actions';
import { blankAction } from '@/admin/today/data/next-actions.schema';
import { PlanActionDialog } from '@/admin/today/parts/plan-action-dialog';
import { Button } from '@/shared/ui/button';
import { applyDraft, type MovingDraft } from '../data/apply-draft';
import { type Draft, type DraftOf, type DraftTarget, drafts } from '../data/drafts';
import { recordHref } from '../parts/prepared-drafts';

/** Told of the draft before it is closed, for the page to keep it until the next one; of none when that failed. */
export type Leaving = { onLeaving: (draft: Draft | undefined) => void };

/** The button that takes a draft to its ordinary form. */
export function DraftAction({ draft, onLeaving }: Leaving & { draft: Draft }) {
  if (draft.kind === 'note' || draft.kind === 'action')
    return draft.target && <DialogAction draft={draft} target={draft.target} onLeaving={onLeaving} />;
  return <MoveAction draft={draft} onLeaving={onLeaving} />;
}

const moveLabels = {
  reply: 'Relire et répondre',
  campaign: 'Continuer la campagne',
  quote: 'Continuer le devis',
  contact: 'Ajouter aux contacts',
} as const satisfies Record<MovingDraft['kind'], string>;

function MoveAction({ draft, onLeaving }: Leaving & { draft: MovingDraft }) {
  const navigate = useNavigate();
  const apply = useMutation(applyDraft());
  return (
    <Button
      variant="accent"
      pending={apply.isPending || apply.isSuccess}
      onClick={() => {
        onLeaving(draft);
        apply.mutate(draft, {
          onSuccess: ({ to, state }) => navigate(to, { state }),
          onError: () => onLeaving(undefined),
        });
      }}
    >
      {moveLabels[draft.kind]}
    </Button>
  );
}

/** Opens the form of an exchange, or of the next action, with what the assistant prepared. */
function DialogAction({
  draft,
  target,
  onLeaving,
}: Leaving & { draft: DraftOf<'note' | 'action'>; target: DraftTarget }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const close = useMutation(drafts.close());
  // The action that the new one would replace: its form says that it is changed.
  const planned = useQuery({ ...nextActions.of(target), enabled: draft.kind === 'action' });
  const onDone = () => {
    setOpen(false);
    onLeaving(draft);
    close.mutate(draft.id, {
      onSuccess: () => navigate(recordHref[target.kind](target.id)),
      onError: () => onLeaving(undefined),
    });
  };
  return (
    <>
      <Button variant="accent" pending={close.isPending || close.isSuccess} onClick={() => setOpen(true)}>
        {draft.kind === 'note' ? 'Relire et consigner' : 'Relire et planifier'}
      </Button>
      {planned.data?.open && (
        <p className="order-last w-full text-sm text-slate">
          Remplacera l’action prévue{'\u00a0'}: {planned.data.open.title}
        </p>
      )}
      {isOpen && draft.kind === 'note' && (
        <ActivityDialog
          contactId={target.id}
          begun={draft.content}
          onClose={() => setOpen(false)}
          onRecorded={onDone}
        />
      )}
      {isOpen && draft.kind === 'action' && (
        <PlanActionDialog
          target={target}
          open={planned.data?.open}
          begun={{ ...blankAction, ...draft.content }}
          onClose={() => setOpen(false)}
          onPlanned={onDone}
        />
      )}
    </>
  );
}
