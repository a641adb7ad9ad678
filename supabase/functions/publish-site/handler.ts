import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { publishDue } from '../_shared/publication.ts';
import { serviceApi } from '../_shared/service-api.ts';

const bodySchema = z.object({ now: z.literal(true) });

/**
 * Publishes the site, `{ now: true }` → `{ publication }`: « Publier le site ». It asks the host of the site to build
 * it now; the progress is read in `publications`. Automatic publications after a change are made by the scheduler
 * (dispatch-emails).
 */
export const handler = createFunction({
  name: 'publish-site',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ admin, dependencies }) => {
    const publication = await serviceApi(dependencies).call('request_publication', { person: admin.id });
    await publishDue(dependencies);
    return { publication };
  },
});
