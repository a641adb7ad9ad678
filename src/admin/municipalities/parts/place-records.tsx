import { serviceTypes } from '@contract/quote-request';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { sendStatuses } from '@/admin/campaigns/data/campaign-labels';
import { campaignPaths } from '@/admin/campaigns/paths';
import { contactStatuses, functionKinds } from '@/admin/contacts/data/contact-labels';
import { contactPaths } from '@/admin/contacts/paths';
import { formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import { issuedQuoteStatuses } from '@/admin/quotes/data/quote-labels';
import { quotePaths } from '@/admin/quotes/paths';
import { requestPaths } from '@/admin/requests/paths';
import { tourStatuses } from '@/admin/tours/data/tour-labels';
import { tourPaths } from '@/admin/tours/paths';
import { jobTypes, tripStatuses } from '@/admin/trips/data/trip-labels';
import { tripPaths } from '@/admin/trips/paths';
import { quoteStatuses } from '@/shared/data/quote-requests';
import { formatCents } from '@/shared/lib/money';
import { formatNumber } from '@/shared/lib/numbers';
import type { PlaceRecords as Page } from '../data/place-records';

/** Formats a person's function in the organisation, before their status. */
export const functionOf = ({
  function_title,
  function_kind,
}: Pick<Page['contacts'][number], 'function_title' | 'function_kind'>) =>
  function_title || (function_kind && labelOf(functionKinds, function_kind));

/** All of the studio's work in a municipality or with an organisation, each line linked to its record. */
export function PlaceRecords({
  page,
  people,
}: {
  page: Page;
  /** Replaces the contacts, and comes first, on a page about people. */
  people?: ReactNode;
}) {
  const { contacts, trips, tours, requests, quotes, emails, actions } = page;
  const today = quebecDay();
  const none = [
    ['prochaine action', actions],
    ...(people ? [] : [['contacts', contacts] as const]),
    ['déplacements', trips],
    ['visites virtuelles', tours],
    ['demandes', requests],
    ['devis', quotes],
    ['courriels de campagne', emails],
  ] as const;
  const missing = none.filter(([, rows]) => rows.length === 0).map(([name]) => name);
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      {people}
      <Records title="Prochaine action" rows={actions}>
        {({ title, due_on, contact_id, trip_plan_id }) => (
          <Line
            to={contact_id ? contactPaths.one.href(contact_id) : tripPaths.one.href(trip_plan_id ?? '')}
            title={title}
            detail={`${due_on < today ? 'En retard, ' : ''}${formatDay(due_on)}`}
          />
        )}
      </Records>
      {!people && (
        <Records title="Contacts" rows={contacts}>
          {(contact) => (
            <Line
              to={contactPaths.one.href(contact.id)}
              title={contact.name}
              detail={[
                contact.company !== contact.name && contact.company,
                functionOf(contact),
                labelOf(contactStatuses, contact.status),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              {contact.phone && (
                <PhoneNumber phone={contact.phone} className="inline-block py-0.5 underline" />
              )}
            </Line>
          )}
        </Records>
      )}
      <Records title="Déplacements" rows={trips}>
        {({ id, city, start_date, job_type, status }) => (
          <Line
            to={tripPaths.one.href(id)}
            title={`${city}, ${formatDay(start_date)}`}
            detail={`${labelOf(jobTypes, job_type)} · ${labelOf(tripStatuses, status)}`}
          />
        )}
      </Records>
      <Records title="Visites virtuelles" rows={tours}>
        {({ id, title, status }) => (
          <Line to={tourPaths.edit.href(id)} title={title} detail={labelOf(tourStatuses, status)} />
        )}
      </Records>
      <Records title="Demandes" rows={requests}>
        {({ id, organization_name, service_type, status, created_at }) => (
          <Line
            to={requestPaths.one.href(id)}
            title={`${labelOf(serviceTypes, service_type)}, ${formatDay(created_at)}`}
            detail={`${organization_name} · ${labelOf(quoteStatuses, status)}`}
          />
        )}
      </Records>
      <Records title="Devis" rows={quotes}>
        {({ id, number, subject, organization_name, status, total_cents }) => (
          <Line
            to={quotePaths.one.href(id)}
            title={[number ?? 'Brouillon', subject || organization_name].join(' · ')}
            detail={`${labelOf(issuedQuoteStatuses, status)} · ${formatCents(total_cents)}`}
          />
        )}
      </Records>
      <Records title="Courriels de campagne" rows={emails}>
        {({ campaign_id, subject, contact_name, status, at }) => (
          <Line
            to={campaignPaths.one.href(campaign_id)}
            title={subject}
            detail={`${contact_name} · ${labelOf(sendStatuses, status)} · ${formatDay(at)}`}
          />
        )}
      </Records>
      {missing.length > 0 && (
        <p className="self-center px-5 text-slate lg:col-span-2">Rien encore&nbsp;: {missing.join(', ')}.</p>
      )}
    </div>
  );
}

function Records<Row extends { id: string }>({
  title,
  rows,
  children,
}: {
  title: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-paper p-5">
      <h2 id={id} className="text-lg font-semibold">
        {title}{' '}
        {rows.length > 1 && <span className="font-normal text-slate">({formatNumber(rows.length)})</span>}
      </h2>
      <ul className="mt-2 max-h-96 divide-y divide-line overflow-y-auto">
        {rows.map((row) => (
          <li key={row.id} className="py-2">
            {children(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({
  to,
  title,
  detail,
  children,
}: {
  to: string;
  title: string;
  detail: string;
  children?: ReactNode;
}) {
  return (
    <>
      <Link
        to={to}
        className="inline-block py-0.5 font-medium wrap-anywhere underline-offset-2 hover:underline"
      >
        {title}
      </Link>
      <p className="text-sm wrap-anywhere text-slate">{detail}</p>
      {children}
    </>
  );
}
