import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/shared/ui/button';

type Props = Pick<ComponentProps<typeof Button>, 'disabled' | 'pending' | 'onClick'>;

/**
 * The button that exports the visible rows, at the end of a list's toolbar. Hidden on a phone, where nobody opens
 * such a file.
 */
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
      {/* On a narrow toolbar its text would take the room of the search. */}
      <span className="max-2xl:sr-only">Exporter la liste (CSV)</span>
    </Button>
  );
}
