import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Finding, Judge } from '../judge.ts';
import { packageFolder } from '../programs.ts';

const version = '2.0.0';
/** Where it reads the schemas of STAC at each run. */
const SCHEMAS = 'https://schemas.stacspec.org/v1.0.0/item-spec/json-schema/item.json';

type Failure = { instancePath?: string; message: string; params?: object };
type Report = { results: { core: Failure[]; extensions: Record<string, Failure[]> } };

async function folder(): Promise<string | undefined> {
  const answer = await fetch(SCHEMAS, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return answer?.ok ? packageFolder('stac-node-validator', version) : undefined;
}

/** The validator of those who write STAC; a machine that does not reach its schemas is one that does not have it. */
export const stacValidator: Judge = {
  name: 'stac-node-validator',
  question:
    'Is each file of the catalogue of a survey, with pictures that lack a place, a moment or a heading, what STAC and the extensions that it names say?',
  version: async () => (await folder()) && version,
  ask: async (things) => {
    const load = createRequire(join((await folder()) ?? '', 'package.json'));
    const validate = load('./src/index.js') as (file: string, config: object) => Promise<Report>;
    const loader = load('./src/loader/node.js') as unknown;
    const { stac } = await things.survey();
    const findings: Finding[] = [];
    for (const [where, { file }] of stac) {
      const { results } = await validate(file, { loader });
      for (const [rule, failures] of [['core', results.core], ...Object.entries(results.extensions)] as const)
        for (const { instancePath = '', message, params } of failures)
          findings.push({
            rule,
            where,
            message: `${instancePath} ${message} ${JSON.stringify(params ?? '')}`,
          });
    }
    return { judged: { files: stac.size }, findings };
  },
};
