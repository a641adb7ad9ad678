import type { Row } from '../engines/engine.ts';
import { panoramaFolder, panoramaScene } from '../fixtures/rows/panorama-tours.ts';
import { text } from './limit.ts';

type Values = { accept: unknown[]; refuse: unknown[] };

const address = (length: number) =>
  `https://exemple.test/${'a'.repeat(length - 'https://exemple.test/'.length)}`;
const hostileLinks = [
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'],
  ...['ftp://exemple.test', 'https://', 'https:///x', 'exemple.test', 'https://exemple.test/a b', ''],
  ...['\njavascript:alert(1)', 'https://exemple.test\njavascript:alert(1)', ' https://exemple.test'],
];

const quoteLine = (more: Row = {}) => ({
  ...{ description: 'Visite', quantity: '1.500', unit: 'heure', unitPriceCents: 10_000, ...more },
});
/** Lines of a quote, at each limit and past it. */
export const quoteLines: Values = {
  accept: [
    ...[[], [quoteLine()], Array(100).fill(quoteLine()), [quoteLine({ description: '', unit: '' })]],
    [quoteLine({ description: `${text(500)}\n${text(499)}`, unit: text(20) })],
    [quoteLine({ quantity: '0.000' }), quoteLine({ quantity: '999999.999', unitPriceCents: 0 })],
    [quoteLine({ quantity: '1.000', unitPriceCents: 9_999_999_999 })],
  ],
  refuse: [
    ...[{}, 'ligne', [null], ['ligne'], [[]], [{}], Array(101).fill(quoteLine())],
    ...[
      { description: text(1001) },
      { description: 'a\u202eb' },
      { description: 1 },
      { description: null },
    ].map((more) => [quoteLine(more)]),
    ...[{ unit: text(21) }, { unit: 'a\nb' }, { unit: 1 }].map((more) => [quoteLine(more)]),
    ...['1', '1.5', '01.500', '-1.000', '1.5000', '1,500', '1000000.000', 'NaN', '', '1.000\n', 1.5].map(
      (quantity) => [quoteLine({ quantity })],
    ),
    ...[-1, 1.5, 1e10, '100', null].map((unitPriceCents) => [quoteLine({ unitPriceCents })]),
    [{ ...quoteLine(), amountCents: 15_000 }],
    // More than a hundred million dollars in all.
    [quoteLine({ quantity: '2.000', unitPriceCents: 9_999_999_999 })],
    Array(100).fill(quoteLine({ quantity: '999999.999', unitPriceCents: 9_999_999_999 })),
  ],
};

