import { z } from 'zod';
import { SEND_TAG } from '../_shared/campaign/campaign-message.ts';

const eventKinds: Record<string, string> = {
  'email.sent': 'sent',
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.failed': 'failed',
  'email.suppressed': 'suppressed',
};

const explanationSchema = z.object({ message: z.string().optional(), reason: z.string().optional() });
const payloadSchema = z.object({
  type: z.string(),
  created_at: z.string().optional(),
  data: z.object({
    email_id: z.string().optional(),
    message_id: z.string().optional(),
    // An object of names and values; a list of them in older payloads.
    tags: z
      .union([z.record(z.string(), z.string()), z.array(z.object({ name: z.string(), value: z.string() }))])
      .optional(),
    bounce: explanationSchema.extend({ type: z.string().optional() }).optional(),
    failed: explanationSchema.optional(),
    suppressed: explanationSchema.optional(),
  }),
});

/** The parameters of `record_email_event`, without the event's own id. */
export interface EmailEvent {
  send: string | null;
  provider_message: string | null;
  kind: string;
  occurred_at: string;
  detail: string | null;
  internet_message: string | null;
}

/**
 * Converts an event of Resend; undefined for one that concerns no message of ours. A bounce counts only when it is
 * permanent: a full mailbox empties. Source: resend.com/docs/webhooks/event-types.
 *
 * @param received ISO time, used when the event has none of its own or one in the future
 */
export function readEvent(body: unknown, received: string): EmailEvent | undefined {
  const { data: payload } = payloadSchema.safeParse(body);
  const kind = payload && Object.hasOwn(eventKinds, payload.type) ? eventKinds[payload.type] : undefined;
  if (!payload || !kind) return undefined;
  const { data, created_at } = payload;
  const tags = Array.isArray(data.tags)
    ? Object.fromEntries(data.tags.map(({ name, value }) => [name, value]))
    : (data.tags ?? {});
  const send = z.guid().safeParse(tags[SEND_TAG]).data ?? null;
  const provider_message = data.email_id?.slice(0, 200) || null;
  if (!send && !provider_message) return undefined;
  const detail = data.bounce ?? data.failed ?? data.suppressed;
  return {
    send,
    provider_message,
    detail: detail?.message ?? detail?.reason ?? null,
    internet_message: data.message_id ?? null,
    kind: kind === 'bounced' && data.bounce?.type !== 'Permanent' ? 'soft_bounced' : kind,
    occurred_at: pastTime(created_at, received),
  };
}

function pastTime(timestamp: string | undefined, received: string): string {
  const time = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return time <= Date.parse(received) ? new Date(time).toISOString() : received;
}
