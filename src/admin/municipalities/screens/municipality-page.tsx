import { useQuery } from '@tanstack/react-query';
import { Plus, Route } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { contactPaths } from '@/admin/contacts/paths';
import { formatLongDay } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { SubjectParts } from '@/admin/kit/ui/subject-parts';
import { organisationPaths } from '@/admin/organisations/paths';
import { tripPaths } from '@/admin/trips/paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { formatNumber } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { municipalityPages, type MunicipalityPage as Page } from '../data/municipality-pages';
import { PlaceRecords } from '../parts/place-records';
import { municipalityPaths, municipalitySlots } from '../paths';
import { RegisterAttribution } from './register-attribution';

const linkClass = 'underline underline-offset-2 wrap-anywhere';

/** One municipality, or an MRC with all of its own: contact details, and all of the studio's work there. */
export function MunicipalityPage() {
  const { code = '' } = useParams();
  const query = useQuery(municipalityPages.byCode(code));
  const { data } = query;
  const name = data?.place.name;
  return (
    <>
      <Seo title={name ?? 'Municipalité'} noIndex />
      <PageHeader title={name ?? 'Municipalité'} {...(data && { count: subtitle(data.place) })}>
        {data && <NewRecords place={data.place} />}
      </PageHeader>
      {data ? (
        <>
          <Place page={data} />
          <SubjectParts slot={municipalitySlots.page} given={{ code: data.place.code }} />
          <PlaceRecords page={data} />
        </>
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger la municipalité"
          missing="Le registre ne connaît pas cette municipalité"
          back={{ to: listAddress(municipalityPaths.list.href()), label: 'Voir les municipalités' }}
        />
      )}
    </>
  );
}

const subtitle = ({ designation, region }: Page['place']) => [designation, region].filter(Boolean).join(', ');

/** Creates records with the place already filled in. */
function NewRecords({ place }: { place: Page['place'] }) {
  const { name, region, code, kind } = place;
  const isMrc = kind === 'mrc';
  const contact = new URLSearchParams({
    entreprise: isMrc ? `MRC ${name}` : `${place.designation ?? 'Municipalité'} ${name}`,
    // An MRC is no town, and its seat is not in the register.
    ...(!isMrc && { ville: name }),
    region,
    secteur: kind,
  });
  const trip = new URLSearchParams({ ville: name, region, lieu: code });
  return (
    <div className="flex flex-wrap gap-2">
      {!isMrc && (
        <Link to={`${tripPaths.new.href()}?${trip}`} className={buttonClass({ variant: 'outline' })}>
          <Route aria-hidden="true" className="size-4" />
          Nouveau déplacement
        </Link>
      )}
      <Link to={`${contactPaths.new.href()}?${contact}`} className={buttonClass({ variant: 'accent' })}>
        <Plus aria-hidden="true" className="size-4" />
        Nouveau contact
      </Link>
    </div>
  );
}

/** The register's data about the place. */
function Place({ page: { place, towns, organisation } }: { page: Page }) {
  return (
    <section
      aria-label="Selon le registre"
      className="mb-5 space-y-3 rounded-xl border border-line bg-paper p-5"
    >
      {place.gone_on && (
        <p className="rounded-lg bg-amber-pale px-3 py-2 text-amber-ink">
          Le registre ne la nomme plus depuis le {formatLongDay(place.gone_on)} (fusion ou division). Son
          historique est gardé.
        </p>
      )}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        <Fact label="Téléphone">
          {place.phone && <PhoneNumber phone={place.phone} className={linkClass} />}
        </Fact>
        <Fact label="Courriel général">
          {place.official_email && (
            <a href={mailtoHref(place.official_email)} className={linkClass}>
              {shownAddress(place.official_email)}
            </a>
          )}
        </Fact>
        <Fact label="Site">
          {place.website && (
            <a href={place.website} target="_blank" rel="noopener noreferrer" className={linkClass}>
              {place.website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
            </a>
          )}
        </Fact>
        <Fact label="Adresse">{place.address}</Fact>
        <Fact label="Population">{place.population !== null && formatNumber(place.population)}</Fact>
        {organisation && (
          <Fact label="Organisation">
            <Link to={organisationPaths.one.href(organisation.id)} className={linkClass}>
              {organisation.name}
            </Link>
          </Fact>
        )}
        {place.kind !== 'mrc' && (
          <Fact label="MRC">
            {place.mrc_code && (
              <Link to={municipalityPaths.one.href(place.mrc_code)} className={linkClass}>
                {place.mrc_name}
              </Link>
            )}
          </Fact>
        )}
        <Fact label="Position">
          {place.latitude !== null && place.longitude !== null && (
            <>
              <a
                href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=11/${place.latitude}/${place.longitude}`}
                target="_blank"
                rel="noopener noreferrer"
                className={linkClass}
              >
                Voir sur OpenStreetMap
              </a>
              {place.approximate && ' (approximatif\u00a0: le centre de sa MRC)'}
            </>
          )}
        </Fact>
      </dl>
      {towns.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold">Ses municipalités ({towns.length})</summary>
          <ul className="mt-2 columns-1 gap-6 sm:columns-2 lg:columns-3">
            {towns.map(({ code, name }) => (
              <li key={code}>
                <Link to={municipalityPaths.one.href(code)} className={`inline-block py-0.5 ${linkClass}`}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="text-xs text-slate">
        <RegisterAttribution sources={[place.source]} sourceDate={place.source_date} />
      </p>
      <AdminsOnly>
        <p className="text-xs text-slate">
          L’adresse générale est publiée par le ministère{'\u00a0'}: elle ne dit pas qui a consenti à recevoir
          vos messages.
        </p>
      </AdminsOnly>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-slate">{label}</dt>
      <dd>{children || '—'}</dd>
    </div>
  );
}
