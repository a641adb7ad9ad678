import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CAMPAIGN_ID, isSettings, settingsRow } from '@tests/campaign-rows';
import {
  ADMIN_ID,
  type BackendAnswer,
  type BackendRequest,
  backend,
  offline,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailTemplate } from '@/admin/messages/data/email-templates';

const { CampaignNewPage } = await import('./campaign-new-page');

const candidateRow = (index: number, change: object = {}) => ({
  id: `p${index}`,
  name: `Personne ${index}`,
  company: `Ville ${index}`,
  email: `p${index}@exemple.test`,
  phone: '418 555-0100',
  city: 'Percé',
  region: 'Estrie',
  sector: 'municipalité',
  status: 'nouveau',
  is_public_office_holder: null,
  ...change,
});

const template = (change: Partial<EmailTemplate> = {}): EmailTemplate => ({
  id: 't1',
  user_id: ADMIN_ID,
  name: 'Premier contact',
  subject: 'Pour {ville}',
  body: 'Bonjour {nom}, {telephone}',
  tone: 'amical',
  sector: null,
  variables: [],
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  ...change,
});

type Fixture = {
  people: ReturnType<typeof candidateRow>[];
  templates: EmailTemplate[];
  refusals: Record<string, string[]>;
  lastSends: Record<string, string>;
  found: object[];
  consents: object;
  settings: ReturnType<typeof settingsRow>;
};

const fixture = (change: Partial<Fixture> = {}): Fixture => ({
  people: [candidateRow(1), candidateRow(2), candidateRow(3)],
  templates: [template()],
  refusals: {},
  lastSends: {},
  found: [],
  consents: {},
  settings: settingsRow(),
  ...change,
});

function serve(
  here: Fixture,
  act: (request: BackendRequest) => BackendAnswer = () => ({ body: CAMPAIGN_ID }),
) {
  backend.answer = (request) => {
    const { method, target, query } = request;
    if (target === 'rpc/campaign_refusals') return { body: here.refusals };
    if (target === 'rpc/contact_last_sends') return { body: here.lastSends };
    if (target === 'rpc/contact_written_requests') return { body: {} };
    if (target === 'rpc/contact_consents') return { body: here.consents };
    if (target === 'rpc/sending_state')
      return { body: { sent_today: 149, daily_cap: 150, quiet_now: false } };
    if (method !== 'GET') return act(request);
    if (isSettings(target)) return { body: here.settings };
    if (target === 'email_templates') return { body: here.templates };
    if (target === 'suggested_prospects') return { body: here.found };
    const from = Number(query.get('offset') ?? 0);
    return { body: target === 'contacts' ? here.people.slice(from, from + 1000) : [] };
  };
}

const render = () => renderScreen(<CampaignNewPage />, { path: '/admin/campaigns/new' });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const personCheckbox = (index: number) =>
  screen.getByRole('checkbox', { name: `Ville ${index} Personne ${index}, Percé` });
const createCalls = () => backend.sent('POST', 'rpc/create_campaign');
const plainSpaces = { normalizer: (text: string) => text.replace(/\s/g, ' ') };

async function open() {
  const view = render();
  await screen.findByRole('form', { name: 'Nouvelle campagne' });
  return view;
}

