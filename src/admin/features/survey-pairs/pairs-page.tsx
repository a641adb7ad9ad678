import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { surveyPairs } from '@/admin/data/survey-pairs/survey-pairs';
import { PairsTab } from '@/admin/parts/survey-pairs/pairs-tab';
import { PageHeader } from '@/admin/ui/page-header';
import { Seo } from '@/shared/ui/seo';

/** The places of a survey at two dates, on a screen of their own: on the pavement, without the rest of the survey. */
export function PairsPage() {
  const { id = '' } = useParams();
  const survey = useQuery(surveyPairs.survey(id));
  const title = survey.data ? `Avant et après\u00a0: ${survey.data.name}` : 'Avant et après';
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
      <PairsTab surveyId={id} />
    </>
  );
}
