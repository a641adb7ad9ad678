import { newRunState, type RunContext, type RunState, sendDue } from '../mail/send-due.ts';
import { serviceApi } from '../service-api.ts';
import { campaignMessage } from './campaign-message.ts';
import { claimedSendsSchema } from './claimed-send.ts';
import type { MessageLinks } from './links.ts';

export interface CampaignContext extends RunContext {
  links: MessageLinks;
  /** Limits the run to one message requested by a browser, with the sender that a first attempt fixes. */
  only?: { sendId: string; sender: string };
}

/** Sends the due messages of campaigns; when the provider refuses everything, the database has paused the campaign. */
export function sendDueCampaigns(
  context: CampaignContext,
  state: RunState = newRunState(),
): Promise<RunState> {
  const { dependencies, transport, links, only } = context;
  const api = serviceApi(dependencies);
  return sendDue(
    context,
    {
      name: 'campaign',
      workers: only ? 1 : transport.workers,
      isForOne: only !== undefined,
      claim: async () => {
        const rows = await api.call('claim_email_sends', {
          batch: 1,
          same_key_is_safe: transport.sameKeyIsSafe,
          ...(only ? { only_send: only.sendId, sender: only.sender } : {}),
        });
        return claimedSendsSchema.parse(rows)[0];
      },
      send: async (send, claimedAt) => transport.send(campaignMessage(send, links), claimedAt),
      finish: ({ id, lease_token }, parameters, outcome) =>
        api.call('finish_email_send', {
          send_id: id,
          token: lease_token,
          ...parameters,
          // It counts as no attempt: the database holds every campaign during an outage.
          ...(outcome.kind === 'retry' && outcome.isOutage ? { outcome: 'unreachable' } : {}),
        }),
    },
    state,
  );
}
