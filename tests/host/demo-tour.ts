import type { PlannedScene } from './own-tour.ts';

/** Three linked scenes with every kind of content, and names that look like HTML. */
export const plannedTour: PlannedScene[] = [
  {
    ...{ id: 'quai', name: 'Le quai', heading: 90 },
    links: [
      { id: 'quai-place', to: 'place', yaw: 20, pitch: -5 },
      { id: 'quai-phare', to: 'phare', yaw: -40, pitch: 0 },
    ],
    points: [
      {
        ...{ id: 'bouee', yaw: 5, pitch: 10, title: 'La bouée <b onclick=alert(1)>' },
        ...{ text: 'Posée en 1908.', url: 'https://exemple.test/bouee' },
      },
    ],
  },
  {
    ...{ id: 'place', name: 'La place <img src=x onerror=alert(1)>', heading: 180 },
    links: [{ id: 'place-quai', to: 'quai', yaw: -150, pitch: -3 }],
    points: [{ id: 'banc', yaw: 60, pitch: -10, title: 'Le banc' }],
  },
  {
    ...{ id: 'phare', name: 'Le phare' },
    links: [{ id: 'phare-quai', to: 'quai', yaw: 170, pitch: 0 }],
  },
];
