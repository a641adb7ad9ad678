import type { ReactNode } from 'react';
import { formatPhone, telHref } from '@/shared/lib/phone';

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
