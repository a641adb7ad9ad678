import { expect, it } from 'vitest';
import { aQuote } from '../../_testing/quote-data.ts';
import { readPdf, tagsOf } from '../../_testing/read-pdf.ts';
import { acceptancePdf, type QuoteAcceptance } from './acceptance-pdf.ts';

const acceptance: QuoteAcceptance = {
  name: 'Hélène Bouchard-L’Heureux',
  title: 'Greffière',
  ground: { kind: 'resolution', number: '2026-12-418', date: '2026-12-01' },
  channel: { kind: 'code', email: 'communications@ville.example', networkAddress: '203.0.113.7' },
  acceptedAt: '2026-12-02T19:05:09Z',
  pdfSha256: 'a1'.repeat(32),
};
const rowsOf = async (changes: Partial<QuoteAcceptance> = {}) => {
  const content = await readPdf(await acceptancePdf(aQuote(), { ...acceptance, ...changes }));
  const rows = tagsOf(content.tags, 'TR').map(({ children }) => children.map(({ text }) => text));
  return { content, rows: Object.fromEntries(rows) };
};

it('prints who accepted what, on which ground, when, and the digest of the file', async () => {
  const { content, rows } = await rowsOf();
  expect(tagsOf(content.tags, 'H1').map(({ text }) => text)).toEqual(['Certificat d’acceptation']);
  expect(content.language).toBe('fr-CA');
  expect(content.pages).toBe(1);
  expect(rows).toEqual({
    Devis: '2026-0014, révision 1, du 22 novembre 2026',
    Objet: 'Visite virtuelle du parc de la Rivière-aux-Sables',
    Fournisseur: 'Studio Territoire 360 inc.',
    Client: 'Ville de Métabetchouan–Lac-à-la-Croix',
    Total: '1 310,72 $',
    Nom: 'Hélène Bouchard-L’Heureux',
    Fonction: 'Greffière',
    'Résolution du conseil': '2026-12-418, du 1er décembre 2026',
    'Date et heure': '2 décembre 2026 à 14 h 05 min 9 s HNE',
    'Code envoyé par courriel à': 'communications@ville.example',
    'Adresse réseau': '203.0.113.7',
    'Empreinte (SHA-256)': 'a1'.repeat(32),
  });
});

it('names the purchase order, and says that a paper was received, without an address', async () => {
  const { rows } = await rowsOf({
    ground: { kind: 'purchase_order', number: 'BC-2026-77' },
    channel: { kind: 'paper' },
  });
  expect(rows).toMatchObject({
    'Bon de commande': 'BC-2026-77',
    Reçue: 'sur papier, consignée par le fournisseur',
  });
  expect(rows).not.toHaveProperty('Adresse réseau');
  expect(rows).not.toHaveProperty('Résolution du conseil');
});

it('of a company or a citizen · a name and a function, and nothing of a council', async () => {
  const { rows } = await rowsOf({ name: 'Anne Fortin', title: 'Propriétaire', ground: { kind: 'personal' } });
  expect(rows).toMatchObject({ Nom: 'Anne Fortin', Fonction: 'Propriétaire', Pouvoir: 'Personne autorisée' });
  expect(rows).not.toHaveProperty('Bon de commande');
  expect(rows).not.toHaveProperty('Résolution du conseil');
});

it('has the same bytes each time', { tags: ['proof'] }, async () => {
  expect(await acceptancePdf(aQuote(), acceptance)).toEqual(await acceptancePdf(aQuote(), acceptance));
});
