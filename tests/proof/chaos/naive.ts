import type { Dependencies } from '../../../supabase/functions/_shared/dependencies.ts';
import type { Transport } from '../../../supabase/functions/_shared/mail/outgoing.ts';
import { serviceApi } from '../../../supabase/functions/_shared/service-api.ts';
import type { WorkerJob } from './worker-job.ts';

type Row = { id: string; subject: string; body: string; recipient_email: string };

/**
 * Sends the wrong way, to prove that the harness finds faults: it reads the « programmé » rows, sends each, and marks
 * it « envoyé », without a lease or an idempotency key.
 */
export async function sendNaively(
  job: WorkerJob,
  transport: Transport,
  dependencies: Dependencies,
): Promise<void> {
  const rows = (await serviceApi(dependencies).read(
    'email_sends?status=eq.programm%C3%A9&select=id,subject,body,recipient_email&limit=40',
  )) as Row[];
  for (const row of rows) {
    const message = {
      // Each attempt has a new key, which defeats idempotency.
      key: `es/${row.id}/${crypto.randomUUID()}`,
      from: { name: 'Chaos', address: job.sender },
      ...{ to: [row.recipient_email], subject: row.subject, html: row.body, text: row.body },
    };
    const outcome = await transport.send(message, dependencies.clock.wallTime());
    if (outcome.kind !== 'accepted') continue;
    await dependencies.fetch(`http://project.test/rest/v1/email_sends?id=eq.${row.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${job.serviceToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'envoyé', finished_at: new Date().toISOString() }),
    });
  }
}
