import type { TemplateValues } from '@message/template-text.ts';
import { placeKey } from '@/admin/data/municipalities/place-key';
import type { Contact } from './contact-list';

type Person = Pick<Contact, 'name' | 'company' | 'city' | 'region' | 'email' | 'phone'>;

/** What a contact gives for each variable of a template; one who bears the organisation's name is nobody in particular. */
export const templateValues = ({ name, company, city, region, email, phone }: Person): TemplateValues => ({
  nom: placeKey(name) === placeKey(company) ? '' : name,
  entreprise: company,
  ville: city,
  region,
  email: email ?? '',
  telephone: phone ?? '',
});
