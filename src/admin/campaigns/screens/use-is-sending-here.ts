import { useSyncExternalStore } from 'react';
import { browserSendings } from '../data/browser-sending';

/** Tells whether this tab is sending a campaign. */
export function useIsSendingHere(campaignId: string): boolean {
  return useSyncExternalStore(browserSendings.subscribe, () => browserSendings.has(campaignId));
}
