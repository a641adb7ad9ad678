import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen } from '@tests/fake-backend';
import { CODE, FakeSecondFactor, signInWithPassword } from '@tests/fake-second-factor';
import { beforeEach, describe, expect, it } from 'vitest';

const { SecurityPage } = await import('./security-page');

let service: FakeSecondFactor;

beforeEach(async () => {
  backend.reset();
  service = new FakeSecondFactor();
  const preferences = { daily_digest: true, feed_created_at: null, feed_read_at: null };
  backend.answer = (request) =>
    request.target === 'rpc/today_preferences' ? { body: preferences } : service.answer(request);
  await signInWithPassword();
});

const open = async () => {
  renderScreen(<SecurityPage />);
  await screen.findByRole('heading', { name: 'Double authentification' });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const submitCode = async (form: string, code: string, button: string) => {
  const fields = within(await screen.findByRole('form', { name: form }));
  await userEvent.clear(fields.getByLabelText(/^Code à six chiffres/));
  await userEvent.type(fields.getByLabelText(/^Code à six chiffres/), code);
  await userEvent.click(fields.getByRole('button', { name: button }));
  return fields;
};

describe('the second factor', () => {
  it('is offered, and activated once the device has given a code', async () => {
    await open();
    expect(screen.getByText('Elle n’est pas activée.')).toBeVisible();
    await press('Activer la double authentification');
    const picture = await screen.findByRole('img', { name: 'Code QR à lire avec l’application' });
    // An unescaped « # » would end the data URL of the QR code.
    expect(picture).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml;charset=utf-8,%3Csvg.*%23000/),
    );
    expect(screen.getByText('CLESECRETE')).toBeVisible();
    await submitCode('Lier l’appareil', '12 34', 'Vérifier et activer');
    expect(await screen.findByText('Le code compte six chiffres')).toBeVisible();
    const fields = await submitCode('Lier l’appareil', '000000', 'Vérifier et activer');
    expect(
      await screen.findByText('Ce code n’est pas le bon. Attendez le prochain, puis réessayez.'),
    ).toBeVisible();
    expect(fields.getByLabelText(/^Code à six chiffres/)).toHaveValue('000000');
    await submitCode('Lier l’appareil', '123 456', 'Vérifier et activer');
    expect(await screen.findByText('Elle est activée.')).toBeVisible();
    expect(await screen.findByText('La double authentification est activée')).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('button', { name: 'Ajouter un appareil de secours' })).toBeVisible();
  });

  it('is begun only once the database has found the sign-in recent', async () => {
    const { answer } = backend;
    backend.answer = (request) =>
      request.target === 'rpc/require_recent_sign_in'
        ? { status: 403, body: { code: '42501' } }
        : answer(request);
    await open();
    await press('Activer la double authentification');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(service.devices).toEqual([]);
  });

  it('begun and left, can be begun again', async () => {
    await open();
    await press('Activer la double authentification');
    await press('Annuler');
    await press('Activer la double authentification');
    await screen.findByRole('form', { name: 'Lier l’appareil' });
    expect(service.devices).toHaveLength(1);
  });

  it('is removed against a code of the device', async () => {
    service.add('Téléphone');
    await open();
    await press('Retirer Téléphone');
    await submitCode('Retirer Téléphone', '000000', 'Retirer l’appareil');
    expect(await screen.findByText(/Ce code n’est pas le bon/)).toBeVisible();
    expect(service.devices).toHaveLength(1);
    await submitCode('Retirer Téléphone', CODE, 'Retirer l’appareil');
    expect(await screen.findByText('Elle n’est pas activée.')).toBeVisible();
    expect(service.devices).toEqual([]);
  });

  it('says plainly that a server does not offer it', async () => {
    service.isOffered = false;
    await open();
    await press('Activer la double authentification');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'La double authentification est offerte sur un projet hébergé. Ce serveur ne l’offre pas.',
    );
  });
});
