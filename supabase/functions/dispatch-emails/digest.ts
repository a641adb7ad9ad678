import { z } from 'zod';
import type { TodayKind } from '../_shared/contract/today-kinds.ts';
import { pause } from '../_shared/dependencies.ts';
import { layout, type Paragraph } from '../_shared/mail/layout.ts';
import {
  automatic,
  type Outcome,
  type OutgoingMessage,
  oneLine,
  outcomeParameters,
} from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';
import { writtenDate } from '../_shared/message/written-date.ts';
import { serviceApi } from '../_shared/service-api.ts';
import type { SendingContext } from './notifications.ts';

const line = z.object({
  kind: z.string(),
  urgency: z.number(),
  title: z.string(),
  amount: z.number().nullable(),
});

/** Schema of the answer of `claim_daily_digest`. */
const claimedSchema = z.array(
  z.object({
    id: z.guid(),
    lease_token: z.guid(),
    email: z.string(),
    day: z.iso.date(),
    content: z.array(line),
  }),
);

type Digest = z.infer<typeof claimedSchema>[number];
type Line = z.infer<typeof line>;

/** Text of each kind of line, beside the name of its organisation. */
const kinds: Record<TodayKind, (line: Line) => string> = {
  request: () => 'demande de soumission',
  action: () => 'prochaine action',
  quote: () => 'devis sans réponse',
  quote_emails: ({ amount }) => `courriels d’un devis à vérifier (${amount ?? 0})`,
  invoice: () => 'facture à encaisser',
  invoice_emails: ({ amount }) => `courriels d’une facture à vérifier (${amount ?? 0})`,
  quote_to_invoice: () => 'devis accepté à facturer',
  quote_balance: () => 'reste d’un devis à facturer',
  request_email: () => 'courriel de soumission à vérifier',
  campaign_emails: ({ amount }) => `courriels de campagne à vérifier (${amount ?? 0})`,
  campaign: () => 'campagne en attente',
  trip: ({ amount }) => `déplacement, prospects à décider (${amount ?? 0})`,
  trip_over: () => 'déplacement passé, à clore',
  consent: () => 'consentement qui expire',
  publication: () => 'publication du site à vérifier',
  tender: () => 'appel d’offres qui ferme bientôt',
  tender_week: () => 'appels d’offres de la semaine',
  draft: () => 'visite en brouillon',
  drafts: ({ amount }) => `visites en brouillon (${amount ?? 0})`,
  register: () => 'répertoire des municipalités à vérifier',
  dead_link: () => 'lien d’une visite qui ne répond plus',
  segment: () => 'segment à qui écrire',
  erasure_request: () => 'effacement demandé par la personne, délai légal',
  correction: () => 'coordonnées corrigées par la personne',
};

/** Largest number of lines; a longer list is read on the screen. */
const MOST_LINES = 20;

/** Builds the digest of a morning: organisations and a link, without anything about a person. */
function digestMessage({ id, email, day, content }: Digest, identity: SenderIdentity): OutgoingMessage {
  const lines = (urgency: number): [string, string][] =>
    content
      .filter((item) => item.urgency === urgency)
      .slice(0, MOST_LINES)
      .map((item) => [
        oneLine(item.title) || 'Site public',
        kinds[item.kind as TodayKind]?.(item) ?? 'à voir',
      ]);
  const [late, soon] = [lines(0), lines(1)];
  const paragraphs: Paragraph[] = [
    { text: 'Bonjour,' },
    ...(late.length > 0 ? [{ text: 'En retard\u00a0:' }, { facts: late }] : []),
    ...(soon.length > 0 ? [{ text: 'Aujourd’hui ou bientôt\u00a0:' }, { facts: soon }] : []),
    { link: `${identity.siteUrl}/admin`, label: 'Ouvrir Aujourd’hui' },
    {
      text: `Ce résumé part à 7\u00a0h quand quelque chose vous attend. Pour ne plus le recevoir\u00a0: ${identity.siteUrl}/admin/parametres/securite`,
    },
  ];
  const count = content.length > 1 ? `${content.length} choses vous attendent` : 'une chose vous attend';
  return {
    key: `digest-${id}`,
    from: { name: identity.siteName, address: identity.from },
    to: [email],
    headers: automatic,
    ...layout(`Aujourd’hui, ${frenchDay(day)}\u00a0: ${count}`, paragraphs, identity),
  };
}

function frenchDay(day: string): string {
  const format = new Intl.DateTimeFormat('fr-CA', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return writtenDate(format, new Date(`${day}T00:00:00Z`));
}

/**
 * Sends the digests of the morning one by one, like the notifications: each is claimed, sent and recorded before the
 * next, and the database queues at most one a person and day.
 *
 * @returns the number of messages by outcome
 */
export async function sendDueDigests(context: SendingContext): Promise<Record<string, number>> {
  const { dependencies, transport, identity, deadline } = context;
  const api = serviceApi(dependencies);
  const counts: Record<string, number> = {};
  while (dependencies.clock.now() < deadline) {
    const claimedAt = dependencies.clock.wallTime();
    const rows = await api.call('claim_daily_digest', { same_key_is_safe: transport.sameKeyIsSafe });
    const digest = claimedSchema.parse(rows)[0];
    if (!digest) break;
    const outcome = await send(context, () => transport.send(digestMessage(digest, identity), claimedAt));
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
    const isKept = await api.call('finish_daily_digest', {
      digest: digest.id,
      token: digest.lease_token,
      ...outcomeParameters(outcome),
    });
    if (outcome.kind !== 'accepted' || isKept !== true) {
      const reasonText = outcome.kind === 'accepted' ? '' : outcome.reason;
      log(
        context,
        `digest_${outcome.kind}`,
        `${digest.id} ${reasonText}${isKept === true ? '' : ' (lease lost)'}`,
      );
    }
    if (outcome.kind === 'wait' || outcome.kind === 'pause') break;
    if (transport.pace > 0) await pause(dependencies.clock, transport.pace);
  }
  return counts;
}

/** Confines an error of our own to its message: its outcome is unknown, and the next ones leave. */
async function send(context: SendingContext, attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await attempt();
  } catch (error) {
    log(
      context,
      'digest_unexpected',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
    const reason = 'L’envoi a été interrompu par une erreur inattendue.';
    return context.transport.sameKeyIsSafe
      ? { kind: 'retry', reason, mayHaveArrived: true }
      : { kind: 'unknown', reason };
  }
}

function log({ dependencies, requestId }: SendingContext, code: string, detail: string): void {
  dependencies.log({ function: 'dispatch-emails', requestId, status: 200, code, ms: 0, detail });
}
