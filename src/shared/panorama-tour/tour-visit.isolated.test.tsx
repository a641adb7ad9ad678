import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Options = Parameters<typeof import('./tour-engine').createTour>[0];

/** The engine needs a real browser (end-to-end tests); this one shows any scene at once. */
const engine = { options: undefined as Options | undefined, asked: [] as unknown[][], gyroscope: false };
vi.mock('./tour-engine', () => ({
  createTour: (options: Options) => {
    engine.options = options;
    const show = (id: string, ...rest: unknown[]) => {
      engine.asked.push(['show', id, ...rest]);
      options.onScene(id);
    };
    return {
      show,
      follow: (link: string) => {
        engine.asked.push(['follow', link]);
        const to = options.scenes.flatMap(({ links }) => links).find(({ id }) => id === link)?.to ?? '';
        options.onScene(to);
      },
      turnTo: () => engine.asked.push(['turnTo']),
      zoom: (direction: string) => engine.asked.push(['zoom', direction]),
      listenToKeys: (listen: boolean) => engine.asked.push(['keys', listen]),
      hasGyroscope: async () => engine.gyroscope,
      hasHeadset: async () => false,
      followDevice: async (follow: boolean) => {
        engine.asked.push(['device', follow]);
        if (follow) throw new Error('denied');
      },
      destroy: () => engine.asked.push(['destroy']),
    };
  },
}));
vi.mock('@photo-sphere-viewer/core', () => ({}));

const { TourVisit } = await import('./tour-visit');

beforeEach(() => {
  Object.assign(engine, { options: undefined, asked: [], gyroscope: false });
  window.history.replaceState(null, '', '/visite/port');
  // jsdom has no WebGL.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
});
afterEach(() => vi.restoreAllMocks());

const show = (props: Partial<Parameters<typeof TourVisit>[0]> = {}) =>
  render(
    <TourVisit
      tour={panoramaTour}
      title="Le port"
      address={(path) => `/f/${path}`}
      layout="page"
      inAddress={true}
      {...props}
    />,
  );
const stage = () => screen.getByRole('region', { name: /^Visite à 360°/ });
const here = () => within(screen.getByRole('region', { name: 'Scène présente' }));
/** The viewer has come, and shows its first scene. */
async function ready() {
  await waitFor(() => expect(engine.options).toBeDefined());
  act(() => engine.options?.onScene(engine.options.start.scene));
  expect(stage()).not.toHaveAttribute('aria-busy');
}

