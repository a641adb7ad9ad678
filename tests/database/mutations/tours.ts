import type { FunctionMutation } from './function-mutation.ts';

const tours = ['virtual_tours'];
const save = { function: 'public.save_tour', objects: tours };
const slug = { function: 'private.free_slug', objects: tours };
const editor = { function: 'private.remember_tour_editor', objects: tours };
const status = { function: 'public.set_tours_status', objects: tours };
const remove = { function: 'public.delete_tours', objects: tours };
const unused = { function: 'public.unused_tour_images', objects: tours };
const count = { function: 'public.count_function_call', objects: ['function_calls'] };

/** Saving tours, and the share that each person has of the functions. */
export const tourFunctionMutations: FunctionMutation[] = [
  {
    ...save,
    what: "écrase ce qu'un autre vient d'enregistrer",
    from: 'is distinct from read_at',
    to: '<> found_tour.updated_at',
  },
  { ...save, what: 'une version oubliée passe', from: 'is distinct from read_at', to: '<> read_at' },
  { ...save, what: 'sans verrou', from: 'where id = tour_id for update', to: 'where id = tour_id' },
  { ...save, what: 'supprimée, elle revient ou se tait', from: 'if not found then', to: 'if false then' },
  {
    ...save,
    what: 'les catégories retirées restent',
    from: /delete from public\.virtual_tour_tags[^;]*;/,
    to: '',
  },
  { ...save, what: 'retire les catégories des autres visites', from: 'link.tour_id = saved_id and ', to: '' },
  {
    ...save,
    what: 'les catégories ne sont pas ajoutées',
    from: /insert into public\.virtual_tour_tags[^;]*;/,
    to: '',
  },
  {
    ...save,
    what: "tait la cause d'un slug pris",
    from: 'raise unique_violation',
    to: 'raise check_violation',
  },
  { ...save, what: 'le conflit sous un autre code', from: "'PT409'", to: "'PT400'" },
  { ...save, what: 'une colonne oubliée', from: 'panorama_url = save_tour.panorama_url, ', to: '' },
  { ...slug, what: 'propose un slug pris', from: 'where not exists', to: 'where exists' },
  { ...slug, what: 'propose un slug trop long', from: '199 - length', to: '200 - length' },
  {
    ...editor,
    what: 'un changement du serveur mis sur le compte du dernier',
    from: /delete from private\.tour_editors[^;]*;/,
    to: 'null;',
  },
  { ...status, what: 'toutes les visites', from: 'where tour.id = any (ids)', to: '' },
  { ...remove, what: 'toutes les visites', from: 'where tour.id = any (ids)', to: '' },
  { ...unused, what: 'des images montrées', from: 'and not exists', to: 'and true or exists' },
  { ...unused, what: "des images d'aujourd'hui", from: "interval '1 day'", to: "interval '1 hour'" },
  { ...unused, what: 'jamais les anciennes', from: "or file.created_at < now() - interval '1 day'", to: '' },
  { ...unused, what: 'jamais les nommées', from: 'file.name = any (candidates) or', to: '' },
  {
    ...count,
    what: 'compte pour tout le monde',
    from: 'if not (select private.is_admin()) then',
    to: 'if false then',
  },
  { ...count, what: 'une seule part pour tous', from: 'made.user_id = auth.uid() and ', to: '' },
  { ...count, what: 'un appel de trop', from: '>= most', to: '> most' },
  { ...count, what: 'neuf minutes', from: "interval '10 minutes'", to: "interval '9 minutes'" },
  { ...count, what: 'une heure', from: "interval '10 minutes'", to: "interval '1 hour'" },
  { ...count, what: 'sans verrou', from: /perform pg_advisory_xact_lock\(4[^;]*;/, to: '' },
  { ...count, what: 'traces jamais effacées', from: 'where called_at <= window_start', to: 'where false' },
  { ...count, what: 'refus sous un autre statut que 429', from: 'PT429', to: 'PT400' },
  { ...count, what: 'une fonction inconnue sans limite', from: 'if most is null then', to: 'if false then' },
  {
    function: 'private.function_call_limit',
    objects: ['function_calls'],
    what: 'deux cents',
    from: 'then 20',
    to: 'then 200',
  },
];
