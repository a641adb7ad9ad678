import {
  editManifest,
  filesOf,
  makeDemoAuthority,
  manifestOf,
  type SealedFolder,
  sealedFolder,
  stampOf,
} from '@tests/sealed-folder';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliveriesOf } from './delivered-folder';
import { rootOf } from './seal';
import { verifyFolder } from './verify-folder';

const picture = (name: string, seed: number) => ({
  path: `avant/${name}.JPG`,
  bytes: new Uint8Array(5_000).map((_, index) => (index * seed) % 251),
});
const pictures = [picture('R0010001', 3), picture('R0010002', 5), picture('R0010003', 7)];
const now = new Date();

let authority: Awaited<ReturnType<typeof makeDemoAuthority>>;
let folder: SealedFolder;

beforeAll(async () => {
  authority = await makeDemoAuthority();
});
const makeFolder = async () => {
  folder = await sealedFolder(pictures, authority);
};
const verdict = (name?: string, at = now) => verifyFolder(filesOf(folder, name), { now: at });
const file = (path: string) => folder.get(path) as Uint8Array<ArrayBuffer>;

describe('a folder as it was delivered', () => {
  it('is whole, dated by its stamp, under any name, with what a system leaves in it', async () => {
    await makeFolder();
    for (const left of [
      '.DS_Store',
      'images/avant/@eaDir/R0010001.JPG/SYNOFILE_THUMB_M.jpg',
      'images/.@__thumb/R1.JPG',
    ])
      folder.set(left, new Uint8Array(3));
    for (const name of ['dossier/', '', 'a/b/']) {
      const found = await verdict(name);
      expect(found).toMatchObject({
        level: 'whole',
        manifestState: 'whole',
        changed: [],
        missing: [],
        added: [],
        moved: [],
      });
      expect(found.whole).toEqual(pictures.map(({ path }) => path));
      expect(found.stamps).toMatchObject([
        { problems: [], stamp: { authority: 'Autorité de démonstration (sans valeur)' } },
      ]);
    }
  });

  it('is whole beside the folder of the camera, without the prefix of a delivery', async () => {
    await makeFolder();
    for (const { path, bytes } of pictures) {
      folder.delete(`images/${path}`);
      folder.set(path, bytes);
    }
    expect(await verdict()).toMatchObject({ level: 'whole', added: [], missing: [] });
  });

  it('tells its progress to the last byte, and can be stopped', async () => {
    await makeFolder();
    const seen: number[] = [];
    await verifyFolder(filesOf(folder), {
      now,
      onProgress: ({ bytes, totalBytes }) => seen.push(bytes / totalBytes),
    });
    expect(seen.at(-1)).toBe(1);
    await expect(verifyFolder(filesOf(folder), { now, signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe('what was done to the pictures is named', () => {
  it('one byte changed, one removed, one added, one renamed', async () => {
    await makeFolder();
    const changed = file('images/avant/R0010001.JPG').slice();
    changed[4_999] = (changed[4_999] ?? 0) ^ 1;
    folder.set('images/avant/R0010001.JPG', changed);
    expect(await verdict()).toMatchObject({
      level: 'altered',
      changed: ['avant/R0010001.JPG'],
      missing: [],
      added: [],
    });

    await makeFolder();
    folder.delete('images/avant/R0010002.JPG');
    expect(await verdict()).toMatchObject({
      level: 'altered',
      missing: ['avant/R0010002.JPG'],
      changed: [],
      added: [],
    });

    await makeFolder();
    folder.set('images/avant/R0010009.JPG', new Uint8Array(10));
    expect(await verdict()).toMatchObject({
      level: 'whole',
      added: ['images/avant/R0010009.JPG'],
      changed: [],
      missing: [],
    });

    await makeFolder();
    folder.set('images/avant/X.JPG', file('images/avant/R0010003.JPG'));
    folder.delete('images/avant/R0010003.JPG');
    expect(await verdict()).toMatchObject({
      level: 'whole',
      moved: [{ path: 'avant/R0010003.JPG', found: 'images/avant/X.JPG' }],
      added: [],
      missing: [],
    });
  });

  it('what a disk, a station or an editor leaves beside the pictures is none of them', async () => {
    await makeFolder();
    const left = [
      'images/avant/@eaDir/R0010001.JPG/SYNOFILE_THUMB_M.jpg',
      'images/.@__thumb/defaultR0010001.JPG',
      'images/avant/R0010001.xmp',
      'images/.nomedia',
      'Icon\r',
      '__MACOSX/images/._R0010001.JPG',
      'images/avant/.DS_Store',
    ];
    for (const path of left) folder.set(path, new Uint8Array(900));
    expect(await verdict()).toMatchObject({ level: 'whole', changed: [], missing: [], moved: [] });
  });

  it('two deliveries in one folder have a verdict each; what lies around a single one is not added to it', async () => {
    await makeFolder();
    const first = filesOf(folder, 'tout/livraison-a/');
    const changed = file('images/avant/R0010001.JPG').slice();
    changed[0] = (changed[0] ?? 0) ^ 1;
    folder.set('images/avant/R0010001.JPG', changed);
    const both = deliveriesOf([...first, ...filesOf(folder, 'tout/livraison-b/')]);
    expect(both.map(({ name }) => name)).toEqual(['tout/livraison-a', 'tout/livraison-b']);
    const levels = [];
    for (const { files } of both) levels.push((await verifyFolder(files, { now })).level);
    expect(levels).toEqual(['whole', 'altered']);

    const beside = { path: 'a/autre.txt', file: new Blob(['note']) };
    const [nested, ...others] = deliveriesOf([...filesOf(await sealedFolder(pictures), 'a/a/'), beside]);
    expect(others).toEqual([]);
    expect(await verifyFolder(nested?.files ?? [], { now })).toMatchObject({ level: 'undated', added: [] });
  });

  it('a picture that the list of the delivery names too is added all the same', async () => {
    await makeFolder();
    folder.set('images/ajout.jpg', new Uint8Array(10));
    const list = new TextDecoder().decode(file('integrite.sha256'));
    folder.set('integrite.sha256', new TextEncoder().encode(`${list}${'0'.repeat(64)}  images/ajout.jpg\n`));
    expect(await verdict()).toMatchObject({ level: 'whole', added: ['images/ajout.jpg'] });
  });

  const flat = () =>
    filesOf(folder, '').map(({ path, file }) => ({ path: path.slice(path.lastIndexOf('/') + 1), file }));

  it('files chosen one by one, without their folders, are recognised by what they hold', async () => {
    await makeFolder();
    const found = await verifyFolder(flat(), { now });
    const documents = { changed: [], missing: [] };
    expect(found).toMatchObject({ level: 'whole', changed: [], missing: [], added: [], documents });
    expect(found.moved).toHaveLength(3);
    expect(found.stamps[0]?.problems).toEqual([]);
  });

  it('a document without its folder that holds something else is not the one of the list', async () => {
    await makeFolder();
    folder.set('certificats/racine-1.pem', new Uint8Array(4));
    expect(await verifyFolder(flat(), { now })).toMatchObject({
      added: ['racine-1.pem'],
      documents: { changed: [], missing: ['certificats/racine-1.pem'] },
    });
  });

  it('previews chosen one by one are no changed originals', async () => {
    const previews = pictures.map(({ path }, index): [string, Uint8Array<ArrayBuffer>] => [
      `apercus/${path}`,
      new Uint8Array(10).fill(index),
    ]);
    folder = await sealedFolder(pictures, authority, undefined, new Map(previews));
    for (const { path } of pictures) folder.delete(`images/${path}`);
    expect(await verifyFolder(flat(), { now })).toMatchObject({
      level: 'incomplete',
      changed: [],
      added: [],
      documents: { changed: [], missing: [] },
    });
  });

  it('a file that the disk does not give is not read, and not whole', async () => {
    await makeFolder();
    const files = filesOf(folder);
    const target = files.find(({ path }) => path.endsWith('R0010001.JPG'));
    const slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
    if (target) Object.defineProperty(target.file, 'slice', { value: slice });
    expect(await verifyFolder(files, { now })).toMatchObject({
      level: 'altered',
      unread: ['avant/R0010001.JPG'],
    });
  });

  it('previews alone are no originals: the folder is incomplete, not altered', async () => {
    await makeFolder();
    for (const { path } of pictures) {
      folder.delete(`images/${path}`);
      folder.set(`apercus/${path}`, new Uint8Array(10));
    }
    const list = pictures.map(({ path }) => `${'0'.repeat(64)}  apercus/${path}\n`).join('');
    const former = new TextDecoder().decode(file('integrite.sha256'));
    folder.set('integrite.sha256', new TextEncoder().encode(former + list));
    expect(await verdict()).toMatchObject({ level: 'incomplete', added: [] });
  });

  it('a report that was changed, or a note that was added, is told, and alters no picture', async () => {
    await makeFolder();
    folder.set('LISEZ-MOI.txt', new Uint8Array(4));
    folder.set('note.docx', new Uint8Array(4));
    expect(await verdict()).toMatchObject({
      level: 'whole',
      added: ['note.docx'],
      documents: { changed: ['LISEZ-MOI.txt'], missing: [] },
    });
  });
});

describe('what was done to the manifest is named', () => {
  it('a value, a space, a field more: edited, and the stamp is of the former one', async () => {
    const edits: ((folder: SealedFolder) => void)[] = [
      (one) => editManifest(one, ({ pictures: [first] }) => Object.assign(first ?? {}, { lat: 48.5 })),
      (one) => editManifest(one, ({ header }) => Object.assign(header.survey, { client: 'Autre' })),
      (one) => editManifest(one, ({ header }) => Object.assign(header, { note: 'ajout' })),
      (one) => one.set('manifeste.json', new Uint8Array([...file('manifeste.json'), 0x20])),
    ];
    const states = [];
    for (const edit of edits) {
      await makeFolder();
      edit(folder);
      const { level, manifestState, stamps } = await verdict();
      states.push([level, manifestState, stamps[0]?.problems.join()]);
    }
    expect(states).toEqual([
      ['altered', 'edited', 'edited-since'],
      ['altered', 'edited', 'edited-since'],
      ['altered', 'edited', ''],
      ['altered', 'edited', ''],
    ]);
  });

  it('edited with its root: the stamp is of another root', async () => {
    await makeFolder();
    const manifest = manifestOf(pictures, '2026-04-21T14:00:00.000Z');
    const other = await sealedFolder(pictures, undefined, manifest);
    folder.set('manifeste.json', other.get('manifeste.json') as Uint8Array<ArrayBuffer>);
    folder.set('racine.bin', other.get('racine.bin') as Uint8Array<ArrayBuffer>);
    const found = await verdict();
    expect(found).toMatchObject({ level: 'stamp-refused', manifestState: 'whole' });
    expect(found.stamps[0]?.problems).toEqual(['other-imprint']);
  });

  it('no manifest, or none that can be read', async () => {
    await makeFolder();
    folder.set('manifeste.json', new TextEncoder().encode('{"header":'));
    expect(await verdict()).toMatchObject({ level: 'altered', manifestState: 'unreadable' });
    folder.delete('manifeste.json');
    expect(await verdict()).toMatchObject({ level: 'none', manifestState: 'missing' });
    expect(await verifyFolder([], { now })).toMatchObject({ level: 'none' });
  });
});

describe('what is wrong with the time is named', () => {
  const withStamp = async (options: Parameters<typeof makeDemoAuthority>[0], at = now) => {
    const other = await makeDemoAuthority(options);
    folder = await sealedFolder(pictures, other);
    const { level, stamps } = await verdict('dossier/', at);
    return [level, ...(stamps[0]?.problems ?? [])];
  };

  it('nobody stamped: whole, and undated', async () => {
    folder = await sealedFolder(pictures);
    expect(await verdict()).toMatchObject({ level: 'undated', stamps: [] });
  });

  it('an expired certificate, a clock before the last picture, a clock ahead', async () => {
    const past = { from: new Date('2026-01-01'), until: new Date('2026-02-01') };
    expect(await withStamp({ period: past })).toEqual(['stamp-refused', 'certificate-expired']);
    expect(await withStamp({ clock: () => new Date('2026-04-20T14:00:01.000Z') })).toEqual([
      'stamp-refused',
      'before-last-picture',
    ]);
    const dayBefore = new Date(now.getTime() - 24 * 3600 * 1000);
    expect(await withStamp({}, dayBefore)).toEqual(['stamp-refused', 'after-now']);
  });

  it('a root that Windows exported as DER counts as one in PEM', async () => {
    await makeFolder();
    const pem = new TextDecoder().decode(file('certificats/racine-1.pem'));
    const der = Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (one) => one.charCodeAt(0));
    folder.delete('certificats/racine-1.pem');
    folder.set('certificats/racine.cer', der);
    expect((await verdict()).stamps).toMatchObject([{ problems: [] }]);
  });

  it('a good stamp holds beside a bad one', async () => {
    await makeFolder();
    folder.set('horodatage-2.tsr', await stampOf(authority, rootOf(manifestOf(pictures.slice(1)))));
    const { level, stamps } = await verdict();
    expect([level, stamps.map(({ problems }) => problems)]).toEqual(['whole', [[], ['other-imprint']]]);
  });

  it('a file that is no stamp is unreadable', async () => {
    folder = await sealedFolder(pictures);
    folder.set('horodatage-1.tsr', new Uint8Array(50));
    expect((await verdict()).stamps).toMatchObject([{ problems: ['unreadable'], stamp: undefined }]);
  });
});
