import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replaceRows, writeRows } from '../../supabase/operations/database-rows.ts';
import { type SenderFixture, startSenderFixture } from '../database/fixtures/sender.ts';

type Row = Record<string, unknown>;

const PEOPLE = 150;
const STOPPED_AFTER = 21;
const copyAges = { '5 minutes': 5, '5 heures': 300, '5 jours': 7_200 };

let fixture: SenderFixture;
let client: pg.Client;
let folder: string;
/** Records outside the database, as the bucket « send-mark » holds them. */
let outside: { number: number; refusals: string[] } | null = null;

beforeAll(async () => {
  fixture = await startSenderFixture(400);
  folder = await mkdtemp(join(tmpdir(), 'restore-drill-'));
  client = new pg.Client({ connectionString: fixture.database.url });
  await client.connect();
  await sql('update public.sending_settings set warms_up = false');
  await compare();
});

afterAll(async () => {
  await client?.end();
  await fixture?.stop();
  await rm(folder, { recursive: true, force: true });
});

const sql = <T extends Row = Row>(text: string, values: unknown[] = []) =>
  fixture.database.sql<T>(text, values);

/** Compares the outside records with the database as the sender does first, and stores the answer. */
async function compare(): Promise<boolean> {
  type Answer = { held: boolean; number: number; refusals: string[] | null };
  const [row] = await sql<{ answer: Answer }>('select public.compare_send_mark($1, $2) as answer', [
    outside?.number ?? null,
    outside?.refusals ?? null,
  ]);
  if (!row) throw new Error('No answer');
  const { held, number, refusals } = row.answer;
  outside = { number, refusals: refusals ?? outside?.refusals ?? [] };
  return held;
}

/** A provider that accepts everything and records the recipients. */
class Sink {
  readonly accepted: { email: string; step: number }[] = [];

  /** Runs the sender once: recognises a restored copy, claims, counts outside, sends, records. */
  async run(most = 1_000, { records = true } = {}): Promise<Row[]> {
    await compare();
    const taken: Row[] = [];
    while (taken.length < most) {
      const claimed = await sql('select * from public.claim_email_sends($1, true)', [
        Math.min(25, most - taken.length),
      ]);
      if (claimed.length === 0) return taken;
      for (const message of claimed) {
        const [mark] = await sql<{ number: string | null }>('select public.next_send_mark() as number');
        if (mark?.number == null || !outside) return taken;
        outside.number = Number(mark.number);
        this.accepted.push({ email: String(message.recipient_email), step: Number(message.step) });
        taken.push(message);
      }
      if (records) await this.record(claimed);
    }
    return taken;
  }

  async record(messages: Row[]): Promise<void> {
    for (const { id, lease_token } of messages)
      await sql("select public.finish_email_send($1, $2, 'accepted')", [id, lease_token]);
  }

  get emails(): string[] {
    return [...new Set(this.accepted.map(({ email }) => email))];
  }

  get twice(): number {
    const keys = this.accepted.map(({ email, step }) => `${email} ${step}`);
    return keys.length - new Set(keys).size;
  }
}

/** Lists the business tables except the one that triggers keep. */
async function tables(): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private') and tablename <> 'address_consents'",
  );
  return rows.map(({ name }) => name);
}

const copyOf = (table: string) => `copy."${table.replaceAll('"', '')}"`;

/** Copies the tables inside the database, without the product's own scripts. */
async function copyByHand(): Promise<void> {
  const names = await tables();
  await fixture.database.runAsPlatform(
    `drop schema if exists copy cascade; create schema copy;
     ${names.map((name) => `create table ${copyOf(name)} as table ${name};`).join('\n')}`,
  );
}

