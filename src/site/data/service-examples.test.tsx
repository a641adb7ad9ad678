import { backend } from '@tests/fake-backend';
import { tag, tour } from '@tests/tour-rows';
import { expect, it } from 'vitest';
import { createQueryClient } from '@/shared/lib/query-client';
import { chooseExamples, serviceExamples } from './service-examples';

const hasTag = (tour: string, tag: string) => tour.includes(tag);

it('gives no tour to two services: those with the fewest tours choose first', () => {
  const services = [
    { id: 'wide', tag: 'a' },
    { id: 'narrow', tag: 'b' },
    { id: 'none', tag: 'c' },
  ];
  expect([...chooseExamples(services, ['ab', 'a'], hasTag)]).toEqual([
    ['narrow', 'ab'],
    ['wide', 'a'],
  ]);
});

it('leads to the page of a tour by its tag, and the services of the street to a street at two dates', async () => {
  backend.answer = ({ target }) => {
    if (target === 'tags')
      return { body: [tag('t1', 'Nature')].map((one) => ({ ...one, slug: 'espaces-naturels' })) };
    if (target === 'virtual_tours') return { body: [tour('Fjord', {}, ['t1'])] };
    return { body: [{ slug: 'rue-a', name: 'Rue A', city: null, captured_on: null, compared_on: null }] };
  };
  const street = { kind: 'street', title: 'Rue A', href: '/street-view/rue-a', picture: null };
  expect(await createQueryClient().fetchQuery(serviceExamples())).toEqual({
    nature: { kind: 'tour', title: 'Fjord', href: '/realisations/fjord', picture: null },
    'street-view': street,
    deneigement: street,
  });
});
