import { Mail, MapPin, Phone } from 'lucide-react';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { telHref } from '@/shared/lib/phone';
import { buttonClass } from '@/shared/ui/button';

/** Call, write, directions: how a phone begins the page of a person or of an organisation. */
export function ReachLinks({
  phone,
  email,
  place,
}: {
  phone: string | null;
  email: string | null;
  /** What a map looks for. */
  place: string;
}) {
  const tel = phone && telHref(phone);
  const className = buttonClass({ variant: 'outline', size: 'sm' });
  return (
    <nav aria-label="Joindre" className="mb-4 flex flex-wrap gap-2">
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
      <a
        href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`}
        target="_blank"
        rel="noopener noreferrer"
        className={className}
      >
        <MapPin aria-hidden="true" className="size-4" />
        Itinéraire
      </a>
    </nav>
  );
}
