import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw, Save } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { asDrivePicture, type SurveyPicture, surveyPictures } from '@/admin/data/surveys/survey-pictures';
import { type Survey, surveys } from '@/admin/data/surveys/surveys';
import { type Cutting, placeDrive } from '@/admin/lib/survey/place-drive';
import { fitInWorker } from '@/admin/lib/survey/start-clock';
import { joinedTrack, type SurveyTrack } from '@/admin/lib/survey/tracks';
import type { Enums } from '@/shared/database.types';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import type { Position, TrackPoint } from '@/shared/survey/track';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { DriveMap, type MapLayer } from './drive-map';
import { DriveSummary } from './drive-summary';

/** Reach of the slider on each side of a whole number of hours, in seconds: a camera drifts by minutes. */
const REACH = 900;
const HOUR = 3600;

const bases: Record<Enums<'survey_clock_basis'>, string> = {
  camera: 'd’après les positions écrites par l’appareil',
  earlier: 'd’après les positions du relevé précédent',
  spacing: 'd’après la régularité des distances',
  hand: 'réglé à la main',
};

type Props = {
  survey: Survey;
  pictures: readonly SurveyPicture[];
  tracks: readonly SurveyTrack[];
};

/** Sets how far the camera's clock is off, while the pictures move along the track. */
export function ClockPanel({ survey, pictures, tracks }: Props) {
  const isReadOnly = useIsReadOnly();
  const id = useId();
  const earlier = useQuery({
    ...surveyPictures.ofSurvey(survey.compared_with ?? ''),
    enabled: survey.compared_with !== null,
  });
  const track = useMemo(() => joinedTrack(tracks), [tracks]);
  const drive = useMemo(() => pictures.map(asDrivePicture), [pictures]);
  const proposal = useClockProposal(survey.id, drive, track, survey.compared_with ? earlier.data : []);
  const [chosen, setChosen] = useState<number>();
  const [cutting, setCutting] = useState<Cutting>({ parked: true, doubles: true });
  const known = survey.clock_offset_ms ?? undefined;
  const offset = chosen ?? known ?? proposal.data?.offset ?? 0;
  const basis: Enums<'survey_clock_basis'> =
    offset === known && survey.clock_basis
      ? survey.clock_basis
      : offset === proposal.data?.offset
        ? proposal.data.basis
        : 'hand';
  const shownOffset = useDeferredValue(offset);
  const placed = useMemo(
    () =>
      placeDrive(
        drive,
        track,
        track.length === 0 ? null : { offset: shownOffset, source: basis === 'hand' ? 'main' : 'trace' },
        cutting,
      ),
    [drive, track, shownOffset, basis, cutting],
  );
  const layers = useMemo(() => layersOf(placed, track, drive), [placed, track, drive]);
  const extent = useMemo(
    (): readonly Position[] =>
      track.length > 0
        ? track
        : drive.flatMap(({ cameraPosition }) => (cameraPosition ? [cameraPosition] : [])),
    [track, drive],
  );
  const save = useMutation(surveyPictures.place(survey.id));
  const takeBack = useMutation(surveyPictures.takeBack(survey.id));
  const seconds = offset / 1000;
  const base = Math.round(seconds / HOUR) * HOUR;
  const set = (value: number) => {
    if (Number.isFinite(value) && Math.abs(value) <= 24 * HOUR) setChosen(Math.round(value * 1000));
  };

  return (
    <section aria-labelledby={`${id}-title`} className="space-y-4 rounded-xl border border-line bg-paper p-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="mr-auto min-w-0">
          <h2 id={`${id}-title`} className="text-lg font-bold">
            Décalage de l’horloge
          </h2>
          <p className="text-sm text-slate">
            {tracks.length > 0
              ? `${counted(tracks.length, 'trace GPS', 'traces GPS')}, ${formatNumber(track.length)}\u00a0points`
              : 'Aucune trace GPS\u00a0: les positions sont celles que l’appareil a écrites'}
            {' · '}
            {zoneText(pictures)}
          </p>
        </div>
        {!isReadOnly && (
          <Button
            pending={save.isPending}
            onClick={() =>
              save.mutate({ rows: placed.rows, offset, basis }, { onSuccess: () => setChosen(undefined) })
            }
          >
            <Save aria-hidden="true" className="size-4" />
            Enregistrer les positions
          </Button>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <DriveMap
          label={`Plan du trajet\u00a0: ${counted(placed.kept, 'photo placée', 'photos placées')} sur ${formatNumber(pictures.length)}.`}
          extent={extent}
          layers={layers}
          legend={legend}
        />
        <div className="space-y-4">
          {track.length > 0 && (
            <>
              <div className="space-y-1">
                <label htmlFor={`${id}-range`} className="font-semibold">
                  Décalage
                </label>
                <input
                  id={`${id}-range`}
                  type="range"
                  min={base - REACH}
                  max={base + REACH}
                  step={0.1}
                  value={seconds}
                  disabled={isReadOnly}
                  aria-valuetext={offsetText(seconds)}
                  aria-describedby={`${id}-keys`}
                  onChange={({ target }) => set(target.valueAsNumber)}
                  onKeyDown={(event) => {
                    const step = { PageUp: 10, PageDown: -10 }[event.key];
                    if (!step) return;
                    event.preventDefault();
                    set(seconds + step);
                  }}
                  className="h-6 w-full accent-spruce"
                />
                <p className="font-semibold" aria-live="polite">
                  {offsetText(seconds)}
                </p>
                <p id={`${id}-keys`} className="text-sm text-slate">
                  Flèches&nbsp;: un dixième de seconde. Page précédente et Page suivante&nbsp;: dix secondes.
                </p>
              </div>
              <Field label="En secondes" required hint="Positif si l’horloge de l’appareil avance.">
                {(control) => (
                  <input
                    {...control}
                    type="number"
                    step={0.1}
                    min={-24 * HOUR}
                    max={24 * HOUR}
                    value={Math.round(seconds * 100) / 100}
                    disabled={isReadOnly}
                    onChange={({ target }) => set(target.valueAsNumber)}
                    className={`${controlClass} max-w-40`}
                  />
                )}
              </Field>
              <Proposal proposal={proposal} offset={offset} onUse={setChosen} />
            </>
          )}
          <DriveSummary
            placed={placed}
            cutting={cutting}
            onCutting={setCutting}
            total={pictures.length}
            onTakeBack={() => takeBack.mutate()}
          />
        </div>
      </div>
    </section>
  );
}

function useClockProposal(
  surveyId: string,
  drive: ReturnType<typeof asDrivePicture>[],
  track: readonly TrackPoint[],
  earlier: readonly SurveyPicture[] | undefined,
) {
  return useQuery({
    queryKey: [...surveys.all, 'clock', surveyId, drive.length, track.length, earlier?.length ?? -1],
    enabled: earlier !== undefined && drive.length > 0 && track.length > 0,
    queryFn: ({ signal }) =>
      fitInWorker(
        {
          pictures: drive.flatMap(({ cameraTime, cameraPosition }) =>
            cameraTime === null ? [] : [{ cameraTime, position: cameraPosition ?? undefined }],
          ),
          track: [...track],
          earlier: (earlier ?? []).flatMap(({ lat, lon, left_out }) =>
            lat === null || lon === null || left_out ? [] : [{ lat, lon }],
          ),
        },
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { logMessage: 'The clock of the camera could not be fitted' },
  });
}

/** Proposal of the search of the offset. */
function Proposal({
  proposal: { data, isPending, fetchStatus, isError },
  offset,
  onUse,
}: {
  proposal: ReturnType<typeof useClockProposal>;
  offset: number;
  onUse: (offset: number) => void;
}) {
  const isReadOnly = useIsReadOnly();
  if (isPending && fetchStatus !== 'idle') return <p role="status">Recherche du meilleur décalage…</p>;
  if (isError) return <p role="alert">Aucun décalage n’a pu être proposé. Réglez-le avec la carte.</p>;
  if (data === undefined) return null;
  if (!data) {
    return (
      <p role="status" className="rounded-lg bg-amber-pale px-3 py-2 text-amber-ink">
        Aucun décalage de moins de 15 minutes ne met les photos sur la trace. Est-ce la trace de ce jour?
        Sinon, l’appareil était réglé sur un autre fuseau&nbsp;: essayez 3&nbsp;600 secondes par heure
        d’écart.
      </p>
    );
  }
  return (
    <div
      className={`space-y-2 rounded-lg px-3 py-2 ${data.isSure ? 'bg-spruce-pale' : 'bg-amber-pale text-amber-ink'}`}
    >
      <p>
        Proposé&nbsp;: {offsetText(data.offset / 1000).toLowerCase()}, {bases[data.basis]} (écart typique de{' '}
        {decimal(data.error)}&nbsp;m).
        {!data.isSure && ' D’autres décalages conviennent presque autant\u00a0: vérifiez sur la carte.'}
      </p>
      {offset !== data.offset && !isReadOnly && (
        <Button size="sm" variant="outline" onClick={() => onUse(data.offset)}>
          <RotateCcw aria-hidden="true" className="size-4" />
          Prendre la proposition
        </Button>
      )}
    </div>
  );
}

const decimal = (value: number) => value.toLocaleString('fr-CA', { maximumFractionDigits: 1 });

/** Says how far a clock is off, in words: « L’horloge de l’appareil avance de 47,1 s ». */
function offsetText(seconds: number): string {
  const most = Math.round(Math.abs(seconds) * 10) / 10;
  if (most === 0) return 'L’horloge de l’appareil est à l’heure';
  const hours = Math.floor(most / HOUR);
  const minutes = Math.floor((most % HOUR) / 60);
  const rest = Math.round((most % 60) * 10) / 10;
  const parts = [
    hours > 0 && `${hours}\u00a0h`,
    minutes > 0 && `${minutes}\u00a0min`,
    (rest > 0 || most < 60) && `${decimal(rest)}\u00a0s`,
  ];
  return `L’horloge de l’appareil ${seconds > 0 ? 'avance' : 'retarde'} de ${parts.filter(Boolean).join(' ')}`;
}

function zoneText(pictures: readonly SurveyPicture[]): string {
  const zones = [...new Set(pictures.flatMap(({ camera_zone }) => camera_zone ?? []))];
  if (zones.length === 0) return 'aucune photo n’a d’heure';
  const written = zones.filter((zone) => zone !== 'America/Toronto');
  if (written.length === 0) return 'heure de l’appareil lue comme celle du Québec';
  const said = `fuseau écrit par l’appareil\u00a0: UTC${written.join(', UTC').replaceAll('-', '−')}`;
  return written.length === zones.length ? said : `${said}, ou heure du Québec`;
}

const legend = [
  { className: 'stroke-[#2f6fde]', text: 'Trace GPS' },
  { className: 'stroke-spruce', text: 'Photos gardées' },
  { className: 'stroke-sumac', text: 'Photos écartées' },
  { className: 'stroke-slate/60', text: 'Positions de l’appareil' },
];

function layersOf(
  { rows }: ReturnType<typeof placeDrive>,
  track: readonly TrackPoint[],
  drive: readonly ReturnType<typeof asDrivePicture>[],
): MapLayer[] {
  const places = (isKept: boolean) =>
    rows.flatMap(({ lat, lon, left_out }) =>
      lat === null || lon === null || (left_out === null) !== isKept ? [] : [{ lat, lon }],
    );
  const camera = drive.flatMap(({ cameraPosition }) => (cameraPosition ? [cameraPosition] : []));
  const segments = track.reduce<TrackPoint[][]>((lines, point) => {
    if (point.segment === lines.at(-1)?.at(-1)?.segment) lines.at(-1)?.push(point);
    else lines.push([point]);
    return lines;
  }, []);
  return [
    { key: 'track', kind: 'line', places: segments, className: 'stroke-[#2f6fde]', width: 3 },
    { key: 'camera', kind: 'points', places: [camera], className: 'stroke-slate/60', width: 6 },
    { key: 'out', kind: 'points', places: [places(false)], className: 'stroke-sumac', width: 8 },
    { key: 'kept', kind: 'points', places: [places(true)], className: 'stroke-spruce', width: 9 },
  ];
}
