import { counted, formatNumber } from '@/shared/lib/numbers';
import { shownPath } from '../data/file-name';
import type { ImportedTrack } from '../data/import-folder';
import type { ImportState } from './use-folder-import';

/** Reports what an import stored, and every file and point that it left out. */
export function ImportOutcome({
  result: { added, known, unread, aside, tracks, refused },
  others,
}: Extract<ImportState, { step: 'done' }>) {
  return (
    <div role="status" className="space-y-1 rounded-xl bg-spruce-pale px-4 py-3">
      <p className="font-semibold">
        {counted(added, 'photo importée', 'photos importées')}
        {known > 0 && `, ${counted(known, 'déjà là', 'déjà là')}`}
        {tracks.length > 0 && `, ${counted(tracks.length, 'trace GPS lue', 'traces GPS lues')}`}
      </p>
      {tracks.map((track) => (
        <p key={track.name} className="text-sm">
          {trackText(track)}
        </p>
      ))}
      {refused.map(({ name, reason }) => (
        <p key={name} role="alert" className="text-sm font-medium text-sumac-deep">
          {name}&nbsp;: {reason}
        </p>
      ))}
      {aside.length > 0 && (
        <div role="alert" className="text-sm font-medium text-sumac-deep">
          <p>{counted(aside.length, 'photo mise de côté', 'photos mises de côté')}&nbsp;:</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {aside.slice(0, 20).map(({ name, reason }) => (
              <li key={name}>
                {name}. {reason}
              </li>
            ))}
            {aside.length > 20 && <li>et {formatNumber(aside.length - 20)} autres</li>}
          </ul>
        </div>
      )}
      {unread.length > 0 && (
        <p role="alert" className="text-sm font-medium text-sumac-deep">
          {counted(
            unread.length,
            'fichier n’est pas une photo JPEG lisible',
            'fichiers ne sont pas des photos JPEG lisibles',
          )}
          &nbsp;: {unread.slice(0, 5).map(shownPath).join(', ')}
          {unread.length > 5 && '…'}
        </p>
      )}
      {others > 0 && (
        <p className="text-sm text-slate">
          {counted(others, 'autre fichier du dossier, ignoré', 'autres fichiers du dossier, ignorés')}.
        </p>
      )}
    </div>
  );
}

/** Says how many points of a file are kept, and why each other one is not. */
function trackText({ name, found, kept, leftOut, withoutZone, planned }: ImportedTrack): string {
  const others = [
    leftOut.time > 0 && `${formatNumber(leftOut.time)} sans heure`,
    leftOut.place > 0 && `${formatNumber(leftOut.place)} sans position lisible`,
    leftOut.far > 0 && `${formatNumber(leftOut.far)} loin du Québec`,
    leftOut.repeated > 0 &&
      counted(leftOut.repeated, 'qui répète un autre point', 'qui répètent un autre point'),
  ].filter(Boolean);
  return [
    `${name}\u00a0: ${counted(found, 'point lu', 'points lus')}, ${counted(kept, 'gardé', 'gardés')}${
      others.length > 0 ? `; ignorés\u00a0: ${others.join(', ')}` : ''
    }.`,
    withoutZone > 0 &&
      'Ses heures n’ont pas de fuseau\u00a0: elles sont lues en UTC, comme le format le prévoit.',
    planned > 0 &&
      `${counted(planned, 'repère ou point d’itinéraire, ignoré', 'repères ou points d’itinéraire, ignorés')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
