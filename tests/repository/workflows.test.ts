import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = '.github/workflows';

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');

  it('names each action by its commit: a tag can be moved', () => {
    const actions = text.split('\n').filter((line) => /^\s*-?\s*uses:/.test(line));
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may read the repository, and nothing else', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m);
    expect(text.match(/permissions:/g)).toHaveLength(1);
  });
});
