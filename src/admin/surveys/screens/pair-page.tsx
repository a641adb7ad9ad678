import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Check, Eye, MapPin, Ruler, SquareDashed } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { quebecDay } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { createSphereView } from '@/shared/sphere/sphere-view';
import { TwoDatesViewer, type ViewingMode, type ViewingTool } from '@/shared/two-dates/two-dates-viewer';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type ComparedSurvey, type SurveyPair, surveyPairs } from '../data/survey-pairs';
import { surveys } from '../data/surveys';
import { surveyPaths } from '../paths';
import { Alignment, useTurn } from './alignment';
import { FindingDialog, FindingList, type FindingTarget } from './finding-list';
import { correctedHeading, inPicture, nearestPair, onCompass, pairName } from './pair-geometry';
import { PairNote } from './pair-note';
import { PairPlan } from './pair-plan';
import { usePlace } from './use-place';
import { usePreview } from './use-preview';

/** Values of the parameter « mode » in the address. */
const modeNames: Readonly<Record<ViewingMode, string>> = {
  side: 'cote-a-cote',
  curtain: 'rideau',
  blink: 'alternance',
};
const modeOf = (name: string | null): ViewingMode =>
  (Object.keys(modeNames) as ViewingMode[]).find((mode) => modeNames[mode] === name) ?? 'side';

/** A pair of a survey: the same place at two dates, what was damaged in between, and the way to the next. */
export function PairPage() {
  const { id = '', pair: pairId = '' } = useParams();
  const survey = useQuery(surveys.one(id));
  const pairs = useQuery(surveyPairs.ofSurvey(id));
  const index = pairs.data?.findIndex((one) => one.id === pairId) ?? -1;
  const pair = pairs.data?.[index];
  if (!survey.data || !pairs.data || !pair)
    return (
      <RecordPlaceholder
        query={{
          isPending: survey.isPending || pairs.isPending,
          data: survey.isError || pairs.isError ? undefined : null,
          error: survey.error ?? pairs.error,
          refetch: () => Promise.all([survey.refetch(), pairs.refetch()]),
        }}
        error="Impossible de charger la paire"
        missing="Cette paire n’existe plus"
        back={{ to: `${surveyPaths.one.href(id)}?onglet=comparer`, label: 'Retour aux paires' }}
      />
    );
  return <PairScreen survey={survey.data} pairs={pairs.data} pair={pair} index={index} />;
}

