import type { CampaignContext } from '../../supabase/functions/_shared/campaign/send-campaigns.ts';
import { chooseTransport } from '../../supabase/functions/_shared/mail/choose-transport.ts';

/** Makes the context for the send job; each call sets its own deadline. */
export function benchContext(dependencies: CampaignContext['dependencies']): CampaignContext {
  return {
    ...{ dependencies, functionName: 'bench', requestId: 'bench', transport: chooseTransport(dependencies) },
    links: { siteUrl: 'https://site.test', functionsUrl: 'https://project.test/functions/v1' },
    deadline: 0,
  };
}
