import type { Enums } from '@/shared/database.types';

/** A row of the record of changes, as the database gives it. */
export type Change = {
  id: number;
  created_at: string;
  actor_email: string | null;
  kind: string;
  record_id: string | null;
  action: Enums<'activity_action'>;
  fields: string[];
  record_count: number;
};

/** Names of a table's records: table → one, several. */
const kinds: Readonly<Record<string, readonly [one: string, many: string]>> = {
  virtual_tours: ['Visite virtuelle', 'visites virtuelles'],
  tags: ['Tag', 'tags'],
  contacts: ['Contact', 'contacts'],
  quote_requests: ['Demande de soumission', 'demandes de soumission'],
  invoices: ['Facture', 'factures'],
  invoice_payments: ['Paiement', 'paiements'],
  trip_plans: ['Déplacement', 'déplacements'],
  surveys: ['Relevé', 'relevés'],
  email_templates: ['Template email', 'templates emails'],
  campaigns: ['Campagne', 'campagnes'],
  studio: ['Identité du studio', 'identités'],
  sending_settings: ['Réglages d’envoi', 'réglages d’envoi'],
  retention_settings: ['Règles de conservation', 'règles de conservation'],
  studio_profile: ['Profil public', 'profils publics'],
  estimate_settings: ['Prix et estimation', 'réglages de l’estimation'],
  evidence_settings: ['Horodatage des preuves', 'réglages de l’horodatage'],
  embedding_settings: ['Sites qui montrent les visites', 'réglages des sites'],
  tender_settings: ['Recherche des appels d’offres', 'recherches d’appels d’offres'],
  user_roles: ['Accès d’un membre', 'accès de membres'],
};

const actions = {
  created: 'ajout',
  updated: 'modification',
  deleted: 'suppression',
  restored: 'restauration',
} as const satisfies Record<Enums<'activity_action'>, string>;

/** Column → its French name on the screens. Columns without a name are internal. */
const fieldLabels: Readonly<Record<string, string>> = {
  title: 'titre',
  slug: 'slug',
  description: 'description',
  location: 'lieu',
  url: 'lien',
  status: 'statut',
  image_url: 'image',
  panorama_url: 'panorama',
  is_featured: 'en vedette',
  name: 'nom',
  company: 'entreprise',
  email: 'courriel',
  phone: 'téléphone',
  city: 'ville',
  region: 'région',
  sector: 'secteur',
  website: 'site web',
  notes: 'notes',
  color: 'couleur',
  icon: 'icône',
  display_order: 'ordre',
  start_date: 'début',
  end_date: 'fin',
  job_type: 'type',
  client_name: 'client',
  radius_km: 'rayon',
  stop_ids: 'arrêts',
  subject: 'objet',
  body: 'texte',
  tone: 'ton',
  role: 'rôle',
  sender_name: 'nom du studio',
  legal_name: 'nom légal',
  postal_address: 'adresse postale',
  contact_email: 'courriel de contact',
  contact_phone: 'téléphone',
  verified_senders: 'expéditeurs vérifiés',
  sender_signatures: 'signatures',
  archived_at: 'archives',
  daily_cap: 'limite quotidienne',
  quiet_start: 'heures calmes',
  quiet_end: 'heures calmes',
  neq: 'NEQ',
  tax_registered: 'inscription aux taxes',
  tps_number: 'numéro de TPS',
  tvq_number: 'numéro de TVQ',
  bank_details: 'coordonnées de virement',
  logo_path: 'logo',
  send_date: 'date prévue',
  contact_id: 'contact lié',
  setup_skipped: 'étapes du démarrage',
  insurer: 'assurance',
  insurance_number: 'assurance',
  insurance_amount_cents: 'assurance',
  insurance_until: 'assurance',
  picture_rights: 'droits sur les images',
  privacy_practice: 'floutage et Loi 25',
  delivery_formats: 'formats de livraison',
  hosted_in_quebec: 'hébergement au Québec',
  about: 'présentation',
  team: 'équipe',
  territory: 'territoire',
  shows_prices: 'prix affichés',
  planning_time: 'durées',
  capture_time: 'durées',
  processing_time: 'durées',
  publication_time: 'durées',
  captured_on: 'date de captation',
  delivered_on: 'date de remise',
  compared_with: 'relevé précédent',
  clock_offset_ms: 'décalage de l’horloge',
  ordered_streets: 'rues commandées',
  published_at: 'publication',
  authorities: 'autorités d’horodatage',
  certificates: 'certificats',
  panorama_count: 'panoramas',
  need: 'besoin',
  delivered: 'livré',
  result: 'résultat',
  organization_name: 'organisation',
  contact_name: 'nom',
  contact_title: 'fonction',
  address: 'adresse',
  kind: 'nature',
  reference: 'référence',
  lines: 'lignes',
  discount_kind: 'rabais',
  discount_value: 'rabais',
  discount_label: 'rabais',
  due_days: 'délai de paiement',
  terms: 'modalités',
  added_cents: 'ajout au devis',
  number: 'numéro',
  issued_on: 'émission',
  issued_at: 'émission',
  due_on: 'échéance',
  method: 'moyen de paiement',
  amount_cents: 'montant',
  received_on: 'date de réception',
  undone_at: 'annulation',
  rejected_prospects_months: 'conservation',
  quote_requests_months: 'conservation',
};

/** Describes a change: « Contact, modification (courriel, ville) »; several: « 30 tags, modification (couleur) ». */
export function describeChange({ kind, action, fields, record_count }: Change): string {
  const [one, many] = kinds[kind] ?? [kind, kind];
  const what = record_count > 1 ? `${record_count}\u00a0${many}` : one;
  const named = [
    ...new Set(fields.map((field) => fieldLabels[field]).filter((label) => label !== undefined)),
  ];
  return `${what}, ${actions[action]}${named.length > 0 ? ` (${named.join(', ')})` : ''}`;
}
