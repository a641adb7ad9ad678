import { copiedHeadings } from '@/admin/data/contacts/contact-fields';
import { Constants, type Database, type Enums } from '@/shared/database.types';

type Tables = Database['public']['Tables'];
type TableName = keyof Tables;

/** The tables whose rows go to the trash. */
export type TrashKind = Enums<'trash_kind'>;

/** A table of the copy: its file, the order of its rows (by a unique column), and column → French heading. */
type Copied<Name extends TableName> = {
  file: string;
  order: readonly (keyof Tables[Name]['Row'])[];
  columns: Partial<Record<keyof Tables[Name]['Row'], string>>;
};

const dates = { created_at: 'Ajouté le', updated_at: 'Modifié le' };
const id = { id: 'Numéro' };

/** The same, with what one of its rows is called in the trash. */
type Described<Name extends TableName> = Name extends TrashKind
  ? Copied<Name> & { item: string }
  : Copied<Name> | null;

/**
 * Columns that « Tout exporter » copies of each table; null: left out. Every table is listed, so that a new one
 * raises the question. Tokens, leases and hashes are left out: they grant access or mean nothing to a person.
 */
const described: { [Name in TableName]: Described<Name> } = {
  contacts: {
    item: 'Contact',
    file: 'contacts.csv',
    order: ['created_at', 'id'],
    columns: {
      ...id,
      ...copiedHeadings,
      ...dates,
    },
  },
  contact_segments: {
    file: 'segments.csv',
    order: ['created_at', 'id'],
    columns: { ...id, name: 'Nom', definition: 'Conditions', ...dates },
  },
  organisations: {
    item: 'Organisation',
    file: 'organisations.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{
        ...id,
        kind: 'Genre',
        name: 'Nom',
        register_code: 'Code du registre',
        city: 'Ville',
        region: 'Région',
      },
      ...{ email: 'Courriel général', phone: 'Téléphone', website: 'Site web', address: 'Adresse' },
      ...{ notes: 'Notes', ...dates },
    },
  },
  contact_activities: {
    file: 'echanges-avec-les-contacts.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, contact_id: 'Numéro du contact', kind: 'Nature', happened_at: 'Date', body: 'Texte' },
      created_at: 'Inscrit le',
    },
  },
  contact_events: {
    file: 'historique-des-contacts.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, contact_id: 'Numéro du contact', kind: 'Nature', old_status: 'Ancien statut' },
      ...{ new_status: 'Nouveau statut', source: 'Source', created_at: 'Date' },
    },
  },
  consent_events: {
    file: 'consentements.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, contact_id: 'Numéro du contact', email: 'Courriel', basis: 'Fondement' },
      ...{ occurred_at: 'Date du consentement', source_url: 'Source', evidence: 'Preuve' },
      ...{ wording: 'Texte accepté', wording_version: 'Version du texte', created_at: 'Inscrit le' },
    },
  },
  // Hashes of addresses only: the contacts' refusals are among the consents.
  suppressions: null,
  suppression_lifts: null,
  quote_requests: {
    item: 'Demande',
    file: 'soumissions.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{
        ...id,
        organization_name: 'Organisation',
        contact_name: 'Nom',
        email: 'Courriel',
        phone: 'Téléphone',
      },
      ...{ organization_type: 'Type d’organisation', service_type: 'Service', message: 'Message' },
      ...{ status: 'Statut', contact_id: 'Numéro du contact', answered_at: 'Répondue le' },
      ...{ expected_amount_cents: 'Montant prévu (cents)', outcome: 'Issue', outcome_reason: 'Raison' },
      outcome_note: 'Précision',
      ...{ anonymised_at: 'Anonymisée le', ...dates },
    },
  },
  // Left out, because the content of the trash was deleted.
  trash: {
    file: 'corbeille.csv',
    order: ['deleted_at', 'id'],
    columns: { ...id, kind: 'Nature', label: 'Nom', deleted_at: 'Supprimé le', deleted_by: 'Supprimé par' },
  },
  notifications: {
    file: 'courriels-des-soumissions.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, quote_request_id: 'Numéro de la demande', issued_quote_id: 'Numéro du devis' },
      ...{ campaign_id: 'Numéro de la campagne', kind: 'Nature', state: 'État', subject: 'Objet' },
      inbound_message_id: 'Numéro du message reçu',
      ...{ body: 'Texte', attachments: 'Pièces jointes', finished_at: 'Envoyé le', created_at: 'Créé le' },
    },
  },
  inbound_messages: {
    file: 'messages-recus.csv',
    order: ['received_at', 'id'],
    columns: {
      ...{ ...id, kind: 'Nature', from_email: 'Courriel', from_name: 'Nom', subject: 'Objet', body: 'Texte' },
      ...{ quoted: 'Texte cité', sender_check: 'Expéditeur vérifié', attachments: 'Pièces jointes' },
      ...{ contact_id: 'Numéro du contact', quote_request_id: 'Numéro de la demande' },
      ...{ email_send_id: 'Numéro du courriel', settled_at: 'Retrait décidé le', discarded_at: 'Écarté le' },
      received_at: 'Reçu le',
    },
  },
  request_notes: {
    file: 'notes-des-soumissions.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, quote_request_id: 'Numéro de la demande', kind: 'Nature', body: 'Texte' },
      created_at: 'Date',
    },
  },
  request_events: {
    file: 'historique-des-soumissions.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, quote_request_id: 'Numéro de la demande', kind: 'Nature', old_value: 'Avant' },
      ...{ new_value: 'Après', reason: 'Raison', amount_cents: 'Montant prévu (cents)', created_at: 'Date' },
    },
  },
  // Without the links of their public pages, which are in no table of the API.
  quotes: {
    item: 'Devis',
    file: 'devis.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, number: 'Numéro du devis', revision: 'Révision', status: 'Statut' },
      ...{
        organization_name: 'Organisation',
        contact_name: 'Nom',
        contact_title: 'Fonction',
        email: 'Courriel',
      },
      ...{
        phone: 'Téléphone',
        address: 'Adresse',
        subject: 'Objet',
        lines: 'Lignes',
        totals: 'Totaux (cents)',
      },
      ...{ discount_kind: 'Rabais', discount_value: 'Valeur du rabais', discount_label: 'Nom du rabais' },
      ...{ tax_status: 'Taxes', valid_until: 'Valide jusqu’au', delivery: 'Livraison', terms: 'Modalités' },
      ...{ notes: 'Notes', snapshot: 'Devis envoyé', sent_at: 'Envoyé le', closed_at: 'Clos le' },
      ...{ contact_id: 'Numéro du contact', request_id: 'Numéro de la demande' },
      ...{ lobbying_ground: 'Ce qui permet l’envoi', lobbying_reference: 'Référence' },
      ...{ trip_plan_id: 'Numéro du déplacement', ...dates },
    },
  },
  quote_events: {
    file: 'historique-des-devis.csv',
    order: ['created_at', 'id'],
    columns: { ...id, quote_id: 'Numéro du devis', kind: 'Nature', body: 'Texte', created_at: 'Date' },
  },
  quote_acceptances: {
    file: 'acceptations-de-devis.csv',
    order: ['accepted_at', 'id'],
    columns: {
      ...{ ...id, quote_id: 'Numéro du devis', method: 'Voie', name: 'Nom', job_title: 'Fonction' },
      ...{ authority: 'Pouvoir', resolution_number: 'Résolution', resolution_date: 'Date de la résolution' },
      ...{ purchase_order: 'Bon de commande', pdf_sha256: 'Empreinte du PDF', code_sent_to: 'Code envoyé à' },
      ...{
        code_sent_at: 'Code envoyé le',
        network_address: 'Adresse de connexion',
        accepted_at: 'Accepté le',
      },
      ...{
        resolution_path: 'Pièce jointe',
        recorded_reason: 'Précision',
        reversed_at: 'Annulée le',
        reversed_reason: 'Raison de l’annulation',
      },
    },
  },
  tender_signals: {
    file: 'appels-d-offres.csv',
    order: ['published_at', 'id'],
    columns: {
      ...{
        ...id,
        ocid: 'Numéro de l’avis',
        kind: 'Genre',
        title: 'Titre',
        buyer: 'Acheteur',
        closes_at: 'Ferme le',
      },
      ...{ ends_on: 'Se termine le', url: 'Adresse', phrase: 'Expression', published_at: 'Publié le' },
      ...{ municipality_code: 'Code de la municipalité', dismissed_at: 'Écarté le', created_at: 'Créé le' },
    },
  },
  // Open data that was imported, which the next reading restores.
  tender_weeks: null,
  contract_thresholds: {
    file: 'seuils-de-contrats.csv',
    order: ['kind', 'applies_from', 'id'],
    columns: {
      ...{ ...id, kind: 'Règle', applies_from: 'En vigueur le', amount_cents: 'Montant (cents)' },
      ...{ source: 'Source', ...dates },
    },
  },
  quote_services: {
    file: 'services.csv',
    order: ['name', 'id'],
    columns: {
      ...{ ...id, name: 'Nom', description: 'Description', unit: 'Unité', unit_price_cents: 'Prix (cents)' },
      ...{ site_service: 'Service du site', ...dates },
    },
  },
  quote_templates: {
    file: 'modeles-de-devis.csv',
    order: ['name', 'id'],
    columns: {
      ...{ ...id, name: 'Nom', subject: 'Objet', lines: 'Lignes', validity_days: 'Validité (jours)' },
      ...{ delivery: 'Livraison', terms: 'Modalités', notes: 'Notes', ...dates },
    },
  },
  virtual_tours: {
    item: 'Visite',
    file: 'visites.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, title: 'Titre', slug: 'Adresse', location: 'Lieu', description: 'Description' },
      ...{ url: 'Lien de la visite', image_url: 'Image', panorama_url: 'Panorama', status: 'Statut' },
      ...{ client_name: 'Client', captured_on: 'Date de captation', panorama_count: 'Panoramas' },
      ...{ need: 'Besoin', delivered: 'Livré', result: 'Résultat' },
      ...{ is_featured: 'En vedette', view_count: 'Vues', ...dates },
    },
  },
  testimonials: {
    file: 'temoignages.csv',
    order: ['position', 'id'],
    columns: {
      ...{ ...id, organization: 'Organisation', person: 'Personne', quotation: 'Témoignage' },
      ...{ position: 'Ordre', is_shown: 'Affiché', ...dates },
    },
  },
  tags: {
    file: 'tags.csv',
    order: ['display_order', 'id'],
    columns: {
      ...{ ...id, name: 'Nom', slug: 'Adresse', color: 'Couleur', icon: 'Icône', display_order: 'Ordre' },
      ...dates,
    },
  },
  virtual_tour_tags: {
    file: 'tags-des-visites.csv',
    order: ['tour_id', 'tag_id'],
    columns: { tour_id: 'Numéro de la visite', tag_id: 'Numéro du tag' },
  },
  panorama_tour_drafts: {
    file: 'visites-en-preparation.csv',
    order: ['tour_id'],
    columns: { tour_id: 'Numéro de la visite', document: 'Contenu', updated_at: 'Modifiée le' },
  },
  panorama_tours: {
    file: 'visites-maison.csv',
    order: ['tour_id'],
    columns: {
      ...{ tour_id: 'Numéro de la visite', document: 'Contenu', version: 'Version' },
      published_at: 'Publiée le',
    },
  },
  tour_deliveries: {
    file: 'livraisons-de-visites.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, tour_id: 'Numéro de la visite', version: 'Version', client: 'Client', color: 'Couleur' },
      ...{ rights: 'Droits', panoramas: 'Panoramas', width: 'Largeur (px)', files: 'Fichiers' },
      ...{ bytes: 'Taille (octets)', checksum: 'Empreinte de vérification', created_at: 'Date' },
      link_expires_at: 'Lien jusqu’au',
    },
  },
  tour_views: {
    file: 'vues-par-jour.csv',
    order: ['day', 'tour_id'],
    columns: { day: 'Jour', tour_id: 'Numéro de la visite', views: 'Vues' },
  },
  trip_plans: {
    item: 'Déplacement',
    file: 'deplacements.csv',
    order: ['start_date', 'id'],
    columns: {
      ...{ ...id, city: 'Ville', region: 'Région', start_date: 'Début', end_date: 'Fin', job_type: 'Type' },
      ...{ client_name: 'Client', description: 'Description', status: 'Statut', radius_km: 'Rayon (km)' },
      ...{ stop_ids: 'Arrêts (numéros des contacts)', ...dates },
    },
  },
  trip_plan_tags: {
    file: 'tags-des-deplacements.csv',
    order: ['trip_plan_id', 'tag_id'],
    columns: { trip_plan_id: 'Numéro du déplacement', tag_id: 'Numéro du tag' },
  },
  suggested_prospects: {
    file: 'prospects.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{
        ...id,
        trip_plan_id: 'Numéro du déplacement',
        company: 'Entreprise',
        name: 'Nom',
        email: 'Courriel',
      },
      ...{
        email_source_url: 'Source du courriel',
        phone: 'Téléphone',
        phone_source_url: 'Source du téléphone',
      },
      ...{
        city: 'Ville',
        region: 'Région',
        sector: 'Secteur',
        website: 'Site web',
        distance_km: 'Distance (km)',
        road_km: 'Distance par la route (km)',
        road_minutes: 'Durée par la route (min)',
        crossing: 'Obstacle',
      },
      ...{ score: 'Pointage', ai_reasoning: 'Raison', no_solicitation: 'Refuse la sollicitation' },
      ...{ status: 'Statut', contact_id: 'Numéro du contact', ...dates },
    },
  },
  prospect_generations: null,
  overpass_answers: null,
  language_model_calls: null,
  // Open data, which « Répertoire des municipalités » restores.
  municipalities: null,
  email_templates: {
    item: 'Template',
    file: 'modeles-de-courriels.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, name: 'Nom', subject: 'Objet', body: 'Texte', tone: 'Ton', sector: 'Secteur', ...dates },
    },
  },
  campaigns: {
    file: 'campagnes.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, name: 'Nom', status: 'Statut', from_email: 'Expéditeur', send_date: 'Date prévue' },
      ...{
        template_id: 'Numéro du modèle',
        auto_followup: 'Relance',
        followup_days: 'Jours avant la relance',
      },
      ...{ message_subject: 'Objet', message_body: 'Texte' },
      ...{ followup_subject: 'Objet de la relance', followup_body: 'Texte de la relance' },
      ...{ lobbying_ground: 'Ce qui permet la relance', lobbying_reference: 'Référence' },
      ...{ pause_reason: 'Raison de la pause', cancelled_at: 'Annulée le', finished_at: 'Terminée le' },
      ...{ segment_name: 'Segment', segment_definition: 'Conditions du segment' },
      ...{ archived_at: 'Archivée le', created_at: 'Ajoutée le' },
    },
  },
  email_sends: {
    file: 'courriels-des-campagnes.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, campaign_id: 'Numéro de la campagne', contact_id: 'Numéro du contact', step: 'Étape' },
      ...{ recipient_name: 'Destinataire', recipient_email: 'Courriel', from_email: 'Expéditeur' },
      ...{ subject: 'Objet', body: 'Texte', status: 'Statut', finished_at: 'Envoyé le' },
      ...{
        delivered_at: 'Livré le',
        opened_at: 'Ouvert le',
        clicked_at: 'Cliqué le',
        replied_at: 'Répondu le',
      },
      ...{ bounced_at: 'Rebond le', bounce_reason: 'Raison du rebond', complained_at: 'Plainte le' },
      ...{ lobbying_ground: 'Ce qui permet l’envoi', lobbying_reference: 'Référence' },
      ...{ last_error: 'Dernière erreur', created_at: 'Créé le' },
    },
  },
  email_events: {
    file: 'evenements-des-courriels.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{
        ...id,
        email_send_id: 'Numéro du courriel',
        kind: 'Nature',
        detail: 'Détail',
        occurred_at: 'Date',
      },
    },
  },
  studio: {
    file: 'studio.csv',
    order: ['id'],
    columns: {
      sender_name: 'Nom du studio',
      legal_name: 'Nom légal',
      postal_address: 'Adresse postale',
      contact_email: 'Courriel de contact',
      contact_phone: 'Téléphone',
      neq: 'NEQ',
      tax_registered: 'Inscrit aux taxes',
      tps_number: 'Numéro de TPS',
      tvq_number: 'Numéro de TVQ',
    },
  },
  studio_profile: {
    file: 'profil-public.csv',
    order: ['id'],
    columns: {
      insurer: 'Assureur',
      insurance_number: 'Police',
      insurance_amount_cents: 'Couverture (cents)',
      insurance_until: 'Assurance jusqu’au',
      picture_rights: 'Droits sur les images',
      privacy_practice: 'Floutage et Loi 25',
      delivery_formats: 'Formats de livraison',
      hosted_in_quebec: 'Hébergé au Québec',
      about: 'À propos',
      team: 'Équipe',
      territory: 'Territoire',
      shows_prices: 'Prix affichés',
      planning_time: 'Planification (durée)',
      capture_time: 'Captation (durée)',
      processing_time: 'Traitement (durée)',
      publication_time: 'Publication (durée)',
    },
  },
  sending_settings: {
    file: 'parametres-d-envoi.csv',
    order: ['id'],
    columns: {
      verified_senders: 'Expéditeurs vérifiés',
      sender_signatures: 'Signatures',
      daily_cap: 'Limite quotidienne',
      quiet_start: 'Silence dès',
      quiet_end: 'Silence jusqu’à',
      campaign_gap_days: 'Jours entre deux campagnes',
      inbound_domain: 'Domaine de réception',
      warms_up: 'Réchauffement',
      mandate_number: 'Mandat',
      mandate_from: 'Mandat dès',
      mandate_until: 'Mandat jusqu’au',
    },
  },
  retention_settings: {
    file: 'regles-de-conservation.csv',
    order: ['id'],
    columns: {
      rejected_prospects_months: 'Prospects rejetés (mois)',
      quote_requests_months: 'Demandes (mois)',
    },
  },
  tender_settings: {
    file: 'recherche-des-appels-d-offres.csv',
    order: ['id'],
    columns: { phrases: 'Expressions' },
  },
  dispatcher_state: null,
  // History of the site's builds, which is no business data.
  publications: null,
  tour_link_checks: null,
  // Views of lists, useful in the back office alone.
  saved_views: null,
  sending_holds: null,
  user_roles: null,
  invitations: null,
  activity_log: null,
  privacy_register: {
    file: 'registre-des-donnees-personnelles.csv',
    order: ['created_at', 'id'],
    columns: { ...id, kind: 'Nature', subject_hash: 'Empreinte', detail: 'Nombres', created_at: 'Date' },
  },
  privacy_incidents: {
    file: 'incidents-de-confidentialite.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, occurred_on: 'Date ou début', occurred_until: 'Fin', known_on: 'Connu le' },
      ...{ is_estimate: 'Approximatif', circumstances: 'Circonstances', information: 'Renseignements visés' },
      ...{ people_count: 'Personnes', quebec_people_count: 'Dont au Québec', sensitivity: 'Sensibilité' },
      ...{ consequences: 'Conséquences', misuse_likelihood: 'Probabilité', is_serious: 'Risque sérieux' },
      ...{ risk_reasons: 'Motifs', measures: 'Mesures', people_advice: 'Mesures suggérées' },
      ...{ commission_notified_on: 'Avis à la Commission', people_notified_on: 'Avis aux personnes' },
      ...{
        people_notice_way: 'Moyen de l’avis',
        people_notice_reason: 'Raison',
        kept_until: 'Gardé jusqu’au',
      },
      ...dates,
    },
  },
  next_actions: {
    file: 'prochaines-actions.csv',
    order: ['created_at', 'id'],
    columns: {
      ...{ ...id, title: 'Action', kind: 'Nature', due_on: 'Jour', due_time: 'Heure', done_at: 'Faite le' },
      ...{ contact_id: 'Numéro du contact', quote_request_id: 'Numéro de la demande' },
      ...{ trip_plan_id: 'Numéro du déplacement', ...dates },
      ...{ lobbying_ground: 'Ce qui permet l’appel', lobbying_reference: 'Référence' },
    },
  },
  postponed_items: null,
  privacy_incident_changes: {
    file: 'corrections-des-incidents.csv',
    order: ['created_at', 'id'],
    columns: { ...id, incident_id: 'Numéro de l’incident', before: 'Avant', created_at: 'Date' },
  },
};

/** A table of the copy, whatever its columns. */
export type ExportedTable = {
  table: TableName;
  file: string;
  order: readonly string[];
  columns: Readonly<Record<string, string>>;
};

/** The tables that « Tout exporter » copies, in this order. */
export const exportedTables: readonly ExportedTable[] = Object.entries(described).flatMap(
  ([table, copied]) => (copied ? [{ table: table as TableName, ...copied }] : []),
);

/** Where an item of the trash comes from: table → what one of its rows is called. */
export const trashKinds = Object.fromEntries(
  Constants.public.Enums.trash_kind.map((kind) => [kind, described[kind].item]),
) as Record<TrashKind, string>;
