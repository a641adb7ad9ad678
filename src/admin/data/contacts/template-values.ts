import type { TemplateValues } from '@message/template-text.ts';
import type { Contact } from './contact-list';

type Person = Pick<Contact, 'name' | 'company' | 'city' | 'region' | 'email' | 'phone'>;

/** What a contact gives for each variable of a template. */
export const templateValues = ({ name, company, city, region, email, phone }: Person): TemplateValues => ({
  nom: name,
  entreprise: company,
  ville: city,
  region,
  email: email ?? '',
  telephone: phone ?? '',
});
