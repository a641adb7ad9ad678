import { uuid } from '../fixtures/rows/row-factory.ts';
import { type ColumnLimits, hashes, text } from './limit.ts';

const [survey, picture] = [uuid(80, 2), uuid(82, 2)];
const point = [1_900_000_000_000, 48.4, -68.5, 0];
const place = [-68.5, 48.4];
const street = (more: object = {}) => ({ name: 'Rue', lines: [[place, place]], ...more });
const clockPart = (more: object = {}) => ({ from: 'R1.JPG', offset_ms: -3_600_000, ...more });
const ellipse = { id: 'a', yaw: 180, pitch: -90, width: 0.1, height: 180 };
const proposal = { ...ellipse, kind: 'plate', score: 1 };
const ownFile = (ending: string) => ({
  beside: { id: picture },
  accept: [null, `${survey}/${picture}.${ending}`],
  refuse: [
    `${uuid(80, 1)}/${picture}.${ending}`,
    `${survey}/${uuid(82, 1)}.${ending}`,
    'x.jpg',
    `${survey}/${picture}.png`,
  ],
});
const degrees = (most: number) => [
  { accept: [null, most, -most], refuse: [most + 0.001, -most - 0.001, 'NaN', 'Infinity'] },
];
const angles = [{ accept: [null, 0, 359.5], refuse: [360, -0.5, 'NaN'] }];
const moments = [
  {
    accept: [null, '2000-01-01T00:00:00+00:00', '2099-12-31T00:00:00+00:00'],
    refuse: ['1970-01-01T00:00:00+00:00', '1999-12-31T23:59:59+00:00', '2100-01-02T00:00:00+00:00'],
  },
];
const pixels = [{ accept: [null, 1, 65536], refuse: [0, 65537] }];
const angleLimits = (most: number) => [{ accept: [-most, most], refuse: [-most - 0.5, most + 0.5, 'NaN'] }];
const spans = [{ accept: [0.1, 180], refuse: [0.05, 180.5, 'NaN'] }];

