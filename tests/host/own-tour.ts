import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type {
  InfoPoint,
  PanoramaTour,
  Scene,
  SceneLink,
  TiledPicture,
} from '../../src/shared/panorama-tour/panorama-tour.ts';
import type { StackInfo } from '../support/stack.ts';

/** A cut picture's files by their path in its folder, and its description in a tour. */
export type CutPicture = { files: Map<string, Buffer>; picture: Omit<TiledPicture, 'folder' | 'bytes'> };

/** A scene to publish, from a cut picture or a picture file; without either, from a drawn 2:1 picture. */
export type PlannedScene = Pick<Scene, 'id' | 'name'> &
  Partial<Pick<Scene, 'heading' | 'view'>> & {
    cut?: CutPicture;
    file?: string;
    links?: SceneLink[];
    points?: InfoPoint[];
  };

const TILE = 512;
/** Sizes of the editor's tiles (src/admin/tours/data/tile-plan.ts). */
const BASE_WIDTH = 1536;
const BASE_BYTES = 150_000;
const SMALLEST = 2048;

/** Cuts a picture into JPEG tiles in the browser. */
async function cutByBrowser(page: Page, file: string | undefined, width: number): Promise<CutPicture> {
  const source = file && `data:image/jpeg;base64,${readFileSync(file).toString('base64')}`;
  const levels = [];
  for (let wide = SMALLEST; wide <= width; wide *= 2) {
    levels.push({ width: wide, columns: wide / TILE, rows: wide / 2 / TILE });
  }
  const pieces = await page.evaluate(
    async ({ source, width, tile, baseWidth, baseBytes, smallest }) => {
      const sized = (w: number, h: number) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
        return [canvas, canvas.getContext('2d') as CanvasRenderingContext2D] as const;
      };
      const drawn = () => {
        const [canvas, context] = sized(2048, 1024);
        for (let x = 0; x < 16; x++) {
          context.fillStyle = `hsl(${x * 22.5} 45% ${40 + (x % 2) * 15}%)`;
          context.fillRect(x * 128, 0, 128, 1024);
        }
        return canvas;
      };
      const picture = source
        ? await createImageBitmap(await (await fetch(source)).blob())
        : await createImageBitmap(drawn());
      const base64 = (canvas: HTMLCanvasElement, quality: number) =>
        canvas.toDataURL('image/jpeg', quality).split(',')[1] as string;
      const files: Record<string, string> = {};
      const [base, onBase] = sized(baseWidth, baseWidth / 2);
      onBase.drawImage(picture, 0, 0, base.width, base.height);
      let quality = 0.7;
      do {
        files['base.jpg'] = base64(base, quality);
        quality -= 0.05;
      } while ((files['base.jpg'].length * 3) / 4 > baseBytes && quality > 0.2);
      for (let level = 0, wide = smallest; wide <= width; level++, wide *= 2) {
        const scale = picture.width / wide;
        for (let column = 0; column < wide / tile; column++) {
          for (let row = 0; row < wide / 2 / tile; row++) {
            const [one, context] = sized(tile, tile);
            const side = tile * scale;
            context.drawImage(picture, column * side, row * side, side, side, 0, 0, tile, tile);
            files[`${level}/${column}-${row}.jpg`] = base64(one, 0.8);
          }
        }
      }
      return files;
    },
    { source, width, tile: TILE, baseWidth: BASE_WIDTH, baseBytes: BASE_BYTES, smallest: SMALLEST },
  );
  const files = new Map(
    Object.entries(pieces).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const),
  );
  return { files, picture: { width, baseWidth: BASE_WIDTH, levels } };
}

/**
 * Publishes a panorama tour as the back office does, for tests of the viewer: tiles in the bucket, draft, version.
 *
 * @param page an empty page in which the pictures are cut
 * @returns the tour's id, and what was published
 */
export async function publishOwnTour(
  page: Page,
  { apiUrl, publishableKey, admin }: Pick<StackInfo, 'apiUrl' | 'publishableKey' | 'admin'>,
  { slug, scenes, width = SMALLEST }: { slug: string; scenes: readonly PlannedScene[]; width?: number },
): Promise<{ tourId: string; document: PanoramaTour }> {
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${apiUrl}/${path}`, {
      ...init,
      headers: { apikey: publishableKey, 'content-type': 'application/json', ...init.headers },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const session = await call('auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify(admin),
  });
  const headers = { authorization: `Bearer ${session.access_token}` };
  const [{ id: tourId }] = await call(`rest/v1/virtual_tours?slug=eq.${slug}&select=id`, { headers });

  const made: Scene[] = [];
  for (const { file, cut, ...scene } of scenes) {
    const folder = `${tourId}/${randomUUID()}`;
    const { files, picture } = cut ?? (await cutByBrowser(page, file, width));
    let bytes = 0;
    for (const [name, body] of files) {
      bytes += body.length;
      const type = name.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
      await call(`storage/v1/object/panoramas/${folder}/${name}`, {
        method: 'POST',
        // The headers equal those of src/admin/kit/lib/bucket-upload.ts: tiles never change.
        headers: { ...headers, 'content-type': type, 'cache-control': 'max-age=31536000' },
        body: new Uint8Array(body),
      });
    }
    made.push({
      alt: `Panorama de la scène ${scene.name}`,
      ...{ heading: 0, view: { yaw: 0, pitch: 0, zoom: 45 }, links: [], points: [] },
      ...scene,
      picture: { ...picture, folder, bytes },
    });
  }
  const document: PanoramaTour = { scenes: made };
  const rpc = (name: string, body: object) =>
    call(`rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const draft = { scenes: made.map((scene) => ({ ...scene, blurs: [] })) };
  // A retried test finds the draft of its first attempt.
  const [known] = await call(`rest/v1/panorama_tour_drafts?tour_id=eq.${tourId}&select=updated_at`, {
    headers,
  });
  const read_at = await rpc('save_panorama_tour_draft', {
    ...{ tour_id: tourId, document: draft, read_at: known?.updated_at ?? null },
  });
  await rpc('publish_tour', { tour_id: tourId, read_at });
  return { tourId, document };
}
