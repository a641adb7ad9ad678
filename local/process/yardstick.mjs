// A fixed piece of work of the tests' own kind: a process starts, loads a large library from disk, makes a page in memory and
// fills it. It prints the processor seconds that this took. A neighbour who takes memory, caches or disk slows it as it slows
// the tests, which a loop over a small table hardly feels.
import { JSDOM } from 'jsdom';

const { document } = new JSDOM('<!doctype html><ul></ul>').window;
for (let index = 0; index < 500; index += 1) {
  const item = document.createElement('li');
  item.textContent = `Ligne ${index}`;
  document.querySelector('ul').append(item);
}
if (document.querySelectorAll('li').length !== 500) process.exit(1);
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);
