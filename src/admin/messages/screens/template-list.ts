import { searchKey } from '@contract/search-key';
import { sectors } from '@/admin/contacts/data/contact-labels';
import { labelOf } from '@/admin/kit/lib/label-of';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import type { EmailTemplate } from '../data/email-templates';
import { tables } from '../data/tables';
import { tones } from '../data/template-labels';

const { fields } = tables.email_templates;

/** Fields of the list in the address. */
export const templateListFields = listFields({
  q: textField(),
  ton: keyField(tones),
  secteur: keyField(sectors),
  tri: textField(),
});

/** Columns that the list can be ordered by: column → French label. */
export const templateOrders = {
  nom: fields.name,
  ton: fields.tone,
  secteur: fields.sector,
  sujet: 'Sujet',
} as const;

/** The sector that a template is for, in words. */
export const sectorOf = ({ sector }: EmailTemplate) =>
  sector ? labelOf(sectors, sector) : 'Tous les secteurs';

const sortValues: Record<keyof typeof templateOrders, (template: EmailTemplate) => string> = {
  nom: (template) => template.name,
  ton: (template) => labelOf(tones, template.tone),
  secteur: sectorOf,
  sujet: (template) => template.subject,
};

/** Filters and sorts the templates; one for all sectors matches each of them. */
export function filterTemplates(
  templates: readonly EmailTemplate[],
  { q, ton, secteur, tri }: ListValues<typeof templateListFields>,
): readonly EmailTemplate[] {
  const wanted = searchKey(q);
  const kept = templates.filter(
    (template) =>
      searchKey(`${template.name} ${template.subject}`).includes(wanted) &&
      (!ton || template.tone === ton) &&
      (!secteur || !template.sector || template.sector === secteur),
  );
  return sortRows(kept, tri, sortValues);
}
