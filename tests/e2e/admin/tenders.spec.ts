import { expectAccessible } from '../../support/axe.ts';
import { becomeAdmin, expect, test } from '../../support/fixtures.ts';

const notice = (ocid: string, title: string, buyer: string, endDate: string) => ({
  ...{
    ocid: `ocds-ec9k95-${ocid}`,
    id: ocid,
    date: '2026-11-17T10:00:00-05:00',
    tag: ['tender'],
    buyer: { name: buyer },
  },
  tender: {
    ...{ id: ocid, title, status: 'active', tenderPeriod: { endDate } },
    documents: [{ url: 'https://seao.gouv.qc.ca/avis-resultat-recherche/consulter?ItemId=abc' }],
  },
});

// Only a browser has the worker that reads the file.
test('a weekly file of SEAO: read, its signal put aside by phrase and buyer, read again', async ({
  page,
}) => {
  await becomeAdmin(page);
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const releases = [
    notice('1', 'Visite virtuelle 360° du parc régional', 'VILLE DE LA MALBAIE', soon),
    notice('2', 'Visite virtuelle de l’aréna', 'VILLE DE LA MALBAIE', soon),
    notice('3', 'Déneigement des chemins', 'VILLE DE LA MALBAIE', soon),
  ];
  const file = {
    ...{ name: 'hebdo_20261116_20261122.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify({ version: '1.1', releases })),
  };
  await page.goto('/admin/appels-d-offres');
  const choose = () => page.getByLabel('Lire un fichier hebdomadaire').setInputFiles(file);
  await choose();
  const signals = page.getByRole('region', { name: 'Signaux' }).getByRole('listitem');
  await expect(signals).toHaveCount(2);
  await expect(page.getByText(/3.avis lus.: 2.nouveaux, 0.modifié, 0.inchangé, 0.retiré/)).toBeVisible();
  await expect(signals.first().getByRole('link', { name: 'VILLE DE LA MALBAIE' })).toHaveAttribute(
    'href',
    /\/15013$/,
  );
  await expectAccessible(page);
  await signals
    .first()
    .getByRole('button', { name: /Pas pertinent/ })
    .click();
  await expect(page.getByText('Aucun signal en ce moment')).toBeVisible();
  await choose();
  await expect(page.getByText(/3.avis lus.: 0.nouveau, 0.modifié, 2.inchangés, 0.retiré/)).toBeVisible();
  await expect(page.getByText('2 avis écartés')).toBeVisible();
});