/** Documents of a tour, at each limit and past it. */
export function tourDocuments(isDraft: boolean): Values {
  const scene = (more: Row = {}, id = 'a'): Row =>
    panoramaScene(2, { id, ...(isDraft ? { blurs: [] } : {}), ...more });
  const one = (more: Row) => ({ scenes: [scene(more), scene({}, 'b')] });
  const at = { yaw: -180, pitch: 90 };
  const picture = scene().picture as Row;
  const floor = {
    ...{ id: 'rez', name: 'Rez-de-chaussée', path: `${panoramaFolder(2, 1)}/plan.jpg` },
    ...{ width: 800, height: 600, alt: '', north: 0 },
  };
  const onFloor = (onPlan: Row, floors: Row[] = [floor]) => ({ ...one({ onPlan }), floors });
  const sound = { path: `${panoramaFolder(2, 1)}/son.mp3`, text: 'Cloches' };
  const file = { path: `${panoramaFolder(2, 1)}/fiche.pdf`, name: 'Fiche', bytes: 1000 };
  const proposal = (more: Row) =>
    one({ proposals: [{ ...at, id: 'q', width: 4, height: 4, kind: 'face', score: 0.5, ...more }] });
  const point = (more: Row) => one({ points: [{ ...at, id: 'p', title: 'Titre', ...more }] });
  const link = (more: Row) => one({ links: [{ ...at, id: 'l', to: 'b', ...more }] });
  const blur = (more: Row) => one({ blurs: [{ ...at, id: 'f', width: 4, height: 4, ...more }] });
  const scenes = (count: number) => ({ scenes: Array.from({ length: count }, (_, n) => scene({}, `s${n}`)) });
  const incomplete = [
    ...[{ scenes: [] }, one({ name: '' }), one({ alt: ' ' }), point({ title: '' })],
    ...[
      one({ sound: { ...sound, text: '' } }),
      onFloor({ floor: 'rez', x: 0, y: 0 }, [{ ...floor, name: ' ' }]),
    ],
  ];
  const draftOnly = [
    ...[blur({}), one({ original: `${panoramaFolder(2, 1)}/original.jpg` }), proposal({ kind: 'plate' })],
    ...[one({ searchedBy: 'visages-1' }), one({ proposedTexts: ['name', 'alt'] })],
    one({ tilt: { roll: -180, pitch: 90 } }),
  ];
  const elsewhere = ['https://exemple.test/x', '../x', `${panoramaFolder(2, 0)}/x`, 7, null];
  return {
    accept: [
      ...[one({}), scenes(60), onFloor({ floor: 'rez', x: 0, y: 1 }), one({ heading: 359.9 })],
      ...[one({ picture: { ...picture, format: 'webp' } }), one({ sound }), point({ sound, document: file })],
      { ...one({}), floors: Array.from({ length: 12 }, (_, n) => ({ ...floor, id: `f${n}` })) },
      ...[
        one({ name: text(100), alt: text(500) }),
        point({ title: text(100), text: text(1000), url: address(500) }),
      ],
      ...[point({ picture: { path: `${panoramaFolder(2, 1)}/picture.jpg`, alt: 'Vue' } }), link({})],
      ...(isDraft ? [...incomplete, ...draftOnly] : []),
    ],
    refuse: [
      ...[
        [],
        'x',
        {},
        { scenes: {} },
        { scenes: [7] },
        { scenes: [{}] },
        scenes(61),
        { ...one({}), html: '<b>' },
      ],
      // Two of the same name.
      { scenes: [scene(), scene()] },
      ...[one({ id: '' }), one({ id: 'a b' }), one({ id: null }), one({ name: 7 }), one({ name: text(101) })],
      ...[
        one({ alt: text(501) }),
        one({ heading: 361 }),
        one({ heading: '7' }),
        onFloor({ floor: 'rez', x: 2, y: 0 }),
        onFloor({ floor: 'toit', x: 0, y: 0 }),
        one({ onPlan: { floor: 'rez', x: 0, y: 0 } }),
      ],
      ...[181, -181, '0', null].map((yaw) => one({ view: { yaw, pitch: 0, zoom: 50 } })),
      ...[one({ view: { yaw: 0, pitch: 91, zoom: 50 } }), one({ view: { yaw: 0, pitch: 0, zoom: 101 } })],
      ...elsewhere.map((folder) => one({ picture: { ...picture, folder } })),
      ...elsewhere.map((path) => ({ ...one({}), floors: [{ ...floor, path }] })),
      ...elsewhere.flatMap((path) => [
        one({ sound: { ...sound, path } }),
        point({ sound: { ...sound, path } }),
        point({ document: { ...file, path } }),
      ]),
      ...[{}, { ...floor, north: 361 }, { ...floor, id: 'a b' }].map((each) => ({
        ...one({}),
        floors: [each],
      })),
      ...[
        { ...one({}), floors: [floor, floor] },
        { ...one({}), floors: {} },
      ],
      { ...one({}), floors: Array.from({ length: 13 }, (_, n) => ({ ...floor, id: `f${n}` })) },
      ...['avif', 7, null].map((format) => one({ picture: { ...picture, format } })),
      ...[point({ document: { ...file, name: '' } }), point({ document: { ...file, bytes: 0 } })],
      ...elsewhere.map((path) => point({ picture: { path, alt: 'Vue' } })),
      ...[0, 16_385, '8192'].map((width) => one({ picture: { ...picture, width } })),
      ...[{}, [{ width: 1 }], [{ width: 8192, columns: 65, rows: 4 }], Array(7).fill(picture.levels)].map(
        (levels) => one({ picture: { ...picture, levels } }),
      ),
      ...[link({ to: 'c' }), link({ to: 'a' }), link({ to: null }), link({ id: '' }), link({ yaw: 181 })],
      one({ links: Array(21).fill({ ...at, id: 'l', to: 'b' }) }),
      one({ points: Array(31).fill({ ...at, id: 'p', title: 'Titre' }) }),
      ...[point({ title: text(101) }), point({ title: 7 }), point({ text: text(1001) }), point({ text: {} })],
      ...[...hostileLinks, 'http://exemple.test', address(501), 7, null].map((url) => point({ url })),
      ...(isDraft
        ? [
            ...[blur({ width: 0 }), blur({ height: 181 }), blur({ pitch: 91 }), one({ blurs: {} })],
            ...[
              proposal({ kind: 'dog' }),
              proposal({ score: 2 }),
              proposal({ width: 0 }),
              one({ proposals: {} }),
            ],
            ...[one({ proposedTexts: ['links'] }), one({ searchedBy: text(61) })],
            ...[
              { roll: 181, pitch: 0 },
              { roll: 0, pitch: -91 },
              { roll: '3', pitch: 0 },
              { roll: 3 },
              3,
            ].map((tilt) => one({ tilt })),
            one({
              proposals: Array(121).fill({ ...at, id: 'q', width: 1, height: 1, kind: 'face', score: 1 }),
            }),
            ...[
              one({ blurs: Array(61).fill({ ...at, id: 'f', width: 1, height: 1 }) }),
              one({ original: 'x.jpg' }),
            ],
          ]
        : [...incomplete, ...draftOnly]),
      // More than 256 kB, or 1 MB of a draft.
      { scenes: scenes(60).scenes.map((each) => ({ ...each, note: text(isDraft ? 9000 : 2500) })) },
    ],
  };
}

