import { createSecretFunction } from '../_shared/create-secret-function.ts';
import { chooseTransport } from '../_shared/mail/choose-transport.ts';
import { readStudio } from '../_shared/mail/studio.ts';
import { sendDueNotifications } from './notifications.ts';

/** For new work; a message that is on its way is waited for. A hosted function lives 150 s, its caller waits 60 s. */
const WORK_MS = 40_000;

/**
 * Sends what is due, then answers how it went: `{ notifications: { accepted, retry, … } }`. Called by a scheduler;
 * two calls at once share the work, since each e-mail is handed to one of them only.
 */
export const handler = createSecretFunction({
  name: 'dispatch-emails',
  secret: { header: 'x-dispatch-secret', variable: 'DISPATCH_SECRET' },
  handle: async ({ dependencies, requestId }) => {
    const mail = { transport: chooseTransport(dependencies), studio: readStudio(dependencies.env) };
    const deadline = dependencies.clock.now() + WORK_MS;
    return { notifications: await sendDueNotifications({ dependencies, requestId, deadline, ...mail }) };
  },
});
