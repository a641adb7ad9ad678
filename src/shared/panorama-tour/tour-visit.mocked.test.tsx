import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scene } from './panorama-tour';

type Options = Parameters<typeof import('./tour-engine').createTour>[0];

/** A fake engine that shows any scene at once; the real one needs a browser (end-to-end tests). */
const engine = {
  options: undefined as Options | undefined,
  asked: [] as unknown[][],
  gyroscope: false,
  at: { x: 0, y: 0, isVisible: false },
};
vi.mock('./tour-engine', () => ({
  createTour: (options: Options) => {
    if (!document.createElement('canvas').getContext('webgl2')) throw new Error('No WebGL 2');
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
      placeOf: () => engine.at,
      cover: (covers: unknown[]) => engine.asked.push(['cover', covers.length]),
      setWheel: (zooms: boolean) => engine.asked.push(['wheel', zooms]),
      turn: (turns: boolean) => {
        engine.asked.push(['turn', turns]);
        options.onTurning(turns);
      },
      zoom: (direction: string) => engine.asked.push(['zoom', direction]),
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

const { TourVisit } = await import('./tour-visit');

beforeEach(() => {
  Object.assign(engine, {
    options: undefined,
    asked: [],
    gyroscope: false,
    at: { x: 0, y: 0, isVisible: false },
  });
  window.history.replaceState(null, '', '/visite/port');
  // jsdom has no WebGL.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
  screenIs('large');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Simulates a phone held upright, or a screen with room beside the picture. */
function screenIs(size: 'small' | 'large') {
  const isSmall = (query: string) => query.includes('width < 40rem');
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isSmall(query) === (size === 'small') }));
}

const show = (props: Partial<Parameters<typeof TourVisit>[0]> = {}) =>
  render(
    <TourVisit
      tour={panoramaTour}
      title="Le port"
      address={(path) => `/f/${path}`}
      layout="page"
      place="fragment"
      slug="port"
      {...props}
    />,
  );
const stage = () => screen.getByRole('region', { name: /^Visite à 360°/ });
const currentScene = () => within(screen.getByRole('region', { name: 'Scène présente' }));
/** Waits until the viewer shows its first scene. */
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
    expect(currentScene().getByRole('heading', { level: 2, name: 'Le quai' })).toBeVisible();
    expect(screen.getByText('Scène 1 de 2 : Le quai')).toHaveAttribute('aria-live', 'polite');
    expect(screen.getByRole('application')).toHaveAccessibleDescription('Ce que montre quai');
    // Without a press the focus stays where it was.
    expect(document.body).toHaveFocus();
  });

  it('begins with the small copy that its page holds, of the scene that the page is of only', async () => {
    const preview = 'data:image/webp;base64,UklGRg==';
    const { container, unmount } = show({ preview });
    expect(container.querySelector('img')).toHaveAttribute('src', preview);
    expect(engine.options?.start).toMatchObject({ scene: 'quai', preview });
    unmount();
    window.history.replaceState(null, '', '/visite/port#scene=place&vue=30,-5,80');
    const other = show({ preview });
    await waitFor(() => expect(engine.options?.start.scene).toBe('place'));
    expect(engine.options?.start.preview).toBeUndefined();
    expect(other.container.querySelector('img')).toHaveAttribute('src', '/f/t/place/base.jpg');
  });

  it('walks by keyboard through a link, and takes the focus to the name of the new scene', async () => {
    show();
    await ready();
    currentScene().getByRole('button', { name: 'La place' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(engine.asked).toContainEqual(['follow', 'q-p']);
    const name = currentScene().getByRole('heading', { level: 2, name: 'La place' });
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
    await userEvent.click(currentScene().getByRole('button', { name: 'La bouée' }));
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
    // The panel is about the scene that is shown now.
    act(() => engine.options?.onScene('place'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what a point explains beside the picture, which stays in use; Escape gives the focus back', async () => {
    const outer = vi.fn();
    document.addEventListener('keydown', outer, { capture: true });
    show({ layout: 'window' });
    await ready();
    await userEvent.click(screen.getByRole('button', { name: 'Scènes et repères' }));
    await userEvent.click(currentScene().getByRole('button', { name: 'La bouée' }));
    const panel = screen.getByRole('dialog', { name: 'La bouée' });
    expect(panel).toContainElement(document.activeElement as HTMLElement);
    expect(panel).not.toHaveAttribute('aria-modal');
    // Only one panel is open at a time.
    expect(screen.queryByRole('region', { name: 'Scène présente' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Agrandir' }));
    expect(engine.asked).toContainEqual(['zoom', 'in']);
    outer.mockClear();
    await userEvent.keyboard('{Escape}');
    // Escape does not reach a dialog around the tour.
    expect(outer).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(currentScene().getByRole('button', { name: 'La bouée' })).toHaveFocus();
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
    // A new address is pasted into the same page.
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
    currentScene().getByRole('button', { name: 'La bouée' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(open).toHaveFocus();
    expect(open).toHaveAttribute('aria-expanded', 'false');
  });

  it('says that a scene could not be loaded, and stays where it was', async () => {
    show();
    await ready();
    act(() => engine.options?.onFailure());
    expect(screen.getByText(/Cette scène n’a pas pu être chargée/)).toBeVisible();
    expect(currentScene().getByRole('heading', { level: 2, name: 'Le quai' })).toBeVisible();
  });

  it('says that what the browser took back is drawn again, and shows pictures and texts where it cannot be', async () => {
    show();
    await ready();
    act(() => engine.options?.onLost());
    expect(screen.getByText(/repris la mémoire de l’image\s: elle est redessinée/)).toBeVisible();
    expect(stage()).not.toHaveAttribute('aria-busy');
    act(() => engine.options?.onGone());
    expect(await screen.findByText(/n’a pas pu s’ouvrir dans ce navigateur/)).toBeVisible();
  });

  it('says that a part of a scene stays blurred', async () => {
    show();
    await ready();
    act(() => engine.options?.onMissing());
    expect(screen.getByText(/n’a pas pu être lue\s: elle reste floue/)).toBeVisible();
  });

  it('has words in place of « Chargement » that need no script', () => {
    show();
    // The style sheet hides the text until it is late.
    expect(screen.getByText('Chargement de la visite…')).toHaveClass('until-late');
    const late = screen.getByText(/ne s’est pas encore ouverte/);
    expect(late).toHaveClass('when-late');
    expect(within(late).getByRole('link', { name: /ouvrir la visite seule/ })).toHaveAttribute(
      'href',
      '/visite/port',
    );
  });

  it.each([
    ['without WebGL', /dans ce navigateur, qui ne peut pas tourner ses images/],
    ['when the first picture cannot be read', /ses images n’ont pas pu être lues/],
  ])('%s says so, and shows pictures and texts', async (when, words) => {
    if (when === 'without WebGL') vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    show();
    if (when !== 'without WebGL') {
      await waitFor(() => expect(engine.options).toBeDefined());
      act(() => engine.options?.onFailure());
    }
    expect(await screen.findByText(words)).toBeVisible();
    for (const { alt, name } of panoramaTour.scenes) {
      expect(screen.getByRole('img', { name: alt })).toBeVisible();
      expect(screen.getByText(name)).toBeVisible();
    }
    expect(screen.getByText('Posée en 1908.')).toBeVisible();
    expect(screen.queryByRole('application')).toBeNull();
  });

  it('turns to a point that is out of sight, and leaves one that is in sight where it is', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    show({ layout: 'window' });
    await ready();
    engine.at = { x: 500, y: 300, isVisible: true };
    act(() => engine.options?.onPoint('bouee'));
    expect(engine.asked).not.toContainEqual(['turnTo']);
    await userEvent.keyboard('{Escape}');
    engine.at = { x: 40, y: 300, isVisible: true };
    act(() => engine.options?.onPoint('bouee'));
    expect(engine.asked).toContainEqual(['turnTo']);
    await userEvent.keyboard('{Escape}');
    // On a phone the sheet covers a part of the picture, so the point moves to the middle of the rest.
    engine.asked = [];
    screenIs('small');
    engine.at = { x: 500, y: 300, isVisible: true };
    act(() => engine.options?.onPoint('bouee'));
    expect(engine.asked).toContainEqual(['turnTo']);
  });

  it('gives a point its sound and its document, with the words of the one and the size of the other', async () => {
    const [first, ...others] = panoramaTour.scenes;
    const points = [
      {
        ...{ id: 'cloche', yaw: 0, pitch: 0, title: 'La cloche' },
        sound: { path: 't/s/son.mp3', text: 'Trois coups' },
        document: { path: 't/d/document.pdf', name: 'Le circuit', bytes: 1_250_000 },
      },
    ];
    show({ tour: { scenes: [{ ...(first as Scene), points }, ...others] } });
    await ready();
    act(() => engine.options?.onPoint('cloche'));
    const card = screen.getByRole('dialog', { name: 'La cloche' });
    expect(card.querySelector('audio')).toHaveAttribute('src', '/f/t/s/son.mp3');
    expect(card.querySelector('audio')).not.toHaveAttribute('autoplay');
    expect(within(card).getByText('Trois coups')).toBeVisible();
    const link = within(card).getByRole('link', { name: /Le circuit \(PDF, 1,3\sMo\).*nouvel onglet/ });
    expect(link).toHaveAttribute('href', '/f/t/d/document.pdf');
  });

  it('plays the sound of a place on demand only, and that of the next one once it is on', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    const scenes = panoramaTour.scenes.map((scene) => ({
      ...scene,
      sound: { path: `t/${scene.id}.mp3`, text: `On entend ${scene.id}` },
    }));
    show({ tour: { scenes } });
    await ready();
    expect(currentScene().getByText(/On entend quai/)).toBeVisible();
    const button = screen.getByRole('button', { name: 'Son du lieu' });
    expect(button).toHaveAttribute('aria-pressed', 'false');
    act(() => engine.options?.onScene('place'));
    expect(play).not.toHaveBeenCalled();
    await userEvent.click(button);
    expect(play).toHaveBeenCalled();
    play.mockClear();
    expect(button).toHaveAttribute('aria-pressed', 'true');
    act(() => engine.options?.onScene('quai'));
    expect(document.querySelector('audio')).toHaveAttribute('src', '/f/t/quai.mp3');
    expect(play).toHaveBeenCalled();
    await userEvent.click(button);
    expect(pause).toHaveBeenCalled();
    play.mockRejectedValue(new Error('unreadable'));
    await userEvent.click(button);
    expect(await screen.findByText('Le son du lieu n’a pas pu être lu.')).toBeVisible();
    expect(button).toHaveAttribute('aria-pressed', 'false');
  });

  it('tells what stands over its picture, of which marks are kept clear: compass, buttons, and a message', async () => {
    // jsdom lays nothing out, and observes no size.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly tell: () => void) {}
        observe() {
          this.tell();
        }
        disconnect() {}
      },
    );
    show();
    await ready();
    const told = () => engine.asked.findLast(([what]) => what === 'cover');
    expect(told()).toEqual(['cover', 2]);
    act(() => engine.options?.onMissing());
    expect(told()).toEqual(['cover', 3]);
  });

  it('turns slowly, with a button that stops it; who follows a link sees what was sent', async () => {
    const { unmount } = show();
    await ready();
    expect(engine.options?.turns).toBe(true);
    // Nothing turns, so there is no button to stop it.
    expect(screen.queryByRole('button', { name: /mouvement de l’image/ })).toBeNull();
    act(() => engine.options?.onTurning(true));
    await userEvent.click(screen.getByRole('button', { name: 'Arrêter le mouvement de l’image' }));
    expect(engine.asked).toContainEqual(['turn', false]);
    await userEvent.click(screen.getByRole('button', { name: 'Reprendre le mouvement de l’image' }));
    expect(engine.asked).toContainEqual(['turn', true]);
    unmount();
    window.history.replaceState(null, '', '/visite/port#scene=quai&vue=1,2,3');
    engine.options = undefined;
    show();
    await ready();
    expect(engine.options).toMatchObject({ turns: false });
  });

  it('shows another floor until one goes to another scene', async () => {
    const [first, ...others] = panoramaTour.scenes;
    const floors = ['rez', 'etage'].map((id) => ({
      ...{ id, name: `Niveau ${id}`, path: `t/${id}.jpg`, alt: `Plan ${id}`, width: 8, height: 6, north: 0 },
    }));
    show({ tour: { scenes: [first as Scene, ...others], floors } });
    await ready();
    await userEvent.click(screen.getByRole('button', { name: 'Niveau etage' }));
    expect(screen.getByRole('img', { name: 'Plan etage' })).toBeVisible();
    act(() => engine.options?.onScene('place'));
    act(() => engine.options?.onScene('quai'));
    await userEvent.click(screen.getByRole('button', { name: 'Niveau rez' }));
    expect(screen.getByRole('img', { name: 'Plan rez' })).toBeVisible();
    expect(screen.getByRole('button', { name: '1. Le quai' })).toHaveAttribute('aria-current', 'true');
  });

  it('fills a small window at once, and nothing of the page below can be reached', async () => {
    screenIs('small');
    render(<a href="/ailleurs">Ailleurs</a>);
    const { unmount } = show({ exit: <button type="button">Fermer la visite</button> });
    await ready();
    const outside = screen.getByText('Ailleurs').parentElement;
    expect(outside).toHaveProperty('inert', true);
    expect(screen.getByRole('button', { name: 'Fermer la visite' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Scènes et repères' })).toBeVisible();
    unmount();
    expect(outside).toHaveProperty('inert', false);
  });

  it('fills the window where the browser has no full screen, and Escape leaves it', async () => {
    show();
    await ready();
    expect(screen.queryByRole('button', { name: 'Scènes et repères' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Plein écran' }));
    expect(screen.getByRole('button', { name: 'Scènes et repères' })).toBeVisible();
    expect(engine.asked.at(-1)).toEqual(['wheel', true]);
    expect(screen.getByRole('button', { name: 'Quitter le plein écran' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Scènes et repères' })).toBeNull();
    expect(engine.asked.at(-1)).toEqual(['wheel', false]);
  });
});
