import { queryOptions } from '@tanstack/react-query';
import { rpc } from '@/shared/lib/rest';

/** A client that agreed to be named, with or without a quotation. */
export type Testimonial = {
  id: string;
  organization: string;
  person: string;
  quotation: string;
  /** True for demonstration content, which concerns nobody real. */
  is_demo: boolean;
};

/** The studio's presentation to buyers (supabase/schemas/38_public_profile.sql); an empty text was not written. */
export type StudioProfile = {
  insurance: { insurer: string; number: string; amount_cents: number | null; until: string } | null;
  picture_rights: string;
  privacy_practice: string;
  delivery_formats: string;
  hosted_in_quebec: boolean;
  about: string;
  team: string;
  territory: string;
  /** Usual duration of the step, « 1 à 2 semaines ». */
  planning_time: string;
  capture_time: string;
  processing_time: string;
  publication_time: string;
  /** Months after which a visitor's data is made anonymous and prospect data is erased; null: by hand. */
  quote_requests_months: number | null;
  rejected_prospects_months: number | null;
  /** True while the text is the one of the demonstration. */
  is_demo: boolean;
  testimonials: Testimonial[];
  /** The lowest printed price of each service. */
  prices: { service: string; cents: number; unit: string }[];
};

/** Time during which the profile is considered fresh, in ms: it changes a few times a year. */
const FRESH = 600_000;

/** Options to read the studio's presentation. Silent on failure: each page handles its absence. */
export const studioProfile = () =>
  queryOptions({
    queryKey: ['studio-profile'],
    queryFn: async () => ((await rpc('public_profile', {})) as StudioProfile | undefined) ?? null,
    staleTime: FRESH,
  });

/** Splits a text that lists one item a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
