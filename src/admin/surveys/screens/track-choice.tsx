import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { surveys } from '../data/surveys';
import { areOfSameMinutes, type SurveyTrack, tracksToChoose } from '../data/tracks';

/** Asks which of several tracks of the same minutes places the pictures, before anything is placed by them. */
export function TrackChoice({
  surveyId,
  tracks,
  children,
}: {
  surveyId: string;
  tracks: readonly SurveyTrack[];
  /** Shown when there is nothing to ask. */
  children: ReactNode;
}) {
  const isReadOnly = useIsReadOnly();
  const remove = useMutation(surveys.removeTracks(surveyId));
  // A track has up to 200 000 points, and an import renders this at each step.
  const groups = useMemo(() => tracksToChoose(tracks), [tracks]);
  if (groups.length === 0) return children;
  return (
    <section
      aria-labelledby="track-choice-title"
      className="space-y-3 rounded-xl border border-line bg-amber-pale p-4 text-amber-ink"
    >
      <h2 id="track-choice-title" className="text-lg font-bold">
        Quelle trace GPS place les photos?
      </h2>
      <p className="max-w-prose">
        Ces traces couvrent les mêmes minutes&nbsp;: mêlées, elles feraient un trajet que personne n’a
        parcouru. Gardez celle du meilleur récepteur. Les autres sont retirées du relevé; leur fichier reste
        dans le dossier.
      </p>
      {groups.map((group) => (
        <ul key={group[0]?.id} aria-label="Traces des mêmes minutes" className="space-y-2">
          {group.map((track) => (
            <li key={track.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
                <strong className="font-semibold">{track.name}</strong>
                <span className="block text-sm">
                  {formatNumber(track.points.length)}&nbsp;points, {minutesText(track)}
                </span>
              </span>
              {!isReadOnly && (
                <Button
                  size="sm"
                  variant="outline"
                  pending={remove.isPending}
                  aria-label={`Garder ${track.name}`}
                  onClick={() =>
                    remove.mutate(
                      group
                        .filter((other) => other !== track && areOfSameMinutes(track, other))
                        .map(({ id }) => id),
                    )
                  }
                >
                  Garder
                </Button>
              )}
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

/** Says the minutes of a track on the clocks of Québec: « de 14 h 05 à 15 h 40 ». */
function minutesText({ points }: SurveyTrack): string {
  const [from, to] = [points[0]?.time ?? 0, points.at(-1)?.time ?? 0].map((time) =>
    new Date(time).toLocaleTimeString('fr-CA', {
      timeZone: 'America/Toronto',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    }),
  );
  return `de ${from} à ${to}`;
}
