import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isSettings, settingsRow } from '@tests/campaign-rows';
import { ADMIN_ID, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { removeByButton } from '@tests/removal';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberListAddress } from '@/admin/kit/lib/list-address';
import type { EmailTemplate } from '../data/email-templates';

const { EmailTemplatesPage } = await import('./email-templates-page');
const { EditTemplatePage, NewTemplatePage } = await import('./template-form-page');

const template = (change: Partial<EmailTemplate> = {}): EmailTemplate => ({
  id: 'c0000000-0000-4000-8000-000000000001',
  user_id: ADMIN_ID,
  name: 'Premier contact',
  subject: '{ville} en 360°',
  body: 'Bonjour {nom},\n\nVoici **notre** offre.',
  tone: 'professionnel',
  sector: null,
  variables: ['ville', 'nom'],
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  ...change,
});

/** Answers reads with these templates, and accepts every write. */
function serve(templates: EmailTemplate[]) {
  backend.answer = ({ method, headers }) => {
    if (method !== 'GET') return { status: 201, body: { id: 'x' } };
    const single = headers.get('accept')?.includes('vnd.pgrst.object');
    return { body: single ? templates[0] : templates };
  };
}

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the list of templates', () => {
  it('is cards: name, tone, sector, subject, three lines of the text and the variables', async () => {
    serve([template(), template({ id: 'b', name: 'Hôtels', tone: 'persuasif', sector: 'hôtellerie' })]);
    renderScreen(<EmailTemplatesPage />);
    const cards = await screen.findByRole('list', { name: 'Templates' });
    expect(screen.getByText('2 templates')).toBeVisible();
    const cardOf = (name: string) =>
      within(within(cards).getByRole('heading', { name }).closest('li') as HTMLElement);
    const first = cardOf('Premier contact');
    for (const text of ['Professionnel', 'Tous les secteurs', '{ville} en 360°'])
      expect(first.getByText(text)).toBeVisible();
    const preview = first.getByText(/Bonjour \{nom\},/);
    expect(preview.textContent).toBe('Bonjour {nom},\nVoici **notre** offre.');
    expect(preview).toHaveClass('line-clamp-3');
    const variables = within(first.getByRole('list', { name: /^Variables.+Premier contact/ }));
    expect(variables.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '{ville}',
      '{nom}',
    ]);
    for (const name of ['Premier contact', 'Modifier Premier contact'])
      expect(first.getByRole('link', { name })).toHaveAttribute(
        'href',
        `/admin/email-templates/${template().id}`,
      );
    expect(cardOf('Hôtels').getByText('Hôtellerie')).toBeVisible();
  });
  it('offers to write the first one', async () => {
    serve([]);
    renderScreen(<EmailTemplatesPage />);
    expect(await screen.findByText('Aucun template pour le moment')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nouveau template' })).toBeVisible();
  });
  it('says that it could not be loaded, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    renderScreen(<EmailTemplatesPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les templates');
    vi.mocked(console.error).mockClear();
    serve([template()]);
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Premier contact')).toBeVisible();
  });
  it('changes the sector in its cell, and gives it back on « Annuler »', async () => {
    serve([template({ sector: 'hôtellerie' })]);
    renderScreen(<EmailTemplatesPage />);
    fireEvent.click(await screen.findByRole('button', { name: /^Secteur.+Premier contact/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Tous les secteurs' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(backend.sent('PATCH', 'email_templates').map(({ body }) => body)).toEqual([
        { sector: null },
        { sector: 'hôtellerie' },
      ]),
    );
  });
  it('asks, then deletes to the trash', async () => {
    serve([template()]);
    renderScreen(<EmailTemplatesPage />);
    expect(await removeByButton('Supprimer Premier contact')).toMatch(
      /Le template «\sPremier contact\s» ira à la corbeille/,
    );
    const toast = (await screen.findByText('Template supprimé')).closest('li') as HTMLElement;
    expect(within(toast).getByRole('button', { name: 'Annuler' })).toBeVisible();
    expect(backend.sent('POST', 'rpc/move_to_trash').map(({ body }) => body)).toEqual([
      { kind: 'email_templates', ids: [template().id] },
    ]);
  });
  it('duplicates', async () => {
    serve([template()]);
    renderScreen(<EmailTemplatesPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Dupliquer Premier contact' }));
    expect(await screen.findByText('Template dupliqué')).toBeVisible();
    expect(backend.sent('POST', 'email_templates')[0]?.body).toMatchObject({
      name: 'Premier contact (copie)',
      body: template().body,
      user_id: ADMIN_ID,
    });
  });
});

