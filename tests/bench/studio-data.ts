/** Runs a query, or several without parameters, on the connection that fills the tables. */
export type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** The administrator in whose name the tables are read. */
export const ADMIN = 'a0000000-0000-4000-8000-000000000002';
/** The segment of every contact of Laval, and the trip with stops. */
export const SEGMENT = 'd0000000-0000-4000-8000-000000000003';
export const TRIP = 'd0000000-0000-4000-8000-000000000004';

/**
 * Fills a studio with French words, as after years of business, and gathers statistics as autovacuum would have: contacts who
 * may be written to, their organisations and municipalities, messages, requests, quotes and a trip. Triggers rest: each
 * contact would look for its town.
 */
export async function fillStudio(run: Run, contacts: number, messages: number): Promise<void> {
  await run("set statement_timeout = 0; set maintenance_work_mem = '1GB'");
  await run(`insert into auth.users (id, email, aud, role) values ('${ADMIN}', 'admin@exemple.test', 'authenticated', 'authenticated');
    insert into public.user_roles (user_id, role) values ('${ADMIN}', 'admin')`);
  // The indexes of words are made once the rows stand, as a restore does.
  const indexes = await run(
    "select indexname as name, indexdef as made from pg_indexes where schemaname = 'public' and indexdef like '%USING gin%'",
  );
  for (const { name } of indexes) await run(`drop index public.${name}`);
  await run('set session_replication_role = replica');
  await run(
    `create temp table words as
       select n, (
         select string_agg((array['ra','li','mon','tre','ville','ber','sta','tion','sou','miss','voi','rie','pho','to','neige','par','cours',
           'gra','ment','é','que','bec','lac','pont','mu','ni','ci','pal','ges','ches'])[1 + (hashtext(n || ':' || i) & 1023) % 30], '')
         from generate_series(1, 2 + n % 3) as i
       ) as word
       from generate_series(0, 7999) as n`,
  );
  await run('create index on words (n); analyze words');
  await run(
    `create temp table passages as
       select p as n, (
         select string_agg(case
           when (hashtext(p || '-' || i) & 1023) % 4 = 0
             then (array['bonjour','merci','nous','avec','votre','visite','photos','soumission','événements','rues','stationnement','relevé','hiver'])[1 + (hashtext(i || '+' || p) & 1023) % 13]
           else (select word from words where words.n = (hashtext(p || '/' || i) & 2147483647) % 8000) end,
           case i % 12 when 0 then E'\\n' else ' ' end order by i)
         from generate_series(1, 70) as i
       ) as text
       from generate_series(0, 1999) as p`,
  );
  await run('create index on passages (n); analyze passages');
  await run(
    `insert into public.municipalities (code, kind, name, mrc_code, mrc_name, region, population, latitude, longitude, source)
       select (10000 + n)::text, 'municipalité', initcap(word), (100 + n % 100)::text, 'MRC ' || n % 100,
         (private.regions())[1 + n % 17], n * 37, 45 + (n % 40) / 10.0, -79 + (n % 200) / 10.0, 'Banc'
       from words where n < 1100;
     insert into public.municipalities (code, kind, name, region, source)
       select (100 + n)::text, 'mrc', 'MRC ' || n, (private.regions())[1 + n % 17], 'Banc' from generate_series(0, 99) as n`,
  );
  const company =
    "(array['Municipalité de ', 'Ville de ', 'Auberge ', 'Camping ', 'MRC de '])[1 + w.n % 5] || 'Saint-' || initcap(w.word)";
  await run(
    `insert into public.organisations (id, kind, name, city, region)
       select md5('organisation ' || w.n)::uuid, 'entreprise', ${company}, initcap(w.word), 'Laval' from words as w
     on conflict do nothing`,
  );
  await run(
    `insert into public.contacts (company, name, email, phone, city, region, municipality_code, organisation_id, created_at, updated_at)
       select ${company},
         initcap(v.word) || ' ' || (array['Tremblay', 'Gagnon', 'Roy', 'Côté', 'Bouchard', 'Gauthier', 'Morin'])[1 + i % 7],
         'personne' || i || '@exemple.test', '418 555-' || lpad((i % 10000)::text, 4, '0'), initcap(w.word), 'Laval',
         case when w.n < 1100 then (10000 + w.n)::text end, o.id, now() - i * interval '20 minutes', now() - i * interval '20 minutes'
       from generate_series(1, ${contacts}) as i join words w on w.n = i % 8000 join words v on v.n = (i * 31) % 8000
       left join public.organisations as o on o.id = md5('organisation ' || w.n)::uuid`,
  );
  await run(
    `insert into public.consent_events (contact_id, email, basis, occurred_at)
       select id, email, 'express', now() - interval '1 day' from public.contacts`,
  );
  await run(
    `insert into public.inbound_messages (id, provider_id, from_email, from_name, subject, body, kind, contact_id, applied_at, received_at)
       select gen_random_uuid(), 'p' || i, 'ecrit' || i % 40000 || '@exemple.test', 'Personne ' || i % 40000, replace(left(p.text, 40), E'\\n', ' '),
         'Bonjour, ' || p.text, 'reply', c.id, now(), now() - i * interval '7 minutes'
       from generate_series(1, ${messages}) as i join passages p on p.n = i % 2000
       left join (select id, row_number() over (order by id) as n from public.contacts) as c on c.n = 1 + i % ${contacts}`,
  );
  await run(
    `insert into public.quote_requests
       (organization_name, contact_name, email, organization_type, service_type, status, message, created_at)
       select 'Ville ' || initcap(w.word), 'Personne ' || i, 'demande' || i || '@exemple.test', 'ville', 'autre',
         (case when i % 50 = 0 then 'nouveau' else 'répondu' end)::public.request_status, p.text, now() - i * interval '1 hour'
       from generate_series(1, 20000) as i join words as w on w.n = i % 8000 join passages p on p.n = i % 2000`,
  );
  await run(
    `insert into public.quotes (organization_name, subject, contact_id, lines, created_at)
       select c.company, 'Relevé', c.id,
         '[{"description": "Relevé des rues", "quantity": "1.000", "unit": "jour", "unitPriceCents": 140000}]',
         c.created_at
       from (select * from public.contacts order by id limit 5000) as c;
     insert into public.invoices (quote_id, kind, organization_name, subject, created_at)
       select id, 'balance', organization_name, subject, created_at from public.quotes;
     insert into public.contact_segments (id, name, definition) values ('${SEGMENT}', 'Tous', '{"region": ["Laval"]}');
     insert into public.trip_plans (id, city, region, start_date, end_date, municipality_code, stop_ids)
       values ('${TRIP}', 'Laval', 'Laval', current_date, current_date, '10001', array(select id from public.contacts order by id limit 40))`,
  );
  await run('set session_replication_role = origin');
  for (const { made } of indexes) await run(String(made));
  const tables = await run(
    `select oid::regclass::text as name from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r' and pg_relation_size(oid) > 0`,
  );
  for (const { name } of tables) await run(`vacuum analyze ${name}`);
}
