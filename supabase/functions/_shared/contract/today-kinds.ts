/** The kinds of what waits for a person (`today_items`): each has its words on the screen and in the morning's digest. */
export const todayKinds = [
  ...(['request', 'action', 'quote', 'quote_emails', 'request_email', 'campaign_emails'] as const),
  ...(['invoice', 'invoice_emails', 'quote_to_invoice', 'quote_balance'] as const),
  ...(['campaign', 'trip', 'trip_over', 'consent', 'draft', 'drafts', 'register'] as const),
  ...(['publication', 'dead_link', 'tender', 'tender_week', 'segment'] as const),
  ...(['erasure_request', 'correction'] as const),
] as const;

export type TodayKind = (typeof todayKinds)[number];
