import { searchKey } from '@contract/search-key';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchField } from '@/admin/kit/ui/search-field';
import { type ListedTour, tours } from '@/admin/tours/data/tours';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { pictureSrc } from '@/shared/lib/text';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';

/** Number of tours shown; typing narrows them. */
const MOST_SHOWN = 20;

/** Makes an address absolute, as mail programs need it. */
const absoluteUrl = (address: string) => (address.startsWith('/') ? `${siteConfig.url}${address}` : address);

/** Makes the block of a tour: its present title, picture and page. */
const cardOf = ({ title, slug, image_url }: ListedTour) =>
  `[![${title.replace(/[[\]]/g, ' ').trim()}](${absoluteUrl(image_url ?? '')})](${siteConfig.url}${paths.tour.href(slug)})`;

/** Chooses a published tour to insert into a message. */
export function TourInsertion({ onInsert }: { onInsert: (written: string) => void }) {
  const list = useQuery(tours.list());
  const [typed, setTyped] = useState('');
  if (list.isPending) return <Spinner />;
  if (!list.data)
    return (
      <ErrorState
        title="Impossible de charger les visites"
        error={list.error}
        onRetry={() => list.refetch()}
      />
    );
  const words = searchKey(typed).split(' ').filter(Boolean);
  // A card without a picture would only be a title, so a link is inserted instead.
  const published = list.data.rows.filter(({ status, image_url }) => status === 'published' && image_url);
  const found = published.filter(({ title, location }) =>
    words.every((word) => searchKey(`${title} ${location ?? ''}`).includes(word)),
  );
  return (
    <div className="space-y-3">
      <SearchField
        label="Rechercher une visite"
        placeholder="Titre ou lieu"
        className=""
        value={typed}
        onChange={setTyped}
      />
      {found.length === 0 && (
        <p className="text-slate">
          {published.length === 0
            ? 'Aucune visite publiée n’a d’image pour le moment.'
            : 'Aucune visite ne correspond à votre recherche.'}
        </p>
      )}
      <ul aria-label="Visites publiées" className="divide-y divide-line rounded-lg border border-line">
        {found.slice(0, MOST_SHOWN).map((tour) => (
          <li key={tour.id}>
            <button
              type="button"
              onClick={() => onInsert(cardOf(tour))}
              className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left hover:bg-mist"
            >
              <img
                src={pictureSrc(tour.image_url)}
                alt=""
                loading="lazy"
                className="h-10 w-[4.6rem] shrink-0 rounded bg-mist object-cover"
              />
              <span className="min-w-0">
                <span className="block truncate font-medium">{tour.title}</span>
                <span className="block truncate text-sm text-slate">{tour.location}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p className="text-sm text-slate">Tapez quelques lettres pour trouver les autres.</p>
      )}
    </div>
  );
}
