-- Demo content for local use only, applied once after the migrations by `npm start` and `supabase start`.
-- The places are real; people, companies and their addresses (reserved example domains, 555 numbers) are invented.
-- Dates follow the day of seeding, so that "upcoming" stays upcoming.

-- The local administrator: admin@territoire360.test / territoire-360-local --------------------------------
-- GoTrue reads its token columns into plain strings: '' where nothing is pending, never null.
insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
  email_change, email_change_token_new, email_change_token_current, phone_change, phone_change_token,
  reauthentication_token, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
) values (
  'a0000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated', 'admin@territoire360.test',
  '$2a$10$MOP0bAzxr9H.G5OyKWPXOuYLuPuuyvgfQF7WghW37efbP3moceM7G', now(), '', '', '', '', '', '', '', '',
  '{"provider": "email", "providers": ["email"]}', '{}', now() - interval '1 year', now()
);

-- GoTrue finds people by this column; the embedded stack does not have it.
do $$
begin
  if exists (
    select 1 from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
    where id = 'a0000000-0000-4000-8000-000000000001';
  end if;
end;
$$;

insert into auth.identities (id, user_id, provider_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
values (
  'a0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'email',
  '{"sub": "a0000000-0000-4000-8000-000000000001", "email": "admin@territoire360.test", "email_verified": true, "phone_verified": false}',
  now(), now() - interval '1 year', now()
);

insert into public.user_roles (user_id, role) values ('a0000000-0000-4000-8000-000000000001', 'admin');

-- Tags: one per service of the site; icons are lucide names ----------------------------------------------
insert into public.tags (name, slug, color, icon, display_order) values
  ('Infrastructures municipales', 'infrastructures-municipales', '#2563eb', 'building-2', 0),
  ('Patrimoine et culture', 'patrimoine-et-culture', '#b45309', 'landmark', 1),
  ('Espaces naturels', 'espaces-naturels', '#15803d', 'trees', 2),
  ('Projets de développement', 'projets-de-developpement', '#7c3aed', 'hard-hat', 3),
  ('Zones commerciales', 'zones-commerciales', '#be185d', 'store', 4),
  ('Captation Street View', 'captation-street-view', '#0e7490', 'route', 5),
  ('Relevé avant déneigement', 'releve-avant-deneigement', '#475569', 'snowflake', 6),
  ('Événements', 'evenements', '#c2410c', 'calendar-days', 7);

-- Tours ---------------------------------------------------------------------------------------------------
insert into public.virtual_tours (
  title, slug, location, description, url, image_url, panorama_url, is_featured, status, view_count, created_at
) values
  (
    'Le fjord du Saguenay depuis L’Anse-Saint-Jean',
    'fjord-du-saguenay',
    'L’Anse-Saint-Jean, Saguenay–Lac-Saint-Jean',
    'À l’heure dorée, entre les falaises et les îlots, laissez-vous glisser sur l’un des fjords les plus méridionaux de l’hémisphère Nord. La visite relie le quai, la marina et les belvédères du village, avec des points d’information pour planifier une sortie en kayak ou une randonnée.',
    'http://localhost:5173/demo/visites/fjord-du-saguenay/',
    '/images/tours/fjord-du-saguenay.jpg', '/images/panoramas/fjord-du-saguenay.jpg',
    true, 'published', 4218, now() - interval '21 days'
  ),
  (
    'La baie Éternité, matin calme',
    'baie-eternite',
    'Rivière-Éternité, Saguenay–Lac-Saint-Jean',
    'Les caps se reflètent dans une eau immobile : c’est l’heure que les visiteurs manquent le plus souvent. Cette visite montre l’accueil, les sentiers et la baie du parc, pour préparer sa journée avant de prendre la route.',
    'http://localhost:5173/demo/visites/baie-eternite/',
    '/images/tours/baie-eternite.jpg', null,
    false, 'published', 1386, now() - interval '164 days'
  ),
  (
    'Le lac Archambault aux couleurs d’automne',
    'lac-archambault',
    'Saint-Donat, Lanaudière',
    'Érables rouges, brume du matin et chalet au bord de l’eau : le lac Archambault dans sa plus belle semaine. Plage, quai et sentiers sont reliés dans une même visite que la municipalité présente à ses futurs villégiateurs.',
    'http://localhost:5173/demo/visites/lac-archambault/',
    '/images/tours/lac-archambault.jpg', '/images/panoramas/lac-archambault.jpg',
    true, 'published', 3067, now() - interval '38 days'
  ),
  (
    'Saint-Élie-de-Caxton sous la neige',
    'saint-elie-de-caxton-hiver',
    'Saint-Élie-de-Caxton, Mauricie',
    'Le village des conteurs à la tombée du jour, ses fenêtres éclairées et son église au bout de la rue. La visite accompagne les activités hivernales et donne envie de venir marcher dans la légende.',
    'http://localhost:5173/demo/visites/saint-elie-de-caxton-hiver/',
    '/images/tours/saint-elie-de-caxton-hiver.jpg', '/images/panoramas/saint-elie-de-caxton-hiver.jpg',
    true, 'published', 2745, now() - interval '73 days'
  ),
  (
    'Marché de Noël de Deschambault-Grondines',
    'marche-noel-deschambault',
    'Deschambault-Grondines, Capitale-Nationale',
    'Souvenir de l’édition précédente : maisons illuminées, kiosques et parcours piétonnier au cœur du vieux village. La visite a servi à orienter les visiteurs et à remercier les commanditaires.',
    'http://localhost:5173/demo/visites/marche-noel-deschambault/',
    '/images/tours/marche-noel-deschambault.jpg', null,
    false, 'archived', 912, now() - interval '318 days'
  ),
  (
    'Le phare de Métis',
    'phare-de-metis',
    'Métis-sur-Mer, Bas-Saint-Laurent',
    'Une tour blanche, une maison au toit rouge et le Saint-Laurent à perte de vue. La visite fait le tour de la pointe à marée basse, là où les visiteurs ne peuvent pas toujours se rendre à pied sec.',
    'http://localhost:5173/demo/visites/phare-de-metis/',
    '/images/tours/phare-de-metis.jpg', '/images/panoramas/phare-de-metis.jpg',
    true, 'published', 3590, now() - interval '52 days'
  ),
  (
    'Le pont rouge de Sainte-Agathe-de-Lotbinière',
    'pont-rouge-sainte-agathe',
    'Sainte-Agathe-de-Lotbinière, Chaudière-Appalaches',
    'Un pont couvert, une rivière et des champs qui changent de couleur d’une semaine à l’autre. La visite documente l’état de l’ouvrage sous tous ses angles et raconte son histoire aux promeneurs.',
    'http://localhost:5173/demo/visites/pont-rouge-sainte-agathe/',
    '/images/tours/pont-rouge-sainte-agathe.jpg', null,
    false, 'published', 1174, now() - interval '97 days'
  ),
  (
    'Plaine agricole de Baie-du-Febvre',
    'plaine-baie-du-febvre',
    'Baie-du-Febvre, Centre-du-Québec',
    'Granges, chemins de ferme et terres à perte de vue, captés pour un projet de circuit agrotouristique. Version de travail : les points d’information restent à valider avec les producteurs.',
    'http://localhost:5173/demo/visites/plaine-baie-du-febvre/',
    '/images/tours/plaine-baie-du-febvre.jpg', null,
    false, 'draft', 0, now() - interval '9 days'
  ),
  (
    'Belvédère et sentiers du parc Obalski',
    'parc-obalski',
    'Chibougamau, Nord-du-Québec',
    'Au lever du soleil, la forêt boréale s’étend jusqu’aux montagnes. La visite relie le belvédère, les sentiers et le lac Gilman, et aide à choisir un parcours selon le temps et la saison.',
    'http://localhost:5173/demo/visites/parc-obalski/',
    '/images/tours/parc-obalski.jpg', null,
    false, 'published', 868, now() - interval '131 days'
  ),
  (
    'Le lac Témiscouata vu d’en haut',
    'lac-temiscouata',
    'Témiscouata-sur-le-Lac, Bas-Saint-Laurent',
    'Du haut de la montagne, le lac se découvre entre deux nappes de brume. Une visite pensée pour les bureaux d’accueil touristique : durée, dénivelé et services y sont indiqués étape par étape.',
    'http://localhost:5173/demo/visites/lac-temiscouata/',
    '/images/tours/lac-temiscouata.jpg', null,
    false, 'published', 1522, now() - interval '205 days'
  ),
  (
    'Le site patrimonial du Vieux-La Prairie',
    'vieux-la-prairie',
    'La Prairie, Montérégie',
    'Façades de pierre, toits colorés et clocher au-dessus de la place : plus de trois siècles d’histoire en quelques pas. La visite sert de circuit patrimonial, de fond pour les panneaux d’interprétation et d’archive de l’état des bâtiments.',
    'http://localhost:5173/demo/visites/vieux-la-prairie/',
    '/images/tours/vieux-la-prairie.jpg', '/images/panoramas/vieux-la-prairie.jpg',
    true, 'published', 2981, now() - interval '112 days'
  ),
  (
    'Rue commerçante du Vieux-Terrebonne',
    'vieux-terrebonne',
    'Terrebonne, Lanaudière',
    'Terrasses, boutiques et maisons de pierre sur une même promenade. Chaque commerce participant ouvre sa porte en un clic, avec ses heures et son site Web.',
    'http://localhost:5173/demo/visites/vieux-terrebonne/',
    '/images/tours/vieux-terrebonne.jpg', null,
    false, 'published', 2033, now() - interval '148 days'
  ),
  (
    'Captation Street View d’un nouveau quartier',
    'saint-apollinaire-street-view',
    'Saint-Apollinaire, Chaudière-Appalaches',
    'Les rues ouvertes cette année n’apparaissaient sur aucune carte en ligne. Nous les avons parcourues et publiées : la ligne bleue y est, et les nouveaux résidents se font livrer sans détour.',
    'http://localhost:5173/demo/visites/saint-apollinaire-street-view/',
    '/images/tours/saint-apollinaire-street-view.jpg', null,
    false, 'published', 1645, now() - interval '66 days'
  ),
  (
    'Relevé avant déneigement de Sainte-Brigitte-de-Laval',
    'sainte-brigitte-avant-deneigement',
    'Sainte-Brigitte-de-Laval, Capitale-Nationale',
    'Bordures, trottoirs, gazons et entrées photographiés et datés avant la première bordée. En cas de réclamation, la municipalité et son entrepreneur comparent l’avant et l’après en moins de 2 minutes.',
    'http://localhost:5173/demo/visites/sainte-brigitte-avant-deneigement/',
    '/images/tours/sainte-brigitte-avant-deneigement.jpg', null,
    false, 'published', 734, now() - interval '29 days'
  );

-- Those that are made here, by seed/panorama-tours.sql: the folders of their panoramas are named by these.
update public.virtual_tours set id = 'e0000000-0000-4000-8000-000000000001' where slug = 'vieux-la-prairie';
update public.virtual_tours set id = 'e0000000-0000-4000-8000-000000000002' where slug = 'phare-de-metis';
update public.virtual_tours set url = 'http://localhost:5173/visite/' || slug
where slug in ('vieux-la-prairie', 'phare-de-metis');

-- Where the embedded stack serves the site, when that is elsewhere (local/api/start-api.ts).
update public.virtual_tours
set url = replace(url, 'http://localhost:5173', current_setting('seed.site_url'))
where nullif(current_setting('seed.site_url', true), '') is not null;

insert into public.virtual_tour_tags (tour_id, tag_id)
select tours.id, tags.id
from (values
  ('fjord-du-saguenay', 'espaces-naturels'),
  ('baie-eternite', 'espaces-naturels'),
  ('lac-archambault', 'espaces-naturels'),
  ('saint-elie-de-caxton-hiver', 'patrimoine-et-culture'),
  ('saint-elie-de-caxton-hiver', 'evenements'),
  ('marche-noel-deschambault', 'evenements'),
  ('marche-noel-deschambault', 'patrimoine-et-culture'),
  ('phare-de-metis', 'patrimoine-et-culture'),
  ('phare-de-metis', 'espaces-naturels'),
  ('pont-rouge-sainte-agathe', 'patrimoine-et-culture'),
  ('pont-rouge-sainte-agathe', 'infrastructures-municipales'),
  ('plaine-baie-du-febvre', 'projets-de-developpement'),
  ('plaine-baie-du-febvre', 'espaces-naturels'),
  ('parc-obalski', 'espaces-naturels'),
  ('parc-obalski', 'infrastructures-municipales'),
  ('lac-temiscouata', 'espaces-naturels'),
  ('vieux-la-prairie', 'patrimoine-et-culture'),
  ('vieux-la-prairie', 'zones-commerciales'),
  ('vieux-la-prairie', 'evenements'),
  ('vieux-terrebonne', 'zones-commerciales'),
  ('vieux-terrebonne', 'patrimoine-et-culture'),
  ('saint-apollinaire-street-view', 'captation-street-view'),
  ('saint-apollinaire-street-view', 'projets-de-developpement'),
  ('saint-apollinaire-street-view', 'infrastructures-municipales'),
  ('sainte-brigitte-avant-deneigement', 'releve-avant-deneigement'),
  ('sainte-brigitte-avant-deneigement', 'infrastructures-municipales')
) as link (tour_slug, tag_slug)
join public.virtual_tours tours on tours.slug = link.tour_slug
join public.tags tags on tags.slug = link.tag_slug;

-- The case that two of them tell.
update public.virtual_tours set
  client_name = 'Municipalité de Métis-sur-Mer (démonstration)', captured_on = (created_at - interval '20 days')::date,
  panorama_count = 3,
  need = E'La pointe n’est accessible qu’à marée basse\u00a0: les visiteurs repartaient souvent sans avoir vu le phare.',
  delivered = 'Trois panoramas reliés, des points d’information et des images fixes pour le site de la municipalité.',
  result = 'La visite répond aux questions les plus fréquentes avant l’arrivée, et reste ouverte l’hiver.'
where slug = 'phare-de-metis';
update public.virtual_tours set
  client_name = 'Ville de La Prairie (démonstration)', captured_on = (created_at - interval '35 days')::date, panorama_count = 4,
  need = 'Faire connaître le site patrimonial aux écoles et garder la trace de l’état des façades.',
  delivered = 'Un circuit de quatre points de vue autour de la place, avec les textes des panneaux d’interprétation.'
where slug = 'vieux-la-prairie';

-- Nobody real: each says so, and the site does too.
insert into public.testimonials (organization, person, quotation, position, is_shown) values
  (
    'Municipalité de Métis-sur-Mer', 'Agente de développement',
    'La visite répond aux questions que nous recevions par téléphone tout l’été.', 1, true
  ),
  ('MRC de Matawinie', 'Direction des communications', 'Livrée à la date prévue, et le conseil a pu la voir le soir même.', 2, true),
  ('Ville de La Prairie', '', '', 3, true);

-- Views: about the views of each published tour, week by week since it came, more in some months than in others.
insert into public.tour_views (tour_id, day, views)
select
  tour.id,
  week::date,
  round(tour.view_count::numeric / tour.weeks * (0.5 + (extract(month from week)::integer * 5 % 7) * 0.08))
from (
  select id, view_count, created_at, greatest(1, ceil(extract(epoch from now() - created_at) / 604800)) as weeks
  from public.virtual_tours
  where status = 'published' and view_count > 0
) as tour
cross join lateral generate_series(tour.created_at, now(), interval '7 days') as week;

-- Trips: one behind us, three ahead --------------------------------------------------------------------------
insert into public.trip_plans (
  id, user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km, created_at
) values
  (
    'b0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001',
    'Rimouski', 'Bas-Saint-Laurent', current_date - 62, current_date - 58, 'visite_virtuelle', 'Coopérative du Vieux-Quai',
    'Visite virtuelle du quai et des commerces riverains. Prises de vue à marée basse, tôt le matin.',
    'terminé', 60, now() - interval '90 days'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001',
    'La Malbaie', 'Capitale-Nationale', current_date + 12, current_date + 15, 'visite_virtuelle', 'Auberge du Cap-aux-Brumes',
    'Visite de l’auberge et de ses sentiers; profiter du passage pour rencontrer les attraits voisins.',
    'confirmé', 50, now() - interval '76 days'
  ),
  (
    'b0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001',
    'Sherbrooke', 'Estrie', current_date + 33, current_date + 37, 'street_view', null,
    'Captation de rues nouvelles dans trois municipalités voisines. Prévoir une journée de report en cas de pluie.',
    'planifié', 80, now() - interval '62 days'
  ),
  (
    'b0000000-0000-4000-8000-000000000004', 'a0000000-0000-4000-8000-000000000001',
    'Saguenay', 'Saguenay–Lac-Saint-Jean', current_date + 58, current_date + 61, 'photo', null,
    null,
    'planifié', 100, now() - interval '48 days'
  );

insert into public.trip_plan_tags (trip_plan_id, tag_id)
select link.trip_plan_id::uuid, tags.id
from (values
  ('b0000000-0000-4000-8000-000000000001', 'patrimoine-et-culture'),
  ('b0000000-0000-4000-8000-000000000001', 'zones-commerciales'),
  ('b0000000-0000-4000-8000-000000000002', 'espaces-naturels'),
  ('b0000000-0000-4000-8000-000000000002', 'zones-commerciales'),
  ('b0000000-0000-4000-8000-000000000002', 'patrimoine-et-culture'),
  ('b0000000-0000-4000-8000-000000000003', 'captation-street-view'),
  ('b0000000-0000-4000-8000-000000000003', 'infrastructures-municipales')
) as link (trip_plan_id, tag_slug)
join public.tags tags on tags.slug = link.tag_slug;

-- Prospects around La Malbaie ----------------------------------------------------------------------------------
insert into public.suggested_prospects (
  trip_plan_id, name, company, email, phone, city, region, sector, website, ai_reasoning, status, created_at
) values
  (
    'b0000000-0000-4000-8000-000000000002', null, 'Gîte de la Pointe-au-Vent', 'info@gite-pointe-au-vent.example',
    '418-555-0141', 'La Malbaie', 'Capitale-Nationale', 'hôtellerie', 'https://gite-pointe-au-vent.example/',
    'Gîte de cinq chambres à 3 km de l’auberge du client. Son site montre des photos de 2016 et aucune visite virtuelle.',
    'pending', now() - interval '1 days' - interval '0 minutes'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', null, 'Musée du Goudron et des Goélettes', null,
    '418-555-0142', 'Les Éboulements', 'Capitale-Nationale', 'tourisme', 'https://musee-goelettes.example/',
    'Lieu patrimonial ouvert de mai à octobre : une visite virtuelle le garderait accessible hors saison, notamment pour les écoles.',
    'pending', now() - interval '1 days' - interval '1 minutes'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', null, 'Restaurant La Table du Fleuve', 'reservation@table-du-fleuve.example',
    null, 'Baie-Saint-Paul', 'Capitale-Nationale', 'restaurant', 'https://table-du-fleuve.example/',
    'Salle avec vue sur le fleuve, réservation de groupes offerte. La vue est son argument principal et n’apparaît pas en ligne.',
    'pending', now() - interval '1 days' - interval '2 minutes'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', null, 'Camping Les Grands Bouleaux', null,
    null, 'Saint-Siméon', 'Capitale-Nationale', 'tourisme', null,
    'Quatre-vingts emplacements au bord du fleuve, à 35 km du trajet prévu. Aucune coordonnée trouvée dans les registres ouverts.',
    'pending', now() - interval '1 days' - interval '3 minutes'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', null, 'Immobilier Cap Nord', 'bureau@immobilier-cap-nord.example',
    '418-555-0145', 'La Malbaie', 'Capitale-Nationale', 'immobilier', 'https://immobilier-cap-nord.example/',
    'Agence locale de six courtiers. Elle affiche des propriétés de prestige sans visite à distance.',
    'pending', now() - interval '1 days' - interval '4 minutes'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', 'Maude Tremblay-Roy', 'Auberge des Trois Caps', 'direction@auberge-trois-caps.example',
    '418-555-0146', 'La Malbaie', 'Capitale-Nationale', 'hôtellerie', 'https://auberge-trois-caps.example/',
    'Auberge de 24 chambres à 2 km du client, rénovée l’an dernier : les photos en ligne datent d’avant les travaux.',
    'accepted', now() - interval '3 days' - interval '5 minutes'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', null, 'Fromagerie du Rang Saint-Antoine', 'bonjour@fromagerie-rang-st-antoine.example',
    '418-555-0147', 'Baie-Saint-Paul', 'Capitale-Nationale', 'commerce', 'https://fromagerie-rang-st-antoine.example/',
    'Économusée ouvert à l’année, clientèle de passage. Une visite de la salle d’affinage compléterait la dégustation.',
    'accepted', now() - interval '3 days' - interval '6 minutes'
  ),
  (
    'b0000000-0000-4000-8000-000000000002', null, 'Garage Vallée et Fils', null,
    '418-555-0148', 'Clermont', 'Capitale-Nationale', 'autre', null,
    'Commerce sans vocation touristique, trouvé dans le rayon choisi.',
    'rejected', now() - interval '3 days' - interval '7 minutes'
  );

-- Contacts: every status and sector; the last two came without an address ------------------------------------
insert into public.contacts (
  user_id, name, company, email, phone, city, region, sector, status, website, notes, created_at
) values
  (
    'a0000000-0000-4000-8000-000000000001', 'Geneviève Lacasse-Morin', 'Municipalité de Sainte-Aurélie-du-Lac', 'g.lacasse@sainte-aurelie-du-lac.example', '418-555-0101',
    'Sainte-Aurélie-du-Lac', 'Chaudière-Appalaches', 'municipalité', 'partenaire', 'https://sainte-aurelie-du-lac.example/',
    'Directrice générale. Visite du centre communautaire livrée au printemps; souhaite ajouter l’aréna.', now() - interval '340 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Bruno Desrosiers-Lavoie', 'Ville de Rivière-aux-Bouleaux', 'b.desrosiers@riviere-aux-bouleaux.example', '819-555-0102',
    'Rivière-aux-Bouleaux', 'Mauricie', 'municipalité', 'intéressé', 'https://riviere-aux-bouleaux.example/',
    'Responsable des communications. Budget à présenter au conseil en janvier.', now() - interval '210 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Nadia Bellefeuille-Caron', 'MRC des Trois-Vallées', 'nadia.bellefeuille@mrc-trois-vallees.example', '450-555-0103',
    'Val-des-Érables', 'Laurentides', 'mrc', 'intéressé', 'https://mrc-trois-vallees.example/',
    'Projet régional : douze municipalités, un seul portail de visites.', now() - interval '186 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Yvan Thivierge-Roy', 'Municipalité de Saint-Valmont', 'dg@saint-valmont.example', '819-555-0104',
    'Saint-Valmont', 'Estrie', 'municipalité', 'contacté', null,
    null, now() - interval '122 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Josiane Pouliot-Hamel', 'Ville de Pointe-aux-Outardes-Blanches', 'j.pouliot@pointe-outardes-blanches.example', '418-555-0105',
    'Pointe-aux-Outardes-Blanches', 'Côte-Nord', 'municipalité', 'nouveau', null,
    'Rencontrée au congrès des municipalités.', now() - interval '14 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Réjean Castonguay-Viel', 'MRC de la Haute-Rivière-Noire', 'prefet@mrc-haute-riviere-noire.example', '819-555-0106',
    'Lac-aux-Castors', 'Abitibi-Témiscamingue', 'mrc', 'contacté', 'https://mrc-haute-riviere-noire.example/',
    'Intéressé surtout par les attraits naturels et les pourvoiries.', now() - interval '158 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Salma Benhaddou', 'Parc régional du Mont-Grand-Pic', 's.benhaddou@parc-grand-pic.example', '450-555-0107',
    'Saint-Cyprien-du-Mont', 'Lanaudière', 'organisme-public', 'partenaire', 'https://parc-grand-pic.example/',
    'Trois belvédères et l’accueil. Renouvellement chaque automne.', now() - interval '301 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Étienne Gauvreau-Dubé', 'Office de tourisme des Deux-Rives', 'etienne@tourisme-deux-rives.example', '418-555-0108',
    'Cap-aux-Oies-Sauvages', 'Bas-Saint-Laurent', 'organisme-public', 'intéressé', 'https://tourisme-deux-rives.example/',
    null, now() - interval '95 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Caroline Vézina-Doyon', 'Bibliothèque publique de Val-Serein', 'c.vezina@biblio-val-serein.example', '450-555-0109',
    'Val-Serein', 'Montérégie', 'organisme-public', 'refusé', null,
    'Pas de budget cette année. Reprendre contact après l’agrandissement.', now() - interval '240 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Hugo Lamontagne-Piché', 'Auberge du Cap-aux-Brumes', 'hugo@auberge-cap-aux-brumes.example', '418-555-0110',
    'La Malbaie', 'Capitale-Nationale', 'hôtellerie', 'partenaire', 'https://auberge-cap-aux-brumes.example/',
    'Client du déplacement à La Malbaie. Visite des chambres, de la salle à manger et du sentier.', now() - interval '88 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Maude Tremblay-Roy', 'Auberge des Trois Caps', 'direction@auberge-trois-caps.example', '418-555-0146',
    'La Malbaie', 'Capitale-Nationale', 'hôtellerie', 'nouveau', 'https://auberge-trois-caps.example/',
    'Suggéré par IA: Auberge de 24 chambres à 2 km du client, rénovée l’an dernier : les photos en ligne datent d’avant les travaux.', now() - interval '3 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Fromagerie du Rang Saint-Antoine', 'Fromagerie du Rang Saint-Antoine', 'bonjour@fromagerie-rang-st-antoine.example', '418-555-0147',
    'Baie-Saint-Paul', 'Capitale-Nationale', 'commerce', 'nouveau', 'https://fromagerie-rang-st-antoine.example/',
    'Suggéré par IA: Économusée ouvert à l’année, clientèle de passage. Une visite de la salle d’affinage compléterait la dégustation.', now() - interval '3 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Pascale Quirion-Fortier', 'Hôtel Le Méandre', 'p.quirion@hotel-le-meandre.example', '819-555-0113',
    'Sherbrooke', 'Estrie', 'hôtellerie', 'contacté', 'https://hotel-le-meandre.example/',
    null, now() - interval '71 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Olivier Charest-Nadon', 'Chalets Boréalis', 'reservations@chalets-borealis.example', '450-555-0114',
    'Saint-Donat', 'Lanaudière', 'hôtellerie', 'intéressé', 'https://chalets-borealis.example/',
    'Dix-huit chalets; voudrait une visite par modèle.', now() - interval '64 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Mireille Arsenault-Cyr', 'Motel de la Baie', 'mireille@motel-de-la-baie.example', '418-555-0115',
    'Carleton-sur-Mer', 'Gaspésie–Îles-de-la-Madeleine', 'hôtellerie', 'nouveau', null,
    null, now() - interval '19 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Frédéric Ouellet-Savard', 'Pourvoirie du Lac-à-l’Ours', 'fred@pourvoirie-lac-ours.example', '819-555-0116',
    'La Tuque', 'Mauricie', 'tourisme', 'contacté', 'https://pourvoirie-lac-ours.example/',
    'Accès par chemin forestier : prévoir un quatre-roues.', now() - interval '143 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Annick Guérette-Paradis', 'Jardins de la Pointe', 'annick@jardins-de-la-pointe.example', '418-555-0117',
    'Métis-sur-Mer', 'Bas-Saint-Laurent', 'tourisme', 'partenaire', 'https://jardins-de-la-pointe.example/',
    'Visite publiée; très bons retours des voyagistes.', now() - interval '265 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Marc-Antoine Labrecque-Hudon', 'Croisières du Fjord Bleu', 'ma.labrecque@croisieres-fjord-bleu.example', '418-555-0118',
    'L’Anse-Saint-Jean', 'Saguenay–Lac-Saint-Jean', 'tourisme', 'intéressé', 'https://croisieres-fjord-bleu.example/',
    'Captation à bord à planifier en septembre.', now() - interval '58 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Louise-Anne Bérubé-Proulx', 'Centre d’interprétation de la Batture', 'la.berube@centre-batture.example', '418-555-0119',
    'Kamouraska', 'Bas-Saint-Laurent', 'tourisme', 'nouveau', null,
    null, now() - interval '8 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Simon Kistabish-Moreau', 'Sentiers de la Taïga', 'simon@sentiers-taiga.example', '819-555-0120',
    'Chibougamau', 'Nord-du-Québec', 'tourisme', 'intéressé', 'https://sentiers-taiga.example/',
    null, now() - interval '103 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Éloïse Brassard-Tanguay', 'Station du Mont-Clair', 'e.brassard@mont-clair.example', '819-555-0121',
    'Orford', 'Estrie', 'tourisme', 'refusé', 'https://mont-clair.example/',
    'A déjà un fournisseur jusqu’à l’an prochain.', now() - interval '230 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Patrick Langevin-Roberge', 'Immobilier Cap Sud', 'patrick@immobilier-cap-sud.example', '450-555-0122',
    'La Prairie', 'Montérégie', 'immobilier', 'contacté', 'https://immobilier-cap-sud.example/',
    null, now() - interval '47 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Ioana Marinescu-Dion', 'Habitations Horizon', 'ioana@habitations-horizon.example', '418-555-0123',
    'Saint-Apollinaire', 'Chaudière-Appalaches', 'immobilier', 'partenaire', 'https://habitations-horizon.example/',
    'Promoteur du nouveau quartier capté avec la municipalité.', now() - interval '174 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Gilles Fecteau-Marquis', 'Courtage Vieux-Bourg', 'gilles@courtage-vieux-bourg.example', '450-555-0124',
    'Terrebonne', 'Lanaudière', 'immobilier', 'nouveau', null,
    null, now() - interval '27 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Virginie Allard-Senécal', 'Condos du Vieux-Moulin', 'ventes@condos-vieux-moulin.example', '514-555-0125',
    'Montréal', 'Montréal', 'immobilier', 'refusé', null,
    'Projet suspendu.', now() - interval '199 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Thomas Beauregard-Ly', 'Boutique Le Marcheur', 'thomas@boutique-le-marcheur.example', '450-555-0126',
    'Terrebonne', 'Lanaudière', 'commerce', 'partenaire', 'https://boutique-le-marcheur.example/',
    'Participe à la visite de la rue commerçante.', now() - interval '150 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Diane Chouinard-Perron', 'Marché du Vieux-Quai', 'diane@marche-vieux-quai.example', '418-555-0127',
    'Rimouski', 'Bas-Saint-Laurent', 'commerce', 'contacté', null,
    null, now() - interval '61 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Karim Ait-Saïd', 'Société de développement du Centre-Ville', 'karim.aitsaid@sdc-centre-ville.example', '819-555-0128',
    'Gatineau', 'Outaouais', 'commerce', 'intéressé', 'https://sdc-centre-ville.example/',
    'Quarante commerces; veut un parcours piétonnier.', now() - interval '82 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Stéphanie Gingras-Lefort', 'Librairie du Passeur', 'info@librairie-du-passeur.example', '418-555-0129',
    'Québec', 'Capitale-Nationale', 'commerce', 'nouveau', null,
    null, now() - interval '5 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Normand Boutin-Cloutier', 'Quincaillerie Boutin', 'n.boutin@quincaillerie-boutin.example', null,
    'Sainte-Agathe-de-Lotbinière', 'Chaudière-Appalaches', 'commerce', 'refusé', null,
    null, now() - interval '176 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Amélie Rousselle-Gignac', 'Bistro de la Place', 'amelie@bistro-de-la-place.example', '450-555-0131',
    'La Prairie', 'Montérégie', 'restaurant', 'intéressé', 'https://bistro-de-la-place.example/',
    'Terrasse à capter entre mai et septembre.', now() - interval '54 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Vincent Cormier-Leblanc', 'Le Homard Rieur', 'vincent@homard-rieur.example', '418-555-0132',
    'Les Îles-de-la-Madeleine', 'Gaspésie–Îles-de-la-Madeleine', 'restaurant', 'nouveau', null,
    null, now() - interval '11 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Chantale Dufresne-Noël', 'Cabane à sucre des Érables-Rouges', 'chantale@cabane-erables-rouges.example', '819-555-0133',
    'Saint-Élie-de-Caxton', 'Mauricie', 'restaurant', 'contacté', 'https://cabane-erables-rouges.example/',
    null, now() - interval '116 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Rosalie Picard-Veilleux', 'Microbrasserie La Débâcle', 'rosalie@microbrasserie-debacle.example', '418-555-0134',
    'Saguenay', 'Saguenay–Lac-Saint-Jean', 'restaurant', 'partenaire', 'https://microbrasserie-debacle.example/',
    null, now() - interval '222 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Jean-Sébastien Hébert-Ross', 'Service régional de déneigement Hébert', 'js@deneigement-hebert.example', '418-555-0135',
    'Sainte-Brigitte-de-Laval', 'Capitale-Nationale', 'autre', 'partenaire', null,
    'Relevé avant déneigement de 46 rues, chaque octobre.', now() - interval '390 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Béatrice Lemelin-Audet', 'Fondation du Vieux-Clocher', 'beatrice@fondation-vieux-clocher.example', '450-555-0136',
    'La Prairie', 'Montérégie', 'autre', 'intéressé', 'https://fondation-vieux-clocher.example/',
    'Archive de l’état du clocher avant restauration.', now() - interval '77 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Mathieu Sirois-Bélanger', 'Festival des Lumières d’hiver', 'mathieu@lumieres-hiver.example', '418-555-0137',
    'Deschambault-Grondines', 'Capitale-Nationale', 'autre', 'contacté', null,
    null, now() - interval '134 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Ariane Fiset-Gobeil', 'Coopérative du Vieux-Quai', 'ariane@coop-vieux-quai.example', '418-555-0138',
    'Rimouski', 'Bas-Saint-Laurent', 'autre', 'partenaire', 'https://coop-vieux-quai.example/',
    'Visite livrée après le déplacement à Rimouski.', now() - interval '120 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Camping Les Huards', 'Camping Les Huards', null, '819-555-0139',
    'Val-d’Or', 'Abitibi-Témiscamingue', 'tourisme', 'nouveau', null,
    'Suggéré par IA: Terrain de 60 emplacements au bord d’un lac, sans visite en ligne. Courriel introuvable dans les registres ouverts.', now() - interval '33 days'
  ),
  (
    'a0000000-0000-4000-8000-000000000001', 'Gîte du Rang Double', 'Gîte du Rang Double', null, '450-555-0140',
    'Laval', 'Laval', 'hôtellerie', 'nouveau', null,
    'Suggéré par IA: Petit gîte de trois chambres, repéré lors d’un passage dans la région.', now() - interval '33 days'
  );

-- Templates ---------------------------------------------------------------------------------------------------
insert into public.email_templates (id, user_id, name, subject, body, tone, sector, variables, created_at) values
  (
    'c0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'Premier contact, municipalités',
    '{ville} en 360° : montrer ce que les photos ne montrent pas',
    'Bonjour {nom},

Vos citoyens et vos visiteurs cherchent d’abord en ligne. Une visite virtuelle leur ouvre le centre communautaire, le parc ou le vieux village de {ville} avant même qu’ils prennent la route.

Nous sommes un studio québécois de photographie 360°. Nous travaillons avec des municipalités et des MRC : nous planifions la captation avec votre équipe, nous publions la visite sur votre propre serveur et vous en restez propriétaires.

Auriez-vous 15 minutes la semaine prochaine pour voir un exemple réalisé dans une municipalité de la taille de la vôtre?

Au plaisir d’échanger avec {le entreprise},',
    'professionnel', 'municipalité', array['ville', 'nom', 'entreprise'], now() - interval '150 days'
  ),
  (
    'c0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', 'Passage dans votre région',
    'Nous serons près de {ville} bientôt',
    'Bonjour {nom},

Notre équipe sera de passage dans la région {region} dans les prochaines semaines. Comme le déplacement est déjà prévu, nous pouvons capter un lieu de plus sans frais de transport.

Si {entreprise} songe à une visite virtuelle, c’est le bon moment : une demi-journée sur place suffit le plus souvent.

Répondez simplement à ce courriel et nous vous proposerons une plage horaire.

À bientôt,',
    'amical', null, array['ville', 'nom', 'region', 'entreprise'], now() - interval '120 days'
  ),
  (
    'c0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001', 'Hôtels et auberges',
    'Et si vos clients visitaient {entreprise} avant de réserver?',
    'Bonjour {nom},

Une chambre se choisit avec les yeux. Quand la visite montre la lumière, la vue et la salle à manger telles qu’elles sont, les questions diminuent et la réservation se fait en confiance.

Nous proposons aux établissements de {ville} une formule simple : une matinée de captation, une visite prête en 10 jours, livrée sur votre site et sur vos fiches en ligne.

Voulez-vous voir la visite d’une auberge comparable à la vôtre? Je vous envoie le lien dès votre réponse.

Cordialement,',
    'persuasif', 'hôtellerie', array['entreprise', 'nom', 'ville'], now() - interval '95 days'
  ),
  (
    'c0000000-0000-4000-8000-000000000004', 'a0000000-0000-4000-8000-000000000001', 'Relance courtoise',
    'Toujours partants pour {ville}?',
    'Bonjour {nom},

Petit suivi de mon message précédent : je sais que les semaines sont chargées chez {entreprise}.

Si le projet vous parle, un simple « oui » suffit et je vous propose deux dates. Sinon, dites-le-moi sans gêne et je ne vous relancerai plus.

Bonne journée,',
    'décontracté', null, array['ville', 'nom', 'entreprise'], now() - interval '95 days'
  ),
  (
    'c0000000-0000-4000-8000-000000000005', 'a0000000-0000-4000-8000-000000000001', 'Rues nouvelles et état des lieux',
    '{region} : rues nouvelles et relevé avant déneigement',
    'Bonjour {nom},

Deux services intéressent particulièrement les MRC à l’approche de l’hiver.

Captation des rues nouvelles : nous parcourons les rues absentes des cartes en ligne et nous publions les images. Livreurs, services d’urgence et nouveaux résidents s’y retrouvent.

Relevé avant déneigement : bordures, trottoirs et aménagements sont photographiés et datés avant la première neige. En cas de réclamation, la preuve est déjà au dossier.

Nous pouvons préparer une proposition commune pour les municipalités de {entreprise}. À quelle adresse l’envoyer : {email} convient-elle?

Salutations distinguées,',
    'professionnel', 'mrc', array['region', 'nom', 'entreprise', 'email'], now() - interval '70 days'
  );

-- Quote requests ----------------------------------------------------------------------------------------------
insert into public.quote_requests (
  organization_name, contact_name, email, phone, organization_type, service_type, message,
  marketing_consent_version, status, created_at
) values
  (
    'Municipalité de Saint-Fabien-des-Sources', 'Isabelle Morneau-Gagné', 'i.morneau@saint-fabien-des-sources.example', '418-555-0151', 'municipalite', 'visite-virtuelle',
    'Nous aimerions présenter notre nouveau centre communautaire et le parc riverain. Environ huit lieux à capter, idéalement avant l’assemblée de mars.',
    '2026-11-21', 'nouveau', now() - interval '2 hours'
  ),
  (
    'MRC du Val-Boisé', 'Alexis Turgeon-Daoust', 'a.turgeon@mrc-val-boise.example', '450-555-0152', 'mrc', 'street-view',
    'Une trentaine de rues nouvelles réparties dans cinq municipalités. Est-il possible de tout faire dans la même semaine?',
    null, 'nouveau', now() - interval '19 hours'
  ),
  (
    'Ville de Beaurivage-sur-Mer', 'Hélène Dagenais-Pratte', 'h.dagenais@beaurivage-sur-mer.example', null, 'ville', 'pre-deneigement',
    'Contrat de déneigement à renouveler : nous voulons un relevé des bordures et des trottoirs de 62 rues.',
    null, 'nouveau', now() - interval '2 days'
  ),
  (
    'Parc régional des Hauts-Caps', 'Youssef Mansour-Girard', 'y.mansour@parc-hauts-caps.example', '819-555-0154', 'organisme-public', 'visite-virtuelle',
    'Trois belvédères, un sentier accessible en fauteuil roulant et le pavillon d’accueil.',
    '2026-11-21', 'en_cours', now() - interval '4 days'
  ),
  (
    'Municipalité de Notre-Dame-du-Vallon', 'Suzanne Leclair-Fiset', 'direction@notre-dame-du-vallon.example', '819-555-0155', 'municipalite', 'infrastructure',
    'Usine de filtration et caserne : visite réservée à la formation du personnel.',
    null, 'répondu', now() - interval '12 days'
  ),
  (
    'Festival des Neiges du Nord', 'Cédric Bouffard-Lemay', 'cedric@festival-neiges-nord.example', '418-555-0156', 'autre', 'evenement',
    null,
    null, 'répondu', now() - interval '26 days'
  ),
  (
    'Ville de Clairval', 'Monique Trépanier-Roy', 'm.trepanier@clairval.example', '450-555-0157', 'ville', 'autre',
    'Nous voulions savoir si vous faites aussi la photographie aérienne. Merci!',
    null, 'archivé', now() - interval '75 days'
  );

-- The next day, as promised.
update public.quote_requests set answered_at = created_at + interval '1 day' where status in ('répondu', 'archivé');

-- Campaigns: one finished, one finished with its follow-up, one scheduled -----------------------------------------
update public.studio set
  sender_name = 'Territoire 360', legal_name = 'Territoire 360 inc.',
  postal_address = '100, rue du Quai, Québec (Québec)  G1K 0A1', contact_email = 'bonjour@territoire360.example',
  contact_phone = '418 555-0136'
where id = 1;
update public.sending_settings
set verified_senders = array['bonjour@territoire360.example', 'projets@territoire360.example'] where id = 1;
update public.studio_profile set
  insurer = 'Assurances de démonstration', insurance_number = 'DEMO-0000', insurance_amount_cents = 200000000,
  insurance_until = (now() + interval '10 months')::date,
  picture_rights = 'La municipalité reçoit les fichiers et peut les publier, les modifier et les conserver sans limite de durée ni de lieu. Le studio garde le droit de montrer la visite parmi ses réalisations.',
  privacy_practice = 'Les visages et les plaques d’immatriculation sont floutés dans les images mêmes avant qu’une visite soit publiée ou livrée. Un relevé scellé comme preuve garde ses images telles que prises : elles ne sont remises qu’à la municipalité. Les originaux d’une visite sont détruits 90 jours après son acceptation.',
  delivery_formats = E'Dossier prêt à déposer sur votre serveur\nPanoramas équirectangulaires en JPEG, pleine résolution\nImages fixes en JPEG pour vos publications\nFiche de livraison\u00a0: points de vue, dates de captation, empreintes de vérification',
  about = E'Territoire 360 photographie des lieux publics depuis Québec. Nous travaillons sur place, en petite équipe, aux heures où la lumière et l’achalandage conviennent au lieu.\n\nLa même personne prépare la captation, la réalise et livre la visite\u00a0: vous savez à qui parler du début à la fin.',
  team = E'Camille Tremblay, photographe et fondatrice\nSamuel Bouchard, montage et livraison',
  territory = 'Tout le Québec habité. Départ de Québec; les déplacements de plusieurs municipalités voisines sont regroupés.',
  planning_time = '1 à 2 semaines', capture_time = '1 à 3 jours sur place', processing_time = '2 à 3 semaines',
  publication_time = '2 jours ouvrables'
where id = 1;

insert into public.campaigns (id, user_id, name, status, send_date, created_at) values
  (
    'd0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'Auberges et chalets, printemps',
    'terminé', now() - interval '80 days', now() - interval '80 days'
  ),
  (
    'd0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', 'Municipalités et MRC, rentrée',
    'terminé', now() - interval '40 days', now() - interval '41 days'
  ),
  (
    'd0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001', 'Passage dans la Capitale-Nationale',
    'programmé', date_trunc('day', now()) + interval '9 days 14 hours', now() - interval '1 day'
  );

update public.campaigns set
  from_email = 'bonjour@territoire360.example',
  template_id = case id
    when 'd0000000-0000-4000-8000-000000000001' then 'c0000000-0000-4000-8000-000000000003'::uuid
    when 'd0000000-0000-4000-8000-000000000002' then 'c0000000-0000-4000-8000-000000000001'::uuid
    else 'c0000000-0000-4000-8000-000000000002'::uuid
  end,
  finished_at = case when status = 'terminé' then send_date + interval '5 minutes' end;

update public.campaigns set message_subject = templates.subject, message_body = templates.body
from public.email_templates templates where templates.id = campaigns.template_id;

insert into public.campaign_steps (campaign_id, step, delay_days, subject, body) values
  (
    'd0000000-0000-4000-8000-000000000002', 1, 5, 'Une question sur notre message',
    E'Bonjour,\n\nNous vous avons écrit récemment au sujet de {ville}. Une visite de 360° vous serait-elle utile cette année?\n\nUn mot suffit, même pour dire non.'
  ),
  (
    'd0000000-0000-4000-8000-000000000003', 1, 5, 'Une question sur notre message',
    E'Bonjour,\n\nNous vous avons écrit récemment au sujet de {ville}. Une visite de 360° vous serait-elle utile cette année?\n\nUn mot suffit, même pour dire non.'
  ),
  (
    'd0000000-0000-4000-8000-000000000003', 2, 10, 'Un dernier mot sur {ville}',
    E'Bonjour,\n\nC’est notre dernier message à ce sujet. Si le moment est mal choisi, dites-nous quand vous écrire; sinon, nous n’insisterons pas.'
  );

-- The messages as they went out: the template with the contact's values in place of the variables.
insert into public.email_sends (
  campaign_id, contact_id, template_id, step, subject, body, status, created_at, recipient_email, recipient_name,
  from_email, attempts, first_attempt_at, finished_at, last_error
)
select
  campaigns.id, contacts.id, templates.id, sends.step,
  replace(replace(replace(replace(replace(templates.subject,
    '{nom}', contacts.name), '{entreprise}', contacts.company), '{ville}', contacts.city),
    '{region}', contacts.region), '{email}', contacts.email),
  replace(replace(replace(replace(replace(templates.body,
    '{nom}', contacts.name), '{entreprise}', contacts.company), '{ville}', contacts.city),
    '{region}', contacts.region), '{email}', contacts.email),
  sends.status::public.send_status,
  campaigns.created_at + sends.step * interval '7 days',
  contacts.email, contacts.name, campaigns.from_email,
  case when sends.status in ('envoyé', 'échec', 'incertain') then 1 else 0 end,
  case when sends.status in ('envoyé', 'échec', 'incertain') then campaigns.send_date + sends.step * interval '7 days' end,
  case when sends.status <> 'brouillon' then campaigns.send_date + sends.step * interval '7 days 10 seconds' end,
  case sends.status
    when 'échec' then 'Le serveur de courriel a refusé le destinataire (550 boîte inconnue).'
    when 'incertain' then 'L’envoi a été interrompu avant la réponse du serveur de courriel.'
    when 'annulé' then 'Désabonné'
  end
from (values
  ('d0000000-0000-4000-8000-000000000001', 'hugo@auberge-cap-aux-brumes.example', 'c0000000-0000-4000-8000-000000000003', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000001', 'p.quirion@hotel-le-meandre.example', 'c0000000-0000-4000-8000-000000000003', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000001', 'reservations@chalets-borealis.example', 'c0000000-0000-4000-8000-000000000003', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000001', 'ventes@condos-vieux-moulin.example', 'c0000000-0000-4000-8000-000000000002', 0, 'échec'),
  ('d0000000-0000-4000-8000-000000000001', 'e.brassard@mont-clair.example', 'c0000000-0000-4000-8000-000000000002', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000001', 'fred@pourvoirie-lac-ours.example', 'c0000000-0000-4000-8000-000000000002', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000002', 'g.lacasse@sainte-aurelie-du-lac.example', 'c0000000-0000-4000-8000-000000000001', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000002', 'b.desrosiers@riviere-aux-bouleaux.example', 'c0000000-0000-4000-8000-000000000001', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000002', 'dg@saint-valmont.example', 'c0000000-0000-4000-8000-000000000001', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000002', 'nadia.bellefeuille@mrc-trois-vallees.example', 'c0000000-0000-4000-8000-000000000005', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000002', 'prefet@mrc-haute-riviere-noire.example', 'c0000000-0000-4000-8000-000000000005', 0, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000002', 'etienne@tourisme-deux-rives.example', 'c0000000-0000-4000-8000-000000000001', 0, 'incertain'),
  ('d0000000-0000-4000-8000-000000000002', 'c.vezina@biblio-val-serein.example', 'c0000000-0000-4000-8000-000000000001', 0, 'annulé'),
  ('d0000000-0000-4000-8000-000000000002', 'dg@saint-valmont.example', 'c0000000-0000-4000-8000-000000000004', 1, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000002', 'prefet@mrc-haute-riviere-noire.example', 'c0000000-0000-4000-8000-000000000004', 1, 'envoyé'),
  ('d0000000-0000-4000-8000-000000000003', 'direction@auberge-trois-caps.example', 'c0000000-0000-4000-8000-000000000002', 0, 'brouillon'),
  ('d0000000-0000-4000-8000-000000000003', 'bonjour@fromagerie-rang-st-antoine.example', 'c0000000-0000-4000-8000-000000000002', 0, 'brouillon'),
  ('d0000000-0000-4000-8000-000000000003', 'info@librairie-du-passeur.example', 'c0000000-0000-4000-8000-000000000002', 0, 'brouillon'),
  ('d0000000-0000-4000-8000-000000000003', 'mathieu@lumieres-hiver.example', 'c0000000-0000-4000-8000-000000000002', 0, 'brouillon')
) as sends (campaign_id, email, template_id, step, status)
join public.campaigns campaigns on campaigns.id = sends.campaign_id::uuid
join public.contacts contacts on contacts.email = sends.email
join public.email_templates templates on templates.id = sends.template_id::uuid;

-- What came back of them, by the provider and by hand.
update public.email_sends set
  provider_id = 'demo-' || left(id::text, 8),
  delivered_at = finished_at + interval '20 seconds',
  opened_at = case when length(recipient_email) % 2 = 0 then finished_at + interval '3 hours' end,
  clicked_at = case when length(recipient_email) % 6 = 0 then finished_at + interval '3 hours 2 minutes' end
where status = 'envoyé';

update public.email_sends set replied_at = finished_at + interval '1 day'
where step = 0 and status = 'envoyé' and campaign_id = 'd0000000-0000-4000-8000-000000000002'
  and recipient_email = 'nadia.bellefeuille@mrc-trois-vallees.example';

update public.email_sends set followup_refusal = 'Échéance dépassée de plus de 7 jours'
where step = 0 and status = 'envoyé' and campaign_id = 'd0000000-0000-4000-8000-000000000002'
  and replied_at is null;

-- Why each of them could be written to, and one who asked to be left alone -------------------------------------
-- Nobody is written to before they are known: the consent is dated of the day when the contact was added.
update public.contacts set created_at = written.first - interval '9 days', updated_at = greatest(updated_at, written.first)
from (
  select contact_id, min(coalesce(finished_at, created_at)) as first from public.email_sends group by contact_id
) as written
where written.contact_id = contacts.id and contacts.created_at > written.first - interval '9 days';

insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
select
  contacts.id, contacts.email,
  (case contacts.status when 'partenaire' then 'contract' when 'intéressé' then 'inquiry' else 'published' end)::public.consent_basis,
  contacts.created_at,
  contacts.website,
  case contacts.status
    when 'partenaire' then 'Contrat signé, conservé au dossier du client.'
    when 'intéressé' then 'Demande de renseignements reçue par courriel.'
    else 'Adresse publiée par l’organisme pour le joindre dans le cadre de ses fonctions, sans mention contraire.'
  end,
  'a0000000-0000-4000-8000-000000000001'
from public.contacts contacts
where contacts.id in (select contact_id from public.email_sends);

-- The ground of each message that left, fixed as it is when one does.
update public.email_sends as send
set identity = private.sender_identity() || jsonb_build_object('consent', jsonb_strip_nulls(jsonb_build_object(
  'basis', proof.basis, 'occurred_at', proof.occurred_at, 'source_url', proof.source_url
)))
from public.consent_events as proof
where proof.contact_id = send.contact_id and send.first_attempt_at is not null;

insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
select id, email, 'withdrawn', now() - interval '38 days', 'Désabonnement demandé par téléphone.', 'a0000000-0000-4000-8000-000000000001'
from public.contacts where email = 'c.vezina@biblio-val-serein.example';

insert into public.suppressions (email_hash, reason, recorded_by, created_at)
values (
  private.email_hash('c.vezina@biblio-val-serein.example'),
  'manual', 'a0000000-0000-4000-8000-000000000001', now() - interval '38 days'
);

-- What the studio sells, and the quotes that it makes again and again ---------------------------------------------
insert into public.quote_services (name, description, unit, unit_price_cents) values
  ('Prise de vue 360°', 'Prise de vue 360° sur place, une journée', 'jour', 95000),
  ('Point de vue', 'Point de vue 360° retouché et géolocalisé', 'point', 6500),
  ('Rue numérisée', 'Imagerie 360° continue d’une rue, les deux sens', 'km', 14000),
  ('Montage de la visite', 'Montage de la visite virtuelle et mise en ligne', 'forfait', 45000),
  ('Déplacement', 'Déplacement au départ de Québec, aller et retour', 'km', 68),
  ('Relevé hivernal', 'Relevé de bordures et de mobilier avant déneigement', 'km', 11500);

-- Prices of the site, once the settings say that it prints them.
update public.quote_services set site_service = 'street-view' where name = 'Rue numérisée';
update public.quote_services set site_service = 'deneigement' where name = 'Relevé hivernal';

-- The prices that « Estimer mon projet » computes from, once an administrator makes it public.
update public.quote_services as service set
  estimate_basis = counted.basis::public.estimate_basis, estimate_kinds = counted.kinds::text[],
  estimate_margin = counted.margin
from (values
  ('Prise de vue 360°', 'jour', '{visite-virtuelle,infrastructure,evenement}', 0),
  ('Point de vue', 'scene', '{visite-virtuelle,infrastructure,evenement}', 20),
  ('Rue numérisée', 'kilometre', '{street-view}', 15),
  ('Montage de la visite', 'projet', '{visite-virtuelle,infrastructure,evenement}', 25),
  ('Déplacement', 'deplacement', '{visite-virtuelle,street-view,pre-deneigement,infrastructure,evenement}', 0),
  ('Relevé hivernal', 'kilometre', '{pre-deneigement}', 15)
) as counted (name, basis, kinds, margin)
where service.name = counted.name;
update public.estimate_settings set
  weeks_low = 3, weeks_high = 6, scenes_per_day = 25, km_per_day = 40, city = 'Québec', region = 'Capitale-Nationale',
  farthest_km = 1500
where id = 1;

insert into public.quote_templates (name, subject, lines, validity_days, delivery, terms, notes) values
  ('Visite d’un parc', 'Visite virtuelle d’un parc municipal', '[
    {"description": "Prise de vue 360° sur place, une journée", "quantity": "1.000", "unit": "jour", "unitPriceCents": 95000},
    {"description": "Point de vue 360° retouché et géolocalisé", "quantity": "12.000", "unit": "point", "unitPriceCents": 6500},
    {"description": "Montage de la visite virtuelle et mise en ligne", "quantity": "1.000", "unit": "forfait", "unitPriceCents": 45000}
  ]', 60, 'Trois semaines après la prise de vue, selon la météo.',
    'Payable à 30 jours de la facture. La municipalité reçoit les fichiers et le droit de les publier sans limite de durée.', ''),
  ('Rues nouvelles, par km', 'Imagerie 360° de rues nouvelles', '[
    {"description": "Imagerie 360° continue d’une rue, les deux sens", "quantity": "5.000", "unit": "km", "unitPriceCents": 14000}
  ]', 60, 'Deux semaines après la prise de vue.', 'Payable à 30 jours de la facture. La longueur facturée est celle qui est relevée.', ''),
  ('Relevé avant déneigement', 'Relevé 360° avant la saison de déneigement', '[
    {"description": "Relevé de bordures et de mobilier avant déneigement", "quantity": "20.000", "unit": "km", "unitPriceCents": 11500},
    {"description": "Prise de vue 360° sur place, une journée", "quantity": "1.000", "unit": "jour", "unitPriceCents": 95000}
  ]', 30, 'Avant le premier novembre.', 'Payable à 30 jours de la facture.', '');

-- What « Vider le studio de démonstration » takes away: everything above, and nothing that is added later.
do $$
declare
  target text;
begin
  foreach target in array array[
    'quote_templates', 'quote_services', 'campaigns', 'suggested_prospects', 'trip_plans', 'quote_requests', 'consent_events',
    'contacts', 'organisations', 'email_templates', 'virtual_tours', 'tags', 'suppressions', 'testimonials'
  ] loop
    execute format('insert into private.demo_rows (table_name, row_id) select %L, id::text from public.%I', target, target);
  end loop;
  -- Dated as these rows are: changed since, they are no longer the demo's.
  foreach target in array array['studio', 'sending_settings', 'studio_profile', 'estimate_settings'] loop
    execute format(
      'insert into private.demo_rows (table_name, row_id, added_at) select %L, id::text, updated_at from public.%I', target, target);
  end loop;
end;
$$;