/** Limits of surveys: facts from files, places of pictures, and JSON documents. */
export const surveyLimits: Record<string, ColumnLimits> = {
  surveys: {
    name: [{ accept: ['a', text(200)], refuse: ['', ' ', text(201), 'a\nb'] }],
    city: [{ accept: [null, text(100)], refuse: ['', ' ', text(101)] }],
    region: [{ accept: [null, text(100)], refuse: ['', ' ', text(101)] }],
    client_name: [{ accept: [null, text(200)], refuse: [text(201), 'a\nb'] }],
    compared_with: [{ beside: { id: survey }, accept: [null], refuse: [survey] }],
    clock_offset_ms: [{ accept: [null, -86_400_000, 86_400_000], refuse: [-86_400_001, 86_400_001] }],
    clock_parts: [
      {
        accept: [[], [clockPart()], Array(50).fill(clockPart())],
        refuse: [
          ...[{}, 'a', [null], [{}], [clockPart({ from: '' })], [clockPart({ offset_ms: '1' })]],
          ...[[clockPart({ offset_ms: 86_400_001 })], Array(51).fill(clockPart())],
          [clockPart({ from: text(33_000) })],
        ],
      },
    ],
    ordered_source: [{ accept: [null, text(200)], refuse: [text(201)] }],
    slug: [
      {
        accept: [null, 'rue-des-erables-2', 'a'.repeat(100)],
        refuse: ['', 'Rue', 'rue des', '-rue', 'rue-', 'rue--a', 'é', 'rue\n', 'a'.repeat(101)],
      },
    ],
    ordered_streets: [
      {
        accept: [[], [street()], [street({ lines: [] })], Array(5000).fill(street({ lines: [] }))],
        refuse: [
          ...[{}, 'a', [null], [{}], [street({ name: '' })], [street({ name: text(201) })]],
          ...[[street({ lines: 'a' })], [street({ lines: [null] })], [street({ lines: [[[1]]] })]],
          ...[
            [street({ lines: [[[-181, 0]]] })],
            [street({ lines: [[[0, 90.5]]] })],
            [street({ lines: [[['0', 0]]] })],
          ],
          [street({ lines: [[[0, 0, 0]]] })],
          Array(5001).fill(street({ lines: [] })),
          // More than 2 MB.
          [street({ lines: Array(10).fill(Array(20_000).fill(place)) })],
        ],
      },
    ],
  },
  survey_tracks: {
    name: [{ accept: ['a', text(200)], refuse: ['', ' ', text(201)] }],
    points: [
      {
        accept: [[], [point], Array(1000).fill(point)],
        refuse: [
          ...[
            {},
            'a',
            [null],
            [[]],
            [[0, 48.4, -68.5, 0]],
            [[1.9e12, 91, 0, 0]],
            [[1.9e12, 0, -181, 0]],
            [[1.9e12, 0, 0]],
            [[1.9e12, 0, 0, -1]],
          ],
          ...[[['2030', 0, 0, 0]], [[1.9e12, null, 0, 0]], [[4.2e12, 0, 0, 0]], [[...point, 1]], [[point]]],
          Array(200_001).fill([1.9e12, 0, 0, 0]),
        ],
      },
    ],
  },
  survey_pictures: {
    file_name: [
      { accept: ['a', '👩\u200d👧.jpg', text(500)], refuse: ['', ' ', text(501), 'a\nb', 'a\u2028b'] },
    ],
    file_bytes: [{ accept: [1, 4_294_967_296], refuse: [0, 4_294_967_297] }],
    width: pixels,
    height: pixels,
    camera_wall: [
      {
        accept: [null, '2000-01-01T00:00:00', '2099-12-31T00:00:00'],
        refuse: ['1999-12-31T23:59:59', '2100-01-02T00:00:00'],
      },
    ],
    camera_time: moments,
    camera_zone: [{ accept: [null, text(60)], refuse: [text(61)] }],
    camera_lat: degrees(90),
    camera_lon: degrees(180),
    camera_heading: angles,
    taken_at: moments,
    lat: degrees(90),
    lon: degrees(180),
    heading: angles,
    sequence: [{ accept: [null, 1], refuse: [0] }],
    number: [{ accept: [null, 1], refuse: [0] }],
    sha256: [hashes, { accept: [null], refuse: [] }],
    preview: [ownFile('jpg')],
    tiles: [ownFile('tiles')],
    published_file: [
      {
        beside: { id: picture },
        accept: [null, `${survey}/${picture}-0123abcd.jpg`],
        refuse: [
          ...[
            `${survey}/${picture}.jpg`,
            `${survey}/${uuid(82, 1)}-0123abcd.jpg`,
            `${survey}/${picture}-0123.jpg`,
          ],
          ...[`${uuid(80, 1)}/${picture}-0123abcd.jpg`, `${survey}/${picture}-0123abcd.jpg\n`],
        ],
      },
    ],
    blurs: [
      {
        accept: [[], Array(60).fill(ellipse)],
        refuse: [
          {},
          'a',
          Array(61).fill(ellipse),
          [null],
          [{ ...ellipse, yaw: 181 }],
          [{ ...ellipse, width: 0 }],
        ],
      },
    ],
    proposals: [
      {
        accept: [[], Array(120).fill(proposal)],
        refuse: [
          ...[{}, Array(121).fill(proposal), [ellipse], [{ ...proposal, kind: 'chat' }]],
          [{ ...proposal, score: 1.5 }],
        ],
      },
    ],
    searched_by: [{ accept: [null, 'a', text(60)], refuse: ['', text(61)] }],
  },
  survey_pairs: {
    turn: angleLimits(180),
    note: [{ accept: ['', text(1000)], refuse: [text(1001)] }],
  },
  survey_findings: {
    yaw: angleLimits(180),
    pitch: angleLimits(90),
    width: spans,
    height: spans,
    kind: [{ accept: ['a', text(60)], refuse: ['', ' ', text(61)] }],
    note: [{ accept: ['', text(1000)], refuse: [text(1001)] }],
  },
};
