import { organizationTypes, serviceTypes } from '@contract/quote-request';
import { quoteRequestGoldens, validQuoteRequest } from '@tests/quote-request-goldens';
import { describe, expect, it } from 'vitest';
import { consentVersion } from '@/shared/data/quote-requests';
import { type QuoteRequestValues, quoteRequestSchema } from './quote-requests.schema';

/** Returns the schema's messages by field. */
function messages(change: Partial<QuoteRequestValues>) {
  const result = quoteRequestSchema.safeParse({ ...validQuoteRequest, ...change });
  return result.success ? [] : result.error.issues.map((issue) => [issue.path[0], issue.message]);
}

describe('quoteRequestSchema', () => {
  it('accepts the shortest and the longest texts', () => {
    expect(messages({ organization_name: 'ab', contact_name: 'ab' })).toEqual([]);
    expect(
      messages({
        organization_name: 'o'.repeat(200),
        contact_name: 'c'.repeat(100),
        email: `${'a'.repeat(64)}@${'b.'.repeat(93)}ca`,
        phone: '1'.repeat(20),
        message: 'm'.repeat(2000),
      }),
    ).toEqual([]);
  });

  it.each(quoteRequestGoldens)('%s = %j', (field, value, message) => {
    expect(messages({ [field]: value })).toEqual([[field, message]]);
  });

  it('shortens a phone number that only its extension makes too long', () => {
    expect(messages({ phone: '819 555-0100, poste 12' })).toEqual([]);
  });

  it('offers exactly the choices of the specification', () => {
    expect(Object.keys(organizationTypes)).toEqual([
      'municipalite',
      'mrc',
      'ville',
      'organisme-public',
      'autre',
    ]);
    expect(Object.keys(serviceTypes)).toEqual([
      'visite-virtuelle',
      'street-view',
      'pre-deneigement',
      'infrastructure',
      'evenement',
      'autre',
    ]);
    for (const organization_type of Object.keys(organizationTypes)) {
      expect(messages({ organization_type })).toEqual([]);
    }
    for (const service_type of Object.keys(serviceTypes)) expect(messages({ service_type })).toEqual([]);
  });

  it('accepts the consent to the current wording only', () => {
    const given = (marketing_consent_version: string) =>
      quoteRequestSchema.parse({ ...validQuoteRequest, marketing_consent_version }).marketing_consent_version;
    expect(given(consentVersion)).toBe(consentVersion);
    for (const other of ['', '2020-01-01', 'true']) expect(given(other)).toBeNull();
  });

  it('stores the address that is meant: folded, its domain in ASCII', () => {
    const stored = (email: string) => quoteRequestSchema.parse({ ...validQuoteRequest, email }).email;
    expect(stored(' jean@québec.ca ')).toBe('jean@xn--qubec-csa.ca');
    expect(stored('jean@\uff53orti.example')).toBe('jean@sorti.example');
  });

  it('puts a pasted name on one line and keeps the lines of the message', () => {
    const request = quoteRequestSchema.parse({
      ...validQuoteRequest,
      organization_name: ' MRC du\tRocher-Percé\r\nBcc: x ',
      message: ' Bonjour,\n\nmerci\u0000 ',
    });
    expect(request.organization_name).toBe('MRC du Rocher-Percé Bcc: x');
    expect(request.message).toBe('Bonjour,\n\nmerci');
  });
});
