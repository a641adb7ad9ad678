import { SectionTabs } from '@/admin/kit/ui/section-tabs';
import { organisationPaths } from '@/admin/organisations/paths';
import { segmentPaths } from '@/admin/segments/paths';
import { contactPaths } from '../paths';

const tabs = [
  { title: 'Personnes', to: contactPaths.list.href() },
  { title: 'Organisations', to: organisationPaths.list.href() },
  { title: 'Segments', to: segmentPaths.list.href() },
];

/** Tabs among contacts and organisations. */
export const PeopleTabs = () => <SectionTabs label="Personnes et organisations" tabs={tabs} />;
