// Reads and files 300 generated messages as the receive-email function does, each delivered three times.
// `MESSAGES=3000 npx vitest run --project proof inbound-messages` for more.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMessage } from '../../supabase/functions/_shared/inbound/read-message.ts';
import { createSeededRandom } from '../database/fixtures/seeded-random.ts';
import { type SenderFixture, startSenderFixture } from '../database/fixtures/sender.ts';
import {
  clientNames,
  type SentMessage,
  studio,
  type WrittenMessage,
  writeAbsence,
  writeBounce,
  writeForged,
  writeLoop,
  writeRemoval,
  writeReply,
} from './inbound/messages.ts';

const MESSAGE_COUNT = Number(process.env.MESSAGES ?? 300);
const seed = Number(process.env.SEED ?? 20261123);
/** Shares of the total. */
const kindShares = { reply: 0.5, absence: 0.14, bounce: 0.1, removal: 0.1, forged: 0.08, loop: 0.08 };

let fixture: SenderFixture;
beforeAll(async () => {
  fixture = await startSenderFixture(MESSAGE_COUNT);
});
afterAll(() => fixture?.stop());

/** Plants one sent message for each contact, with its reply address. */
async function sendToAll(): Promise<SentMessage[]> {
  const { sql } = fixture.database;
  await fixture.createCampaign(MESSAGE_COUNT);
  await sql("update public.email_sends set status = 'envoyé', finished_at = now() - interval '2 hours'", []);
  const rows = await sql<Omit<SentMessage, 'messageId'>>(
    `select s.id, s.subject, s.contact_id as contact, s.recipient_email as email, s.recipient_name as name,
       private.reply_address(s.id) as "replyTo",
       s.body || E'\\n\\n--\\nStudio inc.\\n1, rue du Quai\\nSe désabonner : https://visites.exemple.test/desabonnement?jeton=x' as body
     from public.email_sends s where s.step = 0 order by s.recipient_email`,
    [],
  );
  return rows.map((row) => ({ ...row, messageId: `<es/${row.id}@exemple.test>` }));
}

function writeAll(sent: SentMessage[]): WrittenMessage[] {
  const random = createSeededRandom(seed);
  const rest = [...sent];
  const some = (share: number, one: (message: SentMessage, index: number) => WrittenMessage) =>
    rest.splice(0, Math.round(MESSAGE_COUNT * share)).map(one);
  return [
    ...some(kindShares.reply, (message, index) => writeReply(message, random, index)),
    ...some(kindShares.absence, (message, index) => writeAbsence(message, random, index)),
    ...some(kindShares.bounce, writeBounce),
    ...some(kindShares.removal, (message, index) => writeRemoval(message, random, index)),
    ...some(kindShares.forged, writeForged),
    ...some(kindShares.loop, writeLoop),
  ];
}

type StoredMessage = {
  kind: string;
  contact_id: string | null;
  email_send_id: string | null;
  applied: boolean;
  replied: boolean;
  suppressed: boolean;
  copies: number;
};

test('each in its thread, no absence counted as an answer, nothing by a forged sender, three deliveries are one row', {
  retry: 0,
}, async () => {
  const { sql } = fixture.database;
  const sent = await sendToAll();
  const written = writeAll(sent);
  expect(clientNames).toHaveLength(8);
  const begun = performance.now();
  const found: { message: WrittenMessage; stored: StoredMessage; body: string }[] = [];
  for (const [index, message] of written.entries()) {
    const { message: read } = await readMessage(Buffer.from(message.raw), 'amazonses.com', []);
    const provider_id = `p-${index}`;
    const digest = createHash('sha256').update(provider_id).digest('hex');
    const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
    const given = { id, provider_id, ...read, received_at: new Date().toISOString() };
    // The third delivery has the same Message-ID under another id of the provider.
    const again = { ...given, id: crypto.randomUUID(), provider_id: `${provider_id}-bis` };
    for (const delivery of [given, given, again]) {
      await sql('select public.receive_message($1::jsonb)', [JSON.stringify(delivery)]);
    }
    const [stored] = await sql<StoredMessage>(
      `select m.kind, m.contact_id, m.email_send_id, m.applied_at is not null as applied,
         coalesce(s.replied_at is not null, false) as replied,
         exists (select from public.suppressions x where x.email_hash = private.email_hash(s.recipient_email)) as suppressed,
         (select count(*)::int from public.inbound_messages c where c.message_id = m.message_id) as copies
       from public.inbound_messages m left join public.email_sends s on s.id = coalesce(m.email_send_id, $2)
       where m.id = $1`,
      [id, message.send],
    );
    found.push({ message, stored: stored as StoredMessage, body: read.body });
  }
  const ms = performance.now() - begun;

  const placed = found.filter(({ message, stored }) => stored.contact_id === message.contact);
  const of = (family: WrittenMessage['family']) => found.filter(({ message }) => message.family === family);
  const wrong = found.filter(({ message, stored }) => {
    if (stored.contact_id !== message.contact || stored.copies !== 1) return true;
    if (message.family === 'bounce') return stored.suppressed !== message.suppresses || stored.replied;
    if (stored.replied !== message.counts || stored.suppressed) return true;
    const kinds = { forged: ['reply'], loop: ['automatic', 'reply'] } as Record<string, string[]>;
    return !(kinds[message.family] ?? [message.family]).includes(stored.kind);
  });
  // A person's words are shown without the quoted text.
  const noisy = of('reply').filter(({ body }) => /a écrit|Se désabonner|^>/m.test(body));
  console.log(
    [
      `${found.length} messages en ${(ms / 1000).toFixed(1)} s, chacun livré trois fois : ${placed.length} au bon fil (${((100 * placed.length) / found.length).toFixed(1)} %)`,
      ...Object.keys(kindShares).map((family) => {
        const group = of(family as WrittenMessage['family']);
        const bad = wrong.filter(({ message }) => message.family === family);
        return `  ${family} : ${group.length}, erreurs ${bad.length}${bad.length > 0 ? ` (${bad.map(({ message, stored }) => `${message.by} → ${stored.kind}`).join(', ')})` : ''}`;
      }),
      `  absences comptées comme réponses ${of('absence').filter(({ stored }) => stored.replied).length} · relances arrêtées par un faux ${of('forged').filter(({ stored }) => stored.replied || stored.applied).length} · lignes en double ${found.filter(({ stored }) => stored.copies !== 1).length} · citations laissées dans le texte ${noisy.length}`,
    ].join('\n'),
  );
  expect(placed.length / found.length).toBeGreaterThanOrEqual(0.98);
  expect(of('absence').filter(({ stored }) => stored.replied || stored.kind === 'reply')).toEqual([]);
  expect(of('forged').filter(({ stored }) => stored.replied || stored.applied)).toEqual([]);
  expect(found.filter(({ stored }) => stored.copies !== 1)).toEqual([]);
  expect(of('loop').filter(({ stored }) => stored.replied)).toEqual([]);
  expect(of('bounce').filter(({ message, stored }) => stored.suppressed !== message.suppresses)).toEqual([]);
  expect(wrong.length).toBeLessThanOrEqual(found.length * 0.02);
  expect(noisy).toEqual([]);
  // Receiving messages sends none.
  expect(await sql("select id from public.notifications where kind <> 'campaign_alert'", [])).toEqual([]);
  expect(sent[0]?.email).not.toBe(studio);
  // Receiving messages creates no contact.
  expect(await sql('select id from public.contacts', [])).toHaveLength(MESSAGE_COUNT);
});
