import { useEffect, useEffectEvent, useState } from 'react';
import { loadOnDemand } from '@/admin/lib/load-on-demand';
import { whenIdle } from '@/shared/lib/when-idle';
import type { ConfirmDialogProps } from './confirm-dialog-content';

type Content = typeof import('./confirm-dialog-content').ConfirmDialogContent;

let content: Content | undefined;

async function load(): Promise<Content> {
  content ??= (await import('./confirm-dialog-content')).ConfirmDialogContent;
  return content;
}

/**
 * The one question before something irreversible, for lists. It stays open until the caller closes it, so that the work
 * it confirmed can show as pending. Its dialog library comes once the screen is there, before anybody asks: a list is
 * read far more often than something is deleted from it.
 *
 * The network may be gone by then, and the question is said not to come. A form, where something typed would be lost,
 * takes `ConfirmDialogContent` along instead.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open } = props;
  // In an object: React would call a function.
  const [loaded, setLoaded] = useState({ Content: content });
  const close = useEffectEvent(() => props.onOpenChange(false));
  useEffect(() => {
    if (!open) return whenIdle(() => void load().catch(() => {}));
    let left = false;
    loadOnDemand(load()).then((Content) => {
      if (left) return;
      if (Content) setLoaded({ Content });
      else close();
    });
    return () => {
      left = true;
    };
  }, [open]);
  // Kept once asked for: the library gives the focus back as it closes.
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  const { Content = content } = loaded;
  return asked && Content && <Content {...props} />;
}
