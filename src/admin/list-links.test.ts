import { expect, it } from 'vitest';
import { quoteStatuses } from '@/shared/data/quote-requests';
import { campaignListFields, campaignOrders, campaignViews } from './campaigns/screens/campaign-list';
import { contactLinks } from './contacts/paths';
import { contactListFields, contactOrders, contactViews } from './contacts/screens/contact-filters';
import { keyField, listFields } from './kit/lib/use-list-state';
import { requestLinks } from './requests/paths';
import { tourLinks } from './tours/paths';
import { tourListFields, tourOrders, tourViews } from './tours/screens/tour-list';
import { tripLinks } from './trips/paths';
import { tripListFields, tripOrders, tripViews } from './trips/screens/trip-filters';

const lists: Record<string, { parse: (params: Record<string, string>) => Record<string, string> }> = {
  '/admin/tours': tourListFields,
  '/admin/contacts': contactListFields,
  '/admin/trip-plans': tripListFields,
  '/admin/campaigns': campaignListFields,
  '/admin/soumissions': listFields({ statut: keyField(quoteStatuses) }),
};

const understood = (path: string, query: string) => {
  const params = Object.fromEntries(new URLSearchParams(query));
  expect(Object.keys(params)).not.toEqual([]);
  expect(lists[path]?.parse(params)).toMatchObject(params);
  return params;
};

const links = [tourLinks, requestLinks, tripLinks, contactLinks].flatMap((some) =>
  Object.values<string>(some),
);

it.each(links)('the list at %s reads every parameter', (href) => {
  const [path = '', query = ''] = href.split('?');
  understood(path, query);
});

it.each([
  ['/admin/tours', tourViews, tourOrders],
  ['/admin/contacts', contactViews, contactOrders],
  ['/admin/trip-plans', tripViews, tripOrders],
  ['/admin/campaigns', campaignViews, campaignOrders],
] as const)(
  'the views of %s are in its own parameters, and their order has a name',
  (path, views, orders) => {
    for (const { query } of views) {
      const { tri } = understood(path, query);
      if (tri) expect(Object.keys(orders)).toContain(tri.replace('-', ''));
    }
  },
);
