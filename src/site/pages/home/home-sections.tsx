import { withQueries } from '@/site/lib/with-queries';
import { BelowFold } from '@/site/ui/below-fold';
import { CallToAction } from '@/site/ui/call-to-action';
import { ProcessSection } from '@/site/ui/process-section';
import { ServicesSection } from '@/site/ui/services-section';
import { AdvantagesSection } from './advantages-section';
import { FeaturedSection } from './featured-section';

/** The home page under its first screen. */
export const HomeSections = withQueries(function HomeSections() {
  return (
    <>
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
});
