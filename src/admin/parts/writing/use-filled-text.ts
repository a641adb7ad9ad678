import { fillBody, fillSubject, sampleContact, usesForms } from '@message/template-text.ts';
import { useQuery } from '@tanstack/react-query';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { templateForms, templateValues } from '@/admin/data/contacts/template-values';

type Reader = Pick<Contact, 'id' | 'name' | 'company' | 'city' | 'region' | 'email' | 'phone'>;

/**
 * The values of a contact, or of the sample, and what fills a text with them as the database will.
 *
 * @param texts what is going to be filled: names with an article are asked for only where one of them wants some
 */
export function useFilledText(reader: Reader | undefined, texts: readonly string[]) {
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
