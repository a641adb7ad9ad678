import { invitationSchema } from '../../../src/admin/account/data/team.schema.ts';
import { campaignTextSchema } from '../../../src/admin/campaigns/data/campaigns.schema.ts';
import { liftSchema, proofSchema } from '../../../src/admin/contacts/data/consent-proof.schema.ts';
import { contactSchema } from '../../../src/admin/contacts/data/contacts.schema.ts';
import { emailTemplateSchema } from '../../../src/admin/messages/data/email-templates.schema.ts';
import { organisationSchema } from '../../../src/admin/organisations/data/organisations.schema.ts';
import { retentionSchema } from '../../../src/admin/privacy/data/retention.schema.ts';
import { invoiceSchema, paymentSchema } from '../../../src/admin/quotes/data/invoices.schema.ts';
import {
  issuedQuoteSchema,
  quoteServiceSchema,
  quoteTemplateSchema,
} from '../../../src/admin/quotes/data/issued-quotes.schema.ts';
import { segmentSchema } from '../../../src/admin/segments/data/segments.schema.ts';
import { profileSchema } from '../../../src/admin/settings/data/public-profile.schema.ts';
import { identitySchema, sendingSchema } from '../../../src/admin/settings/data/settings.schema.ts';
import { tagSchema } from '../../../src/admin/tags/data/tags.schema.ts';
import { nextActionSchema } from '../../../src/admin/today/data/next-actions.schema.ts';
import { deliverySchema } from '../../../src/admin/tours/data/tour-delivery.schema.ts';
import { tourSchema } from '../../../src/admin/tours/data/tours.schema.ts';
import { tripPlanSchema } from '../../../src/admin/trips/data/trip-plans.schema.ts';
import { acceptanceSchema } from '../../../src/site/data/public-quotes.schema.ts';
import { quoteRequestSchema as visitorsSchema } from '../../../src/site/data/quote-requests.schema.ts';
import { quoteRequestSchema } from '../../../supabase/functions/quote-request-form/quote-request.schema.ts';
import type { Row } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';

/** A field of a form, read alone. */
type Field = { safeParse: (typed: unknown) => { success: boolean; data?: unknown } };

/** How a form differs from the columns of the same names. */
type Differences = {
  columns?: Record<string, string>;
  beside?: Row;
  /** Columns that the form limits more strictly than the database. */
  lax?: string[];
};

/** Every form, and the table that it writes. */
const forms: [form: object, table: string, differences?: Differences][] = [
  [tagSchema, 'tags'],
  [tourSchema, 'virtual_tours', { lax: ['location'] }],
  [deliverySchema, 'tour_deliveries'],
  [visitorsSchema, 'quote_requests'],
  [quoteRequestSchema, 'quote_requests'],
  [contactSchema, 'contacts'],
  [organisationSchema, 'organisations'],
  [proofSchema, 'consent_events', { lax: ['evidence'] }],
  [liftSchema, 'suppression_lifts', { lax: ['reason'] }],
  [segmentSchema, 'contact_segments'],
  [
    nextActionSchema,
    'next_actions',
    {
      columns: { reference: 'lobbying_reference' },
      beside: { lobbying_ground: 'award', lobbying_reference: 'Contrat 12' },
    },
  ],
  [tripPlanSchema, 'trip_plans', { lax: ['city', 'region'] }],
  [emailTemplateSchema, 'email_templates'],
  [campaignTextSchema, 'campaigns'],
  [issuedQuoteSchema, 'quotes'],
  [invoiceSchema, 'invoices'],
  [paymentSchema, 'invoice_payments'],
  [quoteServiceSchema, 'quote_services'],
  [quoteTemplateSchema, 'quote_templates'],
  [
    acceptanceSchema,
    'quote_acceptances',
    {
      columns: {
        jobTitle: 'job_title',
        resolutionNumber: 'resolution_number',
        purchaseOrder: 'purchase_order',
      },
    },
  ],
  [invitationSchema, 'invitations'],
  [identitySchema, 'studio'],
  [
    sendingSchema,
    'sending_settings',
    { beside: { mandate_number: '1', mandate_from: '2026-01-01', mandate_until: '2026-12-31' } },
  ],
  [retentionSchema, 'retention_settings'],
  [profileSchema, 'studio_profile'],
];

