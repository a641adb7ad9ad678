import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';

/** A panel over the panorama on large windows, and below it on small ones. */
export function StagePanel({
  title,
  actions,
  isOverPicture = false,
  onClose,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** True when the picture has to be seen with it on small windows too. */
  isOverPicture?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const own = panel.current;
    // On small windows the panel may be out of sight below the picture, or the picture behind the panel.
    if (own && getComputedStyle(own).position === 'sticky')
      own.previousElementSibling?.scrollIntoView?.({ block: 'start' });
    else own?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={panel}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className={`${isOverPicture ? 'max-lg:sticky max-lg:bottom-16 max-lg:z-10 ' : ''}scroll-my-24 bg-paper max-lg:border-t max-lg:border-line lg:absolute lg:top-3 lg:right-3 lg:flex lg:max-h-[calc(100%-5.25rem)] lg:w-80 lg:flex-col lg:overflow-clip lg:rounded-xl lg:shadow-lg`}
    >
      <div className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-4">
        <h3 className="mr-auto font-semibold">{title}</h3>
        {actions}
        <IconButton label="Fermer le panneau" onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <div className="min-h-0 p-4 lg:overflow-y-auto">{children}</div>
    </section>
  );
}
