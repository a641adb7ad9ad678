import { useEffect, useEffectEvent, useState } from 'react';
import { afterFirstInput } from '@/shared/lib/when-idle';
import { loadOnDemand } from '../lib/load-on-demand';
import type { ConfirmDialogProps } from './confirm-dialog-content';

type Content = typeof import('./confirm-dialog-content').ConfirmDialogContent;

let content: Content | undefined;

async function loadContent(): Promise<Content> {
  content ??= (await import('./confirm-dialog-content')).ConfirmDialogContent;
  return content;
}

/**
 * Asks before something irreversible, from a list; stays open until the caller closes it, to show the pending state.
 * Its dialog library is lazy, loaded once the page is used: lists are read far more often than rows are deleted.
 *
 * When the library cannot be loaded, a toast says so. Forms use `ConfirmDialogContent`, which works offline.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open } = props;
  // The component stands in an object, because React calls a function given to `useState`.
  const [loaded, setLoaded] = useState({ Content: content });
  const close = useEffectEvent(() => props.onOpenChange(false));
  useEffect(() => {
    if (!open) return afterFirstInput(() => void loadContent().catch(() => {}));
    let closed = false;
    loadOnDemand(loadContent()).then((Content) => {
      if (closed) return;
      if (Content) setLoaded({ Content });
      else close();
    });
    return () => {
      closed = true;
    };
  }, [open]);
  // Stays mounted once opened, so that Radix returns the focus on close.
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const { Content = content } = loaded;
  return wasOpened && Content && <Content {...props} />;
}
