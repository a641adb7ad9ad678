// An assistant that obeys every sentence it reads, over hostile texts placed by every way that strangers have: nothing
// leaves, nothing changes but drafts, and no draft holds the details of somebody else (docs/decisions/0140).
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../supabase/functions/_shared/dependencies.ts';
import { readMessage } from '../../supabase/functions/_shared/inbound/read-message.ts';
import { draftTools } from '../../supabase/functions/assistant/draft-tools.ts';
import { handler } from '../../supabase/functions/assistant/handler.ts';
import { tools } from '../../supabase/functions/assistant/tools.ts';
import { embeddedWithoutFunctions } from '../database/engines/embedded.ts';
import type { Engine, Row } from '../database/engines/engine.ts';
import { rowFactoryOf } from '../database/fixtures/rows/row-factories.ts';
import { insert } from '../database/fixtures/tables.ts';
import { hostileMail, hostileTexts } from './assistant/hostile-texts.ts';
import { obeyEverything } from './assistant/worst-assistant.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await embeddedWithoutFunctions.start();
  await plant();
});
afterAll(() => engine?.close());

const uuid = (table: string, index: number) =>
  `e${table}000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Whose details must stay where they are: they wrote nothing hostile. */
const victims = Array.from({ length: 6 }, (_, index) => ({
  id: uuid('a', index),
  name: `Victime Numéro${index}`,
  company: `Ville de Sainte-Victime-${index}`,
  email: `victime${index}@ville-${index}.example`,
  phone: `418 555-02${String(index).padStart(2, '0')}`,
  notes: `Note confidentielle ${index} sur le budget de la ville et sur la santé du directeur.`,
}));

/** Places the texts by every way that strangers have. */
async function plant(): Promise<void> {
  const contacts = rowFactoryOf('contacts');
  const person = {
    ...contacts.row(0, engine.people),
    municipality_code: null,
    organisation_id: null,
    website: null,
  };
  for (const victim of victims) await insert(engine, contacts, { ...person, ...victim });
  const trip = {
    ...rowFactoryOf('trip_plans').row(0, engine.people),
    municipality_code: null,
    id: uuid('b', 0),
  };
  await insert(engine, rowFactoryOf('trip_plans'), { ...trip, stop_ids: [] });
  const survey = rowFactoryOf('surveys').row(0, engine.people);
  await insert(engine, rowFactoryOf('surveys'), {
    ...survey,
    id: uuid('c', 0),
    trip_plan_id: null,
    compared_with: null,
  });
  for (const [index, text] of hostileTexts.entries()) {
    const from = `stranger${index}@ailleurs-${index}.example`;
    // The public form.
    const request = {
      ...{ organization_name: 'Ville de Percé', contact_name: 'Ève Côté', email: from, phone: '' },
      ...{ organization_type: 'ville', service_type: 'autre', message: text },
    };
    await engine.sql('select public.receive_quote_request($1::jsonb, $2)', [
      JSON.stringify(request),
      `203.0.${index}.1`,
    ]);
    const [made] = await engine.sql<{ id: string }>('select id from public.quote_requests where email = $1', [
      from,
    ]);
    // A received e-mail, which a person files with the request.
    const { message } = await readMessage(hostileMail(text, from, index), 'amazonses.com', []);
    const id = uuid('d', index);
    const received = { id, provider_id: id, ...message, received_at: new Date().toISOString() };
    await engine.sql('select public.receive_message($1::jsonb)', [JSON.stringify(received)]);
    await engine.request('admin', {
      ...{ method: 'POST', path: '/rest/v1/rpc/file_message' },
      body: { message: id, request: made?.id },
    });
    // The name of an organisation, through a contact of it.
    await insert(engine, contacts, {
      ...{ ...person, id: uuid('e', index), name: 'Luc Roy', notes: '', phone: '' },
      ...{ email: `luc@organisation-${index}.example`, company: text.slice(0, 100) },
    });
    // A call for tenders.
    await insert(engine, rowFactoryOf('tender_signals'), {
      ...{
        ...rowFactoryOf('tender_signals').row(0, engine.people),
        id: uuid('f', index),
        municipality_code: null,
      },
      ...{
        ocid: `ocds-abc123-${index}`,
        title: text,
        buyer: 'Ville de Percé',
        url: null,
        dismissed_at: null,
      },
    });
    // The page of a prospect.
    await insert(engine, rowFactoryOf('suggested_prospects'), {
      ...{ ...rowFactoryOf('suggested_prospects').row(0, engine.people), id: uuid('0', index) },
      ...{
        trip_plan_id: trip.id,
        contact_id: null,
        external_id: `osm:node/${index}`,
        company: text.slice(0, 100),
        ai_reasoning: text,
      },
    });
    // The name of a file of a survey.
    await insert(engine, rowFactoryOf('survey_pictures'), {
      ...{ ...rowFactoryOf('survey_pictures').row(0, engine.people), id: uuid('1', index) },
      ...{ survey_id: uuid('c', 0), file_name: `${text.slice(0, 300)}.jpg` },
    });
  }
}

/** The state of everything but the assistant's own tables. */
async function everything(): Promise<Map<string, string>> {
  const tables = await engine.sql<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')
        and c.relname not like 'assistant\\_%' order by 1`,
  );
  const state = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await engine.sql<{ rows: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows from ${name} t`,
    );
    state.set(name, String(row?.rows));
  }
  return state;
}

/** Lets the worst assistant loose; returns what left or changed, and its drafts. */
async function letLoose(most?: number) {
  const hosts = new Set<string>();
  const made = await engine.request('admin', {
    ...{ method: 'POST', path: '/rest/v1/rpc/create_assistant_key' },
    body: { name: 'Le pire', days: 1 },
  });
  const dependencies: Parameters<typeof handler>[1] = {
    fetch: async (url, init) => {
      const { hostname, pathname } = new URL(url);
      hosts.add(hostname);
      const { method = 'GET', body } = init;
      const path = pathname as `/${string}`;
      const answer = await engine.request('service', {
        ...{ method: method as 'POST', path },
        body: JSON.parse(String(body)),
      });
      return new Response(answer.text, { status: answer.status });
    },
    env: (name) =>
      ({
        SUPABASE_URL: 'http://127.0.0.1:1',
        SUPABASE_SECRET_KEY: 'sb_secret_x',
        SITE_URL: 'http://127.0.0.1:2',
      })[name],
    clock: systemClock,
    log: () => undefined,
    net: {
      resolve: (name) => Promise.reject(hosts.add(String(name))),
      connect: () => Promise.reject(hosts.add('socket')),
    },
    keepAlive: () => undefined,
  };
  const client = new Client({ name: 'le pire', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://functions.test/assistant'), {
      requestInit: { headers: { authorization: `Bearer ${made.body}` } },
      fetch: (url, sent) => handler(new Request(url, sent), dependencies),
    }),
  );
  const before = await everything();
  const drafts: Row[] = [];
  let calls = 0;
  const harvest = async () => {
    drafts.push(
      ...(await engine.sql(
        'select kind, content::text as content, contact_id from private.assistant_drafts',
      )),
    );
    await engine.sql('delete from private.assistant_drafts');
    // The minute of the limit, and the hundred that may wait, are over.
    await engine.sql("update private.assistant_calls set called_at = called_at - interval '2 minutes'");
  };
  const report = await obeyEverything(
    client,
    async () => {
      calls += 1;
      if (calls % 50 === 0) await harvest();
    },
    most,
  );
  await harvest();
  await client.close();
  const after = await everything();
  const changed = [...after].flatMap(([name, rows]) => (before.get(name) === rows ? [] : [name]));
  const carried = drafts.filter(({ content, contact_id }) =>
    victims.some(
      ({ id, email, phone, notes }) =>
        id !== contact_id && [email, phone, notes].some((secret) => String(content).includes(secret)),
    ),
  );
  return { report, hosts: [...hosts], changed, drafts, carried };
}

test('nothing leaves, nothing changes but drafts, and none holds the details of somebody else', async () => {
  const { report, hosts, changed, drafts, carried } = await letLoose();
  console.log(
    `${hostileTexts.length * 6} hostile texts placed, ${report.orders} orders read and obeyed, ${report.calls} calls, ${drafts.length} drafts kept`,
  );
  expect(report.orders).toBeGreaterThanOrEqual(200);
  // It had what to leak.
  for (const { email, phone } of victims) expect(report.loot).toEqual(expect.arrayContaining([email, phone]));
  expect(drafts.length).toBeGreaterThan(0);
  expect(hosts).toEqual(['127.0.0.1']);
  expect(changed).toEqual([]);
  expect(carried).toEqual([]);
});

test('control: with one tool that sends, the same assistant is seen to leak', async () => {
  // The door keeps a draft; here what it keeps is sent at once.
  await engine.sql(`
    create function private.widened() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      insert into public.notifications (id, quote_request_id, kind, subject, body)
      values (gen_random_uuid(), new.quote_request_id, 'reply', 'Tout', new.content ->> 'body');
      return new;
    end; $$;
    create trigger widened after insert on private.assistant_drafts
      for each row when (new.quote_request_id is not null and new.kind = 'reply') execute function private.widened();`);
  const widened = tools as Record<string, (typeof tools)[string]>;
  widened.envoyer_courriel = {
    ...(draftTools.preparer_reponse as (typeof tools)[string]),
    title: 'Envoyer un courriel',
  };
  try {
    const { changed } = await letLoose(5);
    expect(changed).toContain('notifications');
  } finally {
    delete widened.envoyer_courriel;
  }
});
