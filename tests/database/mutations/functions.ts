import type { Engine } from '../engines/engine.ts';
import { campaignFunctionMutations } from './campaigns.ts';
import { consentFunctionMutations } from './consent.ts';
import { contactFunctionMutations } from './contacts.ts';
import type { FunctionMutation } from './function-mutation.ts';
import { behaviour, catalogue, type Mutation } from './mutation.ts';
import { outboxFunctionMutations } from './outbox.ts';
import { prospectFunctionMutations } from './prospects.ts';
import { tourFunctionMutations } from './tours.ts';

const adminBody = /select exists \([\s\S]*?\);/;
const admin = {
  function: 'private.is_admin',
  objects: ['contacts', 'tags', 'user_roles'],
  hints: ['autre rôle que admin'],
};
const limit = {
  function: 'private.limit_quote_requests',
  objects: ['quote_requests'],
  hints: ['hachés', 'clé secrète', '10 minutes', '40 demandes', '300 demandes'],
};
const address = {
  function: 'private.client_address',
  objects: ['quote_requests', 'tour_openings'],
  hints: ['une seule part', 'chacun sa part', 'dernière entrée'],
};
const opening = { function: 'private.record_tour_opening', objects: ['tour_openings', 'virtual_tours'] };
const order = { function: 'public.reorder_tags', objects: ['tags'] };
const figures = { function: 'public.dashboard_stats', objects: ['dashboard'] };
const chart = { function: 'public.openings_by_month', objects: ['dashboard'] };

const register = { function: 'public.import_municipalities', objects: ['municipalities'] };
const around = { function: 'public.places_within', objects: ['municipalities'] };
const distance = { function: 'private.distance_km', objects: ['municipalities'] };
const tripSave = { function: 'public.save_trip_plan', objects: ['trip_plans'] };
const tripCounts = { function: 'public.trip_plan_counts', objects: ['trip_plans'] };
const placeKey = { function: 'private.place_key', objects: ['municipalities'] };

