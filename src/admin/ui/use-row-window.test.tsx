import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useRowWindow } from './use-row-window';

function Table({ count }: { count: number }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end } = useRowWindow(body, count, true);
  return (
    <section>
      <table>
        <tbody ref={body}>
          {Array.from({ length: end - first }, (_, at) => first + at).map((index) => (
            <tr key={index} data-index={index} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const rows = () => document.querySelectorAll('tr').length;

afterEach(() => vi.restoreAllMocks());

it('settles where rows are low beside few others and high beside many, as columns share their width anew', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ height: rows() > 10 ? 100 : 40 }) as DOMRect,
  );
  render(<Table count={1000} />);
  // What is in sight is there, whichever height the rows have.
  expect(rows()).toBeGreaterThanOrEqual(400 / 40);
  expect(rows()).toBeLessThan(30);
});
