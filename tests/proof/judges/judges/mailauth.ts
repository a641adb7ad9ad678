import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkSender } from '../../../../supabase/functions/_shared/inbound/authentication.ts';
import { differenceOf, type Finding, type Judge } from '../judge.ts';
import { packageFolder } from '../programs.ts';

const version = '4.13.3';
const folder = () => packageFolder('mailauth', version);

const SERVER = 'mx.studio.example';
const TOWN = 'ville.example';
/** A sender that a town writes by. */
const PROVIDER = 'envois.example';

type Result = { status: { result: string; aligned?: string | false } };
type Authenticated = {
  headers: string;
  spf: Result | false;
  dmarc: Result | false;
  dkim: { results: Result[] };
};
type Library = {
  authenticate: (message: string, options: object) => Promise<Authenticated>;
};
type Signer = { dkimSign: (message: string, options: object) => Promise<{ signatures: string }> };

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });

const IP = '192.0.2.1';
const STRANGE_IP = '198.51.100.9';

/** A message, and who is asked of it: the records that its domains publish are those of the case. */
type Case = {
  name: string;
  signedBy?: string[];
  sentBy?: string;
  ip?: string;
  dmarc?: string;
  /** What happens to the message after it was signed. */
  change?: (message: string) => string;
};

const REJECT = 'v=DMARC1; p=reject';
const cases: Case[] = [
  { name: 'signed by the town, which publishes a policy', signedBy: [TOWN], dmarc: REJECT },
  { name: 'signed by the town, without a policy', signedBy: [TOWN] },
  { name: 'signed by a part of the town', signedBy: [`courriel.${TOWN}`], dmarc: REJECT },
  { name: 'signed by the provider alone, no policy', signedBy: [PROVIDER], sentBy: PROVIDER },
  {
    name: 'signed by the provider alone, against a policy',
    signedBy: [PROVIDER],
    dmarc: REJECT,
    ip: STRANGE_IP,
  },
  { name: 'signed by both', signedBy: [PROVIDER, TOWN], sentBy: PROVIDER, dmarc: REJECT },
  { name: 'not signed, from its server', dmarc: REJECT },
  { name: 'not signed, from its server, without a policy' },
  { name: 'not signed, from elsewhere', ip: STRANGE_IP },
  { name: 'not signed, from elsewhere, against a policy', ip: STRANGE_IP, dmarc: REJECT },
  { name: 'not signed, nothing published', sentBy: 'sans-rien.example' },
  {
    ...{ name: 'changed after it was signed', signedBy: [TOWN], ip: STRANGE_IP, dmarc: REJECT },
    change: (message) => message.replace('Bonjour', 'Bonsoir'),
  },
  {
    ...{ name: 'changed after it was signed, without a policy', signedBy: [TOWN], ip: STRANGE_IP },
    change: (message) => message.replace('Bonjour', 'Bonsoir'),
  },
  {
    // The line of whoever forges it stands below that of the server.
    ...{ name: 'with results of its own making', ip: STRANGE_IP, dmarc: REJECT },
    change: (message) => `Authentication-Results: ${SERVER}; dmarc=pass header.from=${TOWN}\r\n${message}`,
  },
];

const letter = `From: =?utf-8?Q?Mairie_de_L=27=C3=8Ele?= <greffe@${TOWN}>\r
To: studio@studio.example\r
Subject: =?utf-8?Q?Relev=C3=A9_d=27=C3=A9t=C3=A9?=\r
Date: Sat, 28 Nov 2026 10:00:00 -0500\r
Message-ID: <1@${TOWN}>\r
MIME-Version: 1.0\r
Content-Type: text/plain; charset=utf-8\r
\r
Bonjour,\r
\r
Combien pour douze rues?\r
`;

/** What the records that the domains of a case publish answer. */
const resolverOf =
  ({ dmarc }: Case) =>
  async (name: string, type: string): Promise<string[][]> => {
    if (type === 'TXT' && name === `_dmarc.${TOWN}` && dmarc) return [[dmarc]];
    if (type === 'TXT' && name.startsWith('s1._domainkey.')) return [[`v=DKIM1; k=rsa; p=${publicKey}`]];
    if (type === 'TXT' && [TOWN, PROVIDER].includes(name)) return [[`v=spf1 ip4:${IP} -all`]];
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  };

/** What follows from what the library found, by the rules of DMARC: what is aligned counts. */
function verdictOf({ spf, dkim, dmarc }: Authenticated): string {
  const policy = dmarc ? dmarc.status.result : 'none';
  if (policy === 'pass' || policy === 'fail') return policy;
  const sender = spf ? spf.status.result : 'none';
  const aligned = dkim.results.filter(({ status }) => status.aligned).map(({ status }) => status.result);
  const isSentByThem =
    spf && dmarc && sender === 'pass' && !!(spf as { domain?: string }).domain?.endsWith(TOWN);
  if (aligned.includes('pass') || isSentByThem) return 'pass';
  return sender === 'fail' || aligned.includes('fail') ? 'fail' : 'unknown';
}

/** A library of mail servers, which signs, checks, and writes what it found as a provider's server does. */
export const mailauth: Judge = {
  name: 'mailauth',
  question:
    'Of messages that it signs and checks itself (DKIM, SPF, DMARC): do we read in the line that it writes who is authentic and who is not, as it found?',
  version: async () => (await folder()) && version,
  ask: async () => {
    const load = createRequire(join((await folder()) ?? '', 'package.json'));
    const { authenticate } = load('./lib/mailauth.js') as Library;
    const { dkimSign } = load('./lib/dkim/sign.js') as Signer;
    const findings: Finding[] = [];
    for (const one of cases) {
      const { name, signedBy = [], sentBy = TOWN, ip = IP, change = (message) => message } = one;
      const signatureData = signedBy.map((signingDomain) => ({ signingDomain, selector: 's1', privateKey }));
      const { signatures } =
        signatureData.length > 0 ? await dkimSign(letter, { signatureData }) : { signatures: '' };
      const message = change(signatures + letter);
      const found = await authenticate(message, {
        ...{ ip, helo: `mta.${sentBy}`, sender: `retour@${sentBy}`, mta: SERVER },
        ...{ resolver: resolverOf(one), disableArc: true, disableBimi: true },
      });
      const results = Array.from(
        `${found.headers}${message}`
          .replace(/\r\n[ \t]+/g, ' ')
          .matchAll(/^Authentication-Results: (.*)$/gim),
        ([, value = '']) => value,
      );
      const { authentication, check } = checkSender(results, SERVER, `greffe@${TOWN}`);
      const statusOf = (result: Result | false) => (result ? result.status.result : 'none');
      const written = [statusOf(found.spf), statusOf(found.dmarc), verdictOf(found)];
      findings.push(
        ...differenceOf('verdict', name, written, [authentication.spf, authentication.dmarc, check]),
      );
    }
    return { judged: { messages: cases.length }, findings };
  },
};