const edits: FunctionMutation[] = [
  ...contactFunctionMutations,
  ...campaignFunctionMutations,
  ...consentFunctionMutations,
  ...prospectFunctionMutations,
  ...outboxFunctionMutations,
  ...tourFunctionMutations,
  { ...admin, what: 'toujours vrai', from: adminBody, to: 'select true;' },
  { ...admin, what: 'vrai pour tout connecté', from: adminBody, to: 'select auth.uid() is not null;' },
  { ...admin, what: 'sans regarder qui', from: 'user_id = auth.uid() and', to: '' },
  { ...admin, what: 'sans regarder le rôle', from: " and role = 'admin'", to: '' },
  {
    ...{ ...admin, what: "croit aussi les métadonnées que l'on écrit soi-même", from: adminBody },
    to: `select exists (select 1 from public.user_roles where user_id = auth.uid() and role = 'admin')
           or auth.jwt() -> 'user_metadata' ->> 'role' = 'admin';`,
  },
  { ...admin, objects: ['functions'], what: 'sans search_path fixé', from: / SET search_path TO ''/, to: '' },
  { ...limit, what: 'cent demandes par adresse', from: '>= 10', to: '>= 100' },
  { ...limit, what: 'onze demandes par adresse', from: '>= 10', to: '>= 11' },
  { ...limit, what: 'neuf demandes par adresse', from: '>= 10', to: '>= 9' },
  { ...limit, what: 'quatre demandes par courriel', from: '>= 3', to: '>= 4' },
  {
    ...limit,
    what: 'courriel compté avec sa casse',
    from: "lower(coalesce(new.email, ''))",
    to: "coalesce(new.email, '')",
  },
  { ...limit, what: "fenêtre d'une seconde", from: "interval '10 minutes'", to: "interval '1 second'" },
  { ...limit, what: 'fenêtre de neuf minutes', from: "interval '10 minutes'", to: "interval '9 minutes'" },
  { ...limit, what: "fenêtre d'un jour", from: "interval '10 minutes'", to: "interval '1 day'" },
  {
    ...limit,
    what: 'les connectés ne sont pas comptés',
    from: "= 'service_role'",
    to: "in ('service_role', 'authenticated')",
  },
  {
    ...limit,
    what: 'la clé secrète est comptée',
    from: "or current_setting('role', true) = 'service_role'",
    to: '',
  },
  {
    ...limit,
    what: 'sans verrou par adresse',
    from: 'perform pg_advisory_xact_lock(1, hashtext(address_key));',
    to: '',
  },
  {
    ...limit,
    what: 'sans verrou par courriel',
    from: 'perform pg_advisory_xact_lock(2, hashtext(email_key));',
    to: '',
  },
  {
    ...limit,
    what: 'adresse gardée en clair',
    from: /encode\(sha256\(convert_to\('address:' \|\| address, 'UTF8'\)\), 'hex'\)/,
    to: "'address:' || address",
  },
  { ...limit, what: 'traces jamais effacées', from: 'where accepted_at <= window_start', to: 'where false' },
  { ...limit, what: 'refus en anglais', from: 'Trop de demandes ont été envoyées', to: 'Too many requests' },
  { ...limit, what: 'refus sous un autre statut que 429', from: 'PT429', to: 'PT400' },
  { ...limit, what: 'une seule part pour tous', from: '|| address,', to: "|| 'tous'," },
  { ...address, what: 'première entrée de x-forwarded-for', from: "',', -1", to: "',', 1" },
  {
    ...address,
    what: 'adresses IPv4 écrites en IPv6 rangées ensemble',
    from: "address::inet <<= inet '::ffff:0:0/96'",
    to: 'false',
  },
  { ...address, what: "chaque adresse d'un /64 à part", from: 'address::inet, 64', to: 'address::inet, 128' },
  {
    ...address,
    what: 'inconnue hors mandataire, donc non comptée',
    from: "'unknown'",
    to: 'gen_random_uuid()::text',
  },
  { ...opening, what: 'cinq cents navigateurs par adresse', from: 'integer := 5', to: 'integer := 500' },
  { ...opening, what: 'un seul navigateur par adresse', from: 'integer := 5', to: 'integer := 1' },
  { ...opening, what: 'robots comptés', from: "browser ~* 'bot", to: "browser ~* 'personne" },
  { ...opening, what: 'brouillons comptés', from: "and status = 'published'", to: '' },
  {
    ...opening,
    what: 'la même personne comptée à chaque fois',
    from: 'if is_new is not true',
    to: 'if false',
  },
  { ...opening, what: 'sans verrou', from: /perform pg_advisory_xact_lock\(3[^;]*;/, to: '' },
  { ...opening, what: 'traces de la veille gardées', from: 'where day < today', to: 'where false' },
  {
    ...register,
    what: 'tout le monde importe',
    from: 'and not (select private.is_admin())',
    to: 'and false',
  },
  { ...register, what: 'la clé secrète refusée', from: "is distinct from 'service_role'", to: 'is not null' },
  { ...register, what: 'écrit aussi à blanc', from: 'if dry_run then', to: 'if false then' },
  {
    ...register,
    what: 'efface les coordonnées',
    from: 'latitude = coalesce(excluded.latitude, known.latitude)',
    to: 'latitude = excluded.latitude',
  },
  { ...register, what: "garde l'ancienne source", from: 'source = excluded.source,', to: '' },
  { ...register, what: 'réécrit ce qui ne change pas', from: /where \(known\.kind[\s\S]*?;/, to: ';' },
  { ...around, what: 'plus loin que le rayon', from: 'where distance <= $3', to: '' },
  { ...around, what: 'sans ordre', from: 'order by distance, code', to: 'order by code desc' },
  {
    ...around,
    what: 'MRC nulle part',
    from: 'coalesce(place.latitude, middle.latitude)',
    to: 'place.latitude',
  },
  {
    ...around,
    what: 'MRC toujours au milieu',
    from: 'coalesce(place.latitude, middle.latitude)',
    to: 'coalesce(middle.latitude, place.latitude)',
  },
  { ...distance, what: 'à plat', from: 'cos(radians(latitude_a)) * cos(radians(latitude_b)) *', to: '' },
  { ...distance, what: 'en milles', from: '6371.0088', to: '3958.76' },
  { ...placeKey, what: 'accents comptés', from: 'NFD', to: 'NFC' },
  { ...placeKey, what: '« St » laissé tel quel', from: "'\\mst\\M', 'saint'", to: "'\\mst\\M', 'st'" },
  {
    ...tripSave,
    what: 'au nom de personne',
    from: 'auth.uid(), save_trip_plan.city',
    to: 'null, save_trip_plan.city',
  },
  { ...tripSave, what: 'écrase en silence', from: 'if known_at is distinct from read_at', to: 'if false' },
  { ...tripSave, what: 'sans dire qu’il n’existe plus', from: 'if not found', to: 'if false' },
  {
    ...tripSave,
    what: 'garde les anciens types',
    from: /delete from public\.trip_plan_tags[\s\S]*?;/,
    to: '',
  },
  { ...tripSave, what: 'efface les types des autres', from: 'link.trip_plan_id = saved_id and', to: '' },
  { ...tripSave, what: 'sans coordonnées', from: 'place.latitude, place.longitude', to: 'null, null' },
  {
    ...tripSave,
    what: 'passe à côté des politiques',
    from: ' LANGUAGE plpgsql',
    to: ' LANGUAGE plpgsql SECURITY DEFINER',
  },
  { ...tripCounts, what: 'passe à côté des politiques', from: ' STABLE', to: ' STABLE SECURITY DEFINER' },
  { ...tripCounts, what: 'rejetés comptés comme contacts', from: "= 'accepted'", to: "<> 'pending'" },
  { ...opening, what: 'préchargements comptés', from: "'prefetch|prerender'", to: "'rien'" },
  { ...order, what: 'sans regarder qui', from: 'not (select private.is_admin())', to: 'false' },
  {
    ...order,
    what: 'sans compter',
    from: 'cardinality(ids) <> (select count(*) from public.tags)',
    to: 'false',
  },
  {
    ...order,
    what: 'sans comparer',
    from: /exists \(select id from public.tags except[^)]*\)\)/,
    to: 'false',
  },
  { ...order, what: 'sans verrou', from: /lock table [^;]*;/, to: '' },
  {
    ...order,
    what: 'à partir de un',
    from: 'display_order = listed.position - 1',
    to: 'display_order = listed.position',
  },
  { ...order, what: 'refus sous un autre statut que 409', from: 'PT409', to: 'PT400' },
  { ...figures, what: 'dits à tout connecté', from: 'where (select private.is_admin())', to: 'where true' },
  {
    ...figures,
    what: 'à venir demain seulement',
    from: /start_date >= clock\.today/g,
    to: 'start_date > clock.today',
  },
  { ...figures, what: 'le prochain peut être annulé', from: "and status <> 'annulé'", to: '' },
  {
    ...figures,
    what: 'le dernier pour le prochain',
    from: 'order by start_date,',
    to: 'order by start_date desc,',
  },
  {
    ...figures,
    what: 'les brouillons ne comptent pas',
    from: 'from public.virtual_tours',
    to: "from public.virtual_tours where status = 'published'",
  },
  {
    ...figures,
    what: 'comptés sur la première page',
    from: 'from public.contacts',
    to: 'from (select * from public.contacts limit 1000)',
  },
  { ...figures, what: 'courriels en attente comptés', from: "where status = 'envoyé'", to: '' },
  {
    ...figures,
    what: 'demandes répondues comptées',
    from: "from public.quote_requests where status = 'nouveau'",
    to: 'from public.quote_requests',
  },
  { ...chart, what: 'dites à tout connecté', from: 'where (select private.is_admin())', to: 'where true' },
  { ...chart, what: 'treize mois', from: "'11 months'", to: "'12 months'" },
  { ...chart, what: 'mois vides omis', from: 'left join', to: 'join' },
  {
    ...chart,
    what: 'le premier du mois suivant compris',
    from: 'counted.day < months',
    to: 'counted.day <= months',
  },
  { ...chart, what: 'le premier du mois oublié', from: 'counted.day >= months', to: 'counted.day > months' },
];

