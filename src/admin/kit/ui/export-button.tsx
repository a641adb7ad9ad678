import { Download, Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button, buttonClass } from '@/shared/ui/button';
import { entriesOf } from '../lib/label-of';
import { useWindowKind } from '../lib/use-window-kind';
import { iconLinkClass } from './icon-button';
import { PanelButton, PanelChoices } from './panel-button';

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

/**
 * The button that offers several exports, at the end of a list's toolbar; on a phone it is « … », on the line of the
 * search.
 */
export function ExportMenu<Name extends string>({
  label,
  exports,
  disabled,
  onExport,
}: {
  label: string;
  /** French label of each file that can be exported. */
  exports: Readonly<Record<Name, string>>;
  disabled: boolean;
  onExport: (wanted: Name) => void;
}) {
  const isPhone = useWindowKind() === 'phone';
  return (
    <PanelButton
      label={label}
      disabled={disabled}
      className={isPhone ? iconLinkClass : buttonClass({ variant: 'outline', size: 'sm' })}
      panel={(close) => <PanelChoices choices={entriesOf(exports)} close={close} onChoose={onExport} />}
    >
      {isPhone ? (
        <Ellipsis aria-hidden="true" className="size-5" />
      ) : (
        <>
          <Download aria-hidden="true" className="size-4" />
          {label}
        </>
      )}
    </PanelButton>
  );
}
