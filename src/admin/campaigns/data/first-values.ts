import { copyTitle } from '@/admin/kit/lib/copy-title';
import type { EmailTemplate } from '@/admin/messages/data/email-templates';
import type { CampaignCopy } from './campaigns';
import { type CampaignValues, emptyCampaign, TEST_SENDER } from './campaigns.schema';

/** Returns the first verified address of our own domain; the provider's test address when there is none. */
const defaultSender = (verified: readonly string[]) =>
  verified.find((address) => address !== TEST_SENDER) ?? verified[0] ?? TEST_SENDER;

/** Returns the values of a copy: deleted templates and senders must be chosen again. */
function copiedValues(
  copy: CampaignCopy,
  templates: readonly EmailTemplate[],
  verified: readonly string[],
): Partial<CampaignValues> {
  const known = (id: string | null) => (templates.some((template) => template.id === id) ? (id ?? '') : '');
  const isVerified = copy.from_email !== null && verified.includes(copy.from_email);
  const source = templates.find(({ id }) => id === copy.template_id);
  // The signature was added at its creation and is added again: apart from it, the text may be the template's.
  const isOwnText =
    copy.message_body !== null && !(source && copy.message_body.startsWith(source.body.trim()));
  return {
    name: copyTitle(copy.name, 100),
    template_id: known(copy.template_id),
    ...(isOwnText
      ? { message_subject: copy.message_subject ?? '', message_body: copy.message_body ?? '' }
      : {}),
    contact_ids: copy.contactIds,
    ...(isVerified ? { from_email: copy.from_email ?? '' } : {}),
    steps: copy.steps.map(({ delay_days, template_id, subject, body }) => ({
      days: String(delay_days),
      template_id: known(template_id),
      subject,
      body,
    })),
  };
}

/** Initial values of a new campaign: the sender, and the texts and people of the campaign that it copies. */
export const firstValues = (
  verified: readonly string[],
  templates: readonly EmailTemplate[],
  copy: CampaignCopy | undefined,
): CampaignValues => ({
  ...emptyCampaign,
  from_email: defaultSender(verified),
  ...(copy && copiedValues(copy, templates, verified)),
});
