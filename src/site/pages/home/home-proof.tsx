import { useQuery } from '@tanstack/react-query';
import { studioProfile } from '@/site/data/studio-profile';
import { TourMap } from '@/site/tours/tour-map';
import { Testimonials } from '@/site/ui/testimonials';

/** Where the studio has worked and what its clients said; nothing of what there is none, or cannot be read. */
export function HomeProof() {
  const { data } = useQuery(studioProfile());
  return (
    <>
      <TourMap />
      <Testimonials testimonials={data?.testimonials ?? []} />
    </>
  );
}