/** Values at the limits of a field, as they would be stored, and values just past them. */
type FormLimit = { table: string; column: string; beside: Row; accept: unknown[]; refuse: unknown[] };

/** Finds the limits of every form by trying its fields, whether a length, a pattern or a custom rule sets them. */
export function formLimits(): FormLimit[] {
  return forms.flatMap(([form, table, { columns = {}, beside = {}, lax = [] } = {}]) => {
    const row = rowFactoryOf(table).row(2, noPeople);
    return Object.entries(fieldsOf(form)).flatMap(([name, field]): FormLimit[] => {
      const column = columns[name] ?? name;
      if (!['string', 'number'].includes(typeof row[column])) return [];
      const limits = limitsOf(field, lax.includes(column));
      return limits.refuse.length > 0 ? [{ table, column, beside, ...limits }] : [];
    });
  });
}

const person = { id: '', email: '', token: '' };
const noPeople = { user: person, reader: person, admin: person, admin2: person };

/** Returns the fields of an object schema, also inside a refinement or a transform. */
function fieldsOf(form: object): Record<string, Field> {
  if ('shape' in form) return form.shape as Record<string, Field>;
  return 'in' in form ? fieldsOf(form.in as object) : {};
}

const HOST_URL = 'https://exemple.test/';
/**
 * Makers of texts of a given length in the formats of fields; accented ones first, because limits count characters and
 * not bytes.
 */
const textMakers: ((size: number) => string)[] = [
  (size) => 'é'.repeat(size),
  (size) => 'a'.repeat(size),
  (size) => `a@${`${'b'.repeat(61)}.`.repeat(4)}${'c'.repeat(Math.max(2, size - 250))}`,
  (size) => HOST_URL + 'a'.repeat(Math.max(0, size - HOST_URL.length)),
  String,
];
/** Texts that most fields refuse: invisible characters, scripts, invalid addresses. */
const hostileTexts = [
  ...[
    'nom\r\nBcc: a@exemple.test',
    'Ville\u202e dlog',
    'vil\u00adle',
    'javascript:alert(1)',
    'data:text/html,x',
  ],
  ...['https://exemple.test/a b', 'A <a@exemple.test>', 'a@b', '//exemple.test/x.jpg', '-a--b'],
];
/** A length past every limit. */
const ENDLESS = 100_000;

function limitsOf(field: Field, isLax: boolean): Pick<FormLimit, 'accept' | 'refuse'> {
  const takes = (typed: string) => field.safeParse(typed).success;
  const sizes = [1, 2, 5, 20];
  const make = textMakers.find((maker) => sizes.some((size) => takes(maker(size))));
  const some = make && sizes.find((size) => takes(make(size)));
  if (!make || some === undefined) return { accept: [], refuse: [] };
  const most = largestAccepted(some, ENDLESS, (size) => takes(make(size)));
  const least = isLax ? -1 : largestAccepted(some, -1, (size) => takes(make(size)));
  const stored = (size: number) => (make === String ? size : make(size));
  const edges = [...(least > 0 ? [least] : []), ...(most < ENDLESS ? [most] : [])];
  const past = [...(least > 0 ? [least - 1] : []), ...(most < ENDLESS ? [most + 1] : [])];
  const refused = hostileTexts.filter((text) => make !== String && !isLax && !takes(text));
  return { accept: edges.map(stored), refuse: [...past.map(stored), ...refused] };
}

/** Finds by bisection the largest size that is accepted. */
function largestAccepted(from: number, end: number, takes: (size: number) => boolean): number {
  let [taken, refused] = [from, end];
  // The steps double until a size is refused, because a text far past its limit takes long to check.
  for (let step = Math.sign(end - from); Math.abs(end - taken) > Math.abs(step); step *= 2) {
    if (!takes(taken + step)) {
      refused = taken + step;
      break;
    }
    taken += step;
  }
  while (Math.abs(refused - taken) > 1) {
    const middle = Math.trunc((taken + refused) / 2);
    if (takes(middle)) taken = middle;
    else refused = middle;
  }
  return taken === end - Math.sign(end - from) ? end : taken;
}
