import { invokeFunction } from '@/admin/lib/functions';
import { notify } from '@/shared/lib/notify';
import { type SearchAnswer, searchAnswerSchema } from './prospects.schema';

type Organisation = {
  company: string;
  city: string;
  region: string;
  website: string | null;
  /** Known from elsewhere: to be looked for on the organisation's own pages. */
  email: string | null;
};

/** Has the organisation's own site read, else the registers; throws the server's French message. */
export async function searchSite(organisation: Organisation, fallback: string): Promise<SearchAnswer> {
  const { company, city, region, website, email } = organisation;
  return searchAnswerSchema.parse(
    await invokeFunction('search-prospect-info', { company, city, region, website, email }, { fallback }),
  );
}

/** What the reading of a site says of an address. */
type Verdict = 'published' | 'refused' | 'unverified';

/** A notice against solicitation outweighs the address beside it. */
export function verdictOf({ verified, notice }: Pick<SearchAnswer, 'verified' | 'notice'>): Verdict {
  if (notice) return 'refused';
  return verified ? 'published' : 'unverified';
}

/** Says what a verification came to: only a proof is a success. */
export function sayVerdict(verdict: Verdict, note: string | null): void {
  if (verdict === 'published') {
    notify.success('L’adresse est publiée sur le site, sans mention qui refuse la sollicitation.');
  } else if (verdict === 'refused') {
    notify.warning(
      'Le site refuse la sollicitation\u00a0: aucun message n’ira à cette adresse.',
      'Envoi interdit',
    );
  } else {
    const why = note ?? 'L’adresse ne figure pas sur les pages lues.';
    notify.info(why, 'Toujours à vérifier');
  }
}

/** Whether an address leads to OpenStreetMap, where anybody writes: what stands there alone is to be verified. */
export const isOpenMap = (address: string | null) =>
  /^https?:\/\/(?:[a-z0-9-]+\.)*(?:openstreetmap|osm)\.org(?:[:/?#]|$)/i.test(address ?? '');
