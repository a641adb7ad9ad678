import { mutationOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { isReportedByForm, type Version } from '@/admin/kit/lib/edit-conflict';
import type { Tables } from '@/shared/database.types';
import { typedHundredths } from '@/shared/lib/money';
import type { ProfileInput, ProfileValues } from './public-profile.schema';
import { writeSettings } from './settings';

/** Converts the stored profile to the form's values. */
export const toProfileVersion = (stored: Tables<'studio_profile'>): Version<ProfileValues> => ({
  values: {
    insurer: stored.insurer,
    insurance_number: stored.insurance_number,
    insurance_amount_cents:
      stored.insurance_amount_cents === null ? '' : typedHundredths(stored.insurance_amount_cents),
    insurance_until: stored.insurance_until ?? '',
    picture_rights: stored.picture_rights,
    privacy_practice: stored.privacy_practice,
    delivery_formats: stored.delivery_formats,
    hosted_in_quebec: stored.hosted_in_quebec,
    about: stored.about,
    team: stored.team,
    territory: stored.territory,
    shows_prices: stored.shows_prices,
    planning_time: stored.planning_time,
    capture_time: stored.capture_time,
    processing_time: stored.processing_time,
    publication_time: stored.publication_time,
  },
  readAt: stored.updated_at,
});

/** Saves the studio's presentation to buyers. */
export const saveProfile = () =>
  mutationOptions({
    mutationFn: ({ input, readAt }: { input: ProfileInput; readAt: string }) =>
      writeSettings('studio_profile', input, readAt, toProfileVersion),
    meta: {
      silent: isReportedByForm,
      invalidates: [queryKeys.settings],
      successMessage: 'Profil public enregistré',
      errorMessage: 'Impossible d’enregistrer le profil public',
    },
  });
