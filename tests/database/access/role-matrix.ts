import type { Role } from '../engines/engine.ts';

/**
 * What a role may do to a table. Absent means denied. `select` and `delete` name rows of the factory (0 to 2),
 * `insert` and `update` name columns.
 */
export type Rights = { select?: number[]; insert?: string[]; update?: string[]; delete?: number[] };

export type MatrixRole = Exclude<Role, 'admin2'>;

const everyRow = [0, 1, 2];
const tag = ['name', 'slug', 'color', 'icon', 'display_order'];
const tour = [
  ...['title', 'slug', 'description', 'location', 'url', 'image_url', 'panorama_url'],
  ...['is_featured', 'status', 'client_name', 'captured_on', 'panorama_count', 'need', 'delivered', 'result'],
];
const quoteForm = [
  'id',
  ...['organization_name', 'contact_name', 'email', 'phone', 'organization_type', 'service_type', 'message'],
  'marketing_consent_version',
];
const trip = [
  ...[
    'city',
    'region',
    'start_date',
    'end_date',
    'job_type',
    'client_name',
    'description',
    'status',
    'radius_km',
    'municipality_code',
    'latitude',
    'longitude',
  ],
];
/** What a search on the organisation's site may bring, with the proof of each value. */
const prospectDetails = [
  ...['email', 'email_source_url', 'email_found_at', 'phone', 'phone_source_url', 'phone_found_at'],
  ...['website', 'website_source_url', 'website_found_at', 'no_solicitation'],
];
const contact = [
  ...['name', 'company', 'email', 'phone', 'city', 'region', 'sector', 'status', 'website', 'notes'],
  ...['organisation_id', 'function_kind', 'function_title'],
  'is_public_office_holder',
];
const organisation = ['kind', 'name', 'city', 'region', 'email', 'phone', 'website', 'address', 'notes'];
const template = ['name', 'subject', 'body', 'tone', 'sector', 'variables'];
const studio = [
  'sender_name',
  'legal_name',
  'postal_address',
  'contact_email',
  'contact_phone',
  'neq',
  'tax_registered',
  'tps_number',
  'tvq_number',
  'logo_path',
  'setup_skipped',
];
const sendingSettings = [
  'verified_senders',
  'daily_cap',
  'quiet_start',
  'quiet_end',
  'campaign_gap_days',
  'sender_signatures',
  'inbound_domain',
  'warms_up',
  'mandate_number',
  'mandate_from',
  'mandate_until',
];
const studioProfile = [
  'insurer',
  'insurance_number',
  'insurance_amount_cents',
  'insurance_until',
  'picture_rights',
  'privacy_practice',
  'delivery_formats',
  'hosted_in_quebec',
  'about',
  'team',
  'territory',
  'shows_prices',
  'planning_time',
  'capture_time',
  'processing_time',
  'publication_time',
];
const incident = [
  ...['occurred_on', 'occurred_until', 'known_on', 'is_estimate', 'circumstances', 'information'],
  ...[
    'people_count',
    'quebec_people_count',
    'sensitivity',
    'consequences',
    'misuse_likelihood',
    'is_serious',
  ],
  ...['risk_reasons', 'measures', 'people_advice', 'commission_notified_on', 'people_notified_on'],
  ...['people_notice_way', 'people_notice_reason'],
];
const consent = [
  ...['contact_id', 'email', 'basis', 'occurred_at', 'source_url', 'evidence', 'wording', 'wording_version'],
];

const savedView = ['parameters', 'name', 'position'];

const survey = ['name', 'trip_plan_id', 'city', 'region', 'client_name', 'captured_on', 'compared_with'];
/** Columns from the file of a picture, written once. */
const surveyPicture = [
  ...['id', 'survey_id', 'file_name', 'file_bytes', 'file_modified', 'width', 'height', 'camera_time'],
  ...['camera_zone', 'camera_lat', 'camera_lon', 'camera_heading'],
];
/** Columns that are held to be true of it, its files and its review. */
const surveyPictureFacts = [
  ...['taken_at', 'lat', 'lon', 'heading', 'time_source', 'place_source', 'heading_source', 'sequence'],
  ...['number', 'left_out', 'sha256', 'preview', 'original', 'published_file', 'blurs', 'proposals'],
  'searched_by',
];
const surveyFinding = ['yaw', 'pitch', 'width', 'height', 'kind', 'note'];

const contractThreshold = ['kind', 'applies_from', 'amount_cents', 'source'];
const quoteService = ['description', 'name', 'unit', 'unit_price_cents', 'site_service'];
const testimonial = ['organization', 'person', 'quotation', 'position', 'is_shown'];
const quoteTemplate = ['subject', 'name', 'lines', 'validity_days', 'delivery', 'terms', 'notes'];
const quoteDraft = [
  ...[
    'contact_id',
    'request_id',
    'trip_plan_id',
    'organization_name',
    'contact_name',
    'contact_title',
    'email',
  ],
  ...['phone', 'address', 'subject', 'lines', 'discount_kind', 'discount_value', 'discount_label'],
  ...['valid_until', 'delivery', 'terms', 'notes', 'accepts_by'],
];

