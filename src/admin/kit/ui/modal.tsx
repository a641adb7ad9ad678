import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { dialogClass, ignoreNotifications, overlayClass, useFocusReturn } from './dialog';
import { IconButton } from './icon-button';

const sizes = { sm: 'max-w-lg', md: 'max-w-2xl', lg: 'max-w-4xl' };

type Props = {
  onClose: () => void;
  title: string;
  description?: string;
  size?: keyof typeof sizes;
  /** Stays visible while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Focuses the first field of a dialog that begins with one, instead of the close button. */
function focusFirstField(event: Event) {
  const body = (event.currentTarget as HTMLElement).querySelector('[data-dialog-body]');
  const first = body?.querySelector<HTMLElement>('a[href], button, summary, input, select, textarea');
  if (!first?.matches('select, textarea, input:not([type=file], [type=radio], [type=checkbox])')) return;
  event.preventDefault();
  first.focus();
}

/** A dialog over the screen, open while it is rendered; Escape, the cross and a click outside ask to close it. */
export function Modal({ onClose, title, description, size = 'md', footer, children }: Props) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            focusFirstField(event);
          }}
          onInteractOutside={ignoreNotifications}
          className={`${dialogClass} ${sizes[size]}`}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-4">
            <div>
              <Dialog.Title className="text-xl font-bold">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="mt-1 text-sm text-slate">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label="Fermer">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </header>
          <div data-dialog-body className="min-h-0 overflow-y-auto px-5 py-4">
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4">
              {footer}
            </footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
