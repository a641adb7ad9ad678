import { useQuery } from '@tanstack/react-query';
import { activity } from '@/admin/data/activity/activity';
import { team } from '@/admin/data/team/team';
import { PageHeader } from '@/admin/ui/page-header';
import { RecordHistory } from '@/admin/ui/record-history';
import { SettingsSections } from '@/admin/ui/settings-sections';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { InvitationForm } from './invitation-form';
import { InvitationList } from './invitation-list';
import { MemberList } from './member-list';

/** Who has access, who was invited, and what the team changed last. */
export function TeamPage() {
  const members = useQuery(team.members());
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <Seo title="Équipe" noIndex />
      <PageHeader title="Équipe" {...(members.data && { count: counted(members.data.length, 'personne') })} />
      <SettingsSections />
      <div className="space-y-8">
        {!isReadOnly && <InvitationForm />}
        {members.isPending ? (
          <TableSkeleton />
        ) : !members.data ? (
          <ErrorState title="Impossible de charger l’équipe" onRetry={() => members.refetch()} />
        ) : (
          <MemberList members={members.data} />
        )}
        {!isReadOnly && <InvitationList />}
        <RecordHistory title="Dernières modifications" query={activity.recent()} />
      </div>
    </>
  );
}
