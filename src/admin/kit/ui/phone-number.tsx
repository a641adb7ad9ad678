import { formatPhone, telHref } from '@contract/phone';
import type { ReactNode } from 'react';

/** A phone number as Québec writes it, linked when it can be dialled. */
export function PhoneNumber({
  phone,
  className,
  icon,
}: {
  phone: string;
  className: string;
  icon?: ReactNode;
}) {
  const href = telHref(phone);
  if (!href) return <span>{phone}</span>;
  return (
    <a className={className} href={href}>
      {icon}
      {formatPhone(phone)}
    </a>
  );
}
