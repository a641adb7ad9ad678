/** A client's testimonial, as the page receives it. */
type Testimonial = {
  id: string;
  organization: string;
  person: string;
  quotation: string;
  is_demo: boolean;
};

/** Marks demonstration content, which no real client wrote. */
function DemoMark() {
  return (
    <span className="ml-2 inline-block rounded-full border border-current px-2 text-xs font-medium whitespace-nowrap">
      démonstration
    </span>
  );
}

/** Testimonials, then the names of clients without one; renders nothing without any. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const quoted = testimonials.filter(({ quotation }) => quotation !== '');
  const named = testimonials.filter(({ quotation }) => quotation === '');
  if (testimonials.length === 0) return null;
  return (
    <section aria-labelledby="titre-temoignages" className="bg-mist py-16 sm:py-20 print:py-4">
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <h2 id="titre-temoignages" className="text-2xl font-bold sm:text-3xl">
          Ils nous ont confié leur territoire
        </h2>
        {quoted.length > 0 && (
          <ul className="mt-8 grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-2 print:mt-3 print:gap-y-3">
            {quoted.map(({ id, organization, person, quotation, is_demo }) => (
              <li key={id} className="break-inside-avoid border-l-2 border-spruce pl-6">
                <figure>
                  <blockquote className="font-display text-xl leading-snug wrap-anywhere sm:text-2xl print:text-base">
                    «&nbsp;{quotation}&nbsp;»
                  </blockquote>
                  <figcaption className="mt-4 text-slate wrap-anywhere">
                    {person && `${person}, `}
                    <span className="font-semibold text-ink">{organization}</span>
                    {is_demo && <DemoMark />}
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        )}
        {named.length > 0 && (
          <>
            <h3 className="mt-10 font-semibold text-slate print:mt-3">
              {quoted.length > 0 ? 'Et aussi' : 'Parmi nos clients'}
            </h3>
            <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
              {named.map(({ id, organization, is_demo }) => (
                <li key={id} className="font-semibold wrap-anywhere">
                  {organization}
                  {is_demo && <DemoMark />}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