/** Our own server writes any column; screens never do. */
const whole = { select: everyRow, insert: ['*'], update: ['*'], delete: everyRow };

/**
 * The role matrix of the threat model, plus the secret key's own line. Written from the threat model and the
 * specification, never from the migrations: it is what they are judged by.
 */
const tables: Record<string, Record<Exclude<MatrixRole, 'reader'>, Rights> & { reader?: Rights }> = {
  tags: {
    visitor: { select: everyRow },
    user: { select: everyRow },
    admin: { select: everyRow, insert: tag, update: tag, delete: everyRow },
    service: whole,
  },
  // Row 0 is published, row 1 archived, row 2 a draft.
  virtual_tours: {
    visitor: { select: [0] },
    user: { select: [0] },
    admin: { select: everyRow, insert: ['id', ...tour], update: tour, delete: everyRow },
    service: whole,
  },
  // Written by count_tour_view alone.
  tour_views: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Row 0 links the published tour.
  virtual_tour_tags: {
    visitor: { select: [0] },
    user: { select: [0] },
    admin: {
      select: everyRow,
      insert: ['tour_id', 'tag_id'],
      update: ['tour_id', 'tag_id'],
      delete: everyRow,
    },
    service: whole,
  },
  // Written by the functions that save, publish and withdraw.
  panorama_tour_drafts: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Row 0 belongs to the published tour.
  panorama_tours: {
    visitor: { select: [0] },
    user: { select: [0] },
    admin: { select: everyRow },
    service: { select: everyRow },
  },
  tour_deliveries: {
    visitor: {},
    user: {},
    admin: {
      select: everyRow,
      insert: [
        ...['tour_id', 'version', 'client', 'color', 'rights', 'panoramas', 'width', 'files', 'bytes'],
        'checksum',
      ],
      update: ['file_path', 'link_expires_at'],
    },
    service: { select: everyRow },
  },
  // Written by functions alone.
  publications: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  tour_link_checks: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  quote_requests: {
    visitor: { insert: quoteForm },
    user: { insert: quoteForm },
    // The form is public: a member who fills it in is a visitor with another token.
    reader: { select: everyRow, insert: quoteForm },
    admin: {
      ...{ select: everyRow, insert: quoteForm },
      update: ['status', 'expected_amount_cents', 'outcome', 'outcome_reason', 'outcome_note'],
    },
    service: whole,
  },
  // Append-only.
  request_notes: {
    ...{ visitor: {}, user: {}, reader: { select: everyRow }, service: { select: everyRow } },
    admin: { select: everyRow, insert: ['quote_request_id', 'kind', 'body', 'recorded_by'] },
  },
  // Written by receive_message and by what a person decides, each a function.
  inbound_messages: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Written by the trigger of requests alone.
  request_events: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Queued by a trigger and by send_reply, moved by the functions of the outbox alone.
  notifications: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow },
    service: { select: everyRow },
  },
  // Rows 0 and 1 are the two administrators' own, row 3 the reader's; the plain user has none.
  user_roles: {
    visitor: {},
    user: {},
    reader: { select: [3] },
    admin: { select: [0] },
    service: { select: [0, 1, 3] },
  },
  // Written by the functions of the team alone; the address of who is invited is the administrators' business.
  invitations: {
    ...{ visitor: {}, user: {}, reader: {}, admin: { select: everyRow }, service: { select: everyRow } },
  },
  // Written by the triggers alone.
  activity_log: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Written by import_municipalities alone.
  municipalities: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  trip_plans: {
    visitor: {},
    user: {},
    admin: {
      select: everyRow,
      insert: ['user_id', ...trip],
      update: [...trip, 'stop_ids'],
      delete: everyRow,
    },
    service: whole,
  },
  trip_plan_tags: {
    visitor: {},
    user: {},
    admin: {
      ...{ select: everyRow, insert: ['trip_plan_id', 'tag_id'], update: ['trip_plan_id', 'tag_id'] },
      delete: everyRow,
    },
    service: whole,
  },
  // Published and withdrawn by functions.
  surveys: {
    visitor: {},
    user: {},
    admin: {
      select: everyRow,
      insert: ['id', 'user_id', ...survey],
      update: [...survey, 'clock_offset_ms', 'clock_basis', 'ordered_streets', 'ordered_source'],
      delete: everyRow,
    },
    service: whole,
  },
  survey_tracks: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: ['survey_id', 'name', 'points'], delete: everyRow },
    service: whole,
  },
  // Visitors read those of published streets by published_street.
  survey_pictures: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: surveyPicture, update: surveyPictureFacts, delete: everyRow },
    service: whole,
  },
  survey_pairs: {
    visitor: {},
    user: {},
    admin: {
      select: everyRow,
      insert: ['before_picture', 'after_picture', 'turn', 'turn_source'],
      update: ['turn', 'turn_source', 'state', 'note'],
      delete: everyRow,
    },
    service: whole,
  },
  survey_findings: {
    visitor: {},
    user: {},
    admin: {
      select: everyRow,
      insert: ['pair_id', 'user_id', ...surveyFinding],
      update: surveyFinding,
      delete: everyRow,
    },
    service: whole,
  },
  // Row 0 is pending, row 1 rejected, row 2 accepted.
  suggested_prospects: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: ['status', ...prospectDetails], delete: [0] },
    service: whole,
  },
  // Written by the functions of a generation alone.
  prospect_generations: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  overpass_answers: { visitor: {}, user: {}, admin: {}, service: { select: everyRow } },
  // Append-only.
  language_model_calls: {
    visitor: {},
    user: {},
    admin: { select: everyRow },
    service: { select: everyRow, insert: ['*'] },
  },
  contacts: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: ['user_id', ...contact], update: contact, delete: everyRow },
    service: whole,
  },
  // Written by the trigger of contacts and by import_contacts alone.
  contact_events: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  contact_activities: {
    visitor: {},
    user: {},
    admin: {
      select: everyRow,
      insert: ['id', 'contact_id', 'kind', 'happened_at', 'body', 'recorded_by'],
      delete: everyRow,
    },
    service: whole,
  },
  // Made by the trigger of contacts.
  organisations: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: organisation, delete: everyRow },
    service: whole,
  },
  email_templates: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: ['user_id', ...template], update: template, delete: everyRow },
    service: whole,
  },
  campaigns: { visitor: {}, user: {}, admin: { select: everyRow }, service: whole },
  campaign_steps: { visitor: {}, user: {}, admin: { select: everyRow }, service: whole },
  email_sends: { visitor: {}, user: {}, admin: { select: everyRow }, service: whole },
  studio: { visitor: {}, user: {}, admin: { select: everyRow, update: studio }, service: whole },
  sending_settings: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: sendingSettings },
    service: whole,
  },
  retention_settings: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: ['rejected_prospects_months', 'quote_requests_months'] },
    service: whole,
  },
  studio_profile: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: studioProfile },
    service: whole,
  },
  // Written by seal_survey, claim_seal_requests and finish_seal_request alone.
  survey_seals: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  seal_tokens: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  seal_requests: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  evidence_settings: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: ['authorities', 'certificates'] },
    service: whole,
  },
  // Visitors read it by embedding_rules.
  embedding_settings: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: ['is_open', 'sites'] },
    service: whole,
  },
  tender_settings: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: ['phrases'] },
    service: whole,
  },
  // Written by record_dispatch alone.
  dispatcher_state: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Written by the functions of 39_restores.sql alone.
  sending_holds: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Append-only, for our own server too.
  consent_events: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: ['recorded_by', ...consent] },
    service: { select: everyRow, insert: ['*'] },
  },
  suppressions: {
    visitor: {},
    user: {},
    reader: {},
    // The screens suppress by functions, for the hash is keyed.
    admin: { select: everyRow },
    service: { select: everyRow, insert: ['*'] },
  },
  // Written by lift_suppression alone.
  suppression_lifts: {
    visitor: {},
    user: {},
    reader: {},
    admin: { select: everyRow },
    service: { select: everyRow },
  },
  // Written by record_email_event alone.
  email_events: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  // Rows 0 and 2 became known more than five years ago.
  // Shared by the team: any administrator renames, moves and deletes any of them.
  saved_views: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow, insert: ['list', ...savedView], update: savedView, delete: everyRow },
    service: whole,
  },
  // Shared by the team, as views are. With the id, so that one that was deleted comes back under its address.
  contact_segments: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: {
      select: everyRow,
      insert: ['id', 'name', 'definition', 'rhythm', 'rhythm_from'],
      update: ['definition', 'name', 'rhythm', 'rhythm_from'],
      delete: everyRow,
    },
    service: whole,
  },
  // Visitors read what of it is shown, by public_profile.
  testimonials: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow, insert: testimonial, update: testimonial, delete: everyRow },
    service: whole,
  },
  tender_signals: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow, update: ['dismissed_at'] },
    service: { select: everyRow },
  },
  tender_weeks: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow },
    service: { select: everyRow },
  },
  contract_thresholds: {
    visitor: {},
    user: {},
    admin: {
      select: everyRow,
      insert: contractThreshold,
      update: contractThreshold,
      delete: everyRow,
    },
    service: { select: everyRow },
  },
  quote_services: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: quoteService, update: quoteService, delete: everyRow },
    service: { select: everyRow },
  },
  quote_templates: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: quoteTemplate, update: quoteTemplate, delete: everyRow },
    service: { select: everyRow },
  },
  // Made and moved by functions alone; a draft is written directly. Row 2 was sent.
  quotes: {
    visitor: {},
    user: {},
    admin: { select: everyRow, update: quoteDraft, delete: [0, 1] },
    service: { select: everyRow },
  },
  // Append-only, and of a person only notes.
  quote_events: {
    visitor: {},
    user: {},
    admin: { select: everyRow, insert: ['quote_id', 'body', 'recorded_by'] },
    service: { select: everyRow },
  },
  // Written by the functions of the page and of the back office alone.
  quote_acceptances: { visitor: {}, user: {}, admin: { select: everyRow }, service: { select: everyRow } },
  privacy_incidents: {
    visitor: {},
    user: {},
    reader: {},
    admin: { select: everyRow, insert: ['recorded_by', ...incident], update: incident, delete: [0, 2] },
    service: { select: everyRow },
  },
  // Written by the trigger of the incidents alone.
  privacy_incident_changes: {
    ...{ visitor: {}, user: {}, reader: {}, admin: { select: everyRow }, service: { select: everyRow } },
  },
  // Written by the functions that move rows there and back.
  trash: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow },
    service: { select: everyRow },
  },
  // Written by the functions that export, erase and retain.
  // Written by the functions that plan, finish, postpone and withdraw.
  next_actions: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow },
    service: { select: everyRow },
  },
  postponed_items: {
    visitor: {},
    user: {},
    reader: { select: everyRow },
    admin: { select: everyRow },
    service: { select: everyRow },
  },
  privacy_register: {
    ...{ visitor: {}, user: {}, reader: {}, admin: { select: everyRow }, service: { select: everyRow } },
  },
};

