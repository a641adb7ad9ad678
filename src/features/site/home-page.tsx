import { BelowFold } from '@/ui/below-fold';
import { JsonLd } from '@/ui/json-ld';
import { Seo } from '@/ui/seo';
import { AdvantagesSection } from './advantages-section';
import { CallToAction } from './call-to-action';
import { FeaturedSection } from './featured-section';
import { HomeHero } from './home-hero';
import { ProcessSection } from './process-section';
import { ServicesSection } from './services-section';
import { studio } from './structured-data';

/** The home page. */
export function HomePage() {
  return (
    <>
      <Seo
        title="Photographie 360° pour municipalités et MRC"
        description="Visites virtuelles, photographie 360° et imagerie de rue pour les municipalités et les MRC du Québec. Demandez une soumission."
      />
      <JsonLd data={studio()} />
      <HomeHero />
      <BelowFold>
        <FeaturedSection />
      </BelowFold>
      <BelowFold>
        <AdvantagesSection />
      </BelowFold>
      <BelowFold>
        <ServicesSection />
      </BelowFold>
      <BelowFold>
        <ProcessSection />
      </BelowFold>
      <BelowFold>
        <CallToAction
          title="Par où commencer?"
          text="Décrivez-nous votre lieu en quelques lignes. Vous recevrez une réponse en 24 à 48 heures ouvrables."
        />
      </BelowFold>
    </>
  );
}
