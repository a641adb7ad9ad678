import type { CampaignContext } from '../../supabase/functions/_shared/campaign/send-campaigns.ts';
import { chooseTransport } from '../../supabase/functions/_shared/mail/choose-transport.ts';

/** What the send routine is given in a bench, by these dependencies; each call sets its own deadline. */
export function benchContext(dependencies: CampaignContext['dependencies']): CampaignContext {
  return {
    ...{ dependencies, functionName: 'bench', requestId: 'bench', transport: chooseTransport(dependencies) },
    links: { siteUrl: 'https://site.test', functionsUrl: 'https://project.test/functions/v1' },
    deadline: 0,
  };
}
