import * as Popover from '@radix-ui/react-popover';
import { type ButtonHTMLAttributes, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'children'> & {
  /** Accessible name of the button and of the panel. */
  label: string;
  panel: (close: () => void) => ReactNode;
  children: ReactNode;
};

/** A button that opens a small panel of choices under it. */
export function PanelButton({ label, panel, children, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <button
        {...props}
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={() => setAnchor(anchor ? null : button.current)}
      >
        {children}
      </button>
      {anchor && (
        <AnchoredPanel anchor={anchor} label={label} onClose={close}>
          {panel(close)}
        </AnchoredPanel>
      )}
    </>
  );
}

/** Classes of one choice in a panel. */
export const panelItemClass =
  'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 py-1 text-left wrap-anywhere hover:bg-mist focus-visible:-outline-offset-2';

/** The choices of a panel, each a button of its text; choosing one closes the panel. */
export function PanelChoices<Name extends string>({
  choices,
  close,
  onChoose,
}: {
  choices: readonly (readonly [name: Name, text: string])[];
  close: () => void;
  onChoose: (name: Name) => void;
}) {
  return (
    <ul>
      {choices.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            className={panelItemClass}
            onClick={() => {
              close();
              onChoose(name);
            }}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

type AnchoredPanelProps = {
  /** The button that opened the panel: it positions it, and gets the focus back. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
};

/** Moves the focus among the buttons and links of the panel, without choosing any. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (!step || target instanceof HTMLInputElement) return;
  event.preventDefault();
  const items = [...currentTarget.querySelectorAll<HTMLElement>('button, a[href]')];
  const next = items.indexOf(target as HTMLElement) + step;
  items[(next + items.length) % items.length]?.focus();
}

/** A small panel of choices under the button that opened it: Escape or a press elsewhere closes it. */
function AnchoredPanel({ anchor, label, onClose, children }: AnchoredPanelProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          ref={content}
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            const current = content.current?.querySelector<HTMLElement>('[aria-pressed=true]');
            if (!current) return;
            event.preventDefault();
            current.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus({ preventScroll: true });
          }}
          // A second press on the button closes the panel; the button handles it itself.
          onInteractOutside={(event) => {
            if (anchor.contains(event.target as Node)) event.preventDefault();
          }}
          onKeyDown={moveFocus}
          className="z-50 max-h-[min(24rem,var(--radix-popover-content-available-height))] max-w-[min(26rem,calc(100vw-1rem))] min-w-44 overflow-y-auto rounded-xl border border-line bg-paper p-1.5 text-[0.95rem] shadow-xl"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
