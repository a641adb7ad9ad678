import type { ButtonHTMLAttributes, Ref } from 'react';

/** The classes of a small round action, for links that look like one. They need an `aria-label` and a `title`. */
export const iconLinkClass =
  'inline-flex size-9 shrink-0 items-center justify-center rounded-full text-slate hover:bg-mist hover:text-ink aria-disabled:opacity-50';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** What it does and to what, said by screen readers and shown on hover: « Supprimer Fjord ». */
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

/** An action shown by an icon alone, as in a table's rows. */
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
