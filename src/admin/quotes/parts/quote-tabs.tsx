import { SectionTabs } from '@/admin/kit/ui/section-tabs';
import { requestPaths } from '@/admin/requests/paths';
import { quotePaths } from '../paths';

const tabs = [
  { title: 'Demandes', to: requestPaths.list.href() },
  { title: 'Devis', to: quotePaths.list.href() },
  { title: 'Factures', to: quotePaths.invoices.href() },
];

/** Tabs among the incoming requests, the studio's quotes and its invoices. */
export const QuoteTabs = () => <SectionTabs label="Soumissions, devis et factures" tabs={tabs} />;
