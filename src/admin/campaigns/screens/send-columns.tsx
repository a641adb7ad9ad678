import { CircleHelp, Mail, MailX, Reply, UserMinus } from 'lucide-react';
import { lobbyingGrounds } from '@/admin/contacts/data/lobbying-grounds';
import { contactPaths } from '@/admin/contacts/paths';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import type { Column } from '@/admin/kit/ui/data-table';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import type { Enums } from '@/shared/database.types';
import type { SendSignals as Signals } from '../data/campaign-feedback';
import { stepName } from '../data/campaign-labels';
import type { CampaignSend } from '../data/campaign-sends';
import { tables } from '../data/tables';
import { SendBadge } from './campaign-badges';

const { fields } = tables.email_sends;

type SignalsById = Readonly<Record<string, Signals>> | undefined;

/** Formats the past or future moment of a message; one that will be retried shows the next attempt. */
function whenOf({ status, finished_at, next_attempt_at, last_error }: CampaignSend): string {
  if (finished_at) return formatDateTime(finished_at);
  // Without an error the first attempt is under way, and that moment is the end of its lease.
  if (status === 'programmé' && last_error && next_attempt_at) {
    return `Nouvel essai\u00a0: ${formatDateTime(next_attempt_at)}`;
  }
  return '–';
}

/** Explains why a message did not leave, with the number of attempts; or its legal ground, where one was needed. */
function reasonOf({ last_error, attempts, status, ...send }: CampaignSend): string {
  if (!last_error && send.lobbying_ground) {
    return `Motif gardé\u00a0: ${labelOf(lobbyingGrounds, send.lobbying_ground)} (${send.lobbying_reference})`;
  }
  if (!last_error) return '';
  return status !== 'envoyé' && attempts > 1 ? `Essai ${attempts}\u00a0: ${last_error}` : last_error;
}

/**
 * Returns the columns of a campaign's recipients.
 *
 * @param signals delivery events of the messages, by id
 * @param hasFollowups whether the first message and its follow-ups are to be told apart
 */
export function sendColumns(signals: SignalsById, hasFollowups: boolean): Column<CampaignSend>[] {
  // Outcome and reason share a column: nearly every message has only one of them.
  const outcomeOf = (send: CampaignSend) =>
    [deliveryEventsOf(signals?.[send.id]).join(', '), reasonOf(send)].filter(Boolean).join(' — ');
  return [
    {
      key: 'destinataire',
      header: fields.recipient_name,
      sortable: true,
      mobile: 'title',
      primary: true,
      width: [128, 360],
      grows: true,
      text: ({ name }) => name,
      cell: ({ name, contact_id }) =>
        contact_id ? (
          <a className="font-semibold hover:underline" href={contactPaths.one.href(contact_id)}>
            {name}
          </a>
        ) : (
          <span className="font-semibold">{name}</span>
        ),
    },
    {
      key: 'courriel',
      header: fields.recipient_email,
      primary: true,
      under: 'destinataire',
      width: [112, 360],
      text: ({ email }) => shownAddress(email),
      cell: ({ email }) => shownAddress(email),
    },
    {
      key: 'etat',
      header: 'État',
      sortable: true,
      mobile: 'badge',
      width: [190, 200],
      cell: ({ status }) => <SendBadge status={status} />,
    },
    {
      key: 'suites',
      header: 'Suites et raison',
      mobile: 'text',
      primary: true,
      grows: true,
      width: [120, 420],
      text: outcomeOf,
      cell: outcomeOf,
      // Before anything happened, the address tells recipients apart.
      mobileCell: (send) => outcomeOf(send) || shownAddress(send.email),
    },
    {
      key: 'heure',
      header: 'Heure',
      sortable: true,
      primary: true,
      under: 'etat',
      width: [112, 320],
      text: whenOf,
      cell: whenOf,
    },
    {
      key: 'entreprise',
      header: 'Entreprise',
      optional: 1,
      width: [96, 260],
      text: ({ company }) => company,
      cell: ({ company }) => company,
    },
    {
      key: 'etape',
      header: 'Message',
      ...(hasFollowups ? {} : { optional: 2 as const }),
      width: [92, 140],
      text: ({ step }) => stepName(step),
      cell: ({ step }) => stepName(step),
    },
  ];
}