/** Conditions of a segment, at each limit and past it. */
export const segmentDefinitions: Values = {
  accept: [
    ...[{ region: ['Estrie', 'Laval'] }, { mrc: ['902'] }, { population: { min: 0, max: 10_000_000 } }],
    ...[{ population: { max: 500 } }, { sector: ['mrc'] }, { function: ['mairie'] }],
    ...[{ status: ['refusé'] }, { email: 'sans' }, { last_message: '180' }, { consent: ['bientot'] }],
    ...[{ consent_expiry: 730 }, { quote: ['aucun', 'accepté'] }, { tour: 'avec' }],
    { tag: ['00000000-0000-4000-8000-000000000000'] },
    { trip: { id: '00000000-0000-4000-8000-000000000000', km: 500 } },
    { region: Array(50).fill('Estrie') },
  ],
  refuse: [
    ...[{}, [], 'region', 1, { pays: ['Canada'] }, { region: [] }, { region: 'Estrie' }],
    ...[{ region: [1] }, { region: [''] }, { region: [text(101)] }, { region: Array(51).fill('Estrie') }],
    ...[{ mrc: ['9021'] }, { mrc: ["1' or true"] }, { population: {} }, { population: 5 }],
    ...[{ population: { min: -1 } }, { population: { max: 1.5 } }, { population: { min: 1, plus: 2 } }],
    ...[{ population: { max: 10_000_001 } }, { sector: ['licorne'] }, { function: ['chef'] }],
    ...[{ status: ['client'] }, { email: ['avec'] }, { last_message: 30 }, { consent: ['oui'] }],
    ...[{ consent_expiry: 0 }, { consent_expiry: 731 }, { quote: ['payé'] }, { tour: 'oui' }],
    ...[{ tag: ['montagne'] }, { trip: { id: 'Percé', km: 5 } }, { trip: 'Percé' }],
    ...[0, 501].map((km) => ({ trip: { id: '00000000-0000-4000-8000-000000000000', km } })),
    { trip: { km: 5 } },
    // Thirteen are one too many.
    {
      ...{
        region: ['Estrie'],
        mrc: ['902'],
        population: { max: 5 },
        sector: ['mrc'],
        function: ['mairie'],
      },
      ...{
        status: ['refusé'],
        email: 'sans',
        last_message: '30',
        consent: ['bientot'],
        consent_expiry: 5,
      },
      ...{ quote: ['aucun'], tour: 'avec', tag: ['00000000-0000-4000-8000-000000000000'] },
    },
  ],
};
