import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { activity } from '@/admin/data/activity/activity';
import { type Settings, settings } from '@/admin/data/settings/settings';
import { PageHeader } from '@/admin/ui/page-header';
import { RecordHistory } from '@/admin/ui/record-history';
import { SettingsSections } from '@/admin/ui/settings-sections';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { IdentityForm } from './identity-form';
import { SendingForm } from './sending-form';
import { SendingStatus } from './sending-status';

function SettingsScreen({
  title,
  form: SettingsForm,
  children,
}: {
  title: string;
  form: ComponentType<{ stored: Settings }>;
  children?: ReactNode;
}) {
  const stored = useQuery(settings.one());
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
      <SettingsSections />
      {stored.isPending ? (
        <Spinner />
      ) : !stored.data ? (
        <ErrorState title="Impossible de charger les paramètres" onRetry={() => stored.refetch()} />
      ) : (
        <div className={children ? 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_24rem]' : undefined}>
          <SettingsForm stored={stored.data} />
          {children}
        </div>
      )}
      <RecordHistory query={activity.ofRecord('settings', '1')} />
    </>
  );
}

/** The identity of the studio. */
export function SettingsPage() {
  return <SettingsScreen title="Paramètres" form={IdentityForm} />;
}

/** Senders, pace, and the state of sending. */
export function EmailSettingsPage() {
  return (
    <SettingsScreen title="Courriels" form={SendingForm}>
      <SendingStatus />
    </SettingsScreen>
  );
}
