import type { ComponentProps } from 'react';
import { AzimuthRing } from './azimuth-ring';

const baseClass =
  'inline-flex items-center justify-center gap-2 rounded-full font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-60';

const sizes = {
  md: 'min-h-11 px-5 text-[0.95rem]',
  sm: 'min-h-9 px-3.5 text-sm',
};

const variants = {
  /** The main action of a screen. */
  accent: 'bg-sumac text-white hover:bg-sumac-deep',
  primary: 'bg-spruce text-white hover:bg-spruce-deep',
  outline: 'border border-current bg-transparent hover:bg-ink/5',
  ghost: 'bg-transparent hover:bg-ink/5',
};

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes; className?: string };

/** The classes of a button, also for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'md', className = '' }: Look = {}): string {
  return `${baseClass} ${sizes[size]} ${variants[variant]} ${className}`;
}

/** A button; while `pending` it stays focusable and is announced as busy, but does nothing. */
export function Button({
  variant,
  size,
  className,
  pending = false,
  type = 'button',
  children,
  onClick,
  ...props
}: Look & ComponentProps<'button'> & { pending?: boolean }) {
  return (
    <button
      {...props}
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonClass({ variant, size, className })}
    >
      {pending && <AzimuthRing className="size-5" spinning />}
      {children}
    </button>
  );
}
