import { placeKey } from '@contract/search-key';
import type { TemplateValues } from '@message/template-text.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Contact } from './contact-list';

type Person = Pick<Contact, 'name' | 'company' | 'city' | 'region' | 'email' | 'phone'>;

/**
 * Returns a contact's values for the variables of a template; a contact named like the organisation is nobody in
 * particular.
 */
export const templateValues = ({ name, company, city, region, email, phone }: Person): TemplateValues => ({
  nom: placeKey(name) === placeKey(company) ? '' : name,
  entreprise: company,
  ville: city,
  region,
  email: email ?? '',
  telephone: phone ?? '',
});

/** Options to read the forms with an article (« de la Ville de Percé »), which only the database knows. */
export const templateForms = (contactId: string) =>
  queryOptions({
    queryKey: [...queryKeys.contacts, 'template-forms', contactId],
    queryFn: async ({ signal }): Promise<TemplateValues> => {
      const { data } = await supabase
        .rpc('contact_template_values', { contact: contactId })
        .abortSignal(signal)
        .throwOnError();
      // A missing value is null there.
      const known = Object.entries((data ?? {}) as Record<string, string | null>);
      return Object.fromEntries(known.map(([name, value]) => [name, value ?? ''])) as TemplateValues;
    },
    meta: { errorMessage: 'Impossible de lire les formes du nom pour l’aperçu' },
  });
