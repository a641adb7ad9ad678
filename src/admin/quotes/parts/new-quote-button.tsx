import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { issuedQuotes, type QuoteSource } from '../data/issued-quotes';
import { quotePaths } from '../paths';

/** « Nouveau devis »: creates a quote with the record's client and opens it. */
export function NewQuoteButton({ source }: { source: QuoteSource }) {
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const create = useMutation(issuedQuotes.create());
  if (isReadOnly) return null;
  return (
    <Button
      size="sm"
      variant="outline"
      pending={create.isPending}
      onClick={() => create.mutate(source, { onSuccess: (id) => navigate(quotePaths.one.href(id)) })}
    >
      <FileText aria-hidden="true" className="size-4" />
      Nouveau devis
    </Button>
  );
}
