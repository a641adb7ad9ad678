import { expect, it } from 'vitest';
import { quoteStatuses } from '@/shared/data/quote-requests';
import { campaignListFields, campaignOrders, campaignViews } from './campaigns/screens/campaign-list';
import { contactListFields, contactOrders, contactViews } from './contacts/screens/contact-filters';
import { listLinks } from './kit/lib/list-links';
import { keyField, listFields } from './kit/lib/use-list-state';
import { tourListFields, tourOrders, tourViews } from './tours/screens/tour-list';
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

it.each(Object.entries(listLinks))('the list that %s leads to reads every parameter', (_name, href) => {
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