/** The functions on which policies and limits rest, each with one careless change. */
export async function functionMutations(engine: Engine): Promise<Mutation[]> {
  const rows = await catalogue<{ name: string; definition: string }>(
    engine,
    `select p.oid::pg_catalog.regproc::text as name, pg_catalog.pg_get_functiondef(p.oid) as definition
       from pg_catalog.pg_proc p where p.pronamespace in ('private'::pg_catalog.regnamespace, 'public'::pg_catalog.regnamespace)`,
  );
  return edits.map(({ function: name, what, from, to, objects, hints = [] }) => {
    const definition = rows.find((row) => row.name === name)?.definition ?? '';
    const apply = definition.replace(from, () => to);
    if (apply === definition) throw new Error(`${name} no longer holds ${from}: write this mutation anew`);
    return {
      name: `${name} · ${what}`,
      ...{ objects: [...objects, 'functions'], suites: ['attacks', ...behaviour, 'catalogue'] },
      hints: [
        ...hints,
        'import de contacts',
        "dossier d'un contact",
        "boîte d'envoi",
        'soumissions',
        'demande',
        'ouvertures',
        'municipalités',
        'déplacements',
        'part',
        'enregistrer une visite',
        'ordre des tags',
        'tableau de bord',
      ],
      ...{ apply, revert: definition },
    };
  });
}
