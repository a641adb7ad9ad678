import type { QueryKey } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';

/** Any id. */
const ANY = Symbol('any');

/** The role: it opens the back office, and is shown nowhere. */
const role = [...queryKeys.session, 'role', ANY];

/** What a form is filled with. */
const forms: readonly (readonly unknown[])[] = [
  [...queryKeys.tripPlans, 'edited', ANY],
  [...queryKeys.contacts, 'one', ANY],
];

/** What trips, their prospects and contacts show on a road without a network, and nothing else. */
const shown: readonly (readonly unknown[])[] = [
  ...forms,
  [...queryKeys.tripPlans, 'list'],
  [...queryKeys.tripPlans, 'target-types'],
  [...queryKeys.tripPlans, 'sheet', ANY],
  [...queryKeys.prospects, ANY, 'trip'],
  [...queryKeys.prospects, ANY, 'list'],
  [...queryKeys.prospects, ANY, 'generation'],
  [...queryKeys.contacts, 'list'],
  [...queryKeys.contactTimeline, ANY],
  [...queryKeys.consents, 'by-contact'],
  [...queryKeys.consents, 'of', ANY],
  [...queryKeys.consents, 'refusal', ANY],
  [...queryKeys.nextActions, 'of', 'contact', ANY],
  [...queryKeys.nextActions, 'of', 'trip_plan', ANY],
];

const fits = (key: QueryKey, pattern: readonly unknown[]) =>
  key.length === pattern.length && pattern.every((part, place) => part === ANY || part === key[place]);

/** Whether a query is what a person reads without a network. */
export const isShownOffline = (key: QueryKey) => shown.some((pattern) => fits(key, pattern));

/** Whether a query fills a form, which must not change under the hand. */
export const isForm = (key: QueryKey) => forms.some((pattern) => fits(key, pattern));

/** Whether a query is the role of a person. */
export const isRole = (key: QueryKey) => fits(key, role);

/** Whether what a query brings may be kept in the browser. */
export const isKept = (key: QueryKey) => isRole(key) || isShownOffline(key);
