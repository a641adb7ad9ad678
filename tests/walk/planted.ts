import { api, apiAsAdmin, changeSettings } from '../support/api.ts';
import { mailHolding } from './studio.ts';

/** Makes a draft with one line from a request; returns its id and the version that was read. */
export async function draftQuote(email: string): Promise<{ id: string; readAt: string }> {
  const [request] = await api<{ id: string }>('quote_requests?select=id&status=eq.nouveau&limit=1');
  const created = await apiAsAdmin('rpc/create_quote', 'POST', {
    source: 'quote_request',
    source_id: request?.id,
  });
  const id = String(created.body);
  const lines = [{ description: 'Rue numérisée', quantity: '10.000', unit: 'km', unitPriceCents: 14_000 }];
  const saved = await apiAsAdmin(`quotes?id=eq.${id}`, 'PATCH', {
    ...{ subject: 'Visite virtuelle du parc', lines, email },
  });
  const [row] = (saved.body ?? []) as { updated_at: string }[];
  if (!row) throw new Error(`quotes: ${saved.status} ${JSON.stringify(saved.body)}`);
  return { id, readAt: row.updated_at };
}

/** Sends a quote by e-mail, and waits until its message has arrived. */
export async function sendQuote(): Promise<string> {
  await changeSettings('studio', {
    ...{ tax_registered: true, tps_number: '123456789 RT0001', tvq_number: '1234567890 TQ0001' },
  });
  const email = `greffe-${Date.now()}@example.org`;
  const { id, readAt } = await draftQuote(email);
  const sent = await apiAsAdmin('rpc/email_quote', 'POST', {
    ...{ message: crypto.randomUUID(), quote: id, read_at: readAt },
    ...{ message_subject: 'Votre devis', message_body: 'Bonjour,\n\nVoici le devis.' },
  });
  if (sent.status >= 300) throw new Error(`email_quote: ${sent.status} ${JSON.stringify(sent.body)}`);
  await mailHolding(email, /\/devis\/[0-9a-f]{32}/);
  return id;
}

/** Adds rows for the screens that have an id and that the demo leaves without any: a draft, a sent quote, a segment. */
export async function plantMissing(): Promise<void> {
  await draftQuote('brouillon@example.org');
  await sendQuote();
  const { status, body } = await apiAsAdmin('contact_segments', 'POST', {
    ...{ name: 'Petites municipalités', definition: { population: { max: 5000 } } },
  });
  if (status >= 300) throw new Error(`planting: ${status} ${JSON.stringify(body)}`);
}
