import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { afterFirstInput } from '@/shared/lib/when-idle';
import { buttonClass } from '@/shared/ui/button';
import { loadOnDemand } from '../lib/load-on-demand';
import type { FilterPanelProps } from './filter-panel';

type Panel = typeof import('./filter-panel').FilterPanel;

let panel: Panel | undefined;

async function loadPanel(): Promise<Panel> {
  panel ??= (await import('./filter-panel')).FilterPanel;
  return panel;
}

type Props = Omit<FilterPanelProps, 'button' | 'onClose'> & {
  /** Number of active filters. */
  activeCount: number;
  ref?: Ref<HTMLButtonElement>;
  /** The button's icon. */
  children: ReactNode;
};

/**
 * The button « Filtrer », or « Filtrer et trier » on a phone and over cards, with its panel of filters. The library
 * that positions it loads once the page is used: a list is read before it is filtered.
 */
export function FilterMenu({ activeCount, ref, children, ...panelProps }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement);
  const [open, setOpen] = useState(false);
  useEffect(() => afterFirstInput(() => void loadPanel().catch(() => {})), []);
  const toggle = async () => {
    if (open) setOpen(false);
    else if (await loadOnDemand(loadPanel())) setOpen(true);
  };
  const Panel = panel;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={toggle}
        className={buttonClass({ variant: 'outline', size: 'sm', className: 'min-h-10 shrink-0' })}
      >
        {children}
        <span>
          Filtrer
          <span className={panelProps.isCards ? 'max-sm:sr-only' : 'sr-only sm:hidden'}> et trier</span>
        </span>
        {activeCount > 0 && (
          <span className="min-w-5 rounded-full bg-spruce px-1.5 text-center text-xs leading-5 text-white tabular-nums">
            {activeCount}
            <span className="sr-only"> {activeCount > 1 ? 'filtres actifs' : 'filtre actif'}</span>
          </span>
        )}
      </button>
      {open && Panel && <Panel {...panelProps} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
