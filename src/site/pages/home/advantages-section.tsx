import {
  Accessibility,
  Archive,
  Compass,
  Landmark,
  type LucideIcon,
  MonitorSmartphone,
  Server,
} from 'lucide-react';
import { homeAnchors } from '@/shared/lib/paths';
import { useRevealOnScroll } from '@/site/lib/use-reveal-on-scroll';
import { LazyPicture } from '@/site/ui/lazy-picture';
import { places } from '@/site/ui/places';
import { Coordinates } from '@/site/ui/section-heading';

type Advantage = { title: string; text: string; Icon: LucideIcon };

export const advantages: Advantage[] = [
  {
    title: 'Pensé pour le milieu municipal',
    text: 'Une soumission claire, un seul interlocuteur et des livrables qui se présentent tels quels au conseil.',
    Icon: Landmark,
  },
  {
    title: 'Hébergé chez vous',
    text: 'La visite se dépose sur votre propre serveur. Les images restent sous votre contrôle.',
    Icon: Server,
  },
  {
    title: 'Tout le lieu, dans toutes les directions',
    text: 'Chaque panorama couvre 360°\u00a0: on regarde partout et on comprend un endroit avant de s’y rendre.',
    Icon: Compass,
  },
  {
    title: 'Rien à installer',
    text: 'Ordinateur, tablette ou téléphone\u00a0: la visite s’ouvre dans le navigateur, par un simple lien.',
    Icon: MonitorSmartphone,
  },
  {
    title: 'Accessible à qui ne peut pas se déplacer',
    text: 'Aînés, familles, personnes à mobilité réduite, visiteurs de l’étranger\u00a0: chacun découvre le lieu à son rythme.',
    Icon: Accessibility,
  },
  {
    title: 'Une mémoire du territoire',
    text: 'Rues, bâtiments, rives et chantiers\u00a0: des images datées qui gardent la trace de l’état des lieux, année après année.',
    Icon: Archive,
  },
];

/** A wide sticky picture beside the six advantages. */
export function AdvantagesSection() {
  const { list, item } = useRevealOnScroll<HTMLUListElement>(100);
  return (
    <section
      id={homeAnchors.advantages}
      aria-labelledby="titre-avantages"
      className="on-dark -scroll-mt-4 bg-lake py-20 text-white sm:py-28"
    >
      <div className="mx-auto grid grid-cols-1 max-w-7xl gap-12 px-5 sm:px-8 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="titre-avantages" className="max-w-xl text-3xl font-bold sm:text-[2.6rem]">
            Faites visiter votre territoire avant la visite
          </h2>
          <figure className="mt-8 print:hidden">
            <div className="aspect-[800/433] overflow-hidden rounded-2xl">
              <LazyPicture
                src="/images/tours/parc-obalski.jpg"
                alt="Belvédère de bois au-dessus de la forêt boréale, au lever du soleil"
                width={800}
                height={433}
                className="w-full"
              />
            </div>
            <figcaption className="mt-3">
              <Coordinates place={places.chibougamau} className="text-white/80" />
              <span className="text-sm text-white/80">Image de démonstration</span>
            </figcaption>
          </figure>
        </div>
        <ul ref={list} className="print:columns-2">
          {advantages.map(({ title, text, Icon }, index) => {
            const { className, style } = item(index);
            return (
              <li
                key={title}
                style={style}
                className={`${className} flex gap-5 border-t border-white/25 py-5 last:border-b`}
              >
                <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-7 shrink-0" />
                <div>
                  <h3 className="text-lg font-semibold">{title}</h3>
                  <p className="mt-1 text-white/85">{text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
