import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseAnswer, strictJsonSchema } from './structured-answer.ts';

const schema = z.object({
  name: z.string().min(2, 'Nom trop court').max(9),
  score: z.number().min(0).nullable(),
});

test('the schema sent is strict and free of the rules that providers refuse', () => {
  const list = z.object({ items: z.array(schema).min(1).max(5) });
  expect(strictJsonSchema(list)).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['name', 'score'],
          properties: {
            name: { type: 'string' },
            score: { type: ['number', 'null'] },
          },
        },
      },
    },
  });
});

test('an optional property is refused at once', () => {
  expect(() => strictJsonSchema(z.object({ phone: z.string().optional() }))).toThrow('phone');
});

const json = '{"name":"Fjord","score":null}';

test.each([
  ['alone', json],
  ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
  ['in a fence without a language', `\`\`\`\n${json}\n\`\`\``],
  ['after a sentence and a fence', `Voici :\n\`\`\`json\n${json}\n\`\`\`\nBonne visite !`],
  ['between two sentences', `Voici : ${json} Bonne visite !`],
])('an object %s is read', (_, text) => {
  expect(parseAnswer(schema, text)).toEqual({ ok: true, value: { name: 'Fjord', score: null } });
});

test.each(['', 'Je ne peux pas.', '{"name":"Fj', '}{'])('« %s » holds no object', (text) => {
  expect(parseAnswer(schema, text)).toEqual({ ok: false, issues: ['La réponse n’est pas un objet JSON.'] });
});

test('each broken rule is listed with its place', () => {
  expect(parseAnswer(schema, '{"name":"F","score":-1}')).toEqual({
    ok: false,
    issues: ['name : Nom trop court', expect.stringMatching(/^score : Trop petit/)],
  });
});
