import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { spheres } from '@tests/fake-sphere';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSphereView } from '@/shared/sphere/sphere-view';
import type { DatedPair } from './dated-pictures';
import type { ViewingMode } from './two-dates-viewer';

vi.mock('@/shared/sphere/sphere', () => import('@tests/fake-sphere'));

const { TwoDatesViewer } = await import('./two-dates-viewer');

const pair: DatedPair = {
  before: { src: 'avant.jpg', heading: 320, day: '2025-10-28' },
  after: { src: 'apres.jpg', heading: 316, day: '2026-04-20' },
};

type Props = Partial<ComponentProps<typeof TwoDatesViewer>>;

function Viewer({ first = 'side', ...props }: Props & { first?: ViewingMode }) {
  const [sphere] = useState(createSphereView);
  const [mode, setMode] = useState<ViewingMode>(first);
  return <TwoDatesViewer pair={pair} place="Rue" sphere={sphere} mode={mode} onMode={setMode} {...props} />;
}

const show = async (props: Props & { first?: ViewingMode } = {}) => {
  const view = render(<Viewer {...props} />);
  await waitFor(() => expect(screen.queryByText('Chargement des deux images')).toBeNull());
  return view;
};
const mode = (name: RegExp) => screen.getByRole('button', { name });
const dates = () => screen.getAllByText(/^(Avant|Après) · /).map(({ textContent }) => textContent);
const picture = () => screen.getAllByRole('application')[0] as HTMLElement;

beforeEach(() => spheres.reset());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the modes', () => {
  it('draws both pictures, each by its own heading, under its date', async () => {
    await show();
    expect(spheres.asked()).toEqual([['avant.jpg', 'apres.jpg']]);
    expect(spheres.headings).toEqual([320, 316]);
    expect(screen.getAllByRole('application').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Rue, Avant, 28\u00a0octobre 2025',
      'Rue, Après, 20\u00a0avril 2026',
    ]);
    expect(dates()).toEqual(['Avant · 28\u00a0octobre 2025', 'Après · 20\u00a0avril 2026']);
  });

  it('puts them beside one another where the frame is wider than high, and above one another in a high one', async () => {
    const frame = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    frame.mockReturnValue(new DOMRect(0, 0, 624, 496));
    const { unmount } = await show();
    await waitFor(() =>
      expect(spheres.panes?.map(({ frame: { x, y } }) => [x, y])).toEqual([
        [0, 0],
        [314, 0],
      ]),
    );
    unmount();
    frame.mockReturnValue(new DOMRect(0, 0, 343, 504));
    await show();
    await waitFor(() =>
      expect(spheres.panes?.map(({ frame: { x, y } }) => [x, y])).toEqual([
        [0, 0],
        [0, 254],
      ]),
    );
  });

  it('moves the line between two dates by keys, and says how much of each there is', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 600));
    await show();
    await userEvent.click(mode(/Rideau/));
    const line = screen.getByRole('slider', { name: 'Ligne entre les deux dates' });
    line.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(line).toHaveAttribute('aria-valuetext', '54\u00a0% de l’image du 28\u00a0octobre 2025');
    await waitFor(() => expect(spheres.panes?.map(({ part }) => part?.width)).toEqual([540, 460]));
    // A date that reached over the line would stand over the other picture.
    expect(screen.getByText(/^Avant · /).parentElement).toHaveStyle({ width: '54%' });
    await userEvent.keyboard('{Home}');
    expect(line).toHaveAttribute('aria-valuenow', '0');
    // On the divider the wheel zooms as elsewhere, and dragging does not turn the pictures.
    const { field } = spheres.view();
    fireEvent.wheel(line, { deltaY: -200 });
    expect(spheres.view().field).toBeLessThan(field);
    const { yaw } = spheres.view();
    HTMLElement.prototype.setPointerCapture = () => {};
    HTMLElement.prototype.hasPointerCapture = () => true;
    fireEvent.pointerDown(line, { clientX: 500, clientY: 300, pointerId: 1 });
    fireEvent.pointerMove(line, { clientX: 700, clientY: 300, pointerId: 1 });
    expect(line).toHaveAttribute('aria-valuenow', '70');
    expect(spheres.view().yaw).toBe(yaw);
    expect(dates()).toHaveLength(2);
  });

  it('shows one date after the other with its date, as fast as chosen, until it is stopped', async () => {
    await show();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    act(() => mode(/Alternance/).click());
    expect(dates()).toEqual(['Avant · 28\u00a0octobre 2025']);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(dates()).toEqual(['Après · 20\u00a0avril 2026']);
    act(() => screen.getByRole('button', { name: 'Arrêter' }).click());
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(dates()).toEqual(['Après · 20\u00a0avril 2026']);
    act(() => screen.getByRole('button', { name: 'Montrer l’autre date' }).click());
    expect(dates()).toEqual(['Avant · 28\u00a0octobre 2025']);
    expect(screen.getByText('Avant, 28 octobre 2025')).toHaveAttribute('role', 'status');
  });

  it('changes the date by a press only for who wants less motion', async () => {
    spheres.reset('less');
    await show({ first: 'blink' });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(dates()).toEqual(['Avant · 28\u00a0octobre 2025']);
    expect(screen.queryByRole('button', { name: 'Alterner' })).toBeNull();
    act(() => screen.getByRole('button', { name: 'Montrer l’autre date' }).click());
    expect(dates()).toEqual(['Après · 20\u00a0avril 2026']);
  });

  it('is whole by keyboard: modes, the other date, turning, zooming, and the keys of the screen', async () => {
    const onKey = vi.fn((key: string) => key === 'n');
    await show({ onKey });
    picture().focus();
    await userEvent.keyboard('3');
    expect(mode(/Alternance/)).toHaveAttribute('aria-pressed', 'true');
    picture().focus();
    await userEvent.keyboard(' ');
    expect(dates()).toEqual(['Après · 20\u00a0avril 2026']);
    const { yaw, field } = spheres.view();
    await userEvent.keyboard('{ArrowRight}-n');
    await waitFor(() => expect(spheres.view().yaw).toBeGreaterThan(yaw));
    await waitFor(() => expect(spheres.view().field).toBeGreaterThan(field));
    expect(onKey).toHaveBeenCalledWith('n');
  });
});

