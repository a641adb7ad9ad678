import { useMutation, useQuery } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { NumberField } from '@/admin/kit/ui/number-field';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import type { Enums } from '@/shared/database.types';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import type { Position, TrackPoint } from '@/shared/survey/track';
import { Button } from '@/shared/ui/button';
import type { ClockPart } from '../data/clock-parts';
import { byName } from '../data/folder';
import { type Cutting, placeDrive, turnOf } from '../data/place-drive';
import { surveyArea, withPlausiblePlaces } from '../data/plausible-places';
import { asDrivePicture, type SurveyPicture, surveyPictures } from '../data/survey-pictures';
import { useSurveyTown } from '../data/survey-town';
import type { Survey } from '../data/surveys';
import { joinedTrack, type SurveyTrack } from '../data/tracks';
import { CameraDoubts } from './camera-doubts';
import { ClockProposal, offsetText, useClockProposal } from './clock-proposal';
import { ChangeNightNotice, ClockParts, timeSourceText, useChangeNight } from './clock-times';
import { DriveMap, type MapLayer } from './drive-map';
import { DriveSummary } from './drive-summary';
import { HeadingTurn } from './heading-turn';

/** Reach of the slider on each side of a whole number of hours, in seconds: a camera drifts by minutes. */
const SLIDER_SECONDS = 900;
const HOUR_SECONDS = 3600;

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
  const night = useChangeNight(pictures, track);
  const town = useSurveyTown(survey);
  const [chosenParts, setChosenParts] = useState<readonly ClockPart[]>();
  // The database checks them.
  const parts = chosenParts ?? (survey.clock_parts as ClockPart[]);
  const checked = useMemo(() => {
    const read = pictures.map((picture) => asDrivePicture(picture, parts));
    return withPlausiblePlaces(read, surveyArea(track, town));
  }, [pictures, parts, track, town]);
  const drive = checked.pictures;
  const names = useMemo(() => pictures.map(({ file_name }) => file_name).sort(byName), [pictures]);
  const proposal = useClockProposal(survey.id, drive, parts, track, survey.compared_with ? earlier.data : []);
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
  const [chosenTurn, setChosenTurn] = useState<number>();
  const knownTurn = useMemo(() => {
    // A drive in which nothing was turned by hand need not be placed anew.
    if (!drive.some(({ ownHeading }) => ownHeading?.source === 'main')) return undefined;
    const clock = track.length === 0 ? null : { offset: known ?? 0, source: 'main' as const };
    return turnOf(drive, placeDrive(drive, track, clock, undefined, 0).rows);
  }, [drive, track, known]);
  const turn = chosenTurn ?? knownTurn;
  const placed = useMemo(
    () =>
      placeDrive(
        drive,
        track,
        track.length === 0 ? null : { offset: shownOffset, source: basis === 'hand' ? 'main' : 'trace' },
        cutting,
        turn,
      ),
    [drive, track, shownOffset, basis, cutting, turn],
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
  const isChanged =
    (chosen !== undefined && chosen !== known) ||
    chosenParts !== undefined ||
    (chosenTurn !== undefined && chosenTurn !== (knownTurn ?? 0));
  const seconds = offset / 1000;
  const base = Math.round(seconds / HOUR_SECONDS) * HOUR_SECONDS;
  const set = (value: number) => {
    if (Number.isFinite(value) && Math.abs(value) <= 24 * HOUR_SECONDS) setChosen(Math.round(value * 1000));
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
            {timeSourceText(pictures, night)}
          </p>
        </div>
        {!isReadOnly && (
          <Button
            pending={save.isPending}
            onClick={() =>
              save.mutate(
                { rows: placed.rows, offset, basis, parts },
                {
                  onSuccess: () => {
                    setChosen(undefined);
                    setChosenParts(undefined);
                    setChosenTurn(undefined);
                  },
                },
              )
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
                  min={base - SLIDER_SECONDS}
                  max={base + SLIDER_SECONDS}
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
              <NumberField
                label="En secondes"
                hint="Positif si l’horloge de l’appareil avance."
                value={seconds}
                least={-24 * HOUR_SECONDS}
                most={24 * HOUR_SECONDS}
                step={0.1}
                disabled={isReadOnly}
                inputClass="max-w-40"
                onChange={set}
              />
              <ClockProposal proposal={proposal} offset={offset} onUse={setChosen} />
            </>
          )}
          <ChangeNightNotice night={night} parts={parts} onParts={setChosenParts} />
          {pictures.length > 0 && <ClockParts parts={parts} onParts={setChosenParts} names={names} />}
          {pictures.length > 0 && <HeadingTurn turn={turn} onTurn={setChosenTurn} />}
          <CameraDoubts far={checked.far} frozen={checked.frozen} headings={placed.headings} />
          <DriveSummary
            placed={placed}
            cutting={cutting}
            onCutting={setCutting}
            total={pictures.length}
            onTakeBack={() => takeBack.mutate()}
          />
        </div>
      </div>
      <UnsavedChanges
        when={isChanged && !isReadOnly}
        isOfTab
        description="L’horloge et les orientations réglées ici n’ont pas été enregistrées et seront perdues."
        cancelLabel="Rester"
      />
    </section>
  );
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
