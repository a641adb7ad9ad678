import { useSyncExternalStore } from 'react';
import { type BrowserSending, browserSendings } from '@/data/campaigns/browser-sending';

/** What this tab is sending of a campaign; absent when it sends nothing of it. */
export function useBrowserSending(campaignId: string): BrowserSending | undefined {
  const all = useSyncExternalStore(browserSendings.subscribe, browserSendings.get);
  return all.find((sending) => sending.campaignId === campaignId);
}
