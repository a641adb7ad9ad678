import { useQuery } from '@tanstack/react-query';
import { formatDayAndTime } from '@/admin/kit/lib/dates';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import type { Tables } from '@/shared/database.types';
import { counted } from '@/shared/lib/numbers';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { TechnicalDetails } from '@/shared/ui/technical-details';
import { type Backups, backups, isOld } from '../data/backups';
import { SettingsSections } from '../parts/settings-sections';

type Backup = Tables<'backups'>;

/** When the data were last copied, and when a copy was last put back elsewhere to prove that it can be. */
export function BackupsPage() {
  const newest = useQuery(backups.newest());
  return (
    <>
      <Seo title="Copies" noIndex />
      <PageHeader title="Copies" />
      <SettingsSections />
      {newest.isPending ? (
        <Spinner />
      ) : !newest.data ? (
        <ErrorState
          title="Impossible de charger les copies"
          error={newest.error}
          onRetry={() => newest.refetch()}
        />
      ) : (
        <BackupFacts backups={newest.data} />
      )}
    </>
  );
}

function BackupFacts({ backups: { made, proven } }: { backups: Backups }) {
  return (
    <section aria-label="Copies" className="max-w-3xl space-y-6 rounded-xl border border-line bg-paper p-5">
      <p className="max-w-prose text-sm text-slate">
        Une copie garde tout ce que contient le studio. On n’est sûr d’elle qu’après l’avoir remise en place
        ailleurs et comparée&nbsp;: faites-le deux fois par année.
      </p>
      <Fact title="Dernière copie" state={madeState(made)}>
        {made
          ? `${formatDayAndTime(made.made_at)}\u00a0: ${contentOf(made)}.`
          : 'Aucune copie n’est notée. Demandez-en une à la personne qui a installé le studio.'}
      </Fact>
      <Fact title="Dernière preuve" state={provenState(proven)}>
        {proven?.proven_at
          ? `${formatDayAndTime(proven.proven_at)}, avec la copie du ${formatDayAndTime(proven.made_at)}\u00a0: ${findingOf(proven)}.`
          : 'Aucune copie n’a été remise en place ailleurs. Demandez-le à la personne qui a installé le studio.'}
      </Fact>
      <TechnicalDetails>
        <code>npm run backup</code> fait une copie&nbsp;; <code>npm run restore -- backups/… --prove</code> la
        remet ailleurs, compare et note le résultat (docs/backup.md).
      </TechnicalDetails>
    </section>
  );
}

function Fact({
  title,
  state: [tone, label],
  children,
}: {
  title: string;
  state: [Tone, string];
  children: string;
}) {
  return (
    <div>
      <h2 className="text-lg font-semibold">{title}</h2>
      <StatusBadge tone={tone} label={label} />
      <p className="mt-1 max-w-prose">{children}</p>
    </div>
  );
}

function madeState(made: Backup | null): [Tone, string] {
  if (!made) return ['attention', 'Aucune'];
  return isOld(made.made_at, serverClock.now()) ? ['active', 'Plus de 90 jours'] : ['done', 'Récente'];
}

function provenState(proven: Backup | null): [Tone, string] {
  if (!proven?.proven_at) return ['attention', 'Jamais prouvée'];
  if (proven.differences) return ['attention', 'Différences trouvées'];
  return isOld(proven.proven_at, serverClock.now()) ? ['active', 'Plus de 90 jours'] : ['done', 'Prouvée'];
}

const contentOf = ({ row_count, file_count }: Backup) =>
  `${counted(row_count, 'ligne')} et ${counted(file_count, 'fichier')}`;

function findingOf(proven: Backup): string {
  const { row_count, differences, seconds } = proven;
  const found = differences ? counted(differences, 'différence') : 'aucune différence';
  return `${counted(row_count, 'ligne comparée', 'lignes comparées')}, ${found}, en ${counted(seconds ?? 0, 'seconde')}`;
}
