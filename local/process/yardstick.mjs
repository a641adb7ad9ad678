// A fixed piece of work similar to the tests: it starts a process, loads a large library, builds a page in
// memory and fills it, and prints the processor seconds. A busy machine slows it as much as the tests, unlike
// a plain loop.
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
