import { expect, test } from 'vitest';
import { proofSize } from '../../../tests/unit/proof-size.ts';
import { readInPieces, readPage } from '../_testing/page-reader.ts';

test('the details around hostile text are still found', () => {
  for (const unit of ['a', ' ', '( ', '1-', '<!-- -->', '<svg>x</svg>', '</p>', '@']) {
    const details = '<p>info@auberge.test, tél. 418 296-0102</p>';
    const { emails, phones } = readPage(
      `${details}<div>${unit.repeat(proofSize(60_000, 300_000))}</div>${details}`,
    );
    expect(emails, unit).toContainEqual({ value: 'info@auberge.test', isDeclared: false });
    expect(phones, unit).toContainEqual({ value: '418 296-0102', points: 5 });
  }
});

const bytes = (text: string) => new TextEncoder().encode(text);
const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

test.each([
  ['chunks', 1_000, head + '1\r\na\r\n'.repeat(160_000)],
  ['pieces', 1, `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(160_000)}`],
])('160 000 %s of one byte are refused', (_, size, response) => {
  expect(() => readInPieces(bytes(response), size)).toThrow('tiny chunks');
});

test.each([1, 2, 3, 7, 1_000])('a body in chunks is whole, %i bytes at a time', (size) => {
  const body = '5\r\n<p>ca\r\n3;x=y\r\nfé\r\n4\r\n</p>\r\n0\r\n\r\n';
  const answer = readInPieces(bytes(head + body), size);
  expect(new TextDecoder().decode(answer?.body)).toBe('<p>café</p>');
  expect(answer).toMatchObject({ status: 200, isComplete: true });
});