type Handlers = Record<'onShow' | 'onResolve' | 'onBounce' | 'onRemove', (send: CampaignSend) => void> & {
  onReplied: (send: CampaignSend, replied: boolean) => void;
};

/**
 * The actions on one message: settle an unknown outcome, record an event that no provider reports (an answer, or a
 * bounce that came by e-mail), remove its recipient before it leaves, read it.
 */
export const sendActions =
  (signals: SignalsById, { onShow, onResolve, onBounce, onReplied, onRemove }: Handlers) =>
  (send: CampaignSend): RowAction[] => {
    const { id, name, status } = send;
    const { replied_at, bounced_at } = signals?.[id] ?? {};
    const hasLeft = status === 'envoyé' || status === 'incertain';
    const isReplied = Boolean(replied_at);
    const actions: (RowAction | false)[] = [
      status === 'incertain' && {
        label: `Trancher l’envoi à ${name}`,
        icon: <CircleHelp aria-hidden="true" className="size-4 shrink-0" />,
        onSelect: () => onResolve(send),
      },
      hasLeft && {
        label: `A répondu\u00a0: ${name}`,
        icon: <Reply aria-hidden="true" className="size-4 shrink-0" />,
        pressed: isReplied,
        onSelect: () => onReplied(send, !isReplied),
      },
      hasLeft &&
        !bounced_at && {
          label: `Noter un rebond\u00a0: ${name}`,
          icon: <MailX aria-hidden="true" className="size-4 shrink-0" />,
          onSelect: () => onBounce(send),
        },
      (status === 'programmé' || status === 'brouillon') && {
        label: `Retirer ${name} de la campagne`,
        icon: <UserMinus aria-hidden="true" className="size-4 shrink-0" />,
        onSelect: () => onRemove(send),
      },
      {
        label: `Voir le message à ${name}`,
        icon: <Mail aria-hidden="true" className="size-4 shrink-0" />,
        onSelect: () => onShow(send),
        readersToo: true,
      },
    ];
    return actions.filter((action) => action !== false);
  };

/** Name of each delivery problem; a message that was returned for now, or is late, may still arrive. */
const troubleNames: Partial<Record<Enums<'email_event_kind'>, string>> = {
  failed: 'Abandonné par le fournisseur',
  soft_bounced: 'Revenu pour l’instant',
  delayed: 'En retard',
};

/**
 * Describes the problems of a message, each kind once with its last text; temporary ones are omitted once it has
 * arrived.
 */
export function troublesInWords({ troubles = [], delivered_at }: Signals): string[] {
  const last = new Map(troubles.map(({ kind, detail }) => [kind, detail]));
  return [...last]
    .filter(([kind]) => kind === 'failed' || !delivered_at)
    .map(([kind, detail]) => `${troubleNames[kind] ?? kind}${detail ? `\u00a0: ${detail}` : ''}`);
}

/** Describes the delivery events of a message, the most important first. */
export function deliveryEventsOf(signals: Signals | undefined): string[] {
  if (!signals) return [];
  const { bounced_at, bounce_reason, complained_at, replied_at, delivered_at, opened_at, clicked_at } =
    signals;
  return [
    ...troublesInWords(signals),
    ...(bounced_at ? [bounce_reason ? `Rebond\u00a0: ${bounce_reason}` : 'Rebond'] : []),
    ...(complained_at ? ['Plainte'] : []),
    ...(replied_at ? ['A répondu'] : []),
    ...(clicked_at ? ['Clic (estimé)'] : opened_at ? ['Ouvert (estimé)'] : delivered_at ? ['Livré'] : []),
  ];
}
