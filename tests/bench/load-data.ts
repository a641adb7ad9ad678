import type { RealPostgres } from '../database/engines/real-postgres.ts';

/**
 * Fills the tables as after years of business, times `scale`, with triggers disabled.
 *
 * @returns the counts, to print
 */
export async function fillYears({ sql }: RealPostgres, scale: number): Promise<string> {
  const n = (count: number) => Math.max(1, Math.round(count * scale));
  await sql(
    `begin;
     set local session_replication_role = replica;
     insert into public.virtual_tours (title, slug, url, description, location, image_url, status, is_featured, created_at)
       select 'Visite ' || i, 'visite-' || i, 'https://visites.test/' || i, repeat('Un village au bord du fleuve. ', 5),
         'Rimouski', '/images/tours/phare-de-metis.jpg', 'published', i % 100 = 0, now() - i * interval '1 hour'
       from generate_series(1, 1500) i;
     insert into public.tour_views (tour_id, day, views)
       select tour.id, current_date - day, 1 + (day % 5)
       from (select id, row_number() over () as i from public.virtual_tours) tour, generate_series(1, 670) day
       where (tour.i - 1) * 670 + day <= ${n(1_000_000)};
     insert into public.campaigns (name, template_id, status, send_now, from_email, created_at)
       select 'Campagne ' || i, (select id from public.email_templates limit 1), 'terminé', true, 'studio@exemple.test',
         now() - i * interval '3 days'
       from generate_series(1, 100) i;
     insert into public.email_sends
       (campaign_id, contact_id, subject, body, status, recipient_email, recipient_name, from_email, attempts, finished_at,
        delivered_at, provider_id, created_at)
       select campaign.id, contact.id, 'Bonjour', repeat('Voici nos visites. ', 30), 'envoyé', contact.email, contact.name,
         'studio@exemple.test', 1, campaign.created_at, campaign.created_at, 'msg_' || campaign.i || '_' || contact.i,
         campaign.created_at
       from (select id, created_at, row_number() over (order by created_at) as i from public.campaigns) campaign
       join (select id, email, name, row_number() over (order by id) as i from public.contacts) contact
         on contact.i % ${n(50_000)} between ((campaign.i * 500) % ${n(50_000)}) and ((campaign.i * 500) % ${n(50_000)}) + ${n(2_000)} - 1;
     insert into public.email_events (id, email_send_id, kind, occurred_at)
       select 'evt_' || row_number() over (), id, 'delivered', finished_at from public.email_sends limit ${n(100_000)};
     insert into public.quote_requests
       (organization_name, contact_name, email, organization_type, service_type, status, created_at)
       select 'Ville ' || i, 'Personne ' || i, 'demande' || i || '@exemple.test', 'ville', 'autre',
         (case when i % 50 = 0 then 'nouveau' else 'répondu' end)::public.request_status, now() - i * interval '1 hour'
       from generate_series(1, ${n(20_000)}) i;
     commit`,
  );
  // After two million inserts, runs what autovacuum would have done by now.
  for (const table of [
    'tour_views',
    'email_sends',
    'email_events',
    'contacts',
    'consent_events',
    'virtual_tours',
  ]) {
    await sql(`vacuum analyze public.${table}`);
  }
  const [counts] = await sql<Record<string, number>>(
    `select (select count(*)::int from public.tour_views) as "vues par jour",
       (select count(*)::int from public.contacts) as contacts, (select count(*)::int from public.email_sends) as messages,
       (select count(*)::int from public.email_events) as "événements",
       (select count(*)::int from public.quote_requests) as demandes`,
  );
  return Object.entries(counts ?? {})
    .map(([name, count]) => `${count.toLocaleString('fr-CA')} ${name}`)
    .join(', ');
}

const ANY_CONTACT = '(select id from public.contacts limit 1)';

/** Queries of screens and jobs, each with the role that runs it. */
export const statements: { name: string; role: 'anon' | 'authenticated' | 'service_role'; query: string }[] =
  [
    {
      name: 'contacts, first 50 of the list',
      role: 'authenticated',
      query: 'select * from public.contacts order by created_at desc, id limit 50',
    },
    {
      name: 'contacts, last page of 1 000',
      role: 'authenticated',
      query: 'select * from public.contacts order by created_at desc, id limit 1000 offset 49000',
    },
    { name: 'contacts, count', role: 'authenticated', query: 'select count(*) from public.contacts' },
    { name: 'consents of every contact', role: 'authenticated', query: 'select public.contact_consents()' },
    {
      name: 'picker: refusals of every contact',
      role: 'authenticated',
      query: 'select public.campaign_refusals()',
    },
    { name: 'picker: last messages', role: 'authenticated', query: 'select public.contact_last_sends()' },
    {
      name: 'may_email of one contact',
      role: 'authenticated',
      query: `select public.may_email(${ANY_CONTACT})`,
    },
    {
      name: 'history of one contact',
      role: 'authenticated',
      query: `select * from public.contact_timeline(${ANY_CONTACT})`,
    },
    { name: 'dashboard figures', role: 'authenticated', query: 'select * from public.dashboard_stats()' },
    {
      name: 'dashboard views by month',
      role: 'authenticated',
      query: 'select * from public.views_by_month()',
    },
    {
      name: 'campaigns, list',
      role: 'authenticated',
      query: 'select * from public.campaigns order by created_at desc, id limit 1000',
    },
    {
      name: 'campaigns, counts of all',
      role: 'authenticated',
      query: 'select * from public.campaign_counts()',
    },
    {
      name: 'messages of one campaign, 1 000',
      role: 'authenticated',
      query:
        'select * from public.email_sends where campaign_id = (select id from public.campaigns limit 1) limit 1000',
    },
    { name: 'state of sending', role: 'authenticated', query: 'select public.sending_state()' },
    {
      name: 'quote requests, first 50',
      role: 'authenticated',
      query: 'select * from public.quote_requests order by created_at desc, id limit 50',
    },
    { name: 'retention preview', role: 'authenticated', query: 'select public.retention_preview(6, 24)' },
    {
      name: 'claim of ten messages',
      role: 'service_role',
      query: 'select * from public.claim_email_sends(10, true)',
    },
    {
      name: 'delivery event recorded',
      role: 'service_role',
      query: `select public.record_email_event('evt_new', (select id from public.email_sends limit 1), 'msg', 'delivered', now())`,
    },
    {
      name: 'portfolio, first 24',
      role: 'anon',
      query:
        "select * from public.virtual_tours where status = 'published' order by created_at desc, id limit 24",
    },
  ];
