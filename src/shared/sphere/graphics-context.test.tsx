import { afterEach, expect, it, vi } from 'vitest';
import { contextOf } from './graphics-context';

afterEach(() => void vi.restoreAllMocks());

/** Canvases of a browser whose contexts are all drawn by this renderer, and its canvas in the page. */
function drawnBy(renderer: string): HTMLCanvasElement {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(((_: string, asked: object) => ({
    RENDERER: 1,
    getParameter: () => renderer,
    getExtension: () => null,
    getContextAttributes: () => asked,
  })) as unknown as HTMLCanvasElement['getContext']);
  document.body.innerHTML = '<canvas class="size-full"></canvas>';
  return document.querySelector('canvas') as HTMLCanvasElement;
}

it('draws with the graphics card in the canvas that the page has', () => {
  const given = drawnBy('Adreno 740');
  const { canvas, gl, isInSoftware } = contextOf(given, false);
  expect(canvas).toBe(given);
  expect(isInSoftware).toBe(false);
  expect(gl.getContextAttributes()?.desynchronized).toBeUndefined();
});

it('makes a surface of its own of what the processor draws, where the browser takes that for a graphics card too', () => {
  const given = drawnBy('SwiftShader Device');
  const { canvas, gl, isInSoftware } = contextOf(given, false);
  expect(isInSoftware).toBe(true);
  expect(gl.getContextAttributes()?.desynchronized).toBe(true);
  // A canvas has one context for good.
  expect(canvas).not.toBe(given);
  expect([...document.querySelectorAll('canvas')]).toEqual([canvas]);
  expect(canvas.className).toBe('size-full');
});

it('keeps what the processor has drawn in a canvas that is alone, which takes less memory', () => {
  const { gl } = contextOf(drawnBy('SwiftShader Device'), true);
  expect(gl.getContextAttributes()).toMatchObject({ preserveDrawingBuffer: true });
  expect(gl.getContextAttributes()?.desynchronized).toBeUndefined();
});
