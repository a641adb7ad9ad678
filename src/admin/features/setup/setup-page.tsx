import { PageHeader } from '@/admin/ui/page-header';
import { Seo } from '@/shared/ui/seo';
import { EmptyDemo } from './empty-demo';
import { SetupList } from './setup-list';

/** The first day: what is left to set up, and the end of the demo content. */
export function SetupPage() {
  return (
    <div className="max-w-3xl">
      <Seo title="Démarrage" noIndex />
      <PageHeader title="Démarrage" />
      <SetupList />
      <EmptyDemo />
    </div>
  );
}
