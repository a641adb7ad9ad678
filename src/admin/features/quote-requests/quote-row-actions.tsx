import { Eye, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { IconButton, iconLinkClass } from '@/admin/ui/icon-button';

type Props = { quote: QuoteRequest; href: string; onDelete: (quote: QuoteRequest) => void };

/** What can be done to one request from the list. */
export function QuoteRowActions({ quote, href, onDelete }: Props) {
  const open = `Ouvrir la demande de ${quote.organization_name}`;
  return (
    <>
      <Link to={href} className={iconLinkClass} aria-label={open} title={open}>
        <Eye aria-hidden="true" className="size-4" />
      </Link>
      <IconButton
        label={`Supprimer la demande de ${quote.organization_name}`}
        onClick={() => onDelete(quote)}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </>
  );
}
