import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { comparedSurvey, surveyPair } from '@tests/survey-pair-rows';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComparedSurvey, SurveyPair } from '../data/survey-pairs';

const { PairsTab } = await import('./pairs-tab');

let survey: ComparedSurvey;
let pairs: SurveyPair[];
/** Pictures of both surveys, as « Publier » and « Chercher » read them. */
let pictures: Record<string, object[]>;

const place = (id: string, lat: number, change: object = {}) => ({
  ...{ id, lat, lon: -68.5, heading: 0, preview: `s/${id}.jpg`, published_file: null },
  ...{ searched_by: 'modele', proposals: [], blurs: [], ...change },
});

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  survey = comparedSurvey('apres', { compared_with: 'avant', name: 'Rue des Érables' });
  pairs = [surveyPair(1), surveyPair(2, { state: 'vu' }), surveyPair(3)];
  pictures = { avant: [place('a1', 48)], apres: [place('b1', 48.00001)] };
  backend.answer = ({ method, target, query }) => {
    if (target === 'surveys' && query.has('limit') && query.get('id')?.startsWith('eq'))
      return { body: survey };
    if (target === 'surveys' && method === 'GET')
      return query.get('id') === 'eq.apres'
        ? { body: survey }
        : { body: [comparedSurvey('avant', { name: 'Automne', captured_on: '2025-10-28' })] };
    if (target === 'survey_pairs' && method === 'GET') return { body: pairs };
    if (target === 'survey_pictures' && method === 'GET')
      return { body: pictures[query.get('survey_id')?.slice(3) ?? ''] ?? [] };
    return { body: [] };
  };
});

const show = async () => {
  const view = renderScreen(<PairsTab surveyId="apres" />);
  await screen.findByRole('combobox', { name: 'Relevé antérieur' });
  return view;
};

describe('the list of pairs', () => {
  it('counts them, says which were looked at, and keeps the filter in the address', async () => {
    const { address } = await show();
    expect(
      await screen.findByRole('heading', { name: /^3\spaires · 1\svue · 0\sdommage constaté$/ }),
    ).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'À voir' }));
    expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
      '/admin/releves/apres/paires/p1',
      '/admin/releves/apres/paires/p3',
    ]);
    expect(address()).toBe('/?paires=a-voir');
    await userEvent.click(screen.getByRole('button', { name: 'Avec dommage' }));
    expect(screen.getByText('Aucune paire de cette sorte.')).toBeVisible();
  });

  it('says what a pair is before there is one, and that two surveys are needed', async () => {
    pairs = [];
    survey = comparedSurvey('apres');
    backend.answer = ({ target, query }) =>
      target === 'surveys' && query.get('id') === 'eq.apres' ? { body: survey } : { body: [] };
    await show();
    expect(screen.getByText(/Il faut deux relevés des mêmes rues/)).toBeVisible();
  });

  it('can be read again after a failure', async () => {
    const { answer } = backend;
    backend.answer = () => ({ status: 400, body: { message: 'no' } });
    renderScreen(<PairsTab surveyId="apres" />);
    const retry = await screen.findByRole('button', { name: 'Réessayer' });
    vi.mocked(console.error).mockClear();
    backend.answer = answer;
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { name: /^3\spaires/ })).toBeVisible();
  });
});

describe('the search for pairs', () => {
  it('adds the new ones, and leaves those that somebody looked at', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Chercher les paires' }));
    expect(
      await screen.findByText('2\u00a0paires\u00a0: 1\u00a0nouvelle, 2\u00a0retirées.', {
        normalizer: String,
      }),
    ).toBeVisible();
    expect(backend.sent('POST', 'survey_pairs').map(({ body }) => body)).toEqual([
      [{ before_picture: 'a1', after_picture: 'b1' }],
    ]);
    expect(backend.sent('DELETE', 'survey_pairs').map(({ query }) => query.get('id'))).toEqual([
      'in.(p1,p3)',
    ]);
  });

  it('says when pictures have no place yet', async () => {
    pictures = { avant: [], apres: [place('b1', 48)] };
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Chercher les paires' }));
    expect(await screen.findByText(/n’ont pas encore de position/)).toBeVisible();
  });
});

describe('the public street', () => {
  it('is not published while a picture waits for its review, and says how many do', async () => {
    pictures.apres?.push(place('b2', 48.1, { searched_by: null }), place('b3', 48.2, { proposals: [{}] }));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Publier la rue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/photos à revoir avant de publier : 2/);
    vi.mocked(console.error).mockClear();
    expect(backend.requests.some(({ target }) => target.startsWith('/storage/'))).toBe(false);
    expect(backend.sent('POST', 'rpc/publish_survey')).toEqual([]);
  });

  it('is published at both dates, the earlier one first; what was copied stays', async () => {
    pictures = {
      avant: [place('a1', 48, { published_file: 'avant/a1-1.jpg' })],
      apres: [place('b1', 48, { published_file: 'apres/b1-1.jpg' })],
    };
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Publier la rue' }));
    expect(await screen.findByText('Rue publiée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/publish_survey').map(({ body }) => body)).toEqual([
      { survey_id: 'avant', slug: 'automne-2025-10-28' },
      { survey_id: 'apres', slug: 'rue-des-erables' },
    ]);
  });

  it('is taken away after a question, with its public files', async () => {
    survey = { ...survey, published_at: '2026-05-01T12:00:00Z', slug: 'rue-des-erables' };
    const { answer } = backend;
    backend.answer = (request) =>
      request.target === '/storage/v1/object/list/survey-public'
        ? { body: [{ name: 'b1-1.jpg', id: 'x' }] }
        : request.target === 'surveys' && request.query.get('compared_with')
          ? { body: [] }
          : answer(request);
    await show();
    expect(await screen.findByRole('link', { name: /Voir la rue/ })).toHaveAttribute(
      'href',
      '/street-view/rue-des-erables',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(backend.sent('POST', 'rpc/withdraw_survey')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Retirer' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(backend.sent('POST', 'rpc/withdraw_survey').map(({ body }) => body)).toEqual([
      { survey_id: 'apres' },
      { survey_id: 'avant' },
    ]);
    expect(backend.sent('DELETE', '/storage/v1/object/survey-public').map(({ body }) => body)).toEqual([
      { prefixes: ['apres/b1-1.jpg'] },
      { prefixes: ['avant/b1-1.jpg'] },
    ]);
  });
});
