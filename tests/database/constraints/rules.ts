import type { Row } from '../engines/engine.ts';

/** What a row is when the form says nothing (« Defaults » of the specification). */
export const defaults: Record<string, Row> = {
  tags: { color: '#3b82f6' },
  tour_views: { views: 0 },
  virtual_tours: { status: 'published', is_featured: false, view_count: 0 },
  quote_requests: { status: 'nouveau', marketing_consent_version: null },
  notifications: { state: 'en_attente', attempts: 0, may_have_arrived: false, attachments: [] },
  request_notes: { kind: 'note' },
  quote_services: { description: '', unit: '', unit_price_cents: 0 },
  quote_templates: { subject: '', lines: [], validity_days: 30, delivery: '', terms: '', notes: '' },
  quote_acceptances: { pdf_sha256: '' },
  quotes: {
    status: 'brouillon',
    revision: 1,
    discount_kind: 'aucun',
    discount_value: 0,
    tax_status: 'registered',
  },
  trip_plans: { status: 'planifié', job_type: 'visite_virtuelle', radius_km: 50 },
  suggested_prospects: { status: 'pending', sector: 'autre', no_solicitation: false },
  prospect_generations: { status: 'running', step: 'registers', found: 0, added: 0 },
  contacts: { status: 'nouveau', sector: 'autre' },
  municipalities: { approximate: false },
  email_templates: { tone: 'professionnel', sector: null },
  campaigns: { auto_followup: false, followup_days: 7, send_now: false },
  email_sends: { attempts: 0, may_have_arrived: false },
  privacy_incidents: { is_estimate: false },
  settings: { legal_name: '', postal_address: '', daily_cap: 150 },
};

/** Columns whose values may not repeat; the index among rows of the factory, case where it does not count. */
export const uniques: { table: string; columns: string[]; ignoresCase?: boolean; beside?: Row }[] = [
  { table: 'tags', columns: ['slug'] },
  { table: 'virtual_tours', columns: ['slug'] },
  { table: 'virtual_tour_tags', columns: ['tour_id', 'tag_id'] },
  { table: 'tour_views', columns: ['tour_id', 'day'] },
  { table: 'municipalities', columns: ['code'] },
  { table: 'trip_plan_tags', columns: ['trip_plan_id', 'tag_id'] },
  { table: 'suggested_prospects', columns: ['trip_plan_id', 'external_id'] },
  { table: 'overpass_answers', columns: ['key'] },
  { table: 'user_roles', columns: ['user_id'] },
  { table: 'contacts', columns: ['email'], ignoresCase: true },
  { table: 'notifications', columns: ['quote_request_id', 'kind'] },
  { table: 'email_sends', columns: ['campaign_id', 'contact_id', 'step'] },
  { table: 'email_sends', columns: ['unsubscribe_token'] },
  { table: 'postponed_items', columns: ['kind', 'record_id'] },
  { table: 'saved_views', columns: ['list', 'name'] },
  { table: 'contract_thresholds', columns: ['kind', 'applies_from'] },
  { table: 'quote_services', columns: ['name'] },
  { table: 'quote_templates', columns: ['name'] },
  // Of one that was sent: another rule keeps a second draft of the same number away.
  {
    table: 'quotes',
    columns: ['year', 'sequence', 'revision'],
    beside: { status: 'envoyé', snapshot: {}, sent_at: '2031-01-01T00:00:00Z' },
  },
  // Of those that stand.
  { table: 'quote_acceptances', columns: ['quote_id'] },
  ...[
    'quote_requests',
    'suggested_prospects',
    'prospect_generations',
    'language_model_calls',
    'contact_events',
    'notifications',
    'request_notes',
    'request_events',
    'email_sends',
    'consent_events',
    'suppressions',
    'settings',
    'dispatcher_state',
    'suppression_lifts',
    'email_events',
    'privacy_register',
    'privacy_incidents',
    'privacy_incident_changes',
    'trash',
    'invitations',
    'activity_log',
    'next_actions',
    'saved_views',
    'testimonials',
    'contract_thresholds',
    'quote_services',
    'quote_templates',
    'quotes',
    'quote_events',
    'quote_acceptances',
  ].map((table) => ({
    table,
    columns: ['id'],
  })),
];