async function fill({ selects = true } = {}) {
  await userEvent.type(screen.getByLabelText(/Nom de la campagne/), 'Rentrée');
  await userEvent.selectOptions(screen.getByLabelText(/^Template \*/), 'Premier contact');
  if (selects) await press('Tout sélectionner');
}

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the form of a campaign', () => {
  it('has the defaults of the specification, and shows fields only where they count', async () => {
    serve(fixture());
    await open();
    expect(screen.getByRole('radio', { name: 'Envoyer maintenant' })).toBeChecked();
    expect(screen.queryByLabelText(/Date d’envoi/)).toBeNull();
    expect(screen.queryByLabelText(/Jours ouvrables/)).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Programmer l’envoi' }));
    await press('Ajouter une relance');
    expect(screen.getByRole('textbox', { name: /Date d’envoi/ })).toBeVisible();
    expect(screen.getByLabelText(/Heure d’envoi/)).toBeVisible();
    expect(screen.getByLabelText(/Jours ouvrables/)).toHaveValue('7');
  });
  it('names what is missing, in the words of the specification', async () => {
    serve(fixture());
    await open();
    await press('Créer la campagne');
    for (const text of ['Le nom est requis', 'Le template est requis', 'Sélectionnez au moins un contact']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(createCalls()).toEqual([]);
  });
  it('forgets what was wrong with the date once the message leaves now', { tags: ['proof'] }, async () => {
    serve(fixture());
    await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Programmer l’envoi' }));
    await userEvent.clear(screen.getByLabelText(/Heure d’envoi/));
    await press('Créer la campagne');
    const day = screen.getByRole('textbox', { name: /Date d’envoi/ });
    await waitFor(() => expect(day).toBeInvalid());
    await userEvent.click(screen.getByRole('radio', { name: 'Envoyer maintenant' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Programmer l’envoi' }));
    expect(screen.getByRole('textbox', { name: /Date d’envoi/ })).toBeValid();
    expect(screen.getByLabelText(/Heure d’envoi/)).toBeValid();
  });
  it('asks before it writes to people, creates once, says how many, and sends from here', async () => {
    const here = fixture();
    serve(here, ({ target }) => ({ body: target.endsWith('campaign_counts') ? {} : CAMPAIGN_ID }));
    const { address } = await open();
    await fill();
    await press('Créer la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: /Envoyer à 3\spersonnes\?/ });
    expect(dialog).toHaveTextContent('studio@exemple.test');
    // The summary before sending: one of the three messages today, under the limit.
    await waitFor(() =>
      expect(dialog).toHaveTextContent(/149 déjà partis aujourd’hui\).: il faudra 2.jours/),
    );
    expect(createCalls()).toEqual([]);
    // A double click presses twice before the first press renders as pending.
    const button = within(dialog).getByRole('button', { name: 'Envoyer' });
    act(() => {
      button.click();
      button.click();
    });
    expect(await screen.findByText('Campagne créée avec 3 emails', plainSpaces)).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/campaigns'));
    expect(createCalls().map(({ body }) => body)).toEqual([
      {
        details: {
          id: expect.any(String),
          name: 'Rentrée',
          template_id: 't1',
          message_subject: null,
          message_body: null,
          send_now: true,
          send_date: null,
          from_email: 'studio@exemple.test',
          steps: [],
          lobbying_ground: null,
          lobbying_reference: null,
        },
        contact_ids: ['p1', 'p2', 'p3'],
      },
    ]);
    await waitFor(() => expect(backend.sent('GET', 'email_sends')).toHaveLength(1));
  });
  it('chooses people from a segment, which the campaign keeps', async () => {
    const segment = 'f0000000-0000-4000-8000-000000000001';
    serve(fixture());
    const usual = backend.answer;
    backend.answer = (request) => {
      if (request.target === 'contact_segments') return { body: [{ id: segment, name: 'Petites villes' }] };
      if (request.target !== 'rpc/contacts_of_segment') return usual(request);
      const found = { matching: 3, reachable: 2, reasons: { Désabonné: 1 }, towns: {} };
      return { body: { name: 'Petites villes', ...found, ids: ['p1', 'p3', 'autre'] } };
    };
    await open();
    await userEvent.selectOptions(await screen.findByLabelText('Segment'), 'Petites villes');
    expect(await screen.findByText(/^3\scorrespondent, 2\sjoignables$/)).toBeVisible();
    expect(screen.queryByText('Ville 2')).toBeNull();
    // Choosing the segment selects its contacts.
    expect(await screen.findByText(/^2\/\d+ sélectionnés$/)).toBeVisible();
    // A choice of one's own outlives another segment, or none.
    await userEvent.selectOptions(screen.getByLabelText('Segment'), '');
    await userEvent.click(personCheckbox(2));
    await userEvent.selectOptions(screen.getByLabelText('Segment'), 'Petites villes');
    await fill({ selects: false });
    await press('Créer la campagne');
    await press(/^Envoyer/);
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({
      details: { segment_id: segment },
      contact_ids: ['p2'],
    });
  });
  it('schedules at Québec’s clocks, whatever this machine’s are', { tags: ['proof'] }, async () => {
    serve(fixture());
    await open();
    await fill();
    await userEvent.click(screen.getByRole('radio', { name: 'Programmer l’envoi' }));
    await userEvent.type(screen.getByRole('textbox', { name: /Date d’envoi/ }), '2030-07-01');
    await userEvent.type(screen.getByLabelText(/Heure d’envoi/), '09:30');
    await press('Créer la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: /Programmer l’envoi à 3\spersonnes\?/ });
    expect(dialog).toHaveTextContent('1er juillet 2030 à 9 h 30');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Programmer' }));
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({
      details: { send_now: false, send_date: '2030-07-01T13:30:00.000Z' },
    });
    expect(backend.sent('GET', 'email_sends')).toEqual([]);
  });
  it('says that an hour comes twice when the clocks go back, and leaves at the first', {
    tags: ['proof'],
  }, async () => {
    serve(fixture());
    await open();
    await fill();
    await userEvent.click(screen.getByRole('radio', { name: 'Programmer l’envoi' }));
    await userEvent.type(screen.getByRole('textbox', { name: /Date d’envoi/ }), '2030-11-03');
    const hour = screen.getByLabelText(/Heure d’envoi/);
    await userEvent.type(hour, '00:30');
    expect(hour).toHaveAccessibleDescription('Heure du Québec.');
    await userEvent.clear(hour);
    await userEvent.type(hour, '01:30');
    expect(hour).toHaveAccessibleDescription(/cette heure revient deux fois.*l’envoi partira à la première/);
    await press('Créer la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: /^Programmer/ });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Programmer' }));
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({ details: { send_date: '2030-11-03T05:30:00.000Z' } });
  });
  it('keeps what was typed when it fails, in the server’s words where it has some', async () => {
    const here = fixture();
    serve(here, () => {
      here.refusals = { Désabonné: ['p2'] };
      return { status: 400, body: { code: 'P0001', message: '2 des contacts choisis ne peuvent plus' } };
    });
    const { go } = await open();
    await fill();
    await press('Créer la campagne');
    await userEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    expect(await screen.findByText('2 des contacts choisis ne peuvent plus')).toBeVisible();
    expect(screen.getByLabelText(/Nom de la campagne/)).toHaveValue('Rentrée');
    expect(personCheckbox(1)).toBeChecked();
    // The contacts are read again, and those who unsubscribed meanwhile are gone.
    expect(await screen.findByText('2/2 sélectionnés')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Personne 2/ })).toBeNull();
    serve(fixture(), () => ({ status: 500, body: { code: 'XX000', message: 'internal' } }));
    await press('Créer la campagne');
    await userEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    expect(await screen.findByText('Impossible de créer la campagne')).toBeVisible();
    vi.mocked(console.error).mockClear();
    await go('/ailleurs');
    expect(await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
  });
  it('creates nothing twice when the answer to the first attempt was lost', async () => {
    const here = fixture();
    serve(here, offline);
    const { address } = await open();
    await fill();
    await press('Créer la campagne');
    await userEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    vi.mocked(console.error).mockClear();
    // The campaign was created although the answer was lost.
    serve(here);
    const whole = backend.answer;
    backend.answer = (request) =>
      request.method === 'GET' && request.target === 'campaigns'
        ? { body: [{ id: CAMPAIGN_ID }] }
        : whole(request);
    await press('Créer la campagne');
    await userEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(address()).toBe('/admin/campaigns'));
    expect(createCalls()).toHaveLength(1);
  });
  const followUp = template({ id: 't2', name: 'Relance', subject: 'Suite', body: 'Rebonjour {nom}' });

  it('shows a follow-up of its own text, and asks what allows it of public offices', async () => {
    serve(fixture({ templates: [template(), followUp] }));
    await open();
    await fill();
    await press('Ajouter une relance');
    await userEvent.selectOptions(screen.getByLabelText(/Texte de départ/), 'Relance');
    expect(
      within(screen.getByRole('region', { name: /^1re relance, vers le/ })).getByText('Rebonjour Personne 1'),
    ).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText(/Fondement/), 'award');
    await userEvent.click(screen.getByLabelText(/^Référence/));
    await userEvent.paste('Contrat 12');
    await press('Créer la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: /Envoyer à/ });
    expect(dialog).not.toHaveTextContent('lobbyisme');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({
      details: {
        steps: [{ template_id: 't2', subject: 'Suite', body: 'Rebonjour {nom}', delay_days: 7 }],
        lobbying_ground: 'award',
        lobbying_reference: 'Contrat 12',
      },
    });
    await waitFor(() => expect(backend.sent('GET', 'email_sends')).toHaveLength(1));
  });
  it('checks the text of each follow-up before it leaves, and keeps the order of the person', {
    tags: ['proof'],
  }, async () => {
    const wrong = template({ id: 't3', name: 'Relance fautive', body: 'Rebonjour, [voici](http://a.test)' });
    serve(fixture({ templates: [template(), followUp, wrong] }));
    await open();
    await fill();
    await press('Ajouter une relance');
    await press('Ajouter une relance');
    const panel = within(screen.getByRole('region', { name: 'Avant l’envoi' }));
    const [first, second] = screen.getAllByLabelText(/Texte de départ/) as [HTMLElement, HTMLElement];
    await userEvent.selectOptions(first, 'Relance fautive');
    expect(panel.getByText(/sans chiffrement/)).toBeVisible();
    await userEvent.selectOptions(first, 'Relance');
    expect(panel.queryByText(/sans chiffrement/)).toBeNull();
    // The first message is not offered as its own follow-up.
    await userEvent.selectOptions(second, 'Premier contact');
    await press('Créer la campagne');
    expect(await screen.findByText(/Ce texte est celui d’un message précédent/)).toBeVisible();
    await userEvent.selectOptions(second, 'Relance fautive');
    await press('Monter la 2e relance');
    await press('Créer la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: /Envoyer à/ });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({
      details: { steps: [{ template_id: 't3' }, { template_id: 't2' }] },
    });
    await waitFor(() => expect(backend.sent('GET', 'email_sends')).toHaveLength(1));
  });
  it('refuses a delay of no day as it is typed, and tells of the follow-ups before anything leaves', {
    tags: ['proof'],
  }, async () => {
    serve(fixture());
    await open();
    await fill();
    await press('Ajouter une relance');
    const days = screen.getByLabelText(/Jours ouvrables/);
    await userEvent.clear(days);
    await userEvent.type(days, '0');
    expect(screen.getByText('Le délai doit être un nombre de 1 à 30 jours ouvrables')).toBeVisible();
    expect(screen.getByText('Délai à corriger')).toBeVisible();
    await press('Créer la campagne');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await userEvent.clear(days);
    await userEvent.type(days, '2');
    await press('Créer la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: /Envoyer à/ });
    expect(dialog).toHaveTextContent(/Une relance suivra d’elle-même, à .* au plus/);
  });
  it('begins from another campaign: its texts and those of its people who may still be written to', async () => {
    const here = fixture({ refusals: { Désabonné: ['p2'] } });
    serve(here);
    const others = backend.answer;
    const copied = {
      name: 'Rentrée',
      template_id: 't1',
      from_email: 'studio@exemple.test',
      steps: [],
      message_subject: 'Pour {ville}',
      message_body: 'Un texte à elle',
    };
    backend.answer = (request) => {
      if (request.method === 'GET' && request.target === 'campaigns') {
        return { body: request.query.has('id') ? [copied] : [] };
      }
      // The figures are those of the copied campaign; the new one has sent nothing yet.
      if (request.method === 'GET' && request.target === 'email_sends' && request.query.has('step')) {
        return { body: ['p1', 'p2', null].map((contact_id) => ({ contact_id })) };
      }
      return others(request);
    };
    renderScreen(<CampaignNewPage />, {
      path: '/admin/campaigns/new',
      at: `/admin/campaigns/new?copie=${CAMPAIGN_ID}`,
    });
    expect(await screen.findByLabelText(/Nom de la campagne/)).toHaveValue('Rentrée (copie)');
    expect(screen.getByText('1/2 sélectionnés')).toBeVisible();
    await press('Créer la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: /Envoyer à 1.personne\?/ });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({
      details: { name: 'Rentrée (copie)', message_body: 'Un texte à elle' },
      contact_ids: ['p1'],
    });
    await waitFor(() => expect(backend.sent('GET', 'email_sends')).toHaveLength(2));
  });
  it('refuses a template with a variable that nobody can fill', async () => {
    serve(fixture({ templates: [template({ body: 'Bonjour {prenom}' })] }));
    await open();
    await fill();
    expect(screen.getByLabelText(/^Template \*/)).toHaveAccessibleDescription(
      /Variable inconnue\s: \{prenom\}/,
    );
    await press('Créer la campagne');
    await waitFor(() => expect(screen.getByLabelText(/^Template \*/)).toHaveFocus());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  it('says that the provider’s test address reaches nobody else, and what lacks in the settings', async () => {
    serve(
      fixture({ settings: settingsRow({ verified_senders: ['onboarding@resend.dev'], postal_address: '' }) }),
    );
    await open();
    expect(screen.getByText(/Adresse d’essai du fournisseur/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('vides : adresse postale.');
    expect(screen.getByRole('link', { name: 'Compléter les réglages' })).toHaveAttribute(
      'href',
      '/admin/parametres',
    );
  });
  it('says that it could not be prepared, and tries again', async () => {
    backend.answer = () => ({ status: 403, body: {} });
    render();
    expect(await screen.findByText('Impossible de charger les données')).toBeVisible();
    vi.mocked(console.error).mockClear();
    serve(fixture());
    await press('Réessayer');
    expect(await screen.findByRole('form', { name: 'Nouvelle campagne' })).toBeVisible();
  });
});

describe('what is being written', () => {
  const saved = () => backend.sent('POST', 'rpc/save_campaign_draft');

  it('saves itself as a draft, found again by its address; its text may be the campaign’s own', async () => {
    serve(fixture({ people: [candidateRow(1)] }));
    const { address } = await open();
    await userEvent.selectOptions(screen.getByLabelText(/^Template \*/), 'Premier contact');
    expect(screen.getByText(/^Donnez un nom à la campagne/)).toBeVisible();
    await userEvent.click(screen.getByLabelText(/Nom de la campagne/));
    await userEvent.paste('Rentrée');
    await press('Modifier le texte');
    const body = screen.getByRole('textbox', { name: 'Message' });
    await userEvent.clear(body);
    await userEvent.paste('Bonjour, [voici](http://a.test)');
    await press('Tout sélectionner');
    // The panel lists the problems, and says that no test message was checked in a mailbox.
    const panel = within(screen.getByRole('region', { name: 'Avant l’envoi' }));
    expect(panel.getByText(/sans chiffrement/)).toBeVisible();
    expect(panel.getByText(/pas reçu ce texte en essai/)).toBeVisible();
    expect(await screen.findByText(/Brouillon enregistré à/, undefined, { timeout: 5_000 })).toBeVisible();
    // No draft was saved while the campaign had no name.
    expect(saved().every(({ body }) => (body as { title: string }).title === 'Rentrée')).toBe(true);
    const { draft_id, ...draft } = (saved().at(-1)?.body ?? {}) as { draft_id?: string };
    expect(draft).toMatchObject({
      title: 'Rentrée',
      content: {
        message_subject: 'Pour {ville}',
        message_body: 'Bonjour, [voici](http://a.test)',
        contact_ids: ['p1'],
      },
    });
    await waitFor(() => expect(address()).toBe(`/admin/campaigns/new?brouillon=${draft_id}`));
  });
  it('shows a text that was prepared or copied before a template is chosen', async () => {
    serve(fixture());
    const others = backend.answer;
    const draft = { name: 'Rentrée', message_subject: 'Pour vous', message_body: 'Un texte préparé' };
    backend.answer = (request) =>
      request.method === 'GET' && request.target === 'campaigns' ? { body: [{ draft }] } : others(request);
    renderScreen(<CampaignNewPage />, {
      path: '/admin/campaigns/new',
      at: `/admin/campaigns/new?brouillon=${CAMPAIGN_ID}`,
    });
    expect(await screen.findByRole('textbox', { name: /^Message/ })).toHaveValue('Un texte préparé');
    expect(screen.getByRole('textbox', { name: /^Sujet/ })).toHaveValue('Pour vous');
  });

  it('goes on from a draft, whatever an earlier version of the form left in it', {
    tags: ['proof'],
  }, async () => {
    serve(fixture());
    const whole = backend.answer;
    backend.answer = (request) =>
      request.method === 'GET' && request.target === 'campaigns'
        ? {
            body: [
              { draft: { name: 'Ébauche', template_id: 't1', contact_ids: ['p3', 'p9'], send_now: 'oui' } },
            ],
          }
        : whole(request);
    renderScreen(<CampaignNewPage />, {
      path: '/admin/campaigns/new',
      at: `/admin/campaigns/new?brouillon=${CAMPAIGN_ID}`,
    });
    expect(await screen.findByLabelText(/Nom de la campagne/)).toHaveValue('Ébauche');
    expect(screen.getByText('1/3 sélectionnés')).toBeVisible();
    // The draft names contacts who were deleted or merged since, which the form announces.
    expect(screen.getByText(/^1 personne choisie auparavant est retirée/)).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Envoyer maintenant' })).toBeChecked();
    await press('Créer la campagne');
    await userEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({ details: { id: CAMPAIGN_ID }, contact_ids: ['p3'] });
    await waitFor(() => expect(backend.sent('GET', 'email_sends')).toHaveLength(1));
  });
});

describe('the choice of contacts', () => {
  it('asks only for those of the three statuses, and again each time the form is opened', async () => {
    serve(fixture());
    const { go } = await open();
    const asked = backend.sent('GET', 'contacts');
    expect(asked[0]?.query.get('status')).toBe('in.(nouveau,contacté,intéressé)');
    await go('/ailleurs');
    // The choice is forgotten a moment after the form is left.
    await screen.findByText('Ailleurs');
    await go(-1);
    await screen.findByRole('form', { name: 'Nouvelle campagne' });
    expect(backend.sent('GET', 'contacts')).toHaveLength(2 * asked.length);
  });
  it('shows those who may not be written to, why, and never chooses them', async () => {
    serve(fixture({ refusals: { Désabonné: ['p2'] } }));
    await open();
    expect(screen.queryByRole('checkbox', { name: /Personne 2/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Tout sélectionner' })).toHaveAccessibleDescription(
      /prend les 2 contacts affichés qui peuvent recevoir/,
    );
    const show = (kind: string) =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: 'Affichés' }), kind);
    await show('Exclus, avec la raison');
    expect(personCheckbox(2)).toBeDisabled();
    expect(personCheckbox(2)).toHaveAccessibleDescription('Désabonné');
    await show('Tous les contacts');
    await press('Tout sélectionner');
    expect(screen.getByText('2/2 sélectionnés')).toBeVisible();
    expect(personCheckbox(2)).not.toBeChecked();
    await press('Tout désélectionner');
    expect(screen.getByText('0/2 sélectionnés')).toBeVisible();
  });
  it('filters by search, sector, region, last contact and trip; « Tout sélectionner » takes what is shown', async () => {
    serve(
      fixture({
        people: [
          candidateRow(1),
          candidateRow(2, { sector: 'mrc', region: 'Laval' }),
          candidateRow(3, { company: 'Hôtel du Cap' }),
        ],
        lastSends: { p1: new Date(Date.now() - 10 * 86_400_000).toISOString() },
        found: [{ contact_id: 'p2', trip_plans: { id: 'v1', city: 'Alma', start_date: '2026-12-02' } }],
      }),
    );
    await open();
    const shown = () =>
      screen
        .getAllByRole('checkbox', { name: /Personne/ })
        .map((box) => /Personne \d/.exec(box.closest('label')?.textContent ?? '')?.[0]);
    const choose = (label: string, option: string) =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option);
    await userEvent.type(screen.getByRole('searchbox'), 'hotel cap');
    expect(shown()).toEqual(['Personne 3']);
    await press('Tout sélectionner');
    await userEvent.clear(screen.getByRole('searchbox'));
    expect(screen.getByText('1/3 sélectionnés')).toBeVisible();
    await choose('Secteur', 'MRC');
    expect(shown()).toEqual(['Personne 2']);
    await choose('Secteur', '');
    await choose('Région', 'Laval');
    expect(shown()).toEqual(['Personne 2']);
    await choose('Région', '');
    await choose('Dernier contact', 'Pas depuis 30 jours');
    // The list is in the order of the companies' names.
    expect(shown()).toEqual(['Personne 3', 'Personne 2']);
    await choose('Dernier contact', '');
    await choose('Déplacement', 'Alma (02 déc. 2026)');
    expect(shown()).toEqual(['Personne 2']);
    await choose('Région', 'Estrie');
    expect(screen.getByText('Aucun contact ne correspond à votre recherche')).toBeVisible();
    await press('Effacer les filtres');
    expect(shown()).toHaveLength(3);
  });
  it('counts right past the cut of the data API', { tags: ['proof'] }, async () => {
    serve(
      fixture({
        people: Array.from({ length: 2000 }, (_, index) => candidateRow(index)),
        refusals: { Désabonné: ['p7'] },
      }),
    );
    await open();
    await press('Tout sélectionner');
    expect(screen.getByText('1 999/1 999 sélectionnés', plainSpaces)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/Nom de la campagne/), 'Grande');
    await userEvent.selectOptions(screen.getByLabelText(/^Template \*/), 'Premier contact');
    await press('Créer la campagne');
    await userEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(createCalls()).toHaveLength(1));
    expect(createCalls()[0]?.body).toMatchObject({ contact_ids: { length: 1999 } });
  });
  it('lists who lacks a value used without a fallback, and takes them away when asked', async () => {
    serve(fixture({ people: [candidateRow(1, { phone: null }), candidateRow(2)] }));
    await open();
    await fill();
    const notice = within(screen.getByRole('region', { name: 'Valeurs manquantes' }));
    expect(notice.getByText(/Personne 1 \(Ville 1\)\s: Téléphone/)).toBeVisible();
    await userEvent.click(notice.getByRole('button', { name: 'Retirer ces contacts' }));
    expect(screen.getByText('1/2 sélectionnés')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Valeurs manquantes' })).toBeNull();
  });
  it('shows the message as any of them will read it, with who writes', async () => {
    serve(fixture());
    await open();
    await fill();
    const preview = () => within(screen.getByRole('region', { name: /^À Personne/ }));
    expect(preview().getByText('Pour Percé')).toBeVisible();
    expect(preview().getByText('Bonjour Personne 1, 418 555-0100')).toBeVisible();
    expect(preview().getByText('Territoire 360 inc.')).toBeVisible();
    const reader = screen.getByRole('combobox', { name: 'Aperçu pour' });
    await userEvent.clear(reader);
    await userEvent.type(reader, 'ville 3{ArrowDown}{Enter}');
    expect(preview().getByText('Bonjour Personne 3, 418 555-0100')).toBeVisible();
    expect(
      preview().getByText(/^Territoire 360 inc\. vous écrit à p3@exemple\.test parce que/),
    ).toBeVisible();
  });
});
