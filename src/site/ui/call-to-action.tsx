import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { DegreeRing } from './degree-ring';

/** The last section of a page: a question, and a link to the quote request. */
export function CallToAction({
  title,
  text,
  href = paths.quoteRequest.href(),
}: {
  title: string;
  text: string;
  /** Address of the prefilled quote request. */
  href?: string;
}) {
  return (
    <section className="relative overflow-hidden bg-spruce-pale print:hidden">
      <DegreeRing className="-right-48 -bottom-56 size-96 sm:-right-40 sm:size-[34rem] text-spruce/20 lg:text-spruce/35" />
      <div className="relative mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-8 px-5 py-16 sm:px-8 sm:py-20">
        <div className="max-w-2xl">
          <h2 className="text-3xl font-bold sm:text-4xl">{title}</h2>
          <p className="mt-3 text-lg">{text}</p>
        </div>
        <Link to={href} className={buttonClass({ variant: 'accent' })}>
          Demander une soumission
        </Link>
      </div>
    </section>
  );
}
