import type { CampaignStep } from '@/admin/campaigns/data/campaigns';
import type { Tables } from '@/shared/database.types';
import { ADMIN_ID } from './fake-backend';

export const CAMPAIGN_ID = 'd0000000-0000-4000-8000-000000000001';

type StoredCampaign = Tables<'campaigns'> & { steps: CampaignStep[] };

/** Makes the follow-up number `step` of a campaign, with the changes of the test. */
export const campaignStep = (step: number, change: Partial<CampaignStep> = {}): CampaignStep => ({
  step,
  delay_days: 7,
  template_id: null,
  subject: 'Suite',
  body: 'Rebonjour {nom | vous}',
  ...change,
});

/** Makes a stored campaign, with the changes of the test. */
export const campaign = (change: Partial<StoredCampaign> = {}): StoredCampaign => ({
  id: CAMPAIGN_ID,
  user_id: ADMIN_ID,
  name: 'Rentrée',
  status: 'en_cours',
  send_date: null,
  created_at: '2026-11-01T12:00:00Z',
  template_id: 't1',
  from_email: 'studio@exemple.test',
  send_now: true,
  paused_at: null,
  pause_reason: null,
  driven_until: null,
  cancelled_at: null,
  finished_at: null,
  followups_stopped_at: null,
  server_seen_at: '2026-11-20T15:00:00Z',
  ...{ message_subject: null, message_body: null, lobbying_ground: null, lobbying_reference: null },
  ...{ draft: null, archived_at: null },
  ...{ segment_id: null, segment_name: null, segment_definition: null },
  steps: [],
  ...change,
});

/** For tests: a line of a campaign as the data API gives it. */
export const sendRow = (index: number, change: object = {}) => ({
  id: `e${index}`,
  step: 0,
  status: 'programmé',
  recipient_name: `Personne ${index}`,
  recipient_email: `p${index}@exemple.test`,
  attempts: 0,
  next_attempt_at: null,
  last_error: null,
  finished_at: null,
  ...{ contact_id: null, lobbying_ground: null, lobbying_reference: null },
  contacts: { name: 'x', company: `Ville ${index}`, email: null },
  ...change,
});

/** All settings tables in one row, from which a screen reads the columns of its own table. */
type SettingsRow = Tables<'studio'> &
  Tables<'sending_settings'> &
  Tables<'retention_settings'> &
  Tables<'studio_profile'>;

export const isSettings = (target: string) =>
  ['studio', 'sending_settings', 'retention_settings', 'studio_profile'].includes(target);

export const settingsRow = (change: Partial<SettingsRow> = {}): SettingsRow => ({
  id: 1,
  sender_name: 'Territoire 360',
  legal_name: 'Territoire 360 inc.',
  postal_address: '100, rue du Quai',
  contact_email: 'bonjour@exemple.test',
  contact_phone: '',
  verified_senders: ['studio@exemple.test'],
  daily_cap: 150,
  ...{
    neq: '',
    tax_registered: null,
    tps_number: '',
    tvq_number: '',
    bank_details: '',
    logo_path: null,
    setup_skipped: [],
  },
  ...{ insurer: '', insurance_number: '', insurance_amount_cents: null, insurance_until: null },
  ...{ picture_rights: '', privacy_practice: '', delivery_formats: '', hosted_in_quebec: false },
  ...{ about: '', team: '', territory: '', shows_prices: false },
  ...{ planning_time: '', capture_time: '', processing_time: '', publication_time: '' },
  ...{ inbound_domain: '', warms_up: false },
  ...{ campaign_gap_days: 14, mandate_number: '', mandate_from: null, mandate_until: null },
  sender_signatures: {},
  quiet_start: null,
  quiet_end: null,
  quote_requests_months: null,
  rejected_prospects_months: null,
  updated_at: '2026-11-01T12:00:00Z',
  ...change,
});
