import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type Notice, onNotice } from '@/shared/lib/notify';
import { backend } from './fake-backend';
import { writeInto } from './write-into';

/** For tests: the fields of the quote request form, found as a person finds them. */

export const SUCCESS: Notice = {
  kind: 'success',
  title: 'Demande envoyée avec succès',
  text: 'Nous vous contacterons sous peu pour discuter de votre projet.',
};
export const FAILURE: Notice = {
  kind: 'error',
  title: 'Erreur',
  text: 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.',
};

export const field = {
  organization: () => screen.getByRole('textbox', { name: /Nom de l’organisation/ }),
  organizationType: () => screen.getByRole('combobox', { name: /Type d’organisation/ }),
  name: () => screen.getByRole('textbox', { name: /Votre nom/ }),
  email: () => screen.getByRole('textbox', { name: /Adresse courriel/ }),
  phone: () => screen.getByRole('textbox', { name: /Téléphone/ }),
  service: () => screen.getByRole('combobox', { name: /Type de service/ }),
  message: () => screen.getByRole('textbox', { name: /Message/ }),
  consent: () => screen.getByRole('checkbox', { name: /J’accepte de recevoir/ }),
};
export const button = () => screen.getByRole('button', { name: /Envoyer la demande|Envoi en cours/ });

/** The notices that the page showed, and its clock in ms. */
export const page = { notices: [] as Notice[], clock: 0 };

/** Starts each test with empty storage, a backend that accepts everything, and a clock that stands still. */
export function setUpQuoteRequestForm() {
  let stopListening: () => void;
  beforeEach(() => {
    localStorage.clear();
    backend.serve({});
    page.notices = [];
    stopListening = onNotice((notice) => page.notices.push(notice));
    page.clock = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => page.clock);
  });
  afterEach(() => {
    stopListening();
    vi.restoreAllMocks();
  });
}

/** Fills the required fields as a person would, taking ten seconds. */
export async function fill(user = userEvent.setup()) {
  await writeInto(field.organization(), 'Ville de Percé');
  await user.selectOptions(field.organizationType(), 'Ville');
  await writeInto(field.name(), 'Ève Côté');
  await writeInto(field.email(), 'eve@ville.example');
  await user.selectOptions(field.service(), 'Street View');
  page.clock += 10_000;
  return user;
}

export const REQUEST = {
  id: expect.any(String) as string,
  organization_name: 'Ville de Percé',
  contact_name: 'Ève Côté',
  email: 'eve@ville.example',
  phone: null,
  organization_type: 'ville',
  service_type: 'street-view',
  message: null,
  marketing_consent_version: null,
};
