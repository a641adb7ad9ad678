import { Contact } from 'lucide-react';
import { viewsOf } from '@/admin/kit/lib/list-address';
import { page, subject, widePage } from '@/admin/kit/lib/subject';
import { contactPaths } from './paths';

/** People, their consent and public office, importing lists, two who are one. */
export const contacts = subject({
  paths: contactPaths,
  screens: {
    list: widePage(() => import('./screens/contacts-page'), 'ContactsPage'),
    new: page(() => import('./screens/contact-page'), 'NewContactPage'),
    import: page(() => import('./screens/contact-import-page'), 'ContactImportPage'),
    duplicates: page(() => import('./screens/duplicates-page'), 'DuplicatesPage'),
    one: page(() => import('./screens/contact-page'), 'ContactPage'),
  },
  menu: { title: 'Contacts', to: contactPaths.list.href(), Icon: Contact },
  palette: {
    screens: [{ title: 'Doublons possibles', to: contactPaths.duplicates.href() }],
    actions: [
      { title: 'Nouveau contact', to: contactPaths.new.href(), order: -6 },
      { title: 'Importer des contacts', to: contactPaths.import.href(), order: -1 },
    ],
  },
  search: {
    contact: { label: 'Contacts', href: contactPaths.one.href },
    exchange: { label: 'Échanges consignés' },
  },
  records: { consent: contactPaths.one.href, view_contacts: viewsOf(contactPaths.list) },
  guide: [
    {
      page: 'contacts-et-organisations',
      title: 'Contacts et organisations',
      screens: [contactPaths.duplicates.path],
    },
    { page: 'importer-des-contacts', title: 'Importer des contacts', screens: [contactPaths.import.path] },
    { page: 'consentement', title: 'Le consentement', screens: [contactPaths.list.path] },
  ],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
