import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN_ID, type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { IncidentPage, NewIncidentPage } = await import('./incident-page');
const { noticeText, occurrence } = await import('./incident-notices');

const stored = {
  id: 'i1',
  occurred_on: '2026-11-01',
  occurred_until: '2026-11-03',
  known_on: '2026-11-04',
  is_estimate: true,
  circumstances: 'Une liste est partie à la mauvaise adresse.',
  information: 'Noms et courriels',
  people_count: 40,
  quebec_people_count: null,
  sensitivity: 'Faible',
  consequences: 'Hameçonnage',
  misuse_likelihood: 'Possible',
  is_serious: true,
  risk_reasons: 'Adresses professionnelles, mais nombreuses',
  measures: 'Destruction demandée et confirmée',
  people_advice: null,
  commission_notified_on: null,
  people_notified_on: null,
  people_notice_way: null,
  people_notice_reason: null,
  kept_until: '2031-11-04',
  recorded_by: ADMIN_ID,
  created_at: '2026-11-04T15:00:00Z',
  updated_at: '2026-11-04T15:00:00Z',
};
const studio = {
  id: 1,
  legal_name: 'Studio du Fjord inc.',
  postal_address: '1, rue du Quai, Saguenay',
  contact_email: 'info@fjord.test',
  contact_phone: '418 555-0101',
  neq: '1176543210',
};

type Served = { incident?: object | null; changes?: object[]; fails?: boolean };

function serve({ incident = stored, changes = [], fails = false }: Served = {}) {
  backend.answer = ({ method, target }): BackendAnswer => {
    if (target === 'studio') return { body: studio };
    if (target === 'privacy_incident_changes') return { body: changes };
    if (method === 'GET') return { body: incident };
    return fails ? { status: 403, body: { message: 'non' } } : { body: incident };
  };
}