describe('the form of a template', () => {
  const fill = async (label: string, text: string) => {
    const field = screen.getByRole('textbox', { name: label });
    await userEvent.clear(field);
    // Braces are keys to user-event unless doubled.
    await userEvent.type(field, text.replace(/[{[]/g, '$&$&'));
  };

  it('names what is missing, in the words of the specification', async () => {
    renderScreen(<NewTemplatePage />);
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    for (const text of ['Le nom est requis', 'Le sujet est requis', 'Le corps du message est requis']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(backend.requests).toEqual([]);
  });
  it('keeps a new template with its variables, then goes back to the list as it was filtered', async () => {
    rememberListAddress('/admin/email-templates', 'q=relance');
    serve([]);
    const { address } = renderScreen(<NewTemplatePage />, { path: '/admin/email-templates/new' });
    await fill('Nom', 'Relance');
    await fill('Sujet', 'Pour {ville}');
    await fill('Message', 'Bonjour {nom|vous}, {ville}');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ton' }), 'amical');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Template créé')).toBeVisible();
    expect(backend.sent('POST', 'email_templates')[0]?.body).toEqual({
      name: 'Relance',
      subject: 'Pour {ville}',
      body: 'Bonjour {nom|vous}, {ville}',
      tone: 'amical',
      sector: null,
      variables: ['ville', 'nom'],
      user_id: ADMIN_ID,
    });
    expect(address()).toBe('/admin/email-templates?q=relance');
    rememberListAddress('/admin/email-templates', '');
  });
  it('inserts a variable where the cursor was, in the subject or the message', async () => {
    renderScreen(<NewTemplatePage />);
    const subject = screen.getByRole<HTMLInputElement>('textbox', { name: 'Sujet' });
    await writeInto(subject, 'Pour vous');
    subject.setSelectionRange(5, 9);
    await userEvent.click(screen.getByRole('button', { name: /Entreprise/ }));
    expect(subject).toHaveValue('Pour {entreprise}');
    expect(subject).toHaveFocus();
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'À ');
    await userEvent.click(screen.getByRole('button', { name: /Région/ }));
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('À {region}');
  });
  it('points at a variable that nobody can fill while it is typed', { tags: ['proof'] }, async () => {
    renderScreen(<NewTemplatePage />);
    await fill('Message', 'Bonjour {prenom}');
    expect(screen.getByText(/Variable inconnue\s: \{prenom\}/)).toBeVisible();
    await fill('Message', 'Bonjour {nom}');
    expect(screen.queryByText(/Variable inconnue/)).toBeNull();
  });
  it('shows the message with the fixed sample, and hides it', async () => {
    serve([]);
    renderScreen(<NewTemplatePage />);
    await fill('Sujet', 'Bonjour {entreprise}');
    await fill('Message', '**{ville}** <b>');
    await userEvent.click(screen.getByRole('button', { name: 'Aperçu' }));
    const preview = screen.getByRole('region', { name: 'Aperçu pour Marie Tremblay' });
    expect(preview).toHaveTextContent('Bonjour Municipalité de Val-Serein');
    expect(within(preview).getByText('Val-Serein').tagName).toBe('STRONG');
    expect(preview).toHaveTextContent('<b>');
    await userEvent.click(screen.getByRole('button', { name: 'Masquer' }));
    expect(preview).not.toBeInTheDocument();
  });
  it('loses nothing when the network fails, and asks before leaving', async () => {
    backend.answer = ({ method }) => (method === 'GET' ? { body: template() } : offline());
    const { go, address } = renderScreen(<EditTemplatePage />, {
      path: '/admin/email-templates/:id',
      at: `/admin/email-templates/${template().id}`,
    });
    await screen.findByDisplayValue('Premier contact');
    await fill('Nom', 'Deuxième contact');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Impossible de sauvegarder le template')).toBeVisible();
    vi.mocked(console.error).mockClear();
    expect(screen.getByRole('textbox', { name: 'Nom' })).toHaveValue('Deuxième contact');
    await go('/admin/email-templates');
    expect(await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
    serve([template()]);
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(address()).toBe('/admin/email-templates'));
    expect(backend.sent('PATCH', 'email_templates').at(-1)?.body).not.toHaveProperty('user_id');
  });
  it('is previewed with any real contact, and sent as a test to oneself, saved or not', async () => {
    const person = { id: 'p1', name: 'Ève Roy', company: 'Ville de Percé', city: 'Percé', region: 'Estrie' };
    backend.answer = ({ method, target }) => {
      if (target === 'rpc/contact_template_values') return { body: { 'de ville': 'de Percé' } };
      if (isSettings(target))
        return { body: settingsRow({ sender_signatures: { 'studio@exemple.test': 'Zoé' } }) };
      if (method === 'POST') return { body: { sentTo: 'admin@exemple.test' } };
      return target === 'contacts'
        ? {
            body: [{ ...person, email: 'eve@exemple.test', phone: null, sector: 'mrc', status: 'nouveau' }],
            count: 1,
          }
        : { body: template() };
    };
    renderScreen(<EditTemplatePage />, { path: '/t/:id', at: `/t/${template().id}` });
    await userEvent.click(await screen.findByRole('button', { name: 'Aperçu' }));
    expect(screen.getByRole('region', { name: 'Aperçu pour Marie Tremblay' })).toBeVisible();
    await userEvent.type(
      screen.getByRole('combobox', { name: 'Aperçu avec un contact' }),
      'ville perce{ArrowDown}{Enter}',
    );
    const preview = within(screen.getByRole('region', { name: 'Aperçu pour Ève Roy' }));
    expect(preview.getByText('Percé en 360°')).toBeVisible();
    // The preview has the block that the law requires, and the sender's signature.
    expect(await preview.findByText('Territoire 360 inc.')).toBeVisible();
    expect(preview.getByText('Zoé')).toBeVisible();
    await fill('Sujet', 'Le parc {de ville}');
    expect(await preview.findByText('Le parc de Percé')).toBeVisible();
    const send = screen.getByRole('button', { name: 'M’envoyer un essai' });
    await userEvent.click(send);
    expect(await screen.findByText('Essai envoyé à admin@exemple.test')).toBeVisible();
    expect(backend.sent('POST', '/functions/v1/send-test-email')[0]?.body).toEqual({
      text: { subject: 'Le parc de Percé', body: 'Bonjour Ève Roy,\n\nVoici **notre** offre.\n\nZoé' },
    });
    await fill('Sujet', '{prenom}');
    expect(send).toBeDisabled();
    expect(screen.getByText('Corrigez d’abord ce que la vérification signale.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Revenir à l’exemple' }));
    expect(screen.getByRole('region', { name: 'Aperçu pour Marie Tremblay' })).toBeVisible();
  });
  it('takes marks by key and by press, a link and a tour, and says what is wrong with them', async () => {
    const tour = { id: 'v1', title: 'Le fjord', slug: 'fjord', location: 'Saguenay', status: 'published' };
    backend.answer = ({ target }) =>
      target === 'virtual_tours'
        ? { body: [{ ...tour, image_url: 'https://a.test/f.jpg', virtual_tour_tags: [] }], count: 1 }
        : { body: [] };
    renderScreen(<NewTemplatePage />);
    const body = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    await userEvent.click(body);
    await userEvent.paste('Voir ici');
    body.setSelectionRange(5, 8);
    await userEvent.keyboard('{Control>}b{/Control}');
    expect(body).toHaveValue('Voir **ici**');
    await userEvent.keyboard('{Control>}k{/Control}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Lien' }));
    expect(dialog.getByLabelText(/Texte/)).toHaveValue('ici');
    await userEvent.click(dialog.getByLabelText(/Adresse/));
    await userEvent.paste('javascript:alert(1)');
    await userEvent.click(dialog.getByRole('button', { name: 'Insérer' }));
    expect(dialog.getByText(/adresse https/)).toBeVisible();
    await userEvent.clear(dialog.getByLabelText(/Adresse/));
    await userEvent.paste('exemple.ca/a');
    await userEvent.click(dialog.getByRole('button', { name: 'Insérer' }));
    await waitFor(() => expect(body).toHaveValue('Voir **[ici](https://exemple.ca/a)**'));
    expect(body).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Visite du portfolio' }));
    await userEvent.click(await screen.findByRole('button', { name: /Le fjord/ }));
    await waitFor(() =>
      expect(body.value).toMatch(
        /\n\n\[!\[Le fjord\]\(https:\/\/a\.test\/f\.jpg\)\]\(http\S+\/realisations\/fjord\)$/,
      ),
    );
    // Submitting the dialog saved nothing.
    expect(screen.queryByText('Le nom est requis')).toBeNull();
    expect(screen.getByText('Rien à signaler dans le texte.')).toBeVisible();
    body.setSelectionRange(body.value.length, body.value.length);
    await userEvent.paste(' ![](https://a.test/x.jpg)');
    expect(
      within(screen.getByRole('list', { name: 'Vérification du texte' })).getAllByRole('listitem'),
    ).toHaveLength(1);
  });
  it('begins from a model of the library', async () => {
    serve([]);
    renderScreen(<NewTemplatePage />);
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Modèle de courriel' }),
      'deneigement',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Insérer' }));
    expect(screen.getByRole('textbox', { name: 'Sujet' })).toHaveValue(
      'Vos bordures, datées avant la première neige',
    );
    expect(screen.queryByRole('combobox', { name: 'Modèle de courriel' })).toBeNull();
  });
  it('says so when the template is gone', async () => {
    backend.answer = () => ({ body: [] });
    renderScreen(<EditTemplatePage />, { path: '/t/:id', at: '/t/1' });
    expect(await screen.findByText('Ce template n’existe plus')).toBeVisible();
  });
});
