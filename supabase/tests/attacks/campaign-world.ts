import { equal } from 'node:assert/strict';
import { reset } from '../cells/world.ts';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';

const id = (kind: number, index: number) => `d${kind}000000-0000-4000-8000-00000000000${index}`;

export const template = id(1, 0);
export const otherTemplate = id(1, 1);
/** Contacts 0 to 4: each consented expressly, each « nouveau ». */
export const contact = (index: number) => id(2, index);
const people = [0, 1, 2, 3, 4];
export const everybody = people.map(contact);

/** A studio that may write, two templates, five people who agreed. */
async function plant(engine: Engine): Promise<void> {
  await engine.sql(`
    insert into public.settings (id, sender_name, legal_name, postal_address, contact_email, verified_senders)
    values (1, 'Studio', 'Studio inc.', '1, rue du Quai, Percé', 'studio@exemple.test', '{studio@exemple.test}');
    insert into public.email_templates (id, name, subject, body) values
      ('${template}', 'Premier', 'Pour {entreprise}', E'Bonjour {nom|Madame, Monsieur},\\n{ville}'),
      ('${otherTemplate}', 'Second', 'Encore {nom}', 'Rebonjour {nom}');
    insert into public.contacts (id, name, company, email, city, region)
    select id, 'Personne ' || n, 'Organisme ' || n, 'personne' || n || '@exemple.test', 'Percé', 'Gaspésie'
    from (values ${people.map((n) => `('${contact(n)}'::uuid, ${n})`)}) as planted (id, n);
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
    select id, email, 'express', now() - interval '1 month', 'Formulaire' from public.contacts;
  `);
}

/** A check that begins with that world and leaves an empty database. */
export function campaignCheck(
  name: string,
  run: (engine: Engine) => Promise<void>,
  more: { object?: string; needs?: Check['needs'] } = {},
): Check {
  return {
    ...{ name: `attaque · campagnes · ${name}`, object: 'email_sends' },
    ...more,
    run: async (engine) => {
      await reset(engine);
      try {
        await plant(engine);
        await run(engine);
      } finally {
        await reset(engine);
      }
    },
  };
}

export function rpc(engine: Engine, role: Role, name: string, body: Row): Promise<Answer> {
  return engine.request(role, { method: 'POST', path: `/rest/v1/rpc/${name}`, body });
}

/** The answer of a call that must succeed. */
export async function done<T = unknown>(
  engine: Engine,
  role: Role,
  name: string,
  body: Row = {},
): Promise<T> {
  const answer = await rpc(engine, role, name, body);
  equal(answer.status < 300, true, `${name}: ${answer.status} ${answer.text}`);
  return answer.body as T;
}

/** What the form sends for everybody, now. */
export const details = (change: Row = {}): Row => ({
  ...{ name: 'Campagne', template_id: template, send_now: true, from_email: 'studio@exemple.test' },
  ...change,
});

export const create = (engine: Engine, change: Row = {}, ids: string[] = everybody): Promise<string> =>
  done<string>(engine, 'admin', 'create_campaign', { details: details(change), contact_ids: ids });

/** A campaign that no browser drives: the dispatcher's own. */
export async function created(engine: Engine, change: Row = {}, ids: string[] = everybody): Promise<string> {
  const campaign = await create(engine, change, ids);
  await engine.sql('update public.campaigns set driven_until = null', []);
  return campaign;
}

export const claim = (engine: Engine, batch = 10, sameKeyIsSafe = false, more: Row = {}): Promise<Row[]> =>
  done<Row[]>(engine, 'service', 'claim_email_sends', { batch, same_key_is_safe: sameKeyIsSafe, ...more });

export const finish = (engine: Engine, row: Row, outcome: string, more: Row = {}): Promise<unknown> =>
  done(engine, 'service', 'finish_email_send', {
    ...{ send_id: row.id, token: row.lease_token, outcome },
    ...more,
  });

/** Claims and accepts everything that is due. */
export async function sendAll(engine: Engine): Promise<Row[]> {
  const rows = await claim(engine, 100);
  for (const row of rows) await finish(engine, row, 'accepted', { sent_as: `fournisseur-${row.id}` });
  return rows;
}

/** Each message as « step:status », sorted: what a reader compares. */
export async function states(engine: Engine): Promise<string[]> {
  const rows = await engine.sql<{ line: string }>(
    "select step || ':' || status as line from public.email_sends order by 1",
    [],
  );
  return rows.map(({ line }) => line);
}

export async function statusOf(engine: Engine, campaign: string): Promise<unknown> {
  return (await engine.sql('select status from public.campaigns where id = $1', [campaign]))[0]?.status;
}

/** One message as it stands, with the seconds until its next attempt. */
export async function stateOf(engine: Engine, send: unknown): Promise<Row> {
  const [row] = await engine.sql(
    `select status, attempts, last_error, provider_id, may_have_arrived, lease_token is not null as held,
            finished_at is not null as finished, round(extract(epoch from next_attempt_at - now()))::int as wait
       from public.email_sends where id = $1`,
    [send],
  );
  return row ?? {};
}

export const comeDue = (engine: Engine) =>
  engine.sql("update public.email_sends set next_attempt_at = now() - interval '1 second'", []);

/** Nobody but those named may call it: each refusal is a missing right, and nothing moved. */
export async function mustRefuse(engine: Engine, roles: Role[], name: string, body: Row): Promise<void> {
  const before = await states(engine);
  for (const role of roles) {
    const answer = await rpc(engine, role, name, body);
    equal((answer.body as Row | null)?.code, '42501', `${name} · ${role}: ${answer.status} ${answer.text}`);
  }
  equal(JSON.stringify(await states(engine)), JSON.stringify(before));
}
