import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const { HomeHero } = await import('./home-hero');

/** Stands in for the browser's animation of the strip. */
const turn = {
  playState: 'paused',
  currentTime: 0,
  play: () => {
    turn.playState = 'running';
  },
  pause: () => {
    turn.playState = 'paused';
  },
  cancel: () => {},
};
const show = async () => {
  render(<HomeHero />, { wrapper: MemoryRouter });
  await act(() => vi.advanceTimersByTimeAsync(1000));
};
const stopButton = () => screen.queryByRole('button', { name: 'Arrêter le mouvement de l’image' });

const prefersLessMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

beforeEach(() => {
  vi.useFakeTimers();
  prefersLessMotion(false);
  turn.playState = 'paused';
  HTMLElement.prototype.animate = () => turn as unknown as Animation;
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
  Reflect.deleteProperty(navigator, 'connection');
  vi.unstubAllGlobals();
});

it('turns once the page has settled, and its button stops it and starts it again', async () => {
  await show();
  expect(turn.playState).toBe('running');
  const stop = stopButton() as HTMLElement;
  fireEvent.pointerDown(stop);
  fireEvent.click(stop);
  expect(turn.playState).toBe('paused');
  fireEvent.click(screen.getByRole('button', { name: 'Reprendre le mouvement de l’image' }));
  expect(turn.playState).toBe('running');
});

it.each(['pointerDown', 'keyDown'] as const)('stops at %s anywhere', async (sign) => {
  await show();
  fireEvent[sign](document.body);
  expect(turn.playState).toBe('paused');
  expect(stopButton()).toBeNull();
});

it('never turns where less data or less motion is asked for, and then offers nothing to stop', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  await show();
  expect(turn.playState).toBe('paused');
  expect(screen.queryByRole('button')).toBeNull();
  Reflect.deleteProperty(navigator, 'connection');
  prefersLessMotion(true);
  await show();
  expect(turn.playState).toBe('paused');
});

it('leads to no tour while none is published', async () => {
  await show();
  expect(screen.queryByRole('link', { name: 'Entrer dans la visite' })).toBeNull();
  expect(screen.getByText('Image de démonstration')).toBeVisible();
});
