import { NotebookPen } from 'lucide-react';
import { viewsOf } from '@/admin/kit/lib/list-address';
import { page, subject, widePage } from '@/admin/kit/lib/subject';
import { requestPaths } from '@/admin/requests/paths';
import { templatePaths } from './paths';

/** Templates, writing a message, what people answer. */
export const messages = subject({
  paths: templatePaths,
  screens: {
    list: widePage(() => import('./screens/email-templates-page'), 'EmailTemplatesPage'),
    new: page(() => import('./screens/template-form-page'), 'NewTemplatePage'),
    one: page(() => import('./screens/template-form-page'), 'EditTemplatePage'),
  },
  menu: { title: 'Templates emails', to: templatePaths.list.href(), Icon: NotebookPen },
  palette: { actions: [{ title: 'Nouveau template', to: templatePaths.new.href(), order: -2 }] },
  search: {
    // Those that belong to nobody yet wait above the requests.
    message: { label: 'Messages reçus', href: (id) => `${requestPaths.list.href()}#${id}` },
    reply: { label: 'Réponses envoyées' },
    template: { label: 'Templates emails', href: templatePaths.one.href },
  },
  records: { view_email_templates: viewsOf(templatePaths.list) },
  guide: [{ page: 'envoyer-une-campagne', screens: [templatePaths.list.path] }],
  tables: () => import('./data/tables'),
});
