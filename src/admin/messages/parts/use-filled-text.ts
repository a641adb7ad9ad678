import { fillBody, fillSubject, sampleContact, usesForms } from '@message/template-text.ts';
import { useQuery } from '@tanstack/react-query';
import type { Contact } from '@/admin/contacts/data/contact-list';
import { templateForms, templateValues } from '@/admin/contacts/data/template-values';

type Recipient = Pick<Contact, 'id' | 'name' | 'company' | 'city' | 'region' | 'email' | 'phone'>;

/**
 * Returns the values of a contact, or of the sample, and a function that fills a text like the database.
 *
 * @param texts the texts to fill: names with an article are read only where one of them uses some
 */
export function useFilledText(reader: Recipient | undefined, texts: readonly string[]) {
  const { data: forms } = useQuery({
    ...templateForms(reader?.id ?? ''),
    enabled: reader !== undefined && usesForms(...texts),
  });
  const values = reader ? { ...forms, ...templateValues(reader) } : sampleContact;
  return {
    values,
    fill: (subject: string, body: string) => ({
      subject: fillSubject(subject, values),
      body: fillBody(body, values),
    }),
  };
}