const open = async (change: Served = {}) => {
  serve(change);
  const view = renderScreen(<IncidentPage />, {
    path: '/admin/parametres/donnees/incidents/:id',
    at: '/admin/parametres/donnees/incidents/i1',
  });
  await screen.findByRole('form', { name: 'Incident' });
  return view;
};
const plain = (text: string) => text.replace(/[\u00a0\u202f]/gu, ' ');
const field = (label: RegExp) => screen.getByLabelText(label);
const type = (label: RegExp, text: string) => userEvent.type(field(label), text);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('a new incident', () => {
  const openNew = () => {
    serve();
    return renderScreen(<NewIncidentPage />, { path: '/admin/parametres/donnees/incidents/new' });
  };

  it('says in French what is missing, sends nothing and loses nothing', async () => {
    openNew();
    await type(/^Ce qui s’est passé/, 'Un portable a été volé.');
    await userEvent.click(screen.getByRole('button', { name: 'Inscrire au registre' }));
    for (const message of [
      'La date de l’incident est requise',
      'La date où vous en avez eu connaissance est requise',
      'Indiquez les renseignements visés, ou pourquoi ils ne sont pas connus',
      'La conclusion sur le risque est requise',
      'Les mesures prises sont requises',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(backend.posted()).toEqual([]);
    expect(field(/^Ce qui s’est passé/)).toHaveValue('Un portable a été volé.');
  });

  it('is recorded as its author, with dates in order, and unknown numbers as unknown', async () => {
    const view = openNew();
    await type(/^Date de l’incident/, '2026-11-10');
    await type(/^Date où vous en avez/, '2026-11-09');
    await type(/^Ce qui s’est passé/, 'Un portable a été volé.');
    await type(/^Renseignements personnels visés/, 'Noms');
    await type(/^Sensibilité/, 'Faible');
    await type(/^Conséquences/, 'Aucune');
    await type(/^Utilisations malveillantes/, 'Faible');
    await userEvent.selectOptions(field(/^Risque de préjudice/), 'non');
    await type(/^Motifs/, 'Disque chiffré');
    await type(/^Mesures prises/, 'Effacement à distance');
    await userEvent.click(screen.getByRole('button', { name: 'Inscrire au registre' }));
    expect(await screen.findByText('Cette date ne peut pas précéder l’incident')).toBeVisible();
    expect(backend.posted()).toEqual([]);
    await userEvent.clear(field(/^Date où vous en avez/));
    await type(/^Date où vous en avez/, '2026-11-10');
    await userEvent.click(screen.getByRole('button', { name: 'Inscrire au registre' }));
    await waitFor(() => expect(backend.posted()).toHaveLength(1));
    expect(backend.posted()[0]).toMatchObject({
      occurred_on: '2026-11-10',
      occurred_until: null,
      known_on: '2026-11-10',
      people_count: null,
      is_serious: false,
      is_estimate: false,
      recorded_by: ADMIN_ID,
      people_notice_way: null,
    });
    await waitFor(() => expect(view.address()).toBe('/admin/parametres/donnees/incidents/i1'));
  });
});

describe('an incident', () => {
  it('shows what remains to be done, and until when it is kept', async () => {
    await open();
    expect(screen.getByText('Aviser la Commission')).toBeVisible();
    expect(screen.getByText('Aviser les personnes')).toBeVisible();
    expect(screen.getByText(/garder au moins cinq ans.*04 nov\. 2031/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Supprimer du registre' })).toBeNull();
  });

  it('asks how and why of a notice to the people, and refuses one before the incident was known', async () => {
    await open();
    await type(/^Avis aux personnes/, '2026-11-02');
    await userEvent.click(screen.getByRole('button', { name: 'Corriger' }));
    expect(
      await screen.findByText('Un avis ne peut pas précéder la connaissance de l’incident'),
    ).toBeVisible();
    expect(screen.getByText('Le moyen de l’avis est requis')).toBeVisible();
    await userEvent.selectOptions(field(/^Moyen de l’avis/), 'public');
    expect(await screen.findByText('La raison d’un avis public est requise')).toBeVisible();
    expect(backend.sent('PATCH', 'privacy_incidents')).toEqual([]);
  });

  it('keeps what was typed when a correction is refused', async () => {
    await open({ fails: true });
    await userEvent.clear(field(/^Nombre de personnes/));
    await type(/^Nombre de personnes/, '41');
    await userEvent.click(screen.getByRole('button', { name: 'Corriger' }));
    expect(await screen.findByText('Impossible de corriger l’incident')).toBeVisible();
    expect(field(/^Nombre de personnes/)).toHaveValue('41');
    vi.mocked(console.error).mockClear();
  });

  it('asks which version is kept of a fact that another person corrected meanwhile, and keeps the rest', async () => {
    await open();
    const now = { measures: 'Liste détruite', people_count: 12, updated_at: '2026-11-06T15:00:00Z' };
    backend.answer = ({ method, target, query, body }) => {
      if (target !== 'privacy_incidents') return { body: target === 'studio' ? studio : [] };
      const theirs = { ...stored, ...now };
      if (method === 'GET') return { body: theirs };
      const isCurrent = query.get('updated_at') === `eq.${now.updated_at}`;
      return { body: isCurrent ? { ...theirs, ...(body as object) } : null };
    };
    await userEvent.clear(field(/^Nombre de personnes/));
    await type(/^Nombre de personnes/, '41');
    await userEvent.click(screen.getByRole('button', { name: 'Corriger' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deux versions à réunir' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer ce choix' }));
    expect(await screen.findByText(/^Incident corrigé/)).toBeVisible();
    expect(backend.sent('PATCH', 'privacy_incidents').at(-1)?.body).toMatchObject({
      people_count: 41,
      measures: 'Liste détruite',
    });
    await waitFor(() => expect(field(/^Mesures prises/)).toHaveValue('Liste détruite'));
  });

  it('says who corrected what, and what it said before', async () => {
    await open({
      changes: [
        {
          id: 'c1',
          incident_id: 'i1',
          recorded_by: ADMIN_ID,
          created_at: '2026-11-05T15:00:00Z',
          before: { people_count: 3, is_serious: false, kept_until: '2031-11-01', people_advice: null },
        },
      ],
    });
    const card = within(await screen.findByRole('region', { name: 'Corrections' }));
    expect(await card.findByText(/5 novembre 2026 à 10.h, par vous/)).toBeVisible();
    const lines = card.getAllByRole('listitem').map((line) => plain(line.textContent ?? ''));
    expect(lines.slice(1)).toEqual([
      'Nombre de personnes concernées : avant, « 3 »',
      'Risque de préjudice sérieux : avant, « non »',
      'Mesures suggérées aux personnes : avant, « rien »',
    ]);
  });

  it('goes once its five years are over, after a question', async () => {
    await open({ incident: { ...stored, kept_until: '2020-01-01' } });
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer du registre' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer définitivement' }));
    await waitFor(() => expect(backend.sent('DELETE', 'privacy_incidents')).toHaveLength(1));
    expect(backend.sent('DELETE', 'privacy_incidents')[0]?.query.get('id')).toBe('eq.i1');
  });

  it('puts the text of each notice on the clipboard in one press', async () => {
    await open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Copier l’avis.*Commission/ }));
    expect(plain(await navigator.clipboard.readText())).toContain(
      'Avis à la Commission d’accès à l’information',
    );
    await user.click(screen.getByRole('button', { name: /Copier l’avis.*personnes/ }));
    expect(plain(await navigator.clipboard.readText())).toContain('Bonjour,');
    expect((await screen.findAllByText(/Texte copié/)).length).toBeGreaterThan(0);
  });
});

