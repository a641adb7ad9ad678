import type { PanoramaTour, Scene } from '@/shared/panorama-tour/panorama-tour';

/** Makes a scene of a panorama tour, with the changes of the test. */
const scene = (id: string, more: Partial<Scene> = {}): Scene => ({
  ...{ id, name: `Scène ${id}`, alt: `Ce que montre ${id}`, heading: 0, links: [], points: [] },
  picture: {
    ...{ folder: `t/${id}`, width: 4096, baseWidth: 2048, bytes: 2_000_000 },
    levels: [{ width: 2048, columns: 4, rows: 2 }],
  },
  view: { yaw: 0, pitch: 0, zoom: 45 },
  ...more,
});

/** A panorama tour of two linked scenes, the first with a point and a place on the floor plan. */
export const panoramaTour: PanoramaTour = {
  scenes: [
    scene('quai', {
      ...{ name: 'Le quai', links: [{ id: 'q-p', to: 'place', yaw: 10, pitch: 0 }] },
      points: [
        {
          ...{ id: 'bouee', yaw: 5, pitch: 0, title: 'La bouée', text: 'Posée en 1908.' },
          ...{
            url: 'https://exemple.test/bouee',
            picture: { path: 't/image/bouee.jpg', alt: 'Une bouée rouge' },
          },
        },
      ],
      onPlan: { floor: 'rez', x: 0.25, y: 0.5 },
    }),
    scene('place', { name: 'La place', links: [{ id: 'p-q', to: 'quai', yaw: -170, pitch: 0 }] }),
  ],
  floors: [
    {
      id: 'rez',
      name: 'Port',
      path: 't/plan/plan.jpg',
      width: 800,
      height: 600,
      alt: 'Plan du port',
      north: 0,
    },
  ],
};
