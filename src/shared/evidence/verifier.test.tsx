import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type SealedFolder, sealedFolder } from '@tests/sealed-folder';
import { describe, expect, it } from 'vitest';
import { Verifier } from './verifier';

const pictures = [1, 2, 3].map((seed) => ({
  path: `R000${seed}.JPG`,
  bytes: new Uint8Array(2_000).map((_, index) => (index * seed) % 251),
}));

/** Returns a folder's files as the browser's picker does. */
function chosenFiles(folder: SealedFolder): File[] {
  return [...folder].map(([path, bytes]) => {
    const one = new File([bytes], path.slice(path.lastIndexOf('/') + 1));
    Object.defineProperty(one, 'webkitRelativePath', { value: `dossier/${path}`, configurable: true });
    return one;
  });
}

async function verdictOf(folder: SealedFolder) {
  render(<Verifier />);
  await userEvent.upload(screen.getByLabelText('Dossier de preuve'), chosenFiles(folder));
  await waitFor(() => expect(screen.getByRole('article')).toBeVisible());
  return within(screen.getByRole('article'));
}

describe('what a clerk reads', () => {
  it('of a whole folder: the verdict has the focus, and says that nobody outside dated it', async () => {
    const report = await verdictOf(await sealedFolder(pictures));
    expect(report.getByRole('heading', { name: /^Images intactes, sans date/ })).toHaveFocus();
    expect(report.getByText(/^Les 3\simages de ce dossier sont celles qui ont été scellées/)).toBeVisible();
    expect(report.getByText('Rue des Érables')).toBeVisible();
    expect(report.getByText(/192\ss de retard, mesuré par les positions du relevé précédent/)).toBeVisible();
  });

  it('of an altered one: each picture by its name, under what happened to it', async () => {
    const folder = await sealedFolder(pictures);
    folder.delete('images/R0002.JPG');
    folder.set('images/R0001.JPG', new Uint8Array(2_000));
    folder.set('images/R0009.JPG', new Uint8Array(10));
    const report = await verdictOf(folder);
    expect(
      report.getByText(
        /^1 image modifiée, 1 image manquante\. 1 fichier ajouté n’est couvert par aucun sceau/,
      ),
    ).toBeVisible();
    for (const name of ['R0001.JPG', 'R0002.JPG', 'images/R0009.JPG'])
      expect(report.getByText(name)).toBeVisible();
  });

  it('of two folders: a verdict each, under its name', async () => {
    render(<Verifier />);
    const both = [
      chosenFiles(await sealedFolder(pictures)),
      chosenFiles(await sealedFolder(pictures.slice(1))),
    ];
    both.forEach((files, index) => {
      for (const one of files) {
        const path = `tout/livraison-${index + 1}/${one.webkitRelativePath.slice('dossier/'.length)}`;
        Object.defineProperty(one, 'webkitRelativePath', { value: path });
      }
    });
    await userEvent.upload(screen.getByLabelText('Dossier de preuve'), both.flat());
    const second = within(await screen.findByRole('article', { name: 'Dossier tout/livraison-2' }));
    expect(second.getByText(/^Les 2\simages de ce dossier/)).toBeVisible();
    const first = within(screen.getByRole('article', { name: 'Dossier tout/livraison-1' }));
    expect(first.getByRole('heading', { name: /^Images intactes/ })).toHaveFocus();
  });

  it('of no folder: what to do', async () => {
    render(<Verifier />);
    await userEvent.upload(screen.getByLabelText('Dossier de preuve'), [new File(['a'], 'photo.jpg')]);
    expect(await screen.findByText(/Déposez le dossier complet.*décompressez-le/)).toBeVisible();
    await userEvent.upload(screen.getByLabelText('Fichiers du dossier de preuve'), [
      new File(['PK'], 'dossier.zip'),
    ]);
    expect(await screen.findByRole('alert')).toHaveTextContent('décompressez-le');
  });
});
