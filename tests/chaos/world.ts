import { type RealPostgres, startRealPostgres } from '../engines/real-postgres.ts';

export const sender = 'studio@exemple.test';

/** A database of its own with contacts who consented, and the administrator's way to make campaigns for them. */
export interface World {
  database: RealPostgres;
  serviceToken: string;
  /** A campaign to so many of the contacts, sent now; answers its id. */
  createCampaign: (recipients: number) => Promise<string>;
  /** Calls a database function as the administrator. */
  asAdmin: (name: string, body: object) => Promise<unknown>;
  stop: () => Promise<void>;
}

const admin = 'a0000000-0000-4000-8000-000000000002';

/**
 * PostgreSQL 17 and PostgREST with the project's migrations, settings filled in, and `contacts` people who may be
 * written to.
 */
export async function startWorld(contacts: number): Promise<World> {
  const database = await startRealPostgres();
  const { sql, apiUrl } = database;
  await sql('insert into auth.users (id, email, aud, role) values ($1, $2, $3, $3)', [
    ...[admin, 'admin@exemple.test', 'authenticated'],
  ]);
  await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [admin]);
  await sql(
    `update public.settings set sender_name = 'Chaos', legal_name = 'Chaos inc.', postal_address = '1, rue du Quai',
       contact_email = 'chaos@exemple.test', daily_cap = 50000, verified_senders = array[$1]`,
    [sender],
  );
  await sql(
    `insert into public.contacts (company, name, email, city, region, sector, status)
       select 'Ville ' || n, 'Personne ' || n, 'personne' || n || '@exemple.test', 'Laval', 'Laval',
         'municipalité', 'nouveau'
       from generate_series(1, $1::int) n`,
    [contacts],
  );
  await sql(
    `insert into public.consent_events (contact_id, email, basis, occurred_at)
       select id, email, 'express', now() - interval '1 day' from public.contacts`,
    [],
  );
  const [template] = await sql<{ id: string }>(
    `insert into public.email_templates (name, subject, body)
       values ('Chaos', 'Bonjour {nom}', E'Bonjour {nom},\\n\\nVoici {entreprise|votre ville}.') returning id`,
    [],
  );
  const token = database.jwt({ sub: admin });
  const asAdmin = async (name: string, body: object) => {
    const answer = await fetch(`${apiUrl}/rpc/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  };
  return {
    ...{ database, asAdmin, stop: database.stop },
    serviceToken: database.jwt({ role: 'service_role' }),
    createCampaign: async (recipients) => {
      const chosen = await sql<{ id: string }>('select id from public.contacts order by random() limit $1', [
        recipients,
      ]);
      const details = { name: 'Chaos', template_id: template?.id, send_now: true, from_email: sender };
      const ids = chosen.map(({ id }) => id);
      return (await asAdmin('create_campaign', { details, contact_ids: ids })) as string;
    },
  };
}
