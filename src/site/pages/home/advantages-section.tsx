import { homeAnchors } from '@/shared/lib/paths';
import { advantages } from '@/site/lib/content';
import { places } from '@/site/lib/places';
import { useEntrance } from '@/site/lib/use-reveal-on-scroll';
import { LatePicture } from '@/site/ui/lazy-picture';
import { Coordinates } from '@/site/ui/section-heading';

/** A wide picture that stays in view, and the six advantages as its column of captions. */
export function AdvantagesSection() {
  const { list, item } = useEntrance<HTMLUListElement>(100);
  return (
    <section
      id={homeAnchors.advantages}
      aria-labelledby="titre-avantages"
      className="on-dark -scroll-mt-4 bg-lake py-20 text-white sm:py-28"
    >
      <div className="mx-auto grid max-w-7xl gap-12 px-5 sm:px-8 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="titre-avantages" className="max-w-xl text-3xl font-bold sm:text-[2.6rem]">
            Un territoire se raconte mieux quand on y est
          </h2>
          <figure className="mt-8">
            <div className="aspect-[800/433] overflow-hidden rounded-2xl">
              <LatePicture
                src="/images/tours/parc-obalski.jpg"
                alt="Belvédère de bois au-dessus de la forêt boréale, au lever du soleil"
                width={800}
                height={433}
                className="w-full"
              />
            </div>
            <figcaption className="mt-3">
              <Coordinates place={places.chibougamau} className="text-white/80" />
            </figcaption>
          </figure>
        </div>
        <ul ref={list}>
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
