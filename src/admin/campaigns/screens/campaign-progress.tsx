import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime, formatHour, formatSendDate } from '@/admin/kit/lib/dates';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { SendingStop } from '@/admin/privacy/parts/sending-stop';
import { type Outage, settings } from '@/admin/settings/data/settings';
import { settingsPaths } from '@/admin/settings/paths';
import { counted, formatNumber } from '@/shared/lib/numbers';
import type { Followup } from '../data/campaign-followups';
import {
  countsInWords,
  hasTroubles,
  outcomeInWords,
  pendingOf,
  sendStatuses,
  totalOf,
} from '../data/campaign-labels';
import { type Campaign, isSending } from '../data/campaigns';
import { useIsSendingHere } from './use-is-sending-here';

/**
 * The next step and the progress of a campaign.
 *
 * @param coming the follow-ups that are to leave, soonest first
 * @param children description of the campaign, above
 */
export function CampaignProgress({
  campaign,
  coming,
  children,
}: {
  campaign: Campaign;
  coming: readonly Followup[];
  children: ReactNode;
}) {
  const { counts } = campaign;
  const total = totalOf(counts);
  const pending = pendingOf(counts);
  return (
    <section aria-label="Progression" className="mb-3">
      <div className="rounded-xl border border-line bg-paper px-5 py-2">
        {children}
        <div role="status" className="mt-1">
          <Situation campaign={campaign} coming={coming} />
        </div>
        {total > 0 && campaign.status === 'en_cours' && (
          <div className="mt-3 flex items-center gap-4">
            <div className="grow">
              <ProgressBar label="Courriels traités" done={total - pending} total={total} />
            </div>
            <p className="text-sm tabular-nums">
              {formatNumber(total - pending)} / {formatNumber(total)}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

function StatusLine({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <p className="inline font-semibold">{title}</p>
      {children && <div className="ml-3 inline text-sm text-slate">{children}</div>}
    </>
  );
}

/** Describes the present step of the campaign and its reason, in plain words. */
function Situation({ campaign, coming }: { campaign: Campaign; coming: readonly Followup[] }) {
  const { status, cancelled_at, paused_at, pause_reason, send_date, finished_at, counts } = campaign;
  if (cancelled_at) {
    return (
      <StatusLine title={`Campagne annulée le ${formatDateTime(cancelled_at)}`}>
        Ce qui était parti l’est resté; le reste ne partira pas.
      </StatusLine>
    );
  }
  if (status === 'terminé' && paused_at)
    return <StatusLine title="Relances retenues">{pause_reason}</StatusLine>;
  const [next] = coming;
  if (status === 'terminé' && next) {
    const isFirst = coming.every(({ step }) => step === 1);
    return (
      <StatusLine title={isFirst ? 'Premier message envoyé, relances à venir' : 'Relances à venir'}>
        {countsInWords(counts)}
        {finished_at && ` (${formatDateTime(finished_at)})`}.{' '}
        {counted(
          coming.length,
          'personne attend une relance, le',
          'personnes attendent une relance, la prochaine le',
        )}{' '}
        {formatDateTime(next.due_at)}.
      </StatusLine>
    );
  }
  if (status === 'terminé') {
    return (
      <StatusLine title={hasTroubles(counts) ? 'Envoi terminé, à vérifier' : 'Envoi terminé'}>
        {outcomeInWords(counts)}
        {finished_at && ` (${formatDateTime(finished_at)})`}
      </StatusLine>
    );
  }
  if (paused_at) {
    return (
      <StatusLine title={status === 'programmé' ? 'Envoi retenu' : 'Envoi en pause'}>
        {pause_reason}
      </StatusLine>
    );
  }
  if (status === 'programmé' && send_date) {
    return (
      <StatusLine title={`Envoi prévu: ${formatSendDate(send_date)}`}>
        {Date.parse(send_date) > serverClock.now() ? (
          `Départ ${formatRelative(send_date)} (heure du Québec). Le serveur s’en charge. Le texte peut être modifié jusqu’au départ.`
        ) : (
          <WhyNotYet>L’heure est venue, l’envoi commence dans un instant.</WhyNotYet>
        )}
      </StatusLine>
    );
  }
  if (isSending(campaign)) return <Sending campaign={campaign} />;
  return <StatusLine title="En attente">Rien n’est à envoyer pour le moment.</StatusLine>;
}

/** Explains a delay of a campaign whose hour has come, or shows its children without one. */
function WhyNotYet({ children }: { children: ReactNode }) {
  const { data: state } = useQuery(settings.sending());
  if (state?.outage) return outageInWords(state.outage);
  if (state?.quiet_until) return `Heures calmes\u00a0: en attente jusqu’à ${formatHour(state.quiet_until)}.`;
  return children;
}

/** Formats an outage: « Serveur de courriel injoignable depuis 14 h 02, 3e tentative à 14 h 09. » */
function outageInWords({ since, attempts, next_at, reason }: Outage): string {
  const next = next_at ? `, ${attempts + 1}e\u00a0tentative à ${formatHour(next_at)}` : '';
  return `Serveur de courriel injoignable depuis ${formatHour(since)}${next}. Rien n’est perdu et aucun essai n’est compté.${reason ? ` ${reason}` : ''}`;
}

/** Describes the sender, and a possible delay. */
function Sending({ campaign }: { campaign: Campaign }) {
  const isHere = useIsSendingHere(campaign.id);
  const { data: state } = useQuery(settings.sending());
  if (state?.stop) {
    return (
      <StatusLine title="Envois arrêtés">
        <SendingStop reason={state.stop} />
      </StatusLine>
    );
  }
  if (state && !state.ready) {
    return (
      <StatusLine title="Envoi suspendu">
        L’envoi est refusé tant que l’identité de l’expéditeur est incomplète.{' '}
        <Link to={settingsPaths.studio.href()} className="underline">
          Compléter les réglages
        </Link>
      </StatusLine>
    );
  }
  if (state && state.sent_today >= state.daily_cap) {
    return (
      <StatusLine title="Limite quotidienne atteinte">
        {counted(state.sent_today, 'courriel est parti', 'courriels sont partis')} aujourd’hui, pour une
        limite de {formatNumber(state.daily_cap)}. Le serveur reprendra demain, sans que vous ayez à revenir.
      </StatusLine>
    );
  }
  if (state?.outage)
    return <StatusLine title="Serveur de courriel injoignable">{outageInWords(state.outage)}</StatusLine>;
  if (state?.quiet_now && !campaign.send_now) {
    return (
      <StatusLine
        title={`En attente jusqu’à ${state.quiet_until ? formatHour(state.quiet_until) : 'la fin des heures calmes'}`}
      >
        Rien ne part pendant les heures calmes fixées dans les réglages. Le serveur reprendra à leur fin.
      </StatusLine>
    );
  }
  if (isHere) {
    return (
      <StatusLine title="Envoi en cours depuis cet onglet">
        Vous pouvez changer de page, l’envoi continue. Si vous fermez l’onglet, le serveur termine.
      </StatusLine>
    );
  }
  return (
    <StatusLine title="Envoi en cours">
      Le serveur envoie les courriels qui restent. Vous pouvez fermer cette page.
    </StatusLine>
  );
}

/** Lists the present states with their numbers, for the filter of the recipients. */
export function stateOptions({ counts }: Campaign): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sendStatuses)
      .filter(([status]) => (counts[status as keyof typeof counts] ?? 0) > 0)
      .map(([status, label]) => [
        status,
        `${label} (${formatNumber(counts[status as keyof typeof counts] ?? 0)})`,
      ]),
  );
}
