import { rpc } from '@/shared/lib/rest';
import type { StudioProfile } from './studio-profile';

/** The lowest price of a service that the studio prints one of. */
export type ServicePrice = StudioProfile['prices'][number];

/**
 * The prices that the studio prints, none when they cannot be read. Without react-query, which would be half of the
 * script of a page that is otherwise only text.
 */
export async function readServicePrices(): Promise<ServicePrice[]> {
  const profile = (await rpc('public_profile', {}).catch(() => null)) as StudioProfile | null | undefined;
  return profile?.prices ?? [];
}