function PairScreen({
  survey,
  pairs,
  pair,
  index,
}: {
  survey: ComparedSurvey;
  pairs: readonly SurveyPair[];
  pair: SurveyPair;
  index: number;
}) {
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const [search, setSearch] = useSearchParams();
  const mode = modeOf(search.get('mode'));
  const [sphere] = useState(() => {
    const view = createSphereView();
    view.look({ yaw: pair.before.heading, pitch: 0, field: 75 });
    return view;
  });
  const [tool, setTool] = useState<ViewingTool>('look');
  const [selected, setSelected] = useState<string>();
  const [target, setTarget] = useState<FindingTarget>();
  const [typed, setTyped] = useState<{ pair: string; turn: number }>();
  const change = useMutation(surveyPairs.change(survey.id));
  const turn = typed?.pair === pair.id ? typed.turn : pair.turn;
  const shown = { ...pair, turn };
  const setTurn = useTurn(survey.id, pair, (next) =>
    setTyped(next === undefined ? undefined : { pair: pair.id, turn: next }),
  );
  const before = usePreview(pair.before.preview, pair.before.tiles);
  const after = usePreview(pair.after.preview, pair.after.tiles);
  const near = usePlace();

  const open = (other: SurveyPair | undefined) => {
    if (!other) return;
    setSelected(undefined);
    navigate(
      { pathname: surveyPaths.pair.href(survey.id, other.id), search: `${search}` },
      { replace: true },
    );
  };
  const [former, next] = [pairs[index - 1], pairs[index + 1]];
  const isSeen = pair.state === 'vu';
  const setSeen = () => change.mutate({ id: pair.id, state: isSeen ? 'à voir' : 'vu' });
  const keys: Readonly<Record<string, () => void>> = {
    n: () => open(next),
    p: () => open(former),
    ...(!isReadOnly && {
      v: setSeen,
      ',': () => setTurn(turn - 0.1, 'main'),
      '.': () => setTurn(turn + 0.1, 'main'),
      d: () => setTool(tool === 'mark' ? 'look' : 'mark'),
    }),
    r: () => setTool(tool === 'measure' ? 'look' : 'measure'),
  };

  const dayOf = (taken: string | null) => (taken ? quebecDay(new Date(taken)) : null);
  const files = before.file && after.file ? { before: before.file, after: after.file } : undefined;
  const title = pairName(index, pairs.length);
  return (
    <>
      <Seo title={`${title} · ${survey.name}`} noIndex />
      <PageHeader title={title} count={survey.name} readersToo>
        <Link
          to={`${surveyPaths.one.href(survey.id)}?onglet=comparer`}
          className={buttonClass({ variant: 'ghost' })}
        >
          Toutes les paires
        </Link>
        <Button variant="outline" disabled={!former} onClick={() => open(former)}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Précédente
        </Button>
        <Button variant="outline" disabled={!next} onClick={() => open(next)}>
          Suivante
          <ArrowRight aria-hidden="true" className="size-4" />
        </Button>
        <AdminsOnly>
          <Button variant={isSeen ? 'outline' : 'accent'} aria-pressed={isSeen} onClick={setSeen}>
            <Check aria-hidden="true" className="size-4" />
            {isSeen ? 'Vue' : 'Marquer comme vue'}
          </Button>
        </AdminsOnly>
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          {pair.before.preview === null || pair.after.preview === null ? (
            <p className="rounded-xl border border-dashed border-line bg-paper p-6 text-slate">
              L’aperçu d’une de ces deux photos n’a pas encore été envoyé. Envoyez-le dans l’onglet «
              Importation » de son relevé.
            </p>
          ) : before.isError || after.isError ? (
            <ErrorState
              title="Impossible de charger les images de cette paire"
              onRetry={() => Promise.all([before.retry(), after.retry()])}
            />
          ) : before.src && after.src ? (
            <TwoDatesViewer
              pair={{
                before: {
                  ...before,
                  src: before.src,
                  heading: pair.before.heading,
                  day: dayOf(pair.before.taken_at),
                },
                after: {
                  ...after,
                  src: after.src,
                  heading: correctedHeading(shown),
                  day: dayOf(pair.after.taken_at),
                },
              }}
              place={title}
              sphere={sphere}
              mode={mode}
              onMode={(chosen) => {
                const with1 = new URLSearchParams(search);
                with1.set('mode', modeNames[chosen]);
                setSearch(with1, { replace: true });
              }}
              tool={tool}
              marks={pair.findings.map((finding, nth) => ({
                ...onCompass(finding, shown),
                label: `Dommage ${nth + 1}\u00a0: ${finding.kind}`,
                ellipse: { width: finding.width, height: finding.height },
                look: 'proposed' as const,
                isStill: true,
              }))}
              selected={selected}
              onSelect={setSelected}
              onDraw={(area) => {
                setTarget({ area: inPicture(area, shown) });
                setTool('look');
              }}
              onEscape={() => setTool('look')}
              onKey={(key) => {
                const act = keys[key];
                act?.();
                return act !== undefined;
              }}
              className="h-[62dvh] min-h-80"
            >
              <Tools tool={tool} onTool={setTool} />
            </TwoDatesViewer>
          ) : (
            <Spinner />
          )}
          <p className="mt-2 text-sm text-slate">
            Dans l’image&nbsp;: N et P changent de paire, V la marque comme vue, D entoure un dommage, R
            mesure un angle.
          </p>
        </div>
        <div className="min-w-0 space-y-4">
          <FindingList
            surveyId={survey.id}
            findings={pair.findings}
            selected={selected}
            onLook={(finding) => {
              setSelected(finding.id);
              sphere.turnTo(onCompass(finding, shown), Math.min(60, Math.max(20, finding.width * 4)));
            }}
            onEdit={(finding) => setTarget({ finding })}
          />
          <Alignment pair={pair} turn={turn} files={files} onTurn={setTurn} />
          <PairNote key={pair.id} pair={pair} onSave={(note) => change.mutate({ id: pair.id, note })} />
          <section className="rounded-xl border border-line bg-paper p-4">
            <PairPlan
              pairs={pairs}
              current={pair.id}
              sphere={sphere}
              you={near.place}
              onChoose={(id) => open(pairs.find((one) => one.id === id))}
            />
            <Button
              variant="outline"
              className="mt-3 w-full"
              pending={near.isAsking}
              onClick={() => near.ask((place) => open(nearestPair(pairs, place)?.pair))}
            >
              <MapPin aria-hidden="true" className="size-4" />
              La paire la plus proche
            </Button>
            {near.refusal && (
              <p role="alert" className="mt-2 text-sm font-medium text-sumac-deep">
                {near.refusal}
              </p>
            )}
          </section>
        </div>
      </div>
      {target && (
        <FindingDialog
          surveyId={survey.id}
          pairId={pair.id}
          target={target}
          onClose={() => setTarget(undefined)}
        />
      )}
    </>
  );
}

const viewingTools = {
  look: { label: 'Regarder', icon: Eye },
  mark: { label: 'Dommage', icon: SquareDashed },
  measure: { label: 'Règle d’angle', icon: Ruler },
} as const;

/** Chooses what a press on the image does. */
function Tools({ tool, onTool }: { tool: ViewingTool; onTool: (tool: ViewingTool) => void }) {
  const isReadOnly = useIsReadOnly();
  const offered = (Object.keys(viewingTools) as ViewingTool[]).filter((one) => one !== 'mark' || !isReadOnly);
  return (
    <fieldset aria-label="Outil" className="ml-auto flex min-w-0 flex-wrap rounded-3xl bg-white/10 p-0.5">
      {offered.map((one) => {
        const { label, icon: Icon } = viewingTools[one];
        return (
          <button
            key={one}
            type="button"
            aria-pressed={one === tool}
            onClick={() => onTool(one)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-semibold whitespace-nowrap hover:bg-white/15 aria-pressed:bg-white aria-pressed:text-ink max-sm:gap-1 max-sm:px-2 max-sm:text-xs"
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </button>
        );
      })}
    </fieldset>
  );
}
