import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/shared/ui/button';

type Props = Pick<ComponentProps<typeof Button>, 'disabled' | 'pending' | 'onClick'>;

/** At the end of a list's toolbar: a file of the rows that are shown. Too wide for a phone, where nobody opens one. */
export function ExportButton(button: Props) {
  return (
    <Button
      size="sm"
      variant="outline"
      className="ml-auto max-sm:hidden"
      title="Exporter la liste (CSV)"
      {...button}
    >
      <Download aria-hidden="true" className="size-4" />
      {/* Its words would take the room of the search. */}
      <span className="max-2xl:sr-only">Exporter la liste (CSV)</span>
    </Button>
  );
}
