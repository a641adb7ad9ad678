import { Globe, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { EmailText } from '@/admin/kit/ui/email-text';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { httpHref } from '@/shared/lib/text';
import type { Prospect } from '../data/prospects';

/** The source of a value and its date. */
function SourceLink({ of, url, foundAt }: { of: string; url: string | null; foundAt: string | null }) {
  const href = url ? httpHref(url) : undefined;
  if (!href) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={foundAt ? `Relevé le ${formatDateTime(foundAt)}` : undefined}
      className="inline-flex min-h-6 items-center text-sm text-slate underline"
    >
      source <span className="sr-only">{of}</span>
    </a>
  );
}

function Detail({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-6 items-start gap-2">
      <span aria-hidden="true" className="mt-1 shrink-0 text-slate">
        {icon}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">{children}</span>
    </li>
  );
}

const linkClass = 'inline-flex min-h-6 items-center wrap-anywhere underline';

/** E-mail, telephone and site of a prospect, each beside its source. */
export function ProspectDetails({ prospect }: { prospect: Prospect }) {
  const { email, phone, website } = prospect;
  const site = website ? httpHref(website) : undefined;
  if (!email && !phone && !site) {
    return <p className="text-sm text-slate">Aucune coordonnée connue.</p>;
  }
  return (
    <ul className="space-y-1">
      {email && (
        <Detail icon={<Mail className="size-4" />}>
          <a href={mailtoHref(email)} className={linkClass}>
            <span>
              <EmailText address={email} />
            </span>
          </a>
          <SourceLink of="du courriel" url={prospect.email_source_url} foundAt={prospect.email_found_at} />
        </Detail>
      )}
      {phone && (
        <Detail icon={<Phone className="size-4" />}>
          <PhoneNumber phone={phone} className={linkClass} />
          <SourceLink of="du téléphone" url={prospect.phone_source_url} foundAt={prospect.phone_found_at} />
        </Detail>
      )}
      {site && (
        <Detail icon={<Globe className="size-4" />}>
          <a href={site} target="_blank" rel="noopener noreferrer" className={linkClass}>
            {site.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
          </a>
          <SourceLink of="du site" url={prospect.website_source_url} foundAt={prospect.website_found_at} />
        </Detail>
      )}
    </ul>
  );
}