async function putBackByHand(): Promise<void> {
  const names = await tables();
  const columns = new Map<string, string>();
  for (const name of names) {
    const [row] = await sql<{ list: string }>(
      `select string_agg(quote_ident(attname), ',') as list from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    );
    columns.set(name, row?.list ?? '');
  }
  await fixture.database.runAsPlatform(`
    begin;
    set local session_replication_role = replica;
    ${names.map((name) => `delete from ${name};`).join('\n')}
    ${names.map((name) => `insert into ${name} (${columns.get(name)}) overriding system value select ${columns.get(name)} from ${copyOf(name)};`).join('\n')}
    commit;`);
}

/** Makes the copy older by some minutes. */
const ageCopy = (minutes: number) =>
  fixture.database.runAsPlatform(`
    update public.campaigns set server_seen_at = server_seen_at - interval '${minutes} minutes', driven_until = null;
    update public.email_sends set first_attempt_at = first_attempt_at - interval '${minutes} minutes',
      next_attempt_at = next_attempt_at - interval '${minutes} minutes', finished_at = finished_at - interval '${minutes} minutes';`);

const cases = (['npm run restore', 'by hand'] as const).flatMap((way) =>
  (['same', 'another'] as const).flatMap((key) =>
    (['between', 'during'] as const).flatMap((moment) =>
      Object.entries(copyAges).map(([age, minutes]) => ({ way, key, moment, age, minutes })),
    ),
  ),
);

it.each(cases)(
  'a copy put back $way, $key key, $age old, made $moment sendings: nobody twice, nobody who left',
  async ({ way, key, moment, minutes }) => {
    const sink = new Sink();
    const campaign = await fixture.createCampaign(PEOPLE);
    // The browser that created it is closed.
    await sql('update public.campaigns set driven_until = null where id = $1', [campaign]);
    await sink.run(STOPPED_AFTER);
    expect(sink.accepted).toHaveLength(STOPPED_AFTER);
    const underWay = moment === 'during' ? await sink.run(4, { records: false }) : [];
    if (moment === 'between') await fixture.asAdmin('pause_campaign', { campaign });

    const madeAt = new Date(Date.now() - minutes * 60_000).toISOString();
    const rows = way === 'by hand' ? await copyByHand() : await writeRows(client, folder);

    await sink.record(underWay);
    if (moment === 'between') await fixture.asAdmin('resume_campaign', { campaign });
    await sink.run();
    expect(sink.accepted).toHaveLength(PEOPLE);
    const left = sink.emails.slice(-2);
    for (const email of left)
      await sql(
        'select public.unsubscribe(unsubscribe_token) from public.email_sends where campaign_id = $1 and recipient_email = $2',
        [campaign, email],
      );
    // The sender runs a minute later, when nothing is left to send.
    await compare();

    if (rows) await replaceRows(client, folder, { rows, madeAt });
    else await putBackByHand();
    await ageCopy(minutes);
    if (key === 'another')
      await fixture.database.runAsPlatform('update private.hash_key set key = sha256(key)');

    await sink.run();
    expect(sink.accepted).toHaveLength(PEOPLE);
    expect(await compare()).toBe(true);

    // A person completes the screen: the provider's list, the campaign, and the release. The provider does
    // not know who unsubscribed by our own link.
    if (key === 'another')
      await fixture.asAdmin('reapply_suppressions', { addresses: left, is_complete: true });
    await fixture.asAdmin('apply_provider_list', {
      entries: sink.emails.map((email) => ({ email, event: 'sent' })),
    });
    await fixture.asAdmin('resume_campaign', { campaign });
    await fixture.asAdmin('lift_sending_hold', {});
    const before = sink.accepted.length;
    await sink.run();
    const toLeft = sink.accepted.slice(before).filter(({ email }) => left.includes(email)).length;
    console.log(
      `${way} · clé ${key === 'same' ? 'identique' : 'autre'} · ${minutes} min · ${moment}: ${sink.accepted.length} accepted, ${sink.twice} twice, ${toLeft} to who left`,
    );
    expect([sink.twice, toLeft]).toEqual([0, 0]);
    await fixture.database.runAsPlatform(
      "delete from public.campaigns; delete from public.suppressions; update public.contacts set status = 'nouveau';",
    );
    outside = outside && { ...outside, refusals: [] };
  },
);
