import { Copy, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sectors } from '@/admin/contacts/data/contact-labels';
import { labelNaming, labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { CellChoice } from '@/admin/kit/ui/cell-choice';
import { IconButton, iconLinkClass } from '@/admin/kit/ui/icon-button';
import type { EmailTemplate, TemplateChange } from '../data/email-templates';
import { tones } from '../data/template-labels';
import { templatePaths } from '../paths';
import { sectorOf } from './template-list';

const anySector = { '': 'Tous les secteurs', ...sectors };

type Props = {
  template: EmailTemplate;
  onChange: (change: TemplateChange['change']) => void;
  onDuplicate: () => void;
  onRemove: () => void;
};

/** One template: name, tone, sector, subject, three lines of its text and the variables that fill it (specification, section 2). */
export function TemplateCard({ template, onChange, onDuplicate, onRemove }: Props) {
  const { id, name, tone, sector, subject, body, variables } = template;
  return (
    <li className="flex min-w-0 flex-col rounded-xl border border-line bg-paper px-4 pt-3 pb-1.5">
      <h2 className="font-semibold wrap-anywhere">
        <Link to={templatePaths.one.href(id)} className="underline-offset-4 hover:underline">
          {name}
        </Link>
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        <CellChoice
          label={labelNaming('Ton', name)}
          value={tone}
          options={tones}
          onChoose={(next) => onChange({ tone: next })}
        >
          <Badge text={labelOf(tones, tone)} look="bg-spruce-pale text-spruce-deep" />
        </CellChoice>
        <CellChoice
          label={labelNaming('Secteur', name)}
          value={sector ?? ''}
          options={anySector}
          onChoose={(next) => onChange({ sector: next || null })}
        >
          <Badge text={sectorOf(template)} look="bg-mist text-slate" />
        </CellChoice>
      </p>
      <p className="mt-1.5 font-medium wrap-anywhere">{subject}</p>
      <p className="mt-1 line-clamp-3 text-sm wrap-anywhere whitespace-pre-line text-slate">
        {body.slice(0, 600).replace(/\n\s*\n/g, '\n')}
      </p>
      <div className="mt-auto flex items-end justify-between gap-3 pt-2">
        <ul aria-label={labelNaming('Variables', name)} className="flex flex-wrap gap-1 pb-1.5">
          {variables.map((variable) => (
            <li key={variable} className="rounded-md bg-mist px-1.5 font-mono text-xs leading-6 text-slate">
              {`{${variable}}`}
            </li>
          ))}
        </ul>
        <AdminsOnly>
          <div className="flex shrink-0">
            <Link
              to={templatePaths.one.href(id)}
              aria-label={`Modifier ${name}`}
              title={`Modifier ${name}`}
              className={iconLinkClass}
            >
              <Pencil aria-hidden="true" className="size-4" />
            </Link>
            <IconButton label={`Dupliquer ${name}`} onClick={onDuplicate}>
              <Copy aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton label={`Supprimer ${name}`} onClick={onRemove}>
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
        </AdminsOnly>
      </div>
    </li>
  );
}

function Badge({ text, look }: { text: string; look: string }) {
  return <span className={`rounded-full px-2.5 py-0.5 text-sm font-medium ${look}`}>{text}</span>;
}
