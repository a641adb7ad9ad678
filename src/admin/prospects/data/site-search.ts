import { invokeFunction } from '@/admin/kit/lib/functions';
import { notify } from '@/shared/lib/notify';
import { type SearchAnswer, searchAnswerSchema } from './prospects.schema';

type Organisation = {
  company: string;
  city: string;
  region: string;
  website: string | null;
  /** A known address, to look for on the organisation's own pages. */
  email: string | null;
};

/** Reads the organisation's own site, else the registers, on the server; throws the server's French message. */
export async function searchSite(organisation: Organisation, fallback: string): Promise<SearchAnswer> {
  const { company, city, region, website, email } = organisation;
  return searchAnswerSchema.parse(
    await invokeFunction('search-prospect-info', { company, city, region, website, email }, { fallback }),
  );
}

/** Result of a verification of an address on its site. */
type Verdict = 'published' | 'refused' | 'unverified';

/** Decides on an address: a notice against solicitation outweighs it. */
export function verdictOf({ verified, notice }: Pick<SearchAnswer, 'verified' | 'notice'>): Verdict {
  if (notice) return 'refused';
  return verified ? 'published' : 'unverified';
}

/** Shows the result of a verification: only a proof is a success. */
export function notifyVerdict(verdict: Verdict, note: string | null): void {
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

/** Tells whether a source is OpenStreetMap, where anybody writes: an address known from it alone must be verified. */
export const isOpenMap = (address: string | null) =>
  /^https?:\/\/(?:[a-z0-9-]+\.)*(?:openstreetmap|osm)\.org(?:[:/?#]|$)/i.test(address ?? '');
