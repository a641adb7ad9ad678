import { Link } from 'react-router-dom';
import { listAddress } from '@/admin/kit/lib/list-address';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { quotePaths } from '../paths';
import { ServiceList } from './service-list';
import { TemplateList } from './template-list';

/** The services with their prices, and the quote templates. */
export function CataloguePage() {
  return (
    <>
      <Seo title="Catalogue des devis" noIndex />
      <PageHeader title="Catalogue des devis" readersToo>
        <Link
          to={listAddress(quotePaths.list.href())}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          Retour aux devis
        </Link>
      </PageHeader>
      <div className="space-y-8">
        <ServiceList />
        <TemplateList />
      </div>
    </>
  );
}
