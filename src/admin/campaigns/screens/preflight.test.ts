import { describe, expect, it } from 'vitest';
import type { Candidate } from '../data/audience';
import { departureOf, departureText, type PlannedCampaign, preflight } from './preflight';

const candidate = (index: number, change: Partial<Candidate> = {}): Candidate => ({
  id: `p${index}`,
  name: 'Nom',
  company: 'Ville',
  email: 'a@b.ca',
  phone: null,
  city: 'Percé',
  region: 'Estrie',
  sector: 'tourisme',
  status: 'nouveau',
  is_public_office_holder: null,
  tripIds: [],
  searched: '',
  ...change,
});

const plannedCampaign = (change: Partial<PlannedCampaign> = {}): PlannedCampaign => ({
  chosen: [candidate(1), candidate(2), candidate(3)],
  instant: undefined,
  // A Tuesday morning in Québec.
  now: new Date('2026-11-24T15:00:00Z'),
  sector: null,
  delays: [],
  hasGround: false,
  settings: {
    daily_cap: 150,
    quiet_start: '20:00:00',
    quiet_end: '07:00:00',
    campaign_gap_days: 14,
    mandate_number: '',
    mandate_from: null,
    mandate_until: null,
  },
  sentToday: 0,
  consents: undefined,
  candidates: [],
  messages: [],
  isTested: true,
  ...change,
});

const settings = plannedCampaign().settings;
const officeHolder = candidate(4, { sector: 'municipalité' });
const checksOf = (change: Partial<PlannedCampaign> = {}) => preflight(plannedCampaign(change));
const checkTexts = (change: Partial<PlannedCampaign> = {}) =>
  checksOf(change)
    .map(({ text }) => text)
    .join('\n')
    .replace(/\s/g, ' ');

it('says nothing to worry about when there is nothing', () => {
  expect(checksOf().filter(({ isWarning }) => isWarning)).toEqual([]);
  expect(checkTexts()).toContain(
    'Limite de 150 par jour (0 déjà partis aujourd’hui) : tout part le jour même.',
  );
});

it.each([
  ['part of it today', { settings: { ...settings, daily_cap: 2 }, sentToday: 1 }, 'il faudra 2 jours'],
  ['nothing today', { settings: { ...settings, daily_cap: 4 }, sentToday: 4 }, 'rien ne part avant demain'],
  ['all of the limit used', { settings: { ...settings, daily_cap: 2 }, sentToday: 2 }, 'il faudra 2 jours'],
  ['on Christmas', { instant: new Date('2026-12-25T15:00:00Z') }, 'Le 25 décembre 2026 est un jour férié'],
  ['on a Sunday', { instant: new Date('2026-11-29T15:00:00Z') }, 'Le 29 novembre 2026 est un dimanche'],
  ['at night', { instant: new Date('2026-11-25T03:00:00Z') }, 'l’envoi partira à 7 h'],
  ['in another sector', { sector: 'mrc' }, 'un autre secteur que celui de 3 contacts'],
  [
    'shortly after another campaign',
    { chosen: [candidate(1, { lastSentAt: '2026-11-20T15:00:00Z' })] },
    '1 personne a reçu une autre campagne depuis moins de 14 jours : son message sera annulé',
  ],
  [
    'a follow-up of public offices',
    { chosen: [officeHolder], delays: [7] },
    'sans demande écrite de sa part ni motif indiqué, le serveur retiendra sa relance',
  ],
  [
    'one more message to public offices',
    { chosen: [{ ...officeHolder, lastSentAt: '2026-01-20T15:00:00Z' }] },
    '1 message à qui a déjà été écrit',
  ],
] as const)('warns: %s', (_what, change, text) => {
  expect(checkTexts(change as Partial<PlannedCampaign>)).toContain(text);
  expect(checksOf(change as Partial<PlannedCampaign>)[0]?.isWarning).toBe(true);
});

it('does not warn of quiet hours that « Envoyer maintenant » passes, nor of a ground that is there', () => {
  expect(checkTexts({ now: new Date('2026-11-25T03:00:00Z') })).not.toContain('Heures calmes');
  const again = { chosen: [officeHolder], delays: [7] };
  expect(checkTexts({ ...again, hasGround: true })).not.toContain('lobbyisme');
  const mandate = { mandate_number: 'Q-1', mandate_from: '2026-01-01', mandate_until: '2026-12-31' };
  expect(checkTexts({ ...again, settings: { ...settings, ...mandate } })).not.toContain('lobbyisme');
  // A first message needs no legal ground.
  expect(checkTexts({ chosen: [officeHolder] })).not.toContain('lobbyisme');
});

it('counts what allows the sending', () => {
  const consents = {
    p1: { state: 'allowed', basis: 'published' },
    p2: { state: 'allowed', basis: 'published' },
  } as const;
  expect(checkTexts({ consents: { ...consents, p3: { state: 'allowed', basis: 'inquiry' } } })).toContain(
    'Ce qui permet l’envoi : adresse publiée 2, demande reçue 1.',
  );
});

describe('who gets the first message', () => {
  const lately = { lastSentAt: '2026-11-20T15:00:00Z' };
  const before = { lastSentAt: '2026-01-20T15:00:00Z' };
  const chosen = [candidate(1), candidate(2, lately), { ...officeHolder, ...before }];
  const text = (change: Partial<PlannedCampaign>) =>
    departureText(departureOf(plannedCampaign(change))).replace(/\s/g, ' ');

  it('are those whom neither the gap nor the law on lobbying holds', () => {
    expect(text({ chosen: [candidate(1), candidate(2)] })).toBe('2 personnes');
    expect(text({ chosen })).toBe('1 personne; 1 annulé, 1 retenu');
    expect(text({ chosen: [...chosen, candidate(5, lately)] })).toBe('1 personne; 2 annulés, 1 retenu');
    expect(text({ chosen: [candidate(2, lately)] })).toBe('0 personne; 1 annulé');
  });

  it('follow a written request of the person, a ground and a later moment', () => {
    const asked = { ...officeHolder, ...before, requestUntil: '2027-01-20T15:00:00Z' };
    expect(text({ chosen: [asked] })).toBe('1 personne');
    expect(text({ chosen: [{ ...asked, requestUntil: '2026-11-01T15:00:00Z' }] })).toBe(
      '0 personne; 1 retenu',
    );
    expect(text({ chosen, hasGround: true })).toBe('2 personnes; 1 annulé');
    expect(text({ chosen, instant: new Date('2026-12-09T15:00:00Z') })).toBe('2 personnes; 1 retenu');
  });
});
