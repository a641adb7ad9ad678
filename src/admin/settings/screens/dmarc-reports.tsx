import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '@/admin/kit/lib/dates';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { type DmarcSummary, deliverability } from '../data/deliverability';
import { DmarcSetup } from './dmarc-setup';

/** Periods that may be shown: days → French label. */
const periods = { 7: '7 jours', 30: '30 jours', 180: '6 mois' } as const;

/** « Qui écrit en votre nom »: what the servers of recipients report of each domain (docs/decisions/0136). */
export function DmarcReports({ domains }: { domains: readonly string[] }) {
  const [days, setDays] = useState(30);
  const reports = useQuery(deliverability.dmarc(days));
  return (
    <section aria-labelledby="qui-ecrit" className="space-y-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="qui-ecrit" className="font-semibold">
          Qui écrit en votre nom
        </h3>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Période</legend>
          {Object.entries(periods).map(([value, label]) => (
            <Button
              key={value}
              size="sm"
              variant={Number(value) === days ? 'outline' : 'ghost'}
              aria-pressed={Number(value) === days}
              onClick={() => setDays(Number(value))}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      </div>
      {reports.isPending ? (
        <p role="status" className="text-slate">
          Chargement…
        </p>
      ) : !reports.data ? (
        <p role="alert" className="text-sm">
          Les rapports n’ont pas pu être chargés.{' '}
          <Button size="sm" variant="ghost" onClick={() => reports.refetch()}>
            Réessayer
          </Button>
        </p>
      ) : reports.data.length === 0 ? (
        <DmarcSetup domains={domains} />
      ) : (
        reports.data.map((summary) => <Summary key={summary.domain} summary={summary} />)
      )}
    </section>
  );
}

/** Tells in plain words how many servers wrote, and how many of them are not ours. */
function summaryText({
  servers,
  messages,
  failing_servers,
  failing_messages,
}: Pick<DmarcSummary, 'servers' | 'messages' | 'failing_servers' | 'failing_messages'>): string {
  const wrote = `${counted(servers, 'serveur a', 'serveurs ont')} écrit en votre nom (${counted(messages, 'message')})`;
  if (failing_servers === 0) return `${wrote}; tous ont prouvé qu’ils en ont le droit.`;
  const failed = counted(failing_messages, 'message');
  return failing_servers === 1
    ? `${wrote}; 1 n’est pas le vôtre ou est mal réglé\u00a0: ${failed} sans preuve.`
    : `${wrote}; ${formatNumber(failing_servers)} ne sont pas les vôtres ou sont mal réglés\u00a0: ${failed} sans preuve.`;
}

type Source = DmarcSummary['sources'][number];

const proofs = ({ messages, dkim, spf }: Source): string => {
  if (dkim + spf === 0) return 'Aucune\u00a0: pas le vôtre, ou mal réglé';
  const part = (name: string, count: number) =>
    count === 0 ? [] : [count >= messages ? name : `${name} (${formatNumber(count)})`];
  return [...part('DKIM', dkim), ...part('SPF', spf)].join(' et ');
};

const fate = ({ rejected, quarantined }: Source): string =>
  [
    rejected > 0 && counted(rejected, 'refusé'),
    quarantined > 0 && `${formatNumber(quarantined)} en indésirables`,
  ]
    .filter(Boolean)
    .join(', ') || 'Acceptés';

const columns: Column<Source>[] = [
  {
    key: 'serveur',
    header: 'Serveur',
    mobile: 'title',
    primary: true,
    width: [130, 320],
    text: ({ ip }) => ip,
    cell: ({ ip }) => <code className="text-sm break-all">{ip}</code>,
  },
  {
    key: 'messages',
    header: 'Messages',
    mobile: 'text',
    width: [90, 110],
    text: ({ messages }) => formatNumber(messages),
    cell: ({ messages }) => formatNumber(messages),
  },
  {
    key: 'preuve',
    header: 'Preuve',
    mobile: 'text',
    width: [140, 320],
    grows: true,
    text: proofs,
    cell: proofs,
  },
  { key: 'sort', header: 'Sort', mobile: 'text', width: [110, 220], text: fate, cell: fate },
];

function Summary({ summary }: { summary: DmarcSummary }) {
  const { domain, reports, unverified, from, to, servers, failing_servers, sources } = summary;
  return (
    <div className="space-y-2">
      <p className="wrap-anywhere">
        <strong>{domain}</strong>, du {formatDay(from)} au {formatDay(to)}.{' '}
        <span className={failing_servers > 0 ? 'font-semibold text-amber-ink' : undefined}>
          {summaryText(summary)}
        </span>
      </p>
      <p className="text-sm text-slate">
        {counted(reports, 'rapport lu', 'rapports lus')}
        {unverified > 0 && `, dont ${formatNumber(unverified)} d’un expéditeur qui n’a pas pu être vérifié`}.
        {servers > sources.length && ` Les ${sources.length} premiers serveurs sont affichés.`}
      </p>
      {sources.length > 0 && (
        <DataTable
          caption={`Serveurs de ${domain}`}
          rows={sources}
          rowKey={({ ip }) => ip}
          columns={columns}
        />
      )}
    </div>
  );
}
