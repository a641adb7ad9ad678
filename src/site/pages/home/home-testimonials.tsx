import { useQuery } from '@tanstack/react-query';
import { studioProfile } from '@/site/data/studio-profile';
import { Testimonials } from '@/site/ui/testimonials';

/** What clients said; nothing while there is none, or when it cannot be read. */
export function HomeTestimonials() {
  const { data } = useQuery(studioProfile());
  return <Testimonials testimonials={data?.testimonials ?? []} />;
}