describe('marks and the ruler', () => {
  it('draws a mark in the middle by Enter, and shows the marks as buttons of one picture', async () => {
    const onDraw = vi.fn();
    const mark = { id: 'm', label: 'Bordure', yaw: 0, pitch: 0, ellipse: { width: 8, height: 6 } };
    await show({ tool: 'mark', onDraw, marks: [mark] });
    expect(screen.getAllByRole('button', { name: 'Bordure' })).toHaveLength(1);
    picture().focus();
    await userEvent.keyboard('{Enter}');
    expect(onDraw).toHaveBeenCalledWith(expect.objectContaining({ yaw: 0, pitch: 0, width: 10, height: 10 }));
  });

  it('measures an angle between two points, and says that it is no length', async () => {
    await show({ tool: 'measure' });
    expect(screen.getByText('Pressez un premier point dans l’image.')).toBeVisible();
    picture().focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('Pressez le second point.')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(screen.getByText('8,8°')).toBeVisible();
    expect(screen.getByText('C’est un angle vu de l’appareil, pas une longueur.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Effacer' }));
    expect(screen.getByText('Pressez un premier point dans l’image.')).toBeVisible();
  });
});

describe('pictures that do not come', () => {
  it('says so and tries again', async () => {
    spheres.fails = true;
    render(<Viewer />);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Ces images n’ont pas pu être chargées.');
    spheres.fails = false;
    await userEvent.click(within(alert).getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('keeps the dates of the pictures that show while the next ones are on their way', async () => {
    const { rerender } = await show();
    let arrive = () => {};
    const waiting = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    spheres.wait = waiting;
    const next = {
      before: { src: 'b.jpg', heading: 10, day: '2024-01-02' },
      after: { src: 'c.jpg', heading: 10, day: '2024-05-06' },
    };
    rerender(<Viewer pair={next} />);
    expect(dates()).toEqual(['Avant · 28\u00a0octobre 2025', 'Après · 20\u00a0avril 2026']);
    arrive();
    await waitFor(() => expect(dates()).toEqual(['Avant · 2\u00a0janvier 2024', 'Après · 6\u00a0mai 2024']));
  });

  it('shows both flat, under their dates, without WebGL', async () => {
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    render(<Viewer />);
    expect(
      await screen.findByRole('img', { name: 'Panorama à 360° de Rue, 28\u00a0octobre 2025' }),
    ).toHaveAttribute('src', 'avant.jpg');
    expect(screen.getByRole('img', { name: 'Panorama à 360° de Rue, 20\u00a0avril 2026' })).toBeVisible();
    expect(screen.getByText(/WebGL est absent ou désactivé/)).toHaveAttribute('role', 'status');
  });
});
