import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Pane, SpherePicture } from '../../../src/shared/sphere/sphere.ts';
import { expect, PROOF_TAG, test } from '../../support/fixtures.ts';
import { sphereScripts } from '../../support/sphere-script.ts';

let scripts: ReturnType<typeof sphereScripts> | undefined;

const API = 'https://api.example';

declare global {
  /** The whole picture, as an address that holds it. */
  var whole: string;
  /** Number of pictures that the page has decoded since a test began to count. */
  var decoded: number;
}

/** Size of the canvas, which is small because it is drawn in software. */
const SIZE = { width: 320, height: 160 };

/**
 * Shows a picture whose colours give the position: red grows from left to right, green from top to bottom, and blue is
 * the level of a tile (0 for the whole picture, 50 for that of a second one, 150 for a preview).
 */
async function show(
  page: Page,
  picture: Pick<SpherePicture, 'levels' | 'turn'> & { hasPreview?: boolean; second?: SpherePicture['turn'] },
): Promise<void> {
  // Scripts of the site may ask for files of the site and of its API only.
  await page.setContent(
    `<meta http-equiv="Content-Security-Policy" content="connect-src ${API}"><style>canvas{width:${SIZE.width}px;height:${SIZE.height}px}</style><canvas></canvas>`,
  );
  // Not as this file is loaded, which also happens where Playwright lists the tests.
  scripts ??= sphereScripts();
  for (const script of await scripts) await page.evaluate(script);
  await page.evaluate(
    async ({ api, levels, turn, hasPreview, second }) => {
      const drawn = (width: number, height: number, part: number[], blue: number) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
        const data = pen.createImageData(width, height);
        const [left = 0, top = 0, wide = 1, high = 1] = part;
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            const [u, v] = [left + (wide * (x + 0.5)) / width, top + (high * (y + 0.5)) / height];
            data.data.set([255 * u, 255 * v, blue, 255], 4 * (y * width + x));
          }
        }
        pen.putImageData(data, 0, 0);
        return canvas.toDataURL();
      };
      globalThis.whole = drawn(512, 512, [0, 0, 1, 1], 0);
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      const view = globalThis.views.createSphereView();
      const sphere = globalThis.engine.createSphere(canvas, { sphere: view });
      globalThis.shown = { sphere, view };
      await sphere.show([
        {
          whole: hasPreview ? `${api}/base.png` : globalThis.whole,
          ...(levels && {
            levels,
            tile: ({ level, column, row }) => {
              const { columns, rows } = levels[level] as { columns: number; rows: number };
              const part = [column / columns, row / rows, 1 / columns, 1 / rows];
              return drawn(64, 64, part, 100 * (level + 1));
            },
          }),
          ...(turn && { turn }),
          ...(hasPreview && { preview: drawn(64, 32, [0, 0, 1, 1], 150) }),
        },
        ...(second ? [{ whole: drawn(512, 256, [0, 0, 1, 1], 50), turn: second }] : []),
      ]);
    },
    { ...picture, api: API },
  );
}

/**
 * Reads the colour at a place of the canvas once the view is sharp, as yaw and pitch in the picture and the blue value.
 */
