import { mutationOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { supabase } from '@/admin/kit/lib/supabase';
import { orNull } from '@/shared/lib/text';
import { type CampaignInput, sendInstant, toSteps } from './campaigns.schema';

/** Converts a checked form to the parameters of the database. */
const toDetails = ({ send_day, send_time, ...input }: CampaignInput) => ({
  name: input.name,
  template_id: input.template_id,
  message_subject: orNull(input.message_subject),
  message_body: orNull(input.message_body),
  from_email: input.from_email,
  send_now: input.send_now,
  send_date: input.send_now ? null : (sendInstant({ send_day, send_time })?.toISOString() ?? null),
  steps: toSteps(input.steps),
  lobbying_ground: orNull(input.ground),
  lobbying_reference: input.ground ? orNull(input.reference) : null,
  ...(input.segment_id && { segment_id: input.segment_id }),
});

/** One creation by a form: its id, generated here, and whether an answer was lost, so that the outcome is unknown. */
export type Creation = { id: string; isUnknown?: boolean };

/** Looks for a campaign of that id; its draft does not count. */
async function isMade(id: string): Promise<string | undefined> {
  const { data, error } = await supabase
    .from('campaigns')
    .select('id')
    .eq('id', id)
    .neq('status', 'brouillon')
    .maybeSingle();
  if (error) throw rpcError(error, 'Impossible de créer la campagne');
  return data?.id;
}

/**
 * Creates the campaign with all its e-mails, or nothing, and returns its id. When the connection broke and the
 * outcome is unknown, the next attempt of the same form checks first, so that nobody gets two messages.
 *
 * @param creation of one form, kept between attempts
 */
export const createCampaign = (creation: Creation) =>
  mutationOptions({
    mutationFn: async (input: CampaignInput): Promise<string> => {
      await currentUserId();
      const made = creation.isUnknown ? await isMade(creation.id) : undefined;
      if (made) return made;
      const { data, error } = await supabase.rpc('create_campaign', {
        details: { id: creation.id, ...toDetails(input) },
        contact_ids: input.contact_ids,
      });
      if (!error) return data;
      // Without a code no response came: the campaign may have been created all the same.
      creation.isUnknown = !error.code;
      throw rpcError(error, 'Impossible de créer la campagne');
    },
    // The contacts to choose from stay cached: ten thousand would be read again before the person goes on.
    meta: { invalidates: [[...queryKeys.campaigns, 'list']] },
  });
