import type { TemplateValues } from '@message/template-text.ts';

/** Whom the preview writes to when no contact is chosen: fixed values, at an address that reaches nobody. */
export const sampleContact: TemplateValues = {
  nom: 'Marie Tremblay',
  entreprise: 'Municipalité de Val-Serein',
  ville: 'Val-Serein',
  region: 'Capitale-Nationale',
  email: 'marie.tremblay@val-serein.example',
  telephone: '418 555-0142',
};
