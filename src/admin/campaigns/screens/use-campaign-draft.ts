import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { saveCampaignDraft } from '../data/campaign-drafts';
import { campaigns } from '../data/campaigns';
import type { CampaignInput, CampaignValues } from '../data/campaigns.schema';

/** Pause in typing before the draft is saved, in ms. */
const PAUSE = 1_500;

/** State of the draft: saved, being typed, or not saved because of a failure. */
export type DraftState = { kind: 'none' | 'typing' | 'failed' } | { kind: 'saved'; at: string };

/**
 * Saves the form of a campaign as a draft whenever typing pauses, for this person and the others.
 *
 * @param id of the draft, and of the campaign that it becomes
 * @returns its state, and a function that suspends saving while the campaign is created from it
 */
export function useCampaignDraft(form: UseFormReturn<CampaignValues, unknown, CampaignInput>, id: string) {
  const client = useQueryClient();
  const isReadOnly = useIsReadOnly();
  const [state, setState] = useState<DraftState>({ kind: 'none' });
  const isOver = useRef(false);

  useEffect(() => {
    if (isReadOnly) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Counts the changes: the answer to an earlier save says nothing about later ones. */
    let typed = 0;
    const save = async () => {
      const version = typed;
      try {
        if (isOver.current) return;
        if (!(await saveCampaignDraft(id, form.getValues()))) isOver.current = true;
        // The campaign was created meanwhile, and the page left for it.
        if (isOver.current) return;
        if (version === typed) setState({ kind: 'saved', at: new Date().toISOString() });
        void client.invalidateQueries({ queryKey: campaigns.list().queryKey, refetchType: 'none' });
      } catch {
        // The form still holds it, and asks before it is left; the next pause tries again.
        if (version === typed) setState({ kind: 'failed' });
      }
    };
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        if (!isDirty || isOver.current) return;
        typed += 1;
        setState({ kind: 'typing' });
        clearTimeout(timer);
        timer = setTimeout(save, PAUSE);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, form, id, isReadOnly]);

  return {
    state,
    hold: (isHeld: boolean) => {
      isOver.current = isHeld;
    },
  };
}
