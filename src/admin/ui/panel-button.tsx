import {
  type ButtonHTMLAttributes,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useRef,
  useState,
} from 'react';

// Loaded with the first panel that is opened: a list renders without the positioning library.
const AnchoredPanel = lazy(async () => ({ default: (await import('./anchored-panel')).AnchoredPanel }));

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
        // In a transition: once React has shown a boundary without its content, it delays the content for 300 ms.
        onClick={() => startTransition(() => setAnchor(anchor ? null : button.current))}
      >
        {children}
      </button>
      <Suspense>
        {anchor && (
          <AnchoredPanel anchor={anchor} label={label} onClose={close}>
            {panel(close)}
          </AnchoredPanel>
        )}
      </Suspense>
    </>
  );
}

/** Classes of one choice in a panel. */
export const panelItemClass =
  'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 py-1 text-left wrap-anywhere hover:bg-mist focus-visible:-outline-offset-2';