describe('the notices', () => {
  const text = (kind: 'commission' | 'people', change: object = {}) =>
    plain(noticeText(kind, { ...stored, ...change } as never, studio as never));

  it('to the Commission holds every fact of the register, and asks for what it does not know', () => {
    const notice = text('commission');
    for (const part of [
      'Studio du Fjord inc.\n1, rue du Quai, Saguenay\ninfo@fjord.test, 418 555-0101',
      'du 1er novembre 2026 au 3 novembre 2026 (date approximative)',
      'en a eu connaissance\n4 novembre 2026',
      'environ 40, dont résidant au Québec : inconnu pour le moment',
      'Conséquences appréhendées : Hameçonnage',
      'Pas encore avisées. [mesures prévues et délai envisagé, à compléter]',
      'Utilisations malveillantes possibles et probabilité d’une utilisation à des fins préjudiciables : Possible',
      'Destruction demandée et confirmée\n[date de chaque mesure, ou délai envisagé, à compléter]',
      'Numéro d’entreprise du Québec (NEQ)\n1176543210',
      'nom et coordonnées\n[à compléter]',
    ]) {
      expect(notice).toContain(part);
    }
    const notified = { people_notified_on: '2026-11-05', people_notice_way: 'direct' };
    expect(text('commission', notified)).toContain('Avisées le 5 novembre 2026 : directement');
  });

  it('to the people says what happened, what was done and whom to ask, and nothing of the assessment', () => {
    const notice = text('people', { people_advice: 'Changez de mot de passe.' });
    for (const part of [
      stored.circumstances,
      stored.information,
      stored.measures,
      'Changez de mot de passe.',
    ]) {
      expect(notice).toContain(part);
    }
    expect(notice).toContain('info@fjord.test');
    expect(notice).not.toContain(stored.risk_reasons);
  });

  it('one day is written « le », a period « du … au … »', () => {
    const oneDay = { ...stored, occurred_until: null, is_estimate: false } as never;
    expect(plain(occurrence(oneDay))).toBe('le 1er novembre 2026');
  });
});
