import { telHref } from '@contract/phone';
import { Mail, MapPin, Phone } from 'lucide-react';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { buttonClass } from '@/shared/ui/button';

/** Links to call, write to and navigate to a person, an organisation or a place: those that are known. */
export function ReachLinks({
  phone,
  email,
  place,
}: {
  phone: string | null;
  email: string | null;
  /** Search text for a map; empty without a place. */
  place: string;
}) {
  const tel = phone && telHref(phone);
  const className = buttonClass({ variant: 'outline', size: 'sm' });
  return (
    <nav aria-label="Joindre" className="mb-4 flex flex-wrap gap-2 empty:hidden">
      {tel && (
        <a href={tel} className={className}>
          <Phone aria-hidden="true" className="size-4" />
          Appeler
        </a>
      )}
      {email && (
        <a href={mailtoHref(email)} className={className}>
          <Mail aria-hidden="true" className="size-4" />
          Écrire
        </a>
      )}
      {place && (
        <a
          href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`}
          target="_blank"
          rel="noopener noreferrer"
          className={className}
        >
          <MapPin aria-hidden="true" className="size-4" />
          Itinéraire
        </a>
      )}
    </nav>
  );
}
