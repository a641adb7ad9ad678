import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { formatDay } from '@/admin/kit/lib/dates';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { Button } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { surveys } from '../data/surveys';
import { surveyPaths } from '../paths';
import { SurveyDialog } from './survey-dialog';

type Tab = { label: string; Panel: ComponentType<{ surveyId: string }> };

/** The tabs of a survey, in the order of the work: value in the address → what it shows. */
const tabs: Readonly<Record<string, Tab>> = {
  import: {
    label: 'Importation',
    Panel: lazy(async () => ({ default: (await import('./import-tab')).ImportTab })),
  },
  couverture: {
    label: 'Couverture',
    Panel: lazy(async () => ({ default: (await import('./coverage-tab')).CoverageTab })),
  },
  revue: {
    label: 'Revue',
    Panel: lazy(async () => ({ default: (await import('./review-tab')).ReviewTab })),
  },
  comparer: {
    label: 'Comparer',
    Panel: lazy(async () => ({ default: (await import('./pairs-tab')).PairsTab })),
  },
  preuve: {
    label: 'Preuve',
    Panel: lazy(async () => ({
      default: (await import('./evidence-tab')).EvidenceTab,
    })),
  },
  livrer: {
    label: 'Livrer',
    Panel: lazy(async () => ({
      default: (await import('./delivery-tab')).DeliveryTab,
    })),
  },
};

/** A survey, tab by tab. */
export function SurveyPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const survey = useQuery(surveys.one(id));
  const [isEditing, setIsEditing] = useState(false);
  const chosen = search.get('onglet') ?? 'import';
  const { Panel } = (tabs[chosen] ?? tabs.import) as Tab;
  if (!survey.data) {
    return (
      <RecordPlaceholder
        query={survey}
        error="Impossible de charger le relevé"
        missing="Ce relevé n’existe pas, ou il est à la corbeille."
        back={{ to: surveyPaths.list.href(), label: 'Tous les relevés' }}
      />
    );
  }
  const { name, city, client_name, captured_on, delivered_on } = survey.data;
  return (
    <>
      <Seo title={name} noIndex />
      <PageHeader
        title={name}
        count={[
          city,
          client_name,
          captured_on && formatDay(captured_on),
          delivered_on && `remis le ${formatDay(delivered_on)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <Button variant="outline" onClick={() => setIsEditing(true)}>
          <Pencil aria-hidden="true" className="size-4" />
          Modifier
        </Button>
      </PageHeader>
      <nav
        aria-label="Étapes du relevé"
        className="mb-4 flex max-w-full flex-wrap gap-x-4 border-b border-line"
      >
        {Object.entries(tabs).map(([key, { label }]) => (
          <Link
            key={key}
            to={`${surveyPaths.one.href(id)}?onglet=${key}`}
            replace
            aria-current={chosen === key ? 'page' : undefined}
            className="-mb-px inline-flex min-h-9 items-center border-b-2 border-transparent font-medium text-slate hover:text-ink aria-[current=page]:border-spruce aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Spinner />}>
        <Panel surveyId={id} />
      </Suspense>
      {isEditing && <SurveyDialog survey={survey.data} onClose={() => setIsEditing(false)} />}
    </>
  );
}
