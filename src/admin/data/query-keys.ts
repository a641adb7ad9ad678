/**
 * How the query keys of each entity begin. In one place, so that a mutation can invalidate what another entity reads
 * without importing it: lists would come with the schemas of every form.
 */
export const queryKeys = {
  activity: ['activity'],
  campaigns: ['campaigns'],
  consents: ['consents'],
  contractThresholds: ['contract-thresholds'],
  testimonials: ['testimonials'],
  contacts: ['contacts'],
  contactTimeline: ['contact-timeline'],
  dashboard: ['dashboard'],
  issuedQuotes: ['issued-quotes'],
  emailTemplates: ['email-templates'],
  municipalities: ['municipalities'],
  nextActions: ['next-actions'],
  panoramaTours: ['panorama-tours'],
  privacyIncidents: ['privacy-incidents'],
  privacyRegister: ['privacy-register'],
  prospects: ['prospects'],
  quoteRequests: ['quote-requests'],
  quoteRequestEmails: ['quote-request-emails'],
  savedViews: ['saved-views'],
  search: ['search'],
  session: ['session'],
  settings: ['settings'],
  today: ['today'],
  setup: ['setup'],
  team: ['team'],
  tours: ['tours'],
  trash: ['trash'],
  tripPlans: ['trip-plans'],
} as const;
