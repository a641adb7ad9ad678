import { contactPaths } from '@/admin/contacts/paths';
import { page, subject, widePage } from '@/admin/kit/lib/subject';
import { organisationPaths } from './paths';

/** Organisations, and which one a contact is of. */
export const organisations = subject({
  paths: organisationPaths,
  screens: {
    list: widePage(() => import('./screens/organisations-page'), 'OrganisationsPage'),
    one: page(() => import('./screens/organisation-page'), 'OrganisationPage'),
  },
  under: { menu: contactPaths.list.href(), also: [organisationPaths.list.href()] },
  palette: { screens: [{ title: 'Organisations', to: organisationPaths.list.href() }] },
  search: { organisation: { label: 'Organisations', href: organisationPaths.one.href } },
  guide: [{ page: 'contacts-et-organisations', screens: [organisationPaths.list.path] }],
  tables: () => import('./data/tables'),
});
