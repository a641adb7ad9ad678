import { mutationOptions } from '@tanstack/react-query';
import { currentSession, supabase } from '@/admin/kit/lib/supabase';
import type { FindingValues, SurveyFinding } from './finding.schema';
import { surveyPairs } from './survey-pairs';

type Ellipse = Pick<SurveyFinding, 'yaw' | 'pitch' | 'width' | 'height'>;

const metaOf = (surveyId: string, successMessage: string, errorMessage: string) => ({
  invalidates: [surveyPairs.keys.of(surveyId)],
  successMessage,
  errorMessage,
});

/** Changes to the damages of a survey's pairs. */
export const findings = {
  add: (surveyId: string) =>
    mutationOptions({
      mutationFn: async ({ pairId, ...finding }: Ellipse & FindingValues & { pairId: string }) => {
        const session = await currentSession();
        const { data } = await supabase
          .from('survey_findings')
          .insert({ ...finding, pair_id: pairId, user_id: session?.user.id ?? null })
          .select('id')
          .single()
          .throwOnError();
        return data.id;
      },
      meta: metaOf(surveyId, 'Dommage noté', 'Le dommage n’a pas été noté'),
    }),

  edit: (surveyId: string) =>
    mutationOptions({
      mutationFn: async ({ id, ...finding }: Partial<Ellipse & FindingValues> & { id: string }) => {
        await supabase.from('survey_findings').update(finding).eq('id', id).throwOnError();
      },
      meta: metaOf(surveyId, 'Dommage modifié', 'Le dommage n’a pas été modifié'),
    }),

  remove: (surveyId: string) =>
    mutationOptions({
      mutationFn: async (id: string) => {
        await supabase.from('survey_findings').delete().eq('id', id).throwOnError();
      },
      meta: metaOf(surveyId, 'Dommage retiré', 'Le dommage n’a pas été retiré'),
    }),
};