/** A reader reads what an administrator reads and writes nothing, unless the table says otherwise. */
export const matrix: Record<string, Record<MatrixRole, Rights>> = Object.fromEntries(
  Object.entries(tables).map(([table, rights]) => {
    const { select } = rights.admin;
    return [table, { reader: select ? { select } : {}, ...rights }];
  }),
);

/**
 * Columns that no person reads, whatever rows they may read: what opens something, and hashes that only serve the server.
 * The secret key reads them. Left readable on purpose: the keyed hashes of addresses, by administrators (the timeline of
 * a contact looks them up), and leases, which say that a message is on its way and which only the secret key may use.
 */
export const hiddenColumns: Record<string, string[]> = {
  email_sends: ['unsubscribe_token', 'recipient_hash'],
  invitations: ['token_hash'],
  quote_acceptances: ['code_hash'],
};

/** What the API shows as `/rpc/…`, and the database roles that may call it. */
export const publicFunctions: Record<string, string[]> = {
  'public.lift_sending_hold': ['authenticated'],
  'public.mark_campaign_sent': ['authenticated'],
  'public.apply_provider_list': ['authenticated'],
  'public.restore_review': ['authenticated'],
  'public.next_send_mark': ['service_role'],
  'public.compare_send_mark': ['service_role'],
  'public.count_function_call': ['authenticated'],
  'public.count_tour_view': ['anon', 'authenticated'],
  'public.gone_tours': ['anon', 'authenticated'],
  'public.site_clock': ['anon', 'authenticated'],
  'public.request_publication': ['service_role'],
  'public.claim_publication': ['service_role'],
  'public.finish_publication_attempt': ['service_role'],
  'public.claim_tour_links': ['service_role'],
  'public.record_tour_link': ['service_role'],
  'public.unused_delivery_files': ['service_role'],
  'public.next_withdrawn_panoramas': ['service_role'],
  // Check the administrator themselves.
  'public.complete_contact': ['authenticated'],
  'public.accept_prospect': ['authenticated'],
  'public.accept_all_prospects': ['authenticated'],
  'public.undo_rejection': ['authenticated'],
  'public.start_prospect_generation': ['service_role'],
  'public.report_prospect_generation': ['service_role'],
  'public.store_prospects': ['service_role'],
  'public.finish_prospect_generation': ['service_role'],
  'public.known_organisations': ['service_role'],
  'public.store_overpass_answer': ['service_role'],
  'public.take_overpass_slot': ['service_role'],
  'public.release_overpass_slot': ['service_role'],
  'public.contact_consents': ['authenticated'],
  'public.campaign_counts': ['authenticated'],
  'public.campaign_refusals': ['authenticated'],
  'public.contact_last_sends': ['authenticated'],
  'public.may_email': ['authenticated'],
  'public.sending_state': ['authenticated'],
  // Check the administrator themselves.
  'public.create_campaign': ['authenticated'],
  'public.pause_campaign': ['authenticated'],
  'public.resume_campaign': ['authenticated'],
  'public.cancel_campaign': ['authenticated'],
  'public.retry_failed_sends': ['authenticated'],
  'public.resolve_uncertain_send': ['authenticated'],
  'public.reschedule_campaign': ['authenticated'],
  'public.rewrite_campaign': ['authenticated'],
  'public.save_campaign_draft': ['authenticated'],
  'public.discard_campaign_draft': ['authenticated'],
  'public.archive_campaign': ['authenticated'],
  'public.remove_campaign_recipient': ['authenticated'],
  'public.suppress_contact': ['authenticated'],
  'public.lift_suppression': ['authenticated'],
  'public.reapply_suppressions': ['authenticated'],
  'public.record_bounce': ['authenticated'],
  'public.mark_replied': ['authenticated'],
  'public.stop_followups': ['authenticated'],
  'public.erase_person': ['authenticated'],
  'public.start_full_export': ['authenticated'],
  // Run as the caller: the policies decide.
  'public.contact_template_values': ['authenticated'],
  'public.campaign_feedback': ['authenticated'],
  'public.campaign_followups': ['authenticated'],
  'public.retention_preview': ['authenticated'],
  // What the pages of the site print of the studio.
  'public.public_identity': ['anon', 'authenticated'],
  'public.public_profile': ['anon', 'authenticated'],
  'public.tour_places': ['anon', 'authenticated'],
  'public.embedding_rules': ['anon', 'authenticated'],
  // The token of a message opens them.
  'public.unsubscribe': ['anon', 'authenticated', 'service_role'],
  'public.unsubscribe_page': ['anon', 'authenticated', 'service_role'],
  'public.suppress_address': ['service_role'],
  'public.record_email_event': ['service_role'],
  'public.apply_retention': ['service_role'],
  // Check the administrator themselves.
  'public.create_quote': ['authenticated'],
  'public.duplicate_quote': ['authenticated'],
  'public.revise_quote': ['authenticated'],
  'public.send_quote': ['authenticated'],
  'public.record_quote_answer': ['authenticated'],
  'public.expire_quotes': ['service_role'],
  'public.email_quote': ['authenticated'],
  'public.quote_link': ['authenticated'],
  'public.quote_lacks_ground': ['authenticated'],
  'public.quote_accepts_by': ['authenticated'],
  'public.record_paper_acceptance': ['authenticated'],
  'public.create_trip_from_quote': ['authenticated'],
  // The public page and the PDF, by their edge functions: the token opens them.
  'public.public_quote': ['service_role'],
  'public.note_quote_opened': ['service_role'],
  'public.ask_about_quote': ['service_role'],
  'public.refuse_quote': ['service_role'],
  'public.send_quote_code': ['service_role'],
  'public.accept_quote': ['service_role'],
  'public.quote_to_print': ['service_role'],
  'public.quote_without_pdf': ['service_role'],
  'public.keep_quote_pdf': ['service_role'],
  'public.unused_quote_files': ['service_role'],
  // Runs as the caller: the policy decides.
  'public.quote_totals_by_status': ['authenticated'],
  'public.claim_email_sends': ['service_role'],
  'public.finish_email_send': ['service_role'],
  'public.record_dispatch': ['service_role'],
  'public.contact_timeline': ['authenticated'],
  'public.export_person': ['authenticated'],
  'public.import_contacts': ['authenticated'],
  'public.set_contact_status': ['authenticated'],
  'public.contact_recency': ['authenticated'],
  'public.organisation_people': ['authenticated'],
  'public.contacts_of_segment': ['authenticated'],
  'public.count_segment': ['authenticated'],
  'public.merge_organisations': ['authenticated'],
  'public.organisation_page': ['authenticated'],
  // Checks the administrator itself.
  'public.merge_contacts': ['authenticated'],
  'public.save_tour': ['authenticated'],
  'public.set_tours_status': ['authenticated'],
  'public.unused_tour_images': ['authenticated'],
  // Check the administrator themselves.
  'public.save_panorama_tour_draft': ['authenticated'],
  'public.publish_tour': ['authenticated'],
  'public.withdraw_tour': ['authenticated'],
  'public.unused_panorama_files': ['authenticated'],
  // Run as the caller: the policies decide.
  'public.place_survey_pictures': ['authenticated'],
  'public.survey_counts': ['authenticated'],
  'public.unused_survey_files': ['authenticated', 'service_role'],
  // Check the administrator themselves.
  'public.publish_survey': ['authenticated'],
  'public.seal_survey': ['authenticated'],
  'public.record_picture_hashes': ['authenticated'],
  'public.request_seal_stamps': ['authenticated'],
  'public.claim_seal_requests': ['service_role'],
  'public.survey_report': ['service_role'],
  'public.finish_seal_request': ['service_role'],
  'private.are_time_stamp_authorities': ['authenticated', 'service_role'],
  'public.withdraw_survey': ['authenticated'],
  // Streets, as the pages of the site show them.
  'public.published_street': ['anon', 'authenticated'],
  'public.published_streets': ['anon', 'authenticated'],
  'public.claim_due_notifications': ['service_role'],
  'public.finish_notification': ['service_role'],
  'public.receive_quote_request': ['service_role'],
  'public.set_quote_form_proof': ['service_role'],
  'public.record_sender_test': ['service_role'],
  // These check the role themselves: a plain user is answered 403.
  'public.retry_notification': ['authenticated'],
  'public.save_reply_draft': ['authenticated'],
  'public.send_reply': ['authenticated'],
  'public.take_back_reply': ['authenticated'],
  'public.unused_request_files': ['service_role'],
  'public.unused_inbound_files': ['service_role'],
  'public.receive_message': ['service_role'],
  'public.begin_inbox_reading': ['service_role'],
  'public.begin_message_reading': ['service_role'],
  'public.end_message_reading': ['service_role'],
  'public.finish_inbox_reading': ['service_role'],
  // Check the administrator themselves.
  'public.file_message': ['authenticated'],
  'public.discard_message': ['authenticated'],
  'public.settle_removal': ['authenticated'],
  'public.save_answer_draft': ['authenticated'],
  'public.answer_message': ['authenticated'],
  // Runs as the caller: the policies decide.
  'public.sender_reputation': ['authenticated'],
  'public.convert_quote_to_contact': ['authenticated'],
  'public.anonymise_quote_requests': ['authenticated'],
  'public.move_to_trash': ['authenticated'],
  'public.restore_from_trash': ['authenticated'],
  'public.delete_from_trash': ['authenticated'],

  // Checks the administrator itself.
  'public.import_municipalities': ['authenticated', 'service_role'],
  'public.import_tender_week': ['authenticated', 'service_role'],
  'public.places_within': ['service_role'],
  'public.dashboard_stats': ['authenticated'],
  'public.views_by_month': ['authenticated'],
  'public.merge_tags': ['authenticated'],
  'public.reorder_tags': ['authenticated'],
  // Runs as the caller: the policies decide.
  'public.search_everything': ['authenticated'],
  'public.municipality_page': ['authenticated'],
  'public.municipality_relations': ['authenticated'],
  // For members; and for the function that writes the reasons of prospects.
  'public.studio_around': ['authenticated', 'service_role'],
  'public.trip_sheet': ['authenticated'],
  'public.save_trip_plan': ['authenticated'],
  'public.trip_plan_counts': ['authenticated'],
  'public.prospect_relations': ['authenticated'],
  'public.undo_status': ['authenticated'],
  // Check the administrator themselves.
  'public.plan_next_action': ['authenticated'],
  'public.finish_next_action': ['authenticated'],
  'public.postpone_next_action': ['authenticated'],
  'public.remove_next_action': ['authenticated'],
  'public.action_owners': ['authenticated'],
  'public.postpone_item': ['authenticated'],
  'public.today_items': ['authenticated'],
  'public.today_preferences': ['authenticated'],
  'public.set_daily_digest': ['authenticated'],
  'public.create_calendar_feed': ['authenticated'],
  'public.revoke_calendar_feed': ['authenticated'],
  'public.calendar_feed': ['service_role'],
  'public.claim_daily_digest': ['service_role'],
  'public.finish_daily_digest': ['service_role'],

  // The code or the link decides.
  'public.claim_studio': ['authenticated'],
  'public.accept_invitation': ['authenticated'],
  'public.studio_is_unclaimed': ['authenticated'],
  // Check the administrator themselves.
  'public.set_member_role': ['authenticated'],
  'public.remove_member': ['authenticated'],
  'public.invite_member': ['authenticated'],
  'public.withdraw_invitation': ['authenticated'],
  'public.resend_invitation': ['authenticated'],
  'public.empty_demo_studio': ['authenticated'],
  // Check the member themselves.
  'public.team_members': ['authenticated'],
  'public.recent_activity': ['authenticated'],
  'public.setup_state': ['authenticated'],
  'public.claim_due_invitation': ['service_role'],
  'public.finish_invitation': ['service_role'],
};

