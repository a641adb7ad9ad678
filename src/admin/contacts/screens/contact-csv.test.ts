import { contact } from '@tests/contact-rows';
import { expect, it } from 'vitest';
import { contactsToCsv } from './contact-csv';

it('writes contacts with their labels, safe for a spreadsheet', () => {
  const rows = contactsToCsv([
    contact({
      name: '=1+1',
      phone: '+1 418 555-0101',
      website: null,
      function_kind: 'greffe',
      is_public_office_holder: false,
    }),
  ]).split('\r\n');
  expect(rows).toEqual([
    '\uFEFF"Nom";"Entreprise";"Courriel";"Téléphone";"Ville";"Région";"Secteur";"Statut";"Site web";"Notes";"Fonction";"Titre exact";"Titulaire d’une charge publique";"Ajouté le"',
    `"'=1+1";"Ville de Percé";"genevieve@perce.example";"+1 418 555-0101";"Percé";"Gaspésie–Îles-de-la-Madeleine";"Municipalité";"Nouveau";"";"";"Greffe";"";"Non";"2026-11-01"`,
    '',
  ]);
});