async function seenAt(page: Page, view: { yaw: number; pitch: number; field: number }, x = 0.5, y = 0.5) {
  const [red = 0, green = 0, blue = 0] = await page.evaluate(
    async ({ next, across, down }) => {
      const { sphere, view } = globalThis.shown;
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      view.look(next);
      await frame();
      do await frame();
      while (!sphere.isSharp());
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      const gl = canvas.getContext('webgl2') as WebGL2RenderingContext;
      const read = (x: number, y: number) => {
        const pixel = new Uint8Array(4);
        gl.readPixels(x, y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return [...pixel];
      };
      // The canvas is read in the frame that draws it, because it is cleared afterwards. A clear corner says that this was another frame.
      do {
        view.look(next);
        await frame();
      } while (read(0, 0)[3] === 0);
      return read(across * canvas.width, (1 - down) * canvas.height);
    },
    { next: view, across: x, down: y },
  );
  return { yaw: (red / 255) * 360 - 180, pitch: 90 - (green / 255) * 180, blue };
}

test('a sphere shows each direction where it is: not mirrored, whole at its seam and poles, level, sharp', async ({
  page,
}) => {
  // One level of red or green is less than two degrees.
  const near = (found: { yaw: number; pitch: number }, yaw: number, pitch: number) => {
    expect(Math.abs(found.yaw - yaw)).toBeLessThan(3);
    expect(Math.abs(found.pitch - pitch)).toBeLessThan(3);
  };
  await show(page, {});
  near(await seenAt(page, { yaw: 0, pitch: 0, field: 60 }), 0, 0);
  near(await seenAt(page, { yaw: 100, pitch: -30, field: 60 }), 100, -30);
  // With a horizontal field of 98°, the right edge is 49° to the right, and the top is up.
  near(await seenAt(page, { yaw: 0, pitch: 0, field: 60 }, 0.995, 0.5), 49, 0);
  near(await seenAt(page, { yaw: 0, pitch: 0, field: 60 }, 0.5, 0.01), 0, 29);
  // The seam shows both edges of the picture, with nothing between them.
  near(await seenAt(page, { yaw: 180, pitch: 0, field: 60 }, 0.45, 0.5), 174, 0);
  near(await seenAt(page, { yaw: 180, pitch: 0, field: 60 }, 0.55, 0.5), -174, 0);
  expect((await seenAt(page, { yaw: 0, pitch: 90, field: 60 })).pitch).toBeGreaterThan(87);
  expect((await seenAt(page, { yaw: 0, pitch: -90, field: 60 })).pitch).toBeLessThan(-87);

  // The camera leaned 20° to the right, so the right edge of its picture is below the horizon.
  await show(page, { turn: { heading: 0, pitch: 0, roll: 20 } });
  near(await seenAt(page, { yaw: 90, pitch: -20, field: 30 }), 90, 0);
  await show(page, { turn: { heading: 40, pitch: 10, roll: 0 } });
  near(await seenAt(page, { yaw: 40, pitch: 10, field: 30 }), 0, 0);

  await show(page, {
    levels: [
      { width: 1024, columns: 4, rows: 2 },
      { width: 4096, columns: 8, rows: 4 },
    ],
  });
  const wide = await seenAt(page, { yaw: 70, pitch: 20, field: 80 });
  near(wide, 70, 20);
  expect(wide.blue).toBe(100);
  const close = await seenAt(page, { yaw: 70, pitch: 20, field: 20 });
  near(close, 70, 20);
  expect(close.blue).toBe(200);
});

test('a preview is drawn at once; the whole picture is fetched, and in the graphics memory once one looks around', async ({
  page,
}) => {
  let asked = 0;
  await page.route(`${API}/base.png`, async (route) => {
    asked++;
    const [, bytes = ''] = (await page.evaluate(() => globalThis.whole)).split(',');
    const headers = { 'access-control-allow-origin': '*' };
    await route.fulfill({ contentType: 'image/png', headers, body: Buffer.from(bytes, 'base64') });
  });
  await show(page, { hasPreview: true });
  await page.evaluate(() => {
    globalThis.decoded = 0;
    const { createImageBitmap: decode } = globalThis;
    globalThis.createImageBitmap = ((...given: Parameters<typeof decode>) => {
      globalThis.decoded++;
      return decode(...given);
    }) as typeof decode;
  });
  const { view } = await page.evaluate(() => globalThis.shown.view.get());
  expect((await seenAt(page, view)).blue).toBe(150);
  await expect.poll(() => asked).toBe(1);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  expect(await page.evaluate(() => globalThis.decoded)).toBe(0);
  expect((await seenAt(page, view)).blue).toBe(150);

  // A pull has every frame: without a graphics card the picture waits for the hand to rest.
  await page.evaluate(async () => {
    const { view } = globalThis.shown;
    for (let yaw = 1; yaw < 40; yaw++) {
      view.look({ yaw, pitch: 0, field: 70 });
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  });
  expect(await page.evaluate(() => globalThis.decoded)).toBe(0);
  await expect.poll(() => page.evaluate(() => globalThis.decoded)).toBe(1);

  await expect.poll(async () => (await seenAt(page, { ...view, yaw: 30, pitch: 10 })).blue).toBe(0);
  // Of several bands, each is where it belongs.
  for (const pitch of [-60, -10, 10, 60]) {
    const found = await seenAt(page, { yaw: 30, pitch, field: 60 });
    expect(Math.abs(found.yaw - 30)).toBeLessThan(3);
    expect(Math.abs(found.pitch - pitch)).toBeLessThan(3);
  }
});

test('two pictures share a frame from one eye, each by its own heading: beside one another and with a line between', async ({
  page,
}) => {
  const turned = (heading: number) => ({ heading, pitch: 0, roll: 0 });
  await show(page, { turn: turned(320), second: turned(20) });
  const { width, height } = SIZE;
  const seen = async (x: number, yaw: number, blue: number) => {
    const found = await seenAt(page, { yaw: 0, pitch: 0, field: 60 }, x);
    expect(Math.abs(found.yaw - yaw)).toBeLessThan(3);
    expect(found.blue).toBe(blue);
  };
  const lay = (panes: Pane[]) => page.evaluate((next) => globalThis.shown.sphere.lay(next), panes);
  const whole = { x: 0, y: 0, width, height };
  await lay([
    { picture: 0, frame: whole, part: { ...whole, width: 96 } },
    { picture: 1, frame: whole, part: { ...whole, x: 96, width: width - 96 } },
  ]);
  // The picture's middle is at 20°, so north is at its −20°; a tenth of the frame is 43° to the left.
  await seen(0.5, -20, 50);
  await seen(0.1, 40 - 42.7, 0);
  const half = { ...whole, width: 158 };
  await lay([
    { picture: 0, frame: half },
    { picture: 1, frame: { ...half, x: 162 } },
  ]);
  await seen(79 / width, 40, 0);
  await seen(241 / width, -20, 50);
  // Between the two marks of this line there is nothing.
  await seen(0.5, -180, 0);
});

test('a sphere whose graphics memory is taken back draws the same view again by itself', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await show(page, {});
  await seenAt(page, { yaw: 100, pitch: -30, field: 60 });
  const lose = (isKept: boolean) =>
    page.evaluate((back) => {
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      const gl = canvas.getContext('webgl2') as WebGL2RenderingContext;
      const loss = gl.getExtension('WEBGL_lose_context');
      canvas.addEventListener('webglcontextlost', () => back && setTimeout(() => loss?.restoreContext()), {
        once: true,
      });
      loss?.loseContext();
    }, isKept);
  // The browser restores the context once; the second time it does not, and the viewer takes another canvas.
  for (const isKept of [true, false]) {
    const before = await page.evaluateHandle(() => document.querySelector('canvas'));
    await lose(isKept);
    await expect
      .poll(() => page.evaluate((old) => old === document.querySelector('canvas'), before), { timeout: 5000 })
      .toBe(isKept);
    await expect.poll(() => page.evaluate(() => globalThis.shown.sphere.isSharp())).toBe(true);
    const found = await seenAt(page, { yaw: 100, pitch: -30, field: 60 });
    expect(Math.abs(found.yaw - 100)).toBeLessThan(3);
    expect(Math.abs(found.pitch + 30)).toBeLessThan(3);
  }
});

test('a sphere is painted below a bar that covers a part of it, before it is touched, and where it is scrolled to', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 300 });
  await show(page, {});
  await page.addStyleTag({
    content:
      'body{margin:200px 0 400px}header{position:fixed;bottom:0;left:0;right:0;height:60px;background:#fff}',
  });
  await page.evaluate(() => document.body.append(document.createElement('header')));
  /** Blue of the picture is 0, of the page 255. */
  const blueAt = async (y: number) => {
    const screen = await page.screenshot();
    const [, , blue] = await sharp(screen)
      .extract({ left: 100, top: y, width: 1, height: 1 })
      .raw()
      .toBuffer();
    return blue;
  };
  await page.evaluate(() => globalThis.shown.sphere.show([{ whole: globalThis.whole }]));
  for (const y of [205, 235]) await expect.poll(() => blueAt(y)).toBe(0);
  expect(await blueAt(250)).toBe(255);
  await page.mouse.wheel(0, 100);
  for (const y of [105, 155, 235]) await expect.poll(() => blueAt(y)).toBe(0);
});
