import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { RegisterPage } = await import('./register-page');

const registerLine = (kind: string, latitude: number | null) => ({
  kind,
  latitude,
  approximate: latitude === 46,
  gone_on: kind === 'disparue' ? '2026-01-01' : null,
  source: 'Échantillon de démonstration',
  source_date: '2026-10-05',
  imported_at: '2026-11-02T15:30:00+00:00',
});
const counts = { added: 3, changed: 2, unchanged: 111, missing: 1 };

function serve(send: (dryRun: boolean) => BackendAnswer = () => ({ body: counts }), lines: unknown[] = []) {
  backend.answer = ({ target, body }) =>
    target === 'rpc/import_municipalities'
      ? send((body as { dry_run: boolean }).dry_run)
      : { body: target === 'municipalities' ? lines : [] };
}

const sentPlaces = () =>
  backend
    .sent('POST', 'rpc/import_municipalities')
    .map(({ body }) => body as { dry_run: boolean; places: unknown[]; source_date: string; source: string });

const officialFile = (name: string, change = (text: string) => text) =>
  new File([change(readFileSync(`tests/fixtures/register/${name}`, 'utf8'))], name, {
    lastModified: Date.parse('2026-10-05T12:00:00Z'),
  });
const choose = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText('Choisir les fichiers CSV'), files);
const chooseBothFiles = () => choose(officialFile('MUN.csv'), officialFile('MRC_CM_Arg.csv'));

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  serve();
});

describe('the register', () => {
  it('says how much is there, from where and since when', async () => {
    serve(undefined, [
      registerLine('municipalité', 47),
      registerLine('municipalité', 46),
      registerLine('municipalité', null),
      registerLine('disparue', 47),
      registerLine('mrc', null),
    ]);
    renderScreen(<RegisterPage />);
    expect(await screen.findByText(/Vérifié le 2 novembre 2026 à 10 h 30/)).toHaveTextContent(
      /Échantillon de démonstration \(5 octobre 2026, .*GeoNames/,
    );
    const figures = within(screen.getByRole('list', { name: 'Ce que contient le répertoire' }));
    expect(figures.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Municipalités 3',
      'MRC 1',
      'Positions approximatives 1',
      'Municipalités sans coordonnées 1',
      'Disparues, gardées 1',
    ]);
  });
  it('says that it is empty, and that it could not be loaded', async () => {
    const { unmount } = renderScreen(<RegisterPage />);
    expect(await screen.findByText(/Le répertoire est vide/)).toBeVisible();
    unmount();
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    renderScreen(<RegisterPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les municipalités');
    vi.mocked(console.error).mockClear();
  });
});

describe('the import', () => {
  it('shows what it would change, changes it when asked, and says what it did', async () => {
    renderScreen(<RegisterPage />);
    await chooseBothFiles();
    expect(await screen.findByText('Ce que l’importation changera')).toBeVisible();
    expect(screen.getByText('Nouveaux').nextSibling).toHaveTextContent('3');
    expect(screen.getByText('Absents des fichiers, gardés').nextSibling).toHaveTextContent('1');
    expect(sentPlaces().map(({ dry_run }) => dry_run)).toEqual([true]);
    await userEvent.click(screen.getByRole('button', { name: 'Importer 116 lieux' }));
    expect(await screen.findByText('Importation terminée')).toBeVisible();
    expect(await screen.findByText('Répertoire importé')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();
    expect(sentPlaces()[1]).toMatchObject({
      dry_run: false,
      source: 'Répertoire des municipalités du Québec, MAMH, CC BY 4.0',
      source_date: '2026-10-05',
    });
    expect(sentPlaces()[1]?.places).toHaveLength(116);
  });
  it('names the missing columns, and asks the server nothing', async () => {
    renderScreen(<RegisterPage />);
    await choose(
      officialFile('MUN.csv', (text) => text.replace('"mcourriel"', '"email"')),
      officialFile('MRC_CM_Arg.csv'),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Rien n’a été modifié.*MUN\.csv : colonne manquante : « mcourriel »/,
    );
    expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull();
    expect(sentPlaces()).toEqual([]);
    await chooseBothFiles();
    expect(await screen.findByText('Ce que l’importation changera')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('lists the rows and values that are left out, with the reason', async () => {
    renderScreen(<RegisterPage />);
    await choose(
      officialFile('MUN.csv', (text) =>
        text
          .replace('"Percé","Ville","Gaspésie--', '"Percé","Ville","Acadie--')
          .replace('"14000"', '"inconnue"'),
      ),
    );
    expect(await screen.findByText('Lignes laissées de côté (1)')).toBeVisible();
    expect(screen.getByText(/MUN\.csv, ligne 3 \(Percé\).*région inconnue/)).toBeInTheDocument();
    expect(screen.getByText(/population illisible.*inconnue/)).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Importer 114 lieux' })).toBeVisible();
  });
  it('says that nothing was changed when the import fails, and imports the second time', async () => {
    serve((dryRun) => (dryRun ? { body: counts } : offline()));
    renderScreen(<RegisterPage />);
    await chooseBothFiles();
    const button = await screen.findByRole('button', { name: 'Importer 116 lieux' });
    await userEvent.click(button);
    expect(
      await screen.findByText('Impossible d’importer le répertoire. Rien n’a été modifié.'),
    ).toBeInTheDocument();
    vi.mocked(console.error).mockClear();
    serve();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(button);
    expect(await screen.findByText('Importation terminée')).toBeVisible();
  });
});
