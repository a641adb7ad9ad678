import { Copy, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sectors } from '@/admin/data/contacts/contact-labels';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';
import { tones } from '@/admin/data/email-templates/template-labels';
import { labelOf } from '@/admin/lib/label-of';
import { IconButton, iconLinkClass } from '@/admin/ui/icon-button';
import { paths } from '@/shared/lib/paths';

function Badge({ text, look }: { text: string; look: string }) {
  return <span className={`rounded-full px-2.5 py-0.5 text-sm font-medium ${look}`}>{text}</span>;
}

/** One template: how it speaks, to whom, its subject and the beginning of its text. */
export function TemplateCard({
  template,
  onDuplicate,
  onDelete,
}: {
  template: EmailTemplate;
  onDuplicate: () => void;
  onDelete: () => void;
}) {
  const { id, name, tone, sector, subject, body, variables } = template;
  const edit = `Modifier ${name}`;
  return (
    <article className="flex h-full flex-col rounded-xl border border-line bg-paper p-5">
      <h2 className="text-lg font-semibold break-words">{name}</h2>
      <p className="mt-2 flex flex-wrap gap-1.5">
        <Badge text={labelOf(tones, tone)} look="bg-spruce-pale text-spruce-deep" />
        <Badge text={sector ? labelOf(sectors, sector) : 'Tous les secteurs'} look="bg-mist text-slate" />
      </p>
      <p className="mt-3 font-medium break-words">{subject}</p>
      <p className="mt-1 line-clamp-3 text-sm break-words text-slate">{body}</p>
      {variables.length > 0 && (
        <ul aria-label="Variables" className="mt-3 flex flex-wrap gap-1.5">
          {variables.map((variable) => (
            <li key={variable} className="rounded border border-line px-1.5 py-0.5 font-mono text-xs">
              {`{${variable}}`}
            </li>
          ))}
        </ul>
      )}
      <div className="-mr-2 mt-auto flex justify-end pt-3">
        <Link
          to={paths.admin.emailTemplate.href(id)}
          aria-label={edit}
          title={edit}
          className={iconLinkClass}
        >
          <Pencil aria-hidden="true" className="size-[1.1rem]" />
        </Link>
        <IconButton label={`Dupliquer ${name}`} onClick={onDuplicate}>
          <Copy aria-hidden="true" className="size-[1.1rem]" />
        </IconButton>
        <IconButton label={`Supprimer ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-[1.1rem]" />
        </IconButton>
      </div>
    </article>
  );
}