describe('a visit', () => {
  it('shows the first picture at once, then says where one is', async () => {
    const { container } = show();
    expect(stage()).toHaveAttribute('aria-busy', 'true');
    expect(container.querySelector('img')).toHaveAttribute('src', '/f/t/quai/base.jpg');
    expect(screen.getByText('Chargement de la visite…')).toBeVisible();
    await ready();
    expect(here().getByRole('heading', { level: 2, name: 'Le quai' })).toBeVisible();
    expect(screen.getByText('Scène 1 de 2 : Le quai')).toHaveAttribute('aria-live', 'polite');
    expect(screen.getByRole('application')).toHaveAccessibleDescription('Ce que montre quai');
    // Nobody pressed anything: the focus stays where it was.
    expect(document.body).toHaveFocus();
  });

  it('walks by keyboard through a link, and takes the focus to the name of the new scene', async () => {
    show();
    await ready();
    here().getByRole('button', { name: 'La place' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(engine.asked).toContainEqual(['follow', 'q-p']);
    const name = here().getByRole('heading', { level: 2, name: 'La place' });
    await waitFor(() => expect(name).toHaveFocus());
    const all = within(screen.getByRole('navigation', { name: 'Scènes de la visite' }));
    expect(all.getByRole('button', { name: 'La place' })).toHaveAttribute('aria-current', 'true');
    await userEvent.click(all.getByRole('button', { name: 'Le quai' }));
    expect(engine.asked).toContainEqual(['show', 'quai']);
  });

  it('goes to a scene from the plan, whose picture has its text', async () => {
    show();
    await ready();
    expect(screen.getByRole('img', { name: 'Plan du port' })).toHaveAttribute('src', '/f/t/plan/plan.jpg');
    await userEvent.click(screen.getByRole('button', { name: '1. Le quai' }));
    expect(engine.asked).toContainEqual(['show', 'quai']);
  });

  it('opens what a point says, from the list as from the picture', async () => {
    show();
    await ready();
    await userEvent.click(here().getByRole('button', { name: 'La bouée' }));
    expect(engine.asked).toContainEqual(['turnTo']);
    const dialog = within(screen.getByRole('dialog', { name: 'La bouée' }));
    expect(dialog.getByText('Posée en 1908.')).toBeVisible();
    expect(dialog.getByRole('img', { name: 'Une bouée rouge' })).toHaveAttribute(
      'src',
      '/f/t/image/bouee.jpg',
    );
    const link = dialog.getByRole('link', { name: /exemple\.test.*nouvel onglet/ });
    expect(link).toHaveAttribute('href', 'https://exemple.test/bouee');
    expect(link).toHaveAttribute('rel', 'noopener');
    await userEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => engine.options?.onPoint('bouee'));
    expect(screen.getByRole('dialog', { name: 'La bouée' })).toBeVisible();
    // It is about this scene.
    act(() => engine.options?.onScene('place'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what a point explains beside the picture, which stays in use; Escape gives the focus back', async () => {
    const outer = vi.fn();
    document.addEventListener('keydown', outer, { capture: true });
    show({ layout: 'window' });
    await ready();
    await userEvent.click(screen.getByRole('button', { name: 'Scènes et repères' }));
    await userEvent.click(here().getByRole('button', { name: 'La bouée' }));
    const panel = screen.getByRole('dialog', { name: 'La bouée' });
    expect(panel).toContainElement(document.activeElement as HTMLElement);
    expect(panel).not.toHaveAttribute('aria-modal');
    // One panel at a time.
    expect(screen.queryByRole('region', { name: 'Scène présente' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Agrandir' }));
    expect(engine.asked).toContainEqual(['zoom', 'in']);
    outer.mockClear();
    await userEvent.keyboard('{Escape}');
    // A dialog around the visit stays.
    expect(outer).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(here().getByRole('button', { name: 'La bouée' })).toHaveFocus();
    document.removeEventListener('keydown', outer, { capture: true });
  });

  it('begins at the scene and the view of the address, and writes them there without a step of « Back »', async () => {
    window.history.replaceState(null, '', '/visite/port?a=1#scene=place&vue=30,-5,80');
    const steps = window.history.length;
    const { unmount } = show();
    await ready();
    expect(engine.options?.start).toEqual({ scene: 'place', view: { yaw: 30, pitch: -5, zoom: 80 } });
    act(() => engine.options?.onView({ yaw: 61.4, pitch: 2, zoom: 50 }, 61));
    expect(screen.getByTestId('cap')).toHaveTextContent('61°');
    await waitFor(() => expect(window.location.hash).toBe('#scene=place&vue=61,2,50'));
    expect(window.location.search).toBe('?a=1');
    expect(window.history.length).toBe(steps);
    // The address is pasted.
    window.history.replaceState(null, '', '#scene=quai&vue=1,2,3');
    act(() => void window.dispatchEvent(new Event('hashchange')));
    expect(engine.asked).toContainEqual(['show', 'quai', { yaw: 1, pitch: 2, zoom: 3 }]);
    unmount();
    expect(window.location.hash).toBe('');
    expect(engine.asked).toContainEqual(['destroy']);
  });

  it('follows the device only when it is asked to, and says when the device refuses', async () => {
    engine.gyroscope = true;
    show();
    await ready();
    const button = await screen.findByRole('button', { name: 'Suivre les mouvements de l’appareil' });
    expect(engine.asked.flat()).not.toContain('device');
    await userEvent.click(button);
    expect(await screen.findByText(/n’a pas permis de suivre/)).toBeVisible();
    expect(button).toHaveAttribute('aria-pressed', 'false');
  });

  it('keeps its lists behind a button where it fills the window; Escape gives the focus back', async () => {
    show({ layout: 'window' });
    await ready();
    const open = screen.getByRole('button', { name: 'Scènes et repères' });
    expect(open).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('navigation', { name: 'Scènes de la visite' })).toBeNull();
    await userEvent.click(open);
    here().getByRole('button', { name: 'La bouée' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(open).toHaveFocus();
    expect(open).toHaveAttribute('aria-expanded', 'false');
  });

  it('says that a scene could not be loaded, and stays where it was', async () => {
    show();
    await ready();
    act(() => engine.options?.onFailure());
    expect(screen.getByText(/Cette scène n’a pas pu être chargée/)).toBeVisible();
    expect(here().getByRole('heading', { level: 2, name: 'Le quai' })).toBeVisible();
  });

  it.each(['without WebGL', 'when the first picture cannot be read'])(
    '%s shows pictures and texts',
    async (when) => {
      if (when === 'without WebGL') vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
      show();
      if (when !== 'without WebGL') {
        await waitFor(() => expect(engine.options).toBeDefined());
        act(() => engine.options?.onFailure());
      }
      expect(await screen.findByText(/n’a pas pu s’ouvrir dans ce navigateur/)).toBeVisible();
      for (const { alt, name } of panoramaTour.scenes) {
        expect(screen.getByRole('img', { name: alt })).toBeVisible();
        expect(screen.getByText(name)).toBeVisible();
      }
      expect(screen.getByText('Posée en 1908.')).toBeVisible();
      expect(screen.queryByRole('application')).toBeNull();
    },
  );
});
