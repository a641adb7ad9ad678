/** Statuses of the contacts that a campaign may write to; `private.takes_campaigns` answers the same. */
export const campaignStatuses = ['nouveau', 'contacté', 'intéressé'] as const;
