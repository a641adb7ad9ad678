import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Server } from 'node:net';
import { HOST } from './process/settings.ts';
import { withoutSignalListeners } from './process/signal-listeners.ts';

/** The part of maildev 2 that is used here; the package has no types. */
interface MailServer {
  smtp: { server: Server; options: { disableReverseLookup?: boolean } };
  listen(): Promise<void>;
  close(done: (error?: Error) => void): void;
}
type Maildev = (options: {
  smtp: number;
  web: number;
  ip: string;
  mailDirectory: string;
  silent: boolean;
}) => MailServer;

export interface Mailbox {
  url: string;
  close: () => Promise<void>;
}

/**
 * Starts the mailbox that receives every e-mail of the local stack: SMTP on one port, a page with the messages on
 * another. Messages are stored in `directory` and shown again after a restart.
 *
 * @param onCrash called when one of the two servers failed or closed by itself.
 */
export async function startMailbox({
  smtpPort,
  webPort,
  directory,
  onCrash,
}: {
  smtpPort: number;
  webPort: number;
  directory: string;
  onCrash: (error: Error) => void;
}): Promise<Mailbox> {
  mkdirSync(directory, { recursive: true });
  // Node's own loader: the one that runs TypeScript wraps CommonJS modules in proxies, which breaks Express.
  const require = createRequire(import.meta.url);
  const maildev = require('maildev') as Maildev;
  const mailPage = require('maildev/lib/web.js') as { server: Server };
  const server = await withoutSignalListeners(async () =>
    maildev({ smtp: smtpPort, web: webPort, ip: HOST, mailDirectory: directory, silent: true }),
  );
  // The option avoids a DNS query for 127.0.0.1 on each message.
  server.smtp.options.disableReverseLookup = true;
  await Promise.all([server.listen(), once(mailPage.server, 'listening')]);

  let closing = false;
  for (const part of [server.smtp.server, mailPage.server]) {
    part.on('error', onCrash);
    part.on('close', () => {
      if (!closing) onCrash(new Error('son serveur s’est fermé'));
    });
  }
  return {
    url: `http://${HOST}:${webPort}`,
    close: async () => {
      closing = true;
      const pageClosed = once(mailPage.server, 'close');
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await pageClosed;
    },
  };
}
