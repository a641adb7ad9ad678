import { withDetails } from '@contract/technical-details.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { SenderTest } from '@/admin/kit/ui/sender-test';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { SendingStop } from '@/admin/privacy/parts/sending-stop';
import type { Enums } from '@/shared/database.types';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { TechnicalDetails, TechnicalText } from '@/shared/ui/technical-details';
import { type DispatcherState, settings } from '../data/settings';
import { setup } from '../data/setup';

/** Mail provider: stored value → French label. */
const transports: Partial<Record<Enums<'mail_transport'>, string>> = {
  resend: 'Resend',
  smtp: 'Serveur de courriel',
};

/** Time without a run after which the dispatcher, which runs every minute, is shown as stopped, in ms. */
const STOPPED_AFTER = 5 * 60_000;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-slate">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The mail provider, the last run of the dispatcher, and today's counts. */
export function SendingStatus() {
  const dispatcher = useQuery(settings.dispatcher());
  const { data: today } = useQuery(settings.sending());
  return (
    <section aria-label="État de l’envoi" className="space-y-4 rounded-xl border border-line bg-paper p-5">
      <h2 className="text-lg font-semibold">État de l’envoi</h2>
      <SendingStop reason={today?.stop} />
      {dispatcher.isPending ? (
        <p role="status" className="text-slate">
          Chargement…
        </p>
      ) : dispatcher.data === undefined ? (
        <div role="alert">
          <p className="mb-3">Impossible de charger l’état de l’envoi.</p>
          <Button size="sm" variant="outline" onClick={() => dispatcher.refetch()}>
            Réessayer
          </Button>
        </div>
      ) : (
        <dl className="space-y-4">
          <Fact label="Envoi par le serveur">
            <Health state={dispatcher.data} />
          </Fact>
          <Fact label="Fournisseur">
            {dispatcher.data?.transport
              ? (transports[dispatcher.data.transport] ?? dispatcher.data.transport)
              : 'Aucun fournisseur connu'}
          </Fact>
          {dispatcher.data?.last_run_at && (
            <Fact label="Dernier passage">
              <span title={formatDateTime(dispatcher.data.last_run_at)}>
                {formatRelative(dispatcher.data.last_run_at)}
              </span>
              <span className="block text-sm text-slate">{runSummary(dispatcher.data.last_summary)}</span>
            </Fact>
          )}
          {dispatcher.data?.last_error && (
            <Fact label="Dernière erreur">
              <TechnicalText text={dispatcher.data.last_error} />
            </Fact>
          )}
          {today && (
            <Fact label="Aujourd’hui">
              {counted(today.sent_today, 'courriel envoyé', 'courriels envoyés')} sur{' '}
              {formatNumber(today.daily_cap)}
              {today.quiet_now && (
                <span className="block text-sm text-slate">Heures calmes en ce moment</span>
              )}
            </Fact>
          )}
        </dl>
      )}
      <TestMessage />
      <TechnicalDetails>
        Les clés du fournisseur ne sont ni ici ni dans la base de données&nbsp;: elles se définissent dans les
        secrets des fonctions.
      </TechnicalDetails>
    </section>
  );
}

function TestMessage() {
  const test = useMutation(settings.sendTest());
  const { data } = useQuery(setup.state());
  if (!data) return null;
  return <SenderTest test={test} ready={data.sender_ready} testedAt={data.sender_tested_at} />;
}

/** Shows whether the dispatcher runs. */
function Health({ state }: { state: DispatcherState | null }) {
  const [tone, label, detail] = healthOf(state);
  return (
    <>
      <StatusBadge tone={tone} label={label} />
      {detail && (
        <div className="mt-1 text-sm text-slate">
          <TechnicalText text={detail} />
        </div>
      )}
    </>
  );
}

function healthOf(state: DispatcherState | null): [Tone, string, string?] {
  if (!state?.last_run_at) {
    return [
      'attention',
      'N’a jamais tourné',
      withDetails(
        'Aucun passage n’est consigné\u00a0: rien ne part tout seul. La personne qui a installé le studio peut le régler.',
        'vérifiez la tâche planifiée (docs/deploy.md).',
      ),
    ];
  }
  if (serverClock.now() - Date.parse(state.last_run_at) > STOPPED_AFTER) {
    return [
      'attention',
      'Arrêté',
      withDetails(
        'Aucun passage récent\u00a0: ce qui est programmé ne part pas.',
        'vérifiez la tâche planifiée.',
      ),
    ];
  }
  if (state.last_error) return ['attention', 'En erreur'];
  return ['done', 'En marche'];
}

/** Sums the counts of the given outcomes of `{ accepted: 3, … }`; 0 for anything else. */
const sumOf = (counts: unknown, ...outcomes: string[]) =>
  typeof counts === 'object' && counts !== null
    ? outcomes.reduce((sum, outcome) => sum + (Number((counts as Record<string, unknown>)[outcome]) || 0), 0)
    : 0;

/**
 * Describes a run of the dispatcher in French.
 *
 * @param summary `{ campaigns: { accepted: 3, … }, notifications: { … } }`, as the server wrote it
 */
export function runSummary(summary: unknown): string {
  const { campaigns, notifications } = (summary ?? {}) as Record<string, unknown>;
  const sent = sumOf(campaigns, 'accepted');
  const notices = sumOf(notifications, 'accepted');
  const troubles = [campaigns, notifications].reduce<number>(
    (sum, counts) => sum + sumOf(counts, 'retry', 'wait', 'pause', 'rejected', 'unknown'),
    0,
  );
  const parts = [
    ...(sent ? [counted(sent, 'courriel de campagne envoyé', 'courriels de campagne envoyés')] : []),
    ...(notices ? [counted(notices, 'avis envoyé', 'avis envoyés')] : []),
    ...(troubles ? [counted(troubles, 'difficulté')] : []),
  ];
  return parts.join(', ') || 'Rien à envoyer';
}
