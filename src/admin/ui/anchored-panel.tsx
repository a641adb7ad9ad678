import * as Popover from '@radix-ui/react-popover';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export type AnchoredPanelProps = {
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
export function AnchoredPanel({ anchor, label, onClose, children }: AnchoredPanelProps) {
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
