import { useQuery } from '@tanstack/react-query';
import { addDays } from 'date-fns';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { quebecDay } from '@/admin/kit/lib/dates';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { ConfirmDialogContent } from '@/admin/kit/ui/confirm-dialog-content';
import { TemplateChoice } from '@/admin/kit/ui/template-choice';
import { emptyLine, type IssuedQuoteValues, readTypedLines, toTypedLine } from '../data/issued-quotes.schema';
import { type QuoteTemplate, quoteCatalogue } from '../data/quote-catalogue';

/** Fills the surrounding draft from a quote template; existing content is replaced only after a confirmation. */
export function DraftTemplate() {
  const templates = useQuery(quoteCatalogue.templates());
  const { getValues, setValue } = useFormContext<IssuedQuoteValues>();
  const [pendingTemplate, setPendingTemplate] = useState<QuoteTemplate>();
  const write = (template: QuoteTemplate) => {
    const texts = { ...valuesOf(template) };
    for (const [name, value] of Object.entries(texts))
      setValue(name as keyof typeof texts, value, { shouldDirty: true });
    setPendingTemplate(undefined);
  };
  return (
    <>
      <TemplateChoice
        label="Modèle de devis"
        templates={templates.data}
        onInsert={(template) => {
          const { subject, lines, delivery, terms, notes } = getValues();
          const hasLines = readTypedLines(lines).some(
            ({ description, price }) => description !== emptyLine.description || price !== emptyLine.price,
          );
          if (hasLines || [subject, delivery, terms, notes].some((text) => text.trim() !== ''))
            setPendingTemplate(template);
          else write(template);
        }}
      />
      <ConfirmDialogContent
        open={pendingTemplate !== undefined}
        onOpenChange={() => setPendingTemplate(undefined)}
        title="Remplacer ce que vous avez écrit?"
        description={`L’objet, les lignes, la validité, la livraison, les modalités et les notes deviennent ceux de «\u00a0${pendingTemplate?.name ?? ''}\u00a0».`}
        confirmLabel="Remplacer"
        onConfirm={() => {
          if (pendingTemplate) write(pendingTemplate);
        }}
      />
    </>
  );
}

const valuesOf = ({ subject, lines, delivery, terms, notes, validity_days }: QuoteTemplate) => ({
  subject,
  delivery,
  terms,
  notes,
  valid_until: quebecDay(addDays(serverNow(), validity_days)),
  lines: JSON.stringify(lines.map(toTypedLine)),
});
