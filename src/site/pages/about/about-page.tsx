import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { linesOf, type StudioProfile, studioProfile } from '@/site/data/studio-profile';
import { withQueries } from '@/site/lib/with-queries';
import { CallToAction } from '@/site/ui/call-to-action';
import { IndexedHero } from '@/site/ui/page-hero';

/** Splits « Camille Tremblay, photographe » into a name and a role. */
function member(line: string): { name: string; role: string } {
  const [name = '', ...rest] = line.split(',');
  return { name: name.trim(), role: rest.join(',').trim() };
}

/** The studio's own texts; an empty one is left out. */
function Story({ profile }: { profile: StudioProfile | null }) {
  const team = linesOf(profile?.team ?? '').map(member);
  const paragraphs = linesOf(profile?.about ?? '');
  return (
    <div className="grid grid-cols-1 gap-12 lg:grid-cols-[7fr_5fr] lg:gap-16 print:grid-cols-1 print:gap-4">
      <section aria-labelledby="titre-studio">
        <h2 id="titre-studio" className="text-2xl font-bold sm:text-3xl">
          Le studio
        </h2>
        <div className="mt-5 space-y-4 text-[1.0625rem] wrap-anywhere">
          {paragraphs.length > 0 ? (
            paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)
          ) : (
            <p>
              {siteConfig.name} produit des visites virtuelles à 360° et de l’imagerie de rue pour les
              municipalités et les MRC du Québec, de la captation au dossier prêt à déposer sur leur serveur.
            </p>
          )}
        </div>
        {profile?.territory && (
          <>
            <h3 className="mt-10 text-xl font-semibold">Notre territoire</h3>
            <p className="mt-3 whitespace-pre-line wrap-anywhere">{profile.territory}</p>
            <p className="mt-3">
              <Link
                to={`${paths.portfolio.href()}#carte`}
                className="inline-flex min-h-8 items-center font-semibold text-spruce underline underline-offset-4"
              >
                Voir la carte de nos réalisations
              </Link>
            </p>
          </>
        )}
      </section>
      {team.length > 0 && (
        <section aria-labelledby="titre-equipe">
          <h2 id="titre-equipe" className="text-2xl font-bold sm:text-3xl">
            L’équipe
          </h2>
          <ul className="mt-5 border-b border-line">
            {team.map(({ name, role }) => (
              <li key={name + role} className="border-t border-line py-4 wrap-anywhere">
                <p className="font-display text-xl font-semibold">{name}</p>
                {role && <p className="text-slate first-letter:uppercase">{role}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The people behind the studio, and its territory. */
export const AboutPage = withQueries(function AboutPage() {
  const { data: profile, ...query } = useQuery(studioProfile());
  return (
    <>
      <IndexedHero
        page={paths.about}
        crumb="À propos"
        headTitle="À propos du studio de photographie 360°"
        description="Qui sont les personnes qui photographient, montent et livrent vos visites virtuelles, et sur quel territoire elles travaillent."
        title="À propos"
        lead="Des photographes qui connaissent les villages, les saisons et les échéances d’un conseil."
      />
      <div className="mx-auto max-w-7xl px-5 py-12 sm:px-8 sm:py-16">
        {profile?.is_demo && (
          <p className="mb-8 rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
            Équipe de démonstration&nbsp;: ces personnes n’existent pas.
          </p>
        )}
        {query.isPending ? (
          <Spinner />
        ) : query.isError ? (
          <ErrorState title="Impossible de charger notre présentation" onRetry={() => query.refetch()} />
        ) : (
          <Story profile={profile ?? null} />
        )}
      </div>
      <CallToAction
        title="Parlons de votre territoire"
        text="Dites-nous quels lieux vous voulez montrer, et à qui."
      />
    </>
  );
});
