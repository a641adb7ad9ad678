import { PageHeader } from '@/admin/ui/page-header';
import { Seo } from '@/shared/ui/seo';
import { ContactForm } from './contact-form';

/** The form of a contact typed in by hand. */
export function ContactNewPage() {
  return (
    <div className="mx-auto max-w-3xl">
      <Seo title="Nouveau contact" noIndex />
      <PageHeader title="Nouveau contact" />
      <ContactForm />
    </div>
  );
}
