import type { StudioProfile, Testimonial } from '@/site/data/studio-profile';

/** For tests: what the studio tells buyers, nothing by default. */
export const studioProfile = (change: Partial<StudioProfile> = {}): StudioProfile => ({
  insurance: null,
  picture_rights: '',
  privacy_practice: '',
  delivery_formats: '',
  hosted_in_quebec: false,
  about: '',
  team: '',
  territory: '',
  ...{ planning_time: '', capture_time: '', processing_time: '', publication_time: '' },
  quote_requests_months: null,
  rejected_prospects_months: null,
  is_demo: false,
  testimonials: [],
  prices: [],
  ...change,
});

/** Makes a testimonial of a client who agreed to be named. */
export const testimonial = (
  organization: string,
  quotation = '',
  change: Partial<Testimonial> = {},
): Testimonial => ({ id: organization, organization, person: '', quotation, is_demo: false, ...change });
