import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { activity } from '@/admin/kit/data/activity';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import type { Tables } from '@/shared/database.types';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type SendingSettings, type SettingsTable, settings, settingsOf } from '../data/settings';
import { SettingsSections } from '../parts/settings-sections';
import { Deliverability } from './deliverability';
import { EmbeddingForm } from './embedding-form';
import { EstimateForm, EstimatePreview } from './estimate-form';
import { EstimatePrices } from './estimate-prices';
import { EvidenceForm } from './evidence-form';
import { IdentityForm } from './identity-form';
import { ProfileForm } from './profile-form';
import { SendingForm } from './sending-form';
import { SendingStatus } from './sending-status';
import { TestimonialList } from './testimonial-list';

function SettingsScreen<Table extends SettingsTable>({
  title,
  table,
  form: SettingsForm,
  children,
  below,
}: {
  title: string;
  table: Table;
  form: ComponentType<{ stored: Tables<Table> }>;
  /** Content beside the form. */
  children?: ReactNode;
  below?: ReactNode;
}) {
  const stored = useQuery(settingsOf(table));
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
      <SettingsSections />
      {stored.isPending ? (
        <Spinner />
      ) : !stored.data ? (
        <ErrorState
          title="Impossible de charger les réglages"
          error={stored.error}
          onRetry={() => stored.refetch()}
        />
      ) : (
        <div className={children ? 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_24rem]' : undefined}>
          <SettingsForm stored={stored.data} />
          {children}
        </div>
      )}
      {below}
      <RecordHistory query={activity.ofRecord(table, '1')} />
    </>
  );
}

/** The identity of the studio. */
export function SettingsPage() {
  return <SettingsScreen title="Réglages" table="studio" form={IdentityForm} />;
}

/** The studio's presentation to buyers, and its named clients. */
export function PublicProfilePage() {
  return (
    <SettingsScreen
      title="Profil public"
      table="studio_profile"
      form={ProfileForm}
      below={<TestimonialList />}
    />
  );
}

/** The prices that visitors estimate their project from, and what they see of them. */
export function PublicPricesPage() {
  return (
    <SettingsScreen
      title="Prix et estimation"
      table="estimate_settings"
      form={EstimateForm}
      below={
        <div className="mt-6 space-y-6">
          <EstimatePrices />
          <EstimatePreview />
        </div>
      }
    />
  );
}

/** The sites that may show tours in their pages. */
export function EmbeddingPage() {
  return <SettingsScreen title="Partage" table="embedding_settings" form={EmbeddingForm} />;
}

/** The authorities that stamp the seals of surveys. */
export function EvidencePage() {
  return <SettingsScreen title="Preuve" table="evidence_settings" form={EvidenceForm} />;
}

/** The form of sending, once the studio's own address is there: on the first day it is proposed as sender. */
function EmailForm({ stored }: { stored: SendingSettings }) {
  const studio = useQuery(settings.studio());
  if (studio.isPending) return <Spinner />;
  return <SendingForm stored={stored} contactEmail={studio.data?.contact_email ?? ''} />;
}

/** Senders, pace, and the state of sending. */
export function EmailSettingsPage() {
  return (
    <SettingsScreen title="Courriels" table="sending_settings" form={EmailForm} below={<Deliverability />}>
      <SendingStatus />
    </SettingsScreen>
  );
}
