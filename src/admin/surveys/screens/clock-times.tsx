import { useMemo, useState } from 'react';
import { TypedNumberField, useTypedNumber } from '@/admin/kit/ui/number-field';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import type { TrackPoint } from '@/shared/survey/track';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { type ChangeNight, changeNightOf } from '../data/change-night';
import { type ClockPart, withPart } from '../data/clock-parts';
import { USUAL_ZONE } from '../data/settle-series';
import type { SurveyPicture } from '../data/survey-pictures';
import { wallTimeOf } from '../data/survey-pictures';

/** Most seconds that a part of a drive is moved by: a day. */
const MOST_SECONDS = 86_400;

const zoneNames: Readonly<Record<string, string>> = { '-04:00': 'HAE', '-05:00': 'HNE' };

/** Names a zone: « HAE », « UTC+02:00 ». */
const zoneName = (zone: string) => zoneNames[zone] ?? `UTC${zone.replace('-', '−')}`;

/** Counts the pictures by the text of each, the most frequent text first. */
function countTexts(pictures: readonly SurveyPicture[], textOf: (picture: SurveyPicture) => string): string {
  const found = new Map<string, number>();
  for (const picture of pictures) found.set(textOf(picture), (found.get(textOf(picture)) ?? 0) + 1);
  const texts = [...found].sort((a, b) => b[1] - a[1]);
  return texts.length === 1
    ? (texts[0]?.[0] ?? '')
    : texts.map(([text, count]) => `${text} (${counted(count, 'photo')})`).join(', ');
}

function zoneText(
  { file_name: file, camera_zone: zone, camera_zone_tag: tag }: SurveyPicture,
  doubtful: ReadonlySet<string>,
): string {
  if (zone === null) return 'aucun';
  if (doubtful.has(file)) return 'inconnu, nuit où l’heure change';
  if (tag) return `${tag === 'GPSDateStamp' ? 'heure du GPS' : tag}, UTC${zone.replace('-', '−')}`;
  return zone === USUAL_ZONE
    ? 'heure du Québec, faute de fuseau'
    : `${zoneName(zone)}, d’après les autres photos`;
}

/** Says in one line which tags of the files the times of a survey were read from. */
export function timeSourceText(pictures: readonly SurveyPicture[], night: ChangeNight): string {
  const timed = pictures.filter(({ camera_time_tag }) => camera_time_tag !== null);
  if (timed.length === 0) return 'aucune photo n’a d’heure';
  const doubtful = new Set(night.doubtful.map(({ file }) => file));
  const tags = countTexts(timed, ({ camera_time_tag: tag }) =>
    tag === 'GPSDateStamp' ? 'GPS' : String(tag),
  );
  const without = pictures.length - timed.length;
  return [
    `heure lue\u00a0: ${tags}`,
    `fuseau\u00a0: ${countTexts(timed, (picture) => zoneText(picture, doubtful))}`,
    ...(without > 0 ? [`${counted(without, 'photo')} sans heure`] : []),
  ].join(' · ');
}

type PartsProps = {
  parts: readonly ClockPart[];
  onParts: (parts: ClockPart[]) => void;
};

/** Looks for what a night when clocks change leaves open in the pictures of a survey. */
export const useChangeNight = (
  pictures: readonly SurveyPicture[],
  track: readonly TrackPoint[],
): ChangeNight =>
  useMemo(() => {
    const timed = pictures.flatMap((picture) => {
      const time = wallTimeOf(picture);
      return time ? [{ file: picture.file_name, time }] : [];
    });
    return changeNightOf(timed, track);
  }, [pictures, track]);

