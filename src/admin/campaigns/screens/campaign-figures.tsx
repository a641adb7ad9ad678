import { useQuery } from '@tanstack/react-query';
import { type Stat, StatStrip } from '@/admin/kit/ui/stat-strip';
import { settings } from '@/admin/settings/data/settings';
import { formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { campaignFeedback, type Feedback } from '../data/campaign-feedback';
import { pendingOf } from '../data/campaign-labels';
import { type Campaign, isSending } from '../data/campaigns';
import type { outcomeLabels } from './send-filters';

/** Figures of a campaign; « ≈ » marks an estimate. */
const figures: readonly [label: string, key: keyof Feedback & keyof typeof outcomeLabels][] = [
  ['Livrés', 'delivered'],
  ['Rebonds', 'bounced'],
  ['Plaintes', 'complained'],
  ['Ouverts ≈', 'opened'],
  ['Clics ≈', 'clicked'],
  ['Réponses', 'replied'],
];

/** Figures that are shown only when they are not zero. */
const troubleFigures: typeof figures = [
  ['Abandonnés', 'failed'],
  ['En retard', 'delayed'],
];

/** Events that only a provider reports; the others may be noted by a person. */
const reportedEvents: readonly (keyof Feedback)[] = ['delivered', 'opened', 'clicked', 'complained'];

const filterHref = (name: 'etat' | 'suite', value: string) => `?${new URLSearchParams({ [name]: value })}`;

/** Formats « 40 (85 %) »: a share of the sent messages, or of the people, who answer once however often they are written to. */
const withRate = (count: number, left: number) =>
  left === 0 ? formatNumber(count) : `${formatNumber(count)} (${Math.round((100 * count) / left)}\u00a0%)`;

/** The number of messages by state and by delivery event, in one line; each figure filters the messages below. */
export function CampaignFigures({ campaign }: { campaign: Campaign }) {
  const { counts } = campaign;
  const {
    data: feedback,
    isError,
    refetch,
  } = useQuery(campaignFeedback.of(campaign.id, isSending(campaign)));
  const { data: state } = useQuery(settings.sending());
  const pending = pendingOf(counts);
  const states: Stat[] = [
    { label: 'Envoyés', value: formatNumber(counts.envoyé ?? 0), to: filterHref('etat', 'envoyé') },
    ...(pending > 0 || campaign.status !== 'terminé'
      ? [
          {
            label: 'À envoyer',
            value: formatNumber(pending),
            to: filterHref('etat', counts.programmé ? 'programmé' : 'brouillon'),
          },
        ]
      : []),
    ...(
      [
        ['En échec', 'échec'],
        ['Incertains', 'incertain'],
        ['Annulés', 'annulé'],
      ] as const
    ).flatMap(([label, status]) =>
      counts[status] ? [{ label, value: formatNumber(counts[status]), to: filterHref('etat', status) }] : [],
    ),
  ];
  const left = (counts.envoyé ?? 0) + (counts.incertain ?? 0);
  const isBlind = state?.transport === 'smtp';
  const visible = feedback && [...figures, ...troubleFigures.filter(([, key]) => feedback[key] > 0)];
  return (
    <div className="mb-3 flex flex-col overflow-hidden rounded-xl border border-line bg-paper px-2 py-1 lg:flex-row lg:flex-wrap">
      <StatStrip label="Nombre par état" look="inline" stats={states} />
      {isError && !feedback && left > 0 && (
        <p role="alert" className="px-3 py-2 text-sm">
          Les retours n’ont pas pu être comptés.{' '}
          <Button size="sm" variant="ghost" onClick={() => refetch()}>
            Réessayer
          </Button>
        </p>
      )}
      {visible && left > 0 && (
        <section aria-label="Retours" className="min-w-0">
          <StatStrip
            label="Retours"
            look="inline"
            stats={visible.map(([label, key]) =>
              isBlind && feedback[key] === 0 && reportedEvents.includes(key)
                ? { label, value: 'non mesuré' }
                : {
                    label,
                    value: withRate(feedback[key], key === 'replied' ? feedback.people : left),
                    to: filterHref('suite', key),
                  },
            )}
          />
        </section>
      )}
    </div>
  );
}

/** Explains the reliability of the figures. */
export function FiguresNote({ campaign }: { campaign: Campaign }) {
  const { data: state } = useQuery(settings.sending());
  if (!(campaign.counts.envoyé || campaign.counts.incertain)) return null;
  return (
    <p className="mt-3 text-sm text-slate">
      {state?.transport === 'smtp'
        ? 'Un serveur de courriel ordinaire ne rapporte ni livraison, ni ouverture, ni clic, ni plainte. Notez vous-même les rebonds et les réponses.'
        : 'Livraisons, ouvertures et clics sont ceux que le fournisseur rapporte. Des antivirus ouvrent et suivent les liens d’eux-mêmes\u00a0: ouvertures et clics (≈) ne sont que des estimations.'}
    </p>
  );
}