/** Columns that must point to an existing row. */
export const references: Record<string, string[]> = {
  virtual_tour_tags: ['tour_id', 'tag_id'],
  tour_views: ['tour_id'],
  quote_requests: ['contact_id'],
  notifications: ['quote_request_id', 'created_by'],
  request_notes: ['quote_request_id', 'recorded_by'],
  request_events: ['quote_request_id', 'recorded_by'],
  user_roles: ['user_id'],
  trip_plans: ['user_id', 'municipality_code'],
  trip_plan_tags: ['trip_plan_id', 'tag_id'],
  suggested_prospects: ['trip_plan_id', 'contact_id'],
  prospect_generations: ['trip_plan_id'],
  contacts: ['user_id', 'municipality_code'],
  contact_events: ['contact_id', 'recorded_by'],
  email_templates: ['user_id'],
  campaigns: ['user_id', 'template_id', 'followup_template_id'],
  email_sends: ['campaign_id', 'contact_id', 'template_id'],
  consent_events: ['contact_id', 'recorded_by'],
  suppressions: ['recorded_by'],
  suppression_lifts: ['consent_event_id', 'recorded_by'],
  email_events: ['email_send_id'],
  privacy_register: ['recorded_by'],
  privacy_incidents: ['recorded_by'],
  privacy_incident_changes: ['incident_id', 'recorded_by'],
  next_actions: ['contact_id', 'quote_request_id', 'trip_plan_id', 'owner', 'recorded_by'],
  postponed_items: ['postponed_by'],
  invitations: ['invited_by', 'accepted_by'],
  activity_log: ['actor'],
  saved_views: ['created_by'],
  quotes: ['contact_id', 'request_id', 'trip_plan_id', 'created_by'],
  quote_events: ['quote_id', 'recorded_by'],
  quote_acceptances: ['quote_id', 'recorded_by', 'reversed_by'],
};

/** Of these references a row has exactly one. */
export const oneOfSeveral: Record<string, string[]> = {
  next_actions: ['contact_id', 'quote_request_id', 'trip_plan_id'],
};

/** Columns that may stay empty although the smallest body names them. */
export const nullable: Record<string, string[]> = {
  email_sends: ['contact_id', 'template_id'],
  // Any one of the records that it can be about.
  next_actions: ['contact_id'],
  // What a note says; of what happened by itself there may be no word.
  quote_events: ['body'],
  // Of a resolution of the council there is none.
  quote_acceptances: ['purchase_order'],
  // The request, or the quote.
  notifications: ['quote_request_id'],
};

/** Columns with a default that an explicit null must not get past: a CHECK lets null through. */
export const neverNull: Record<string, string[]> = {
  tags: ['color', 'display_order'],
  virtual_tours: ['is_featured', 'status', 'view_count'],
  tour_views: ['views'],
  quote_requests: ['status'],
  notifications: ['state', 'attempts', 'next_attempt_at', 'may_have_arrived', 'attachments'],
  request_notes: ['kind'],
  quote_services: ['description', 'unit', 'unit_price_cents'],
  quote_templates: ['subject', 'lines', 'validity_days', 'delivery', 'terms', 'notes'],
  quotes: [
    ...['revision', 'contact_name', 'contact_title', 'email', 'phone', 'address', 'subject', 'lines'],
    ...[
      'discount_kind',
      'discount_value',
      'discount_label',
      'tax_status',
      'valid_until',
      'delivery',
      'terms',
    ],
    'notes',
  ],
  quote_events: ['kind', 'body'],
  quote_acceptances: ['pdf_sha256', 'accepted_at'],
  trip_plans: ['job_type', 'status', 'radius_km'],
  suggested_prospects: ['sector', 'status', 'no_solicitation'],
  prospect_generations: ['status', 'step', 'found', 'added', 'started_at', 'lease_expires_at'],
  contacts: ['sector', 'status'],
  email_templates: ['tone', 'variables'],
  campaigns: ['status', 'auto_followup', 'followup_days', 'send_now', 'server_seen_at'],
  suppressions: ['key_fingerprint'],
  email_sends: ['step', 'status', 'attempts', 'next_attempt_at', 'may_have_arrived', 'unsubscribe_token'],
  privacy_incidents: ['is_estimate'],
  settings: [
    ...['legal_name', 'postal_address', 'contact_email', 'contact_phone', 'verified_senders'],
    'daily_cap',
  ],
  dispatcher_state: ['last_run_at', 'last_summary'],
};
