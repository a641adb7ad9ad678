import type { ButtonHTMLAttributes, Ref } from 'react';

/** The classes of a small round action, for links that look like one. They need an `aria-label` and a `title`. */
export const iconLinkClass =
  'inline-flex size-9 shrink-0 items-center justify-center rounded-full text-slate hover:bg-mist hover:text-ink aria-disabled:opacity-50';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Action and object, for screen readers and on hover: « Supprimer Fjord ». */
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with an icon only, for a table's rows. */
export function IconButton({ label, className = '', type = 'button', ...props }: Props) {
  return (
    <button
      {...props}
      type={type}
      aria-label={label}
      title={label}
      className={`${iconLinkClass} ${className}`}
    />
  );
}
