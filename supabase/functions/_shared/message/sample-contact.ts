import type { TemplateValues } from './template-text.ts';

/** Whom a preview or a test writes about when no contact is chosen: fixed values, at an address that reaches nobody. */
export const sampleContact: TemplateValues = {
  nom: 'Marie Tremblay',
  entreprise: 'Municipalité de Val-Serein',
  ville: 'Val-Serein',
  region: 'Capitale-Nationale',
  email: 'marie.tremblay@val-serein.example',
  telephone: '418 555-0142',
};
