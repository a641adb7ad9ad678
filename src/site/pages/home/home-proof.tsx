import { useQuery } from '@tanstack/react-query';
import { studioProfile } from '@/site/data/studio-profile';
import { TourMap } from '@/site/tours/tour-map';
import { Testimonials } from '@/site/ui/testimonials';

/** The studio's places of work and testimonials; a part that is empty or cannot be read is left out. */
export function HomeProof() {
  const { data } = useQuery(studioProfile());
  return (
    <>
      <TourMap />
      <Testimonials testimonials={data?.testimonials ?? []} />
    </>
  );
}
