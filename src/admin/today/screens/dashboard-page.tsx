import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { MailPlus, Plus, Route, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { campaignPaths } from '@/admin/campaigns/paths';
import { contactLinks, contactPaths } from '@/admin/contacts/paths';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { useWindowKind } from '@/admin/kit/lib/use-window-kind';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { PanelButton, panelItemClass } from '@/admin/kit/ui/panel-button';
import { StatCards, StatCardsSkeleton } from '@/admin/kit/ui/stat-cards';
import type { Stat } from '@/admin/kit/ui/stat-strip';
import { SubjectParts } from '@/admin/kit/ui/subject-parts';
import { templatePaths } from '@/admin/messages/paths';
import { requestLinks } from '@/admin/requests/paths';
import { setup, stepsLeft } from '@/admin/settings/data/setup';
import { settingsPaths } from '@/admin/settings/paths';
import { tagPaths } from '@/admin/tags/paths';
import { tourLinks, tourPaths } from '@/admin/tours/paths';
import { tripLinks, tripPaths } from '@/admin/trips/paths';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { type DashboardStats, dashboard } from '../data/dashboard';
import { today } from '../data/today';
import { todaySlots } from '../paths';
import { SitePublication } from './site-publication';
import { TodayList } from './today-list';
import { ViewsChart } from './views-chart';

/** Returns the figures of the dashboard (specification, section 2), each linked to the exact list that it counts. */
function dashboardFigures(stats: DashboardStats): (Stat & { to: string })[] {
  return [
    { label: 'Visites virtuelles', value: formatNumber(stats.tours), to: tourPaths.list.href() },
    { label: 'Coups de cœur', value: formatNumber(stats.featured_tours), to: tourLinks.featured },
    { label: 'Tags', value: formatNumber(stats.tags), to: tagPaths.list.href() },
    { label: 'Ouvertures', value: formatNumber(stats.views), to: tourLinks.mostViewed },
    { label: 'Nouvelles demandes', value: formatNumber(stats.new_quotes), to: requestLinks.new },
    {
      label: 'Déplacements',
      value: formatNumber(stats.trips),
      to: tripPaths.list.href(),
      part: { text: `${formatNumber(stats.upcoming_trips)} à venir`, to: tripLinks.upcoming },
    },
    {
      label: 'Contacts',
      value: formatNumber(stats.contacts),
      to: contactPaths.list.href(),
      part: { text: counted(stats.new_contacts, 'nouveau', 'nouveaux'), to: contactLinks.new },
    },
    {
      label: 'Contacts intéressés',
      value: formatNumber(stats.interested_contacts),
      to: contactLinks.interested,
    },
    { label: 'Templates', value: formatNumber(stats.templates), to: templatePaths.list.href() },
    {
      label: 'Campagnes',
      value: formatNumber(stats.campaigns),
      to: campaignPaths.list.href(),
      part: {
        text: counted(stats.sent_emails, 'courriel envoyé', 'courriels envoyés'),
        to: campaignPaths.list.href(),
      },
    },
  ];
}

const actions = [
  { to: tripPaths.new.href(), label: 'Nouveau déplacement', Icon: Route },
  { to: campaignPaths.new.href(), label: 'Nouvelle campagne', Icon: MailPlus },
  { to: contactPaths.new.href(), label: 'Nouveau contact', Icon: UserPlus },
];

/** The day at a glance. Everything is read again when the window gets the focus. */
export function DashboardPage() {
  const stats = useQuery(dashboard.stats());
  const views = useQuery(dashboard.views());
  const items = useQuery(today.items());
  useWindowFocus(() => {
    for (const query of [items, stats, views]) void query.refetch({ cancelRefetch: false });
  });

  return (
    <>
      <Seo title="Dashboard" noIndex />
      <PageHeader title="Dashboard">
        <QuickActions />
      </PageHeader>
      <SetupReminder />
      <TodayList next={stats.data && <NextTripSentence stats={stats.data} />} />
      <div className="mt-4">
        {stats.data ? (
          <StatCards label="Statistiques" stats={dashboardFigures(stats.data)} />
        ) : stats.isError ? (
          <ErrorState
            title="Impossible de charger les statistiques"
            error={stats.error}
            onRetry={() => stats.refetch()}
          />
        ) : (
          <StatCardsSkeleton figures={10} />
        )}
      </div>
      <SitePublication />
      <SubjectParts slot={todaySlots.dashboard} given={{}} />
      <div className="mt-4">
        <Panel title="Ouvertures des visites" query={views}>
          {(months) => <ViewsChart months={months} />}
        </Panel>
      </div>
    </>
  );
}

/** The most frequent creations: three buttons, or on a phone one that opens them, beside the title. */
function QuickActions() {
  const isPhone = useWindowKind() === 'phone';
  const links = (className: string) =>
    actions.map(({ to, label, Icon }) => (
      <Link key={to} to={to} className={className}>
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Link>
    ));
  if (!isPhone) {
    return (
      <nav aria-label="Actions rapides" className="flex flex-wrap gap-2">
        {links(buttonClass({ variant: 'outline', size: 'sm' }))}
      </nav>
    );
  }
  return (
    <PanelButton
      label={'Nouveau\u00a0: actions rapides'}
      className={buttonClass({ variant: 'outline', size: 'sm' })}
      panel={() => <nav aria-label="Actions rapides">{links(panelItemClass)}</nav>}
    >
      <Plus aria-hidden="true" className="size-4" />
      Nouveau
    </PanelButton>
  );
}

/**
 * Calls back on focus. With two windows side by side a refocused one was never hidden, which is all that react-query
 * observes.
 */
function useWindowFocus(onFocus: () => void) {
  const latest = useRef(onFocus);
  useEffect(() => {
    latest.current = onFocus;
  });
  useEffect(() => {
    const listener = () => latest.current();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, []);
}

type PanelProps<Data> = {
  title: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'refetch'>;
  children: (data: Data) => ReactNode;
};

/** A part of the dashboard that loads, fails and is retried independently of the others. */
function Panel<Data>({ title, query, children }: PanelProps<Data>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-paper p-4 sm:p-5">
      <h2 id={id} className="mb-3 font-semibold">
        {title}
      </h2>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <div className="flex flex-wrap items-center gap-3">
          <p>Le chargement a échoué.</p>
          <Button variant="outline" size="sm" onClick={() => query.refetch()}>
            Réessayer
          </Button>
        </div>
      ) : (
        <div className="h-16 animate-pulse rounded-lg bg-mist" />
      )}
    </section>
  );
}

/** The next trip, for a morning without anything to do. */
function NextTripSentence({
  stats: { next_trip_id: id, next_trip_city: city, next_trip_start: start },
}: {
  stats: DashboardStats;
}) {
  if (!id || !start) return <>Aucun déplacement n’est prévu.</>;
  return (
    <>
      Prochain déplacement&nbsp;:{' '}
      <Link to={tripPaths.one.href(id)} className="underline">
        {city}, {formatRelativeDay(start)}
      </Link>
      .
    </>
  );
}

/** The remaining steps of the first setup, until they are done or skipped; renders nothing while unknown. */
function SetupReminder() {
  const isReadOnly = useIsReadOnly();
  const state = useQuery({ ...setup.state(), enabled: !isReadOnly, meta: {} });
  const left = state.data ? stepsLeft(state.data).length : 0;
  if (left === 0) return null;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-spruce-pale px-4 py-3">
      <span>Il reste {counted(left, 'étape')} avant que votre studio soit prêt.</span>
      <Link to={settingsPaths.setup.href()} className="font-semibold underline">
        Continuer la mise en route
      </Link>
    </p>
  );
}
