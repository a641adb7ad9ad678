import { relative } from 'node:path';
import type { Finding, Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

/** Metadata about the camera's place, owner or serial number, which no published picture may have. */
const TELLING_TAGS =
  /^(?:GPS|.*SerialNumber|OwnerName|CameraOwnerName|Artist|By-?line|Creator|CreatorTool|Make|Model|UserComment|ThumbnailImage|HistoryAgent|DocumentID)/;

/** exiftool reads a picture's metadata. */
export const exiftool: Judge = {
  name: 'ExifTool',
  question:
    'Does a picture of the built site say where, when or with which camera it was taken, or is one unreadable?',
  version: () => versionOf('exiftool', '-ver'),
  ask: async (things) => {
    const { folder } = await things.site();
    const kinds = ['jpg', 'png', 'webp', 'avif'].flatMap((kind) => ['-ext', kind]);
    const { stdout } = await run('exiftool', ['-json', '-r', '-a', '-G0', ...kinds, folder]);
    const pictures = JSON.parse(stdout || '[]') as Record<string, unknown>[];
    const findings: Finding[] = pictures.flatMap(({ SourceFile, ...tags }) =>
      Object.entries(tags).flatMap(([key, value]) => {
        const tag = key.split(':').at(-1) ?? key;
        const isWrong = TELLING_TAGS.test(tag) || ['Error', 'Warning'].includes(tag);
        return isWrong
          ? [{ rule: tag, where: relative(folder, String(SourceFile)), message: `${key}: ${value}` }]
          : [];
      }),
    );
    return { judged: { pictures: pictures.length }, findings };
  },
};