/** Functions that policies, triggers and the ones above use; the API shows none of them. */
export const schemaFunctions: Record<string, string[]> = {
  'private.accept_locked_prospect': [],
  'private.mark_site_changed': [],
  'private.remember_public_slug': [],
  'private.site_today_rows': ['authenticated'],
  'private.anonymise_sent_quotes': [],
  'private.erase_from_quotes': [],
  'private.follow_tax_status': [],
  'private.forget_old_quotes': [],
  'private.is_contract': [],
  'private.keep_lobbying_ground': [],
  'private.keep_sealed_picture': [],
  'private.keep_sent_quote': [],
  'private.lacks_lobbying_ground': [],
  'private.is_public_client': [],
  'private.accepts_by': [],
  'private.holds_public_office': ['authenticated'],
  'private.takes_campaigns': ['authenticated'],
  'private.is_public_office_holder': ['authenticated'],
  'private.standing_ground': ['authenticated'],
  'private.lobbying_refusal': ['authenticated'],
  'private.ground_to_send': [],
  'private.has_replied': ['authenticated'],
  'private.last_written_at': ['authenticated'],
  'private.frequency_refusal': ['authenticated'],
  'private.literal_values': ['authenticated'],
  'private.after_de': ['authenticated'],
  'private.after_a': ['authenticated'],
  'private.capitalised': ['authenticated'],
  'private.with_article': ['authenticated'],
  'private.signed_text': [],
  'private.are_signatures': ['authenticated', 'service_role'],
  'private.followup_hold': ['authenticated'],
  'private.is_business_time': ['authenticated'],
  'private.quiet_until': ['authenticated'],
  'private.reputation_stop': ['authenticated'],
  'private.consent_facts': [],
  'private.hold_for_reputation': [],
  'private.hold_sending': [],
  'private.refusal_lines': [],
  'private.refusals_lacking': [],
  'private.is_sending_held': ['authenticated'],
  'private.note_outage': [],
  'private.end_outage': [],
  'private.queue_campaign_alert': [],
  'private.lock_quote': [],
  'private.quote_document': [],
  'private.quote_refusal': [],
  'private.acceptance_faults': [],
  'private.address_hint': [],
  'private.closed_quote_answer': [],
  'private.code_refusal': [],
  'private.is_code_spent': [],
  'private.follow_acceptance': [],
  'private.make_quote_trip': [],
  'private.municipality_of_quote': [],
  'private.printed_acceptance': [],
  'private.quote_code': [],
  'private.quote_code_hash': [],
  'private.quote_for_server': [],
  'private.quote_of_token': [],
  'private.record_acceptance': [],
  'private.tell_studio': [],
  'private.text_faults': [],
  'private.studio_tax_status': [],
  'private.is_json_list': [],
  'private.is_json_number': [],
  'private.is_json_text': [],
  'private.is_json_list_of': [],
  'private.is_map_line': [],
  'private.are_ordered_streets': ['authenticated', 'service_role'],
  'private.is_survey_track': ['authenticated', 'service_role'],
  'private.are_picture_ellipses': ['authenticated', 'service_role'],
  'private.unpublish_changed_picture': [],
  'private.published_picture': [],
  'private.picture_of_survey_file': [],
  'private.may_hold_survey_file': ['authenticated'],
  'private.is_used_survey_file': ['authenticated'],
  'private.is_gone_survey': [],
  'private.is_panorama_path': [],
  'private.is_panorama_tour': [],
  'private.is_placed_item': [],
  'private.is_ellipse': [],
  'private.is_panorama_sound': [],
  'private.note_public_panoramas': [],
  'private.publish_first_scenes': [],
  'private.used_panorama_folders': ['authenticated'],
  'private.as_published': [],
  'private.publish_scenes': [],
  'private.publish_site_now': [],
  'private.panorama_folders': [],
  'private.with_moved_panoramas': [],
  'private.are_quote_lines': ['authenticated'],
  'private.is_quote_line': ['authenticated'],
  'private.quote_line_amount': ['authenticated'],
  'private.quote_totals': ['authenticated'],
  'private.acknowledgement_refusal': [],
  'private.answer_due': ['authenticated'],
  'private.forget_request_actions': [],
  'private.next_action_records': ['authenticated'],
  'private.queue_daily_digests': [],
  'private.today_rows': ['authenticated'],
  'private.address_refusal': [],
  'private.lock_answerable_request': [],
  'private.request_files': [],
  'private.reply_token': [],
  'private.reply_address': [],
  'private.merkle_root': [],
  'private.refuse_change_of_proof': [],
  'private.request_stamps': [],
  'private.message_of_token': [],
  'private.place_of_message': [],
  'private.place_of_message_id': [],
  'private.place_of_sender': [],
  'private.apply_answer': [],
  'private.apply_bounce': [],
  'private.answer_action_title': [],
  'private.finish_answer_action': [],
  'private.forget_discarded_messages': [],
  'private.daily_limit': ['authenticated'],
  'private.advance_warmup': [],
  'private.call_dispatcher': [],
  'private.anonymise_quotes': [],
  'private.close_campaign': [],
  'private.create_due_followups': [],
  'private.decide_followup': [],
  'private.hold_stalled_campaigns': [],
  'private.key_fingerprint': ['authenticated', 'service_role'],
  'private.sending_stop': ['authenticated'],
  'private.set_aside': [],
  'private.unreadable_suppressions': ['authenticated'],
  'private.easter': ['authenticated'],
  'private.followup_due': ['authenticated'],
  'private.followup_due_for': ['authenticated'],
  'private.absent_until': ['authenticated'],
  'private.met_since': ['authenticated'],
  'private.is_followup_stopped': ['authenticated'],
  'private.next_followups': ['authenticated'],
  'private.follows_up': ['authenticated'],
  'private.write_campaign_steps': [],
  'private.rhythm_interval': ['authenticated'],
  'private.segment_due': ['authenticated'],
  'private.segment_today_rows': ['authenticated'],
  'private.followup_refusal': ['authenticated'],
  'private.is_business_day': ['authenticated'],
  'private.keep_refusal': [],
  'private.keep_in_trash': [],
  'private.put_in_trash': [],
  'private.put_back': [],
  'private.restore_refusal': [],
  'private.foreign_keys': [],
  'private.trash_label': [],
  'private.trashed_pictures': ['authenticated'],
  'private.trashed_of': [],
  'private.trashed_addresses': [],
  'private.erase_from_trash': [],
  'private.empty_old_trash': [],
  'private.keyed_text_hash': [],
  'private.known_addresses': ['authenticated'],
  'private.drop_empty_organisation': [],
  'private.merged_note': [],
  'private.is_shared_mailbox': [],
  'private.are_segment_texts': ['authenticated', 'service_role'],
  'private.is_segment_number': ['authenticated', 'service_role'],
  'private.is_segment_definition': ['authenticated', 'service_role'],
  'private.segment_texts': ['authenticated'],
  'private.segment_contacts': ['authenticated'],
  'private.suppressed_among': ['authenticated', 'service_role'],
  'private.keep_campaign_segment': [],
  'private.take_organisation_merge_apart': [],
  'private.organisation_code': [],
  // Read by every list of prospects, as the caller.
  'private.organisation_domain': ['authenticated'],
  'private.organisation_kind': [],
  'private.organisation_of': [],
  'private.outbox_refusal': [],
  'private.personal_refusal': [],
  'private.place_organisations': [],
  'private.records_of': ['authenticated'],
  'private.set_contact_organisation': [],
  'private.take_merge_apart': [],
  'private.mailbox_key': [],
  'private.keyed_hash': ['authenticated', 'service_role'],
  'private.pause_when_reputation_suffers': [],
  'private.record_acknowledgement_failure': [],
  'private.record_failure': [],
  'private.standing_suppressions': ['authenticated', 'service_role'],
  'private.start_due_sending': [],
  'private.suppress': [],
  'private.email_refusals': ['authenticated'],
  'private.expired_prospects': ['authenticated'],
  'private.expired_quotes': ['authenticated'],
  'private.fill_subject': ['authenticated'],
  'private.fill_template': ['authenticated'],
  'private.mark_unknown_outcomes': [],
  'private.is_quiet': ['authenticated'],
  'private.lock_campaign': [],
  'private.mark_contacted': [],
  'private.recipient_hash': [],
  'private.send_refusal': [],
  'private.sender_identity': ['authenticated'],
  'private.sent_today': ['authenticated'],
  'private.start_due_campaigns': [],
  'private.template_values': ['authenticated'],
  'private.trimmed': ['authenticated'],
  'private.unknown_variable': [],
  'private.client_address': [],
  'private.copy_columns': [],
  'private.written_columns': [],
  'private.count_quote_request': [],
  'private.network_of': [],
  'private.consent_expiry': ['authenticated', 'service_role'],
  'private.current_consents': ['authenticated', 'service_role'],
  'private.address_standings': ['authenticated', 'service_role'],
  'private.refusal_reason': ['authenticated'],
  'private.ledger_consents': ['authenticated', 'service_role'],
  'private.kept_consents': ['authenticated'],
  'private.keep_consents': [],
  'private.keep_changed_consents': [],
  'private.current_tenders': ['authenticated'],
  'private.tender_today_rows': ['authenticated'],
  'private.email_hash': ['authenticated', 'service_role'],
  'private.free_slug': ['authenticated'],
  'private.function_call_limit': [],
  'private.distance_km': ['authenticated'],
  'private.shore_of': [],
  'private.buyer_place': [],
  'private.forget_prospect_proofs': [],
  'private.has_given_second_factor': ['authenticated'],
  'private.is_admin': ['authenticated'],
  'private.is_member': ['authenticated'],
  'private.begin_role_change': [],
  'private.claim_code_hash': [],
  'private.confirmed_email': [],
  'private.forget_old_activity': [],
  'private.keep_an_administrator': [],
  'private.new_claim_code': [],
  'private.attach_activity_log': [],
  'private.record_activity': [],
  'private.keep_incident': [],
  'private.record_incident_change': [],
  'private.limit_quote_requests': [],
  'private.record_contact_status': [],
  'private.record_request_change': [],
  'private.demo_counts': [],
  'private.queue_quote_notifications': [],

  // Rules of check constraints, which run with the rights of whoever writes the row.
  'private.are_email_addresses': ['authenticated', 'service_role'],
  'private.is_email_address': ['anon', 'authenticated', 'service_role'],
  'private.is_one_line_text': ['anon', 'authenticated', 'service_role'],
  'private.is_open_map': ['authenticated', 'service_role'],
  'private.is_picture_address': ['authenticated', 'service_role'],
  'private.named_pictures': ['authenticated', 'service_role'],
  'private.regions': ['authenticated', 'service_role'],
  'private.are_frame_sites': ['authenticated', 'service_role'],
  'private.is_web_address': ['authenticated', 'service_role'],
  'private.place_key': ['authenticated', 'service_role'],
  'private.municipality_of': ['authenticated'],
  'private.register_code_named': ['authenticated'],
  'private.related_prospects': ['authenticated'],
  'private.town_name': [],
  'private.region_name': [],
  'private.normalise_region': [],
  'private.place_contact': [],
  'private.place_contacts': [],
  'private.place_approximately': [],
  'private.completed_places': [],
  'private.search_patterns': ['authenticated'],
  'private.record_tour_view': ['anon', 'authenticated'],
  'private.roll_up_tour_views': [],
  'private.remember_tour_editor': [],
  'private.require_admin': [],
  'private.set_answered_at': [],
  'private.set_updated_at': [],
  'private.tour_editor': ['authenticated'],
  'private.is_own_creation': ['authenticated'],
};
