import { queryOptions } from '@tanstack/react-query';
import { rpc } from '@/shared/lib/rest';

/** A client that agreed to be named, with or without words of theirs. */
export type Testimonial = {
  id: string;
  organization: string;
  person: string;
  quotation: string;
  /** Of the demonstration content: nobody real. */
  is_demo: boolean;
};

/** From which amount on a rule applies, as a law in force says. */
export type Threshold = { kind: string; amount_cents: number; applies_from: string };

/** What the studio says of itself to buyers (supabase/schemas/38_public_profile.sql); an empty text was not written. */
export type StudioProfile = {
  insurance: { insurer: string; number: string; amount_cents: number | null; until: string } | null;
  picture_rights: string;
  privacy_practice: string;
  delivery_formats: string;
  hosted_in_quebec: boolean;
  about: string;
  team: string;
  territory: string;
  /** How long each step usually takes, « 1 à 2 semaines ». */
  planning_time: string;
  capture_time: string;
  processing_time: string;
  publication_time: string;
  /** After how many months what a visitor sent is made anonymous, and what was found is erased; null: by hand. */
  quote_requests_months: number | null;
  rejected_prospects_months: number | null;
  /** Still as the demonstration wrote it. */
  is_demo: boolean;
  thresholds: Threshold[];
  testimonials: Testimonial[];
  /** Of each service that the studio prints a price of, the lowest. */
  prices: { service: string; cents: number; unit: string }[];
};

/** How long what was read is taken for current, in ms: it changes a few times a year. */
const FRESH = 600_000;

/** What the studio says of itself; silent on failure, each page says what is missing of it. */
export const studioProfile = () =>
  queryOptions({
    queryKey: ['studio-profile'],
    queryFn: async () => ((await rpc('public_profile', {})) as StudioProfile | undefined) ?? null,
    staleTime: FRESH,
  });

/** The lines of a text that lists things, one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
