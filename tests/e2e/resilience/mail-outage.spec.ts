import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startSmtpServer } from '../../../supabase/functions/_testing/smtp-server.ts';
import { type StackInfo, startStack } from '../../support/stack.ts';

/** Calls the data API with one of the project's keys. */
async function rest(info: StackInfo, key: 'secretKey' | 'publishableKey', path: string, body?: object) {
  const answer = await fetch(`${info.apiUrl}/rest/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { apikey: info[key], 'content-type': 'application/json', prefer: 'return=minimal' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return (text ? JSON.parse(text) : []) as Record<string, unknown>[];
}

test('with the mail server down visitors are served, and once it is up each e-mail arrives once', async () => {
  test.setTimeout(180_000);
  // The stack's mailbox listens on 127.0.0.1; its functions send to 127.0.0.2, where no server listens yet.
  const own = await startStack({ env: { SMTP_HOST: '127.0.0.2', WEB: '0' } });
  let server: Awaited<ReturnType<typeof startSmtpServer>> | undefined;
  try {
    for (const index of [1, 2, 3]) {
      const sent = Date.now();
      await rest(own.info, 'publishableKey', 'quote_requests', {
        organization_name: `Panne ${index}`,
        contact_name: 'Ève Côté',
        email: `panne${index}@exemple.test`,
        organization_type: 'ville',
        service_type: 'street-view',
      });
      expect(Date.now() - sent).toBeLessThan(3_000);
    }
    const states = async () =>
      (await rest(own.info, 'secretKey', 'notifications?select=state,attempts')).map(
        ({ state, attempts }) => [state, Number(attempts) > 0],
      );
    // Each message was tried and waits for its next attempt.
    await expect.poll(states, { timeout: 60_000 }).toEqual(Array(6).fill(['en_attente', true]));
    server = await startSmtpServer({}, { host: '127.0.0.2', port: own.info.smtpPort });
    await expect.poll(states, { timeout: 90_000 }).toEqual(Array(6).fill(['envoyé', true]));

    const recipients = server.messages.map(({ to }) => to.join()).sort();
    expect(recipients).toEqual([
      ...Array(3).fill('<admin@territoire360.test>'),
      ...[1, 2, 3].map((index) => `<panne${index}@exemple.test>`),
    ]);
    const ids = server.messages.map(({ raw }) => /^Message-ID:\s+(\S+)/m.exec(raw)?.[1]);
    expect(new Set(ids).size).toBe(6);
  } finally {
    await own.stop();
    await server?.close();
    rmSync(own.dataDir, { recursive: true, force: true });
  }
});
