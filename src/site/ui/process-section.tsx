import { places } from '@/site/ui/places';
import { SectionHeading } from './section-heading';

/** The four steps, each at a bearing of the compass. */
export const processSteps = [
  {
    title: 'Planification',
    text: 'Nous repérons les lieux avec vous et choisissons la saison, l’heure et les accès.',
    bearing: 'N · 0°',
  },
  {
    title: 'Captation',
    text: 'Nous venons sur place et photographions chaque point de vue à 360°, sans déranger vos activités.',
    bearing: 'E · 90°',
  },
  {
    title: 'Traitement',
    text: 'Nous assemblons les panoramas, ajustons les couleurs et montons la visite dans un logiciel spécialisé.',
    bearing: 'S · 180°',
  },
  {
    title: 'Publication',
    text: 'Vous recevez un dossier prêt à déposer\u00a0: votre équipe le place sur votre serveur, et nous l’accompagnons.',
    bearing: 'O · 270°',
  },
];

/** Background classes that draw a ruler of degrees. */
const TICKS_CLASS =
  'bg-[repeating-linear-gradient(90deg,var(--slate)_0_1px,transparent_1px_12px)] bg-bottom bg-no-repeat';

/**
 * The four steps of a project, along a horizon line.
 *
 * @param times usual duration of each step, in order; an empty one is not shown
 * @param isCompact with less air, on a page that has much to tell
 */
export function ProcessSection({
  times = [],
  isCompact = false,
  lead = 'De la première rencontre à la mise en ligne, vous savez toujours où en est votre projet.',
}: {
  times?: readonly string[];
  isCompact?: boolean;
  lead?: string;
}) {
  return (
    <section
      aria-labelledby="titre-demarche"
      className={`bg-mist print:break-inside-avoid ${isCompact ? 'py-12 sm:py-16' : 'py-20 sm:py-28'}`}
    >
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <SectionHeading
          id="titre-demarche"
          place={places.saintDonat}
          title="Quatre étapes, un tour d’horizon complet"
          lead={lead}
        />
        <div aria-hidden="true" className={`mt-12 hidden h-3 opacity-60 lg:block ${TICKS_CLASS}`} />
        <ol
          className={`mt-10 grid grid-cols-1 ${isCompact ? 'gap-y-6' : 'gap-y-10'} border-l-2 border-spruce pl-6 lg:mt-0 lg:grid-cols-4 lg:gap-x-8 lg:border-t-2 lg:border-l-0 lg:pl-0 print:grid-cols-4 print:border-0 print:pl-0`}
        >
          {processSteps.map(({ title, text, bearing }, index) => (
            <li key={title} className="relative lg:pt-8">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[2.05rem] size-3.5 rounded-full border-2 border-spruce bg-mist lg:-top-2 lg:left-0 print:hidden"
              />
              <p aria-hidden="true" className="text-sm font-semibold text-spruce tabular-nums">
                {bearing}
              </p>
              <h3 className="mt-1 text-2xl font-semibold">
                {index + 1}. {title}
              </h3>
              {times[index] && (
                <p className="mt-2 font-semibold wrap-anywhere">
                  <span className="sr-only">Durée&nbsp;: </span>
                  {times[index]}
                </p>
              )}
              <p className="mt-2 text-slate">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
