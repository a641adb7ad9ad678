import { expect, it } from 'vitest';
import { readPdf, tagsOf } from '../supabase/functions/_testing/read-pdf.ts';
import { parseEnv } from './env.ts';
import { type Kit, municipalKit } from './municipal-kit.ts';

const studio = (change: Record<string, string> = {}) =>
  parseEnv({
    VITE_SUPABASE_URL: 'http://127.0.0.1:1',
    VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    VITE_SITE_URL: 'https://studio.example',
    VITE_LEGAL_NAME: 'Studio Nord inc.',
    ...change,
  });
const emptyProfile: Kit['offer']['profile'] = {
  ...{ insurance: null, picture_rights: '', privacy_practice: '', delivery_formats: '', about: '' },
  ...{ hosted_in_quebec: false, team: '', territory: '', is_demo: false },
};
const fullProfile: Kit['offer']['profile'] = {
  ...emptyProfile,
  insurance: { insurer: 'Assureur A', number: 'P-12', amount_cents: 200_000_000, until: '2027-08-01' },
  picture_rights: 'Tout est à vous.',
  privacy_practice: 'Nous floutons.',
  delivery_formats: 'JPEG\nDossier de fichiers',
  about: 'Nous photographions.',
  team: 'Ève Côté, photographe',
};
const kit = async (change: Partial<Kit>) =>
  readPdf(
    await municipalKit({
      ...{ studio: studio(), offer: { profile: emptyProfile, hasEstimate: false }, today: '2025-12-31' },
      ...change,
    }),
  );
const fullKit = {
  studio: studio({
    VITE_NEQ: '1170000001',
    VITE_TAXES: 'TPS\u00a0123456789 RT0001 · TVQ\u00a01234567890 TQ0001',
  }),
  offer: { profile: fullProfile, hasEstimate: true },
};

it('is a tagged document in French, with a bookmark for each heading', async () => {
  const { language, title, metadata, tags, fonts, outline, pages } = await kit(fullKit);
  expect(language).toBe('fr-CA');
  expect(title).toBe('Trousse pour les municipalités – Territoire 360');
  expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(tags.every(({ role }) => role === 'Document')).toBe(true);
  expect(tagsOf(tags, 'H1').map(({ text }) => text)).toEqual(['Trousse pour les municipalités']);
  const headings = tagsOf(tags, 'H2').map(({ text }) => text);
  expect(headings).toEqual([
    'Qui nous sommes',
    'L’équipe',
    'Fiche du fournisseur',
    'Assurance responsabilité civile',
    'À qui appartiennent les images',
    'Visages, plaques et Loi 25',
    'Où vont les fichiers',
    'Ce que vous recevez',
    'Comment nous confier un mandat',
    'Ce que paie la municipalité',
    'Modèle de résolution du conseil',
  ]);
  expect(outline).toEqual(headings);
  expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
  expect(pages).toBeGreaterThan(1);
});

it('prints the identity, the commitments, the net cost to the cent and a model of resolution', async () => {
  const text = (await kit(fullKit)).printed.join(' ').replace(/\s+/g, ' ');
  for (const words of [
    'À jour le 31 décembre 2025',
    'NEQ) 1170000001',
    'Valide jusqu’au 1er août 2027',
    'https://studio.example/confidentialite',
    'À partir de 133 800 $, depuis le 1er janvier 2024 et jusqu’au 31 décembre 2025. Source : MAMH, Muni-Express no 9',
    'Total avec taxes 11 497,50 $',
    'Coût net 10 498,75 $',
    'ATTENDU QUE Studio Nord inc. a déposé la soumission no [numéro]',
  ])
    expect(text).toContain(words);
});

it('leaves out what nobody filled in, and what has ended by the day it is made', async () => {
  const { tags } = await kit({});
  expect(tagsOf(tags, 'H2').map(({ text }) => text)).toEqual([
    'Fiche du fournisseur',
    'Où vont les fichiers',
    'Comment nous confier un mandat',
    'Modèle de résolution du conseil',
  ]);
  const later = (await kit({ ...fullKit, today: '2027-08-02' })).printed.join(' ');
  expect(later).not.toMatch(/133.800/);
  expect(later).not.toContain('Assureur A');
});
