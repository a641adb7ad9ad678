import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { Enums } from '@/shared/database.types';
import { formatDecimal } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import type { TrackPoint } from '@/shared/survey/track';
import { Button } from '@/shared/ui/button';
import type { ClockPart } from '../data/clock-parts';
import { fitInWorker } from '../data/start-clock';
import type { asDrivePicture, SurveyPicture } from '../data/survey-pictures';
import { surveys } from '../data/surveys';

const HOUR = 3600;

const basisTexts: Record<Enums<'survey_clock_basis'>, string> = {
  camera: 'd’après les positions écrites par l’appareil',
  earlier: 'd’après les positions du relevé précédent',
  spacing: 'd’après la régularité des distances',
  hand: 'réglé à la main',
};

/** Searches the offset of the camera's clock without blocking the page. */
export function useClockProposal(
  surveyId: string,
  drive: ReturnType<typeof asDrivePicture>[],
  parts: readonly ClockPart[],
  track: readonly TrackPoint[],
  earlier: readonly SurveyPicture[] | undefined,
) {
  return useQuery({
    queryKey: [
      ...surveys.all,
      'clock',
      surveyId,
      parts,
      drive.length,
      // A town that is read later may say that some places are far.
      drive.filter(({ cameraPosition }) => cameraPosition).length,
      track.length,
      earlier?.length ?? -1,
    ],
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
export function ClockProposal({
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
        Proposé&nbsp;: {offsetText(data.offset / 1000).toLowerCase()}, {basisTexts[data.basis]} (écart typique
        de {formatDecimal(data.error)}&nbsp;m).
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

/** Says how far a clock is off, in words: « L’horloge de l’appareil avance de 47,1 s ». */
export function offsetText(seconds: number): string {
  const most = Math.round(Math.abs(seconds) * 10) / 10;
  if (most === 0) return 'L’horloge de l’appareil est à l’heure';
  const hours = Math.floor(most / HOUR);
  const minutes = Math.floor((most % HOUR) / 60);
  const rest = Math.round((most % 60) * 10) / 10;
  const parts = [
    hours > 0 && `${hours}\u00a0h`,
    minutes > 0 && `${minutes}\u00a0min`,
    (rest > 0 || most < 60) && `${formatDecimal(rest)}\u00a0s`,
  ];
  return `L’horloge de l’appareil ${seconds > 0 ? 'avance' : 'retarde'} de ${parts.filter(Boolean).join(' ')}`;
}
