import { INVISIBLE_TEXT } from '@contract/typed-text';
import { describe, expect, it } from 'vitest';
import { contactSchema, contactWithoutEmailSchema, emptyContact } from './contacts.schema';

const validContact = {
  ...emptyContact,
  name: 'Anne',
  company: 'Ville',
  email: 'anne@ville.example',
  city: 'Alma',
  region: 'Estrie',
};
const messages = (change: Partial<typeof validContact>, schema: typeof contactSchema = contactSchema) =>
  schema.safeParse({ ...validContact, ...change }).error?.issues.map(({ message }) => message) ?? [];

describe('the rules of a contact', () => {
  it('accept the smallest contact, with the defaults of the specification', () => {
    expect(contactSchema.parse(validContact)).toEqual({
      ...validContact,
      sector: 'autre',
      status: 'nouveau',
    });
  });
  it.each([
    ['name', 'Le nom est requis', 100],
    ['company', "L'entreprise est requise", 100],
    ['city', 'La ville est requise', 100],
    ['region', 'La région est requise', 100],
  ] as const)('%s is required, trimmed, up to its limit', (field, message, most) => {
    expect(messages({ [field]: '   ' })).toEqual([message]);
    expect(messages({ [field]: ` ${'é'.repeat(most)} ` })).toEqual([]);
    expect(messages({ [field]: 'é'.repeat(most + 1) })).toHaveLength(1);
  });
  it('shorten a phone number that only its extension makes too long', () => {
    const phone = '819 555-0100, poste 12';
    expect(contactSchema.parse({ ...validContact, phone }).phone).toBe('819 555-0100 p. 12');
  });
  it.each(['', 'anne', 'anne@', 'a@b', 'anne @ville.example'])('refuse the address « %s »', (email) => {
    expect(messages({ email })).toEqual(['Email invalide']);
  });
  it('accept an address of 255 characters and refuse one of 256', () => {
    const email = (length: number) => `a@${`${'b'.repeat(61)}.`.repeat(4)}${'c'.repeat(length - 250)}`;
    expect(messages({ email: email(255) })).toEqual([]);
    expect(messages({ email: email(256) })).toHaveLength(1);
  });
  it('store the address that is meant: folded, its domain in ASCII', () => {
    expect(contactSchema.parse({ ...validContact, email: ' jean@québec.ca ' }).email).toBe(
      'jean@xn--qubec-csa.ca',
    );
    expect(contactSchema.parse({ ...validContact, email: 'a@\uff53orti.example' }).email).toBe(
      'a@sorti.example',
    );
  });
  it.each(['name', 'company', 'phone', 'city', 'region'] as const)(
    'refuse what cannot be seen in %s',
    (field) => {
      expect(messages({ [field]: 'Per\u202ecé' })).toEqual([INVISIBLE_TEXT]);
    },
  );
  it('let a contact that came without an address stay so, and still refuse a wrong one', () => {
    const schema = contactWithoutEmailSchema as unknown as typeof contactSchema;
    expect(messages({ email: ' ' }, schema)).toEqual([]);
    expect(messages({ email: 'anne@' }, schema)).toEqual(['Email invalide']);
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', 'perce', 'https:perce.example', 'https://a b'])(
    'refuse the site « %s »',
    (website) => expect(messages({ website })).toEqual(['URL invalide']),
  );
  it('complete a site with https://', () =>
    expect(contactSchema.shape.website.parse('perce.example/nous')).toBe('https://perce.example/nous'));
  it('accept a site, or none', () => {
    expect(messages({ website: 'https://perce.example/contact?a=b' })).toEqual([]);
    expect(messages({ website: '  ' })).toEqual([]);
  });
  it('limit the phone to 20 characters and the notes to 1000', () => {
    expect(messages({ phone: '1'.repeat(20), notes: 'é'.repeat(1000) })).toEqual([]);
    expect(messages({ phone: '1'.repeat(21), notes: 'é'.repeat(1001) })).toHaveLength(2);
  });
  it('want a known sector and status', () => {
    expect(messages({ sector: '', status: '' })).toEqual(['Le secteur est requis', 'Le statut est requis']);
  });
  it('keep a name on one line, for it ends up in the head of messages', () => {
    expect(contactSchema.parse({ ...validContact, name: 'Anne\r\nBcc: x@y.example' }).name).toBe(
      'Anne Bcc: x@y.example',
    );
  });
});