/** Tells and asks what a night when clocks change leaves open in a drive. */
export function ChangeNightNotice({
  night: { skipped, doubtful, zone, otherSide, isOtherOnTrack },
  parts,
  onParts,
}: PartsProps & { night: ChangeNight }) {
  const isReadOnly = useIsReadOnly();
  const isOther = otherSide.every((part) =>
    parts.some(({ from, offset_ms }) => from === part.from && offset_ms === part.offset_ms),
  );
  const [here, there] = zone === '-05:00' ? ['HNE', 'HAE'] : ['HAE', 'HNE'];
  return (
    <>
      {skipped.length > 0 && (
        <p role="status" className="rounded-lg bg-amber-pale px-3 py-2 text-amber-ink">
          {counted(skipped.length, 'photo affiche', 'photos affichent')} une heure qui n’existe pas&nbsp;: la
          nuit où l’heure avance, on passe de 2&nbsp;h à 3&nbsp;h. L’appareil n’a pas changé d’heure&nbsp;:
          ces heures sont lues en HNE.
        </p>
      )}
      {doubtful.length > 0 && (
        <div role="status" className="space-y-2 rounded-lg bg-amber-pale px-3 py-2 text-amber-ink">
          <p>
            {counted(doubtful.length, 'photo', 'photos')} de la nuit où l’heure change&nbsp;: rien ne dit de
            quel côté du changement. {isOther ? `Lues en ${there}.` : `Lues en ${here}.`}
            {isOtherOnTrack && !isOther && ` La trace GPS, elle, a été prise en ${there}.`}
          </p>
          {!isReadOnly && (
            <Button
              size="sm"
              variant="outline"
              onClick={() =>
                onParts(
                  isOther
                    ? parts.filter(({ from }) => !otherSide.some((part) => part.from === from))
                    : otherSide.reduce<ClockPart[]>(withPart, [...parts]),
                )
              }
            >
              Les lire en {isOther ? here : there}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function partText({ offset_ms: offset }: ClockPart): string {
  if (offset === 0) return 'rien de plus';
  return `${Math.abs(offset / 1000).toLocaleString('fr-CA')}\u00a0s de ${offset > 0 ? 'plus' : 'moins'}`;
}

/** Sets by hand what is added to the offset of the clock from a picture on. */
export function ClockParts({ parts, onParts, names }: PartsProps & { names: readonly string[] }) {
  const isReadOnly = useIsReadOnly();
  const [from, setFrom] = useState('');
  const [seconds, setSeconds] = useState(3600);
  const shift = useTypedNumber(seconds, { least: -MOST_SECONDS, most: MOST_SECONDS }, setSeconds);
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const file =
      names.find((name) => name === from.trim()) ?? names.find((name) => name.endsWith(`/${from.trim()}`));
    if (!file) setProblem('Aucune photo de ce relevé ne porte ce nom.');
    else if (!shift.isWrong) {
      setProblem(undefined);
      setFrom('');
      onParts(withPart(parts, { from: file, offset_ms: Math.round(seconds * 1000) }));
    }
  };
  return (
    <details open={parts.length > 0}>
      <summary className="min-h-6 cursor-pointer font-semibold">Décaler une partie du trajet</summary>
      <div className="mt-2 space-y-3">
        {parts.length > 0 && (
          <ul aria-label="Parties décalées" className="space-y-1">
            {parts.map((part) => (
              <li key={part.from} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  À partir de {part.from}&nbsp;: {partText(part)}
                </span>
                {!isReadOnly && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Retirer la partie qui commence à ${part.from}`}
                    onClick={() => onParts(parts.filter((other) => other !== part))}
                  >
                    Retirer
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {!isReadOnly && (
          <>
            <Field
              label="À partir de la photo"
              error={problem}
              hint="Dans l’ordre des noms de fichiers, jusqu’à la partie suivante."
            >
              {(control) => (
                <input
                  {...control}
                  value={from}
                  onChange={({ target }) => setFrom(target.value)}
                  placeholder={names[0]?.split('/').at(-1)}
                  className={controlClass}
                />
              )}
            </Field>
            <TypedNumberField
              label="Secondes de plus"
              hint="Positif si l’horloge y avance davantage; 3600 pour une heure."
              number={shift}
              inputClass="max-w-40"
            />
            <Button size="sm" variant="outline" onClick={add}>
              Décaler cette partie
            </Button>
          </>
        )}
      </div>
    </details>
  );
}
