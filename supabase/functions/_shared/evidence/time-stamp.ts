import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  ExtKeyUsage,
  getCrypto,
  IssuerAndSerialNumber,
  MessageImprint,
  type RelativeDistinguishedNames,
  SignedData,
  type SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const digestNames: Record<string, string> = {
  '1.3.14.3.2.26': 'SHA-1',
  [SHA256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
/** A chain is three or four certificates long; a longer one, or a circle, is no chain. */
const MOST_LINKS = 8;

export type Bytes = Uint8Array<ArrayBuffer>;

/** Reasons why a time stamp proves nothing, or less. */
export type StampProblem =
  /** The file is no answer of a time stamping authority. */
  | 'unreadable'
  /** The authority refused. */
  | 'not-granted'
  /** The stamp is about something else. */
  | 'other-imprint'
  /** The signature does not hold. */
  | 'signature'
  /** Its certificate is not one for time stamps. */
  | 'not-for-stamps'
  /** A certificate of the chain was not valid at the time that the stamp says. */
  | 'certificate-expired'
  /** The chain ends before a root certificate: one of its certificates is missing. */
  | 'incomplete-chain';

/** A certificate of a chain: its holder, its validity, its SHA-256 in hexadecimal. */
type ChainLink = { name: string; from: Date; until: Date; fingerprint: string; der: Bytes };

/** Facts of a time stamp. */
export type TimeStamp = {
  time: Date;
  serial: string;
  nonce: string | undefined;
  /** The digest that was stamped, in hexadecimal. */
  imprint: string;
  authority: string;
  /** The certificates from the authority's up to the root. */
  chain: ChainLink[];
};

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const viewOf = (buffer: ArrayBuffer | Uint8Array): Bytes => new Uint8Array(buffer as ArrayBuffer);

const hexOf = ({ valueBlock }: asn1js.Integer) =>
  toHex(viewOf(valueBlock.valueHexView as Bytes)).replace(/^(00)+(?=..)/, '');

/** Computes a digest with the crypto of the platform. */
async function digestOf(algorithm: string, bytes: Bytes): Promise<string> {
  return toHex(new Uint8Array(await getCrypto(true).digest(algorithm, bytes)));
}

/**
 * Writes the request of a time stamp of a SHA-256 digest (RFC 3161).
 *
 * @param nonce random bytes, which the answer repeats
 */
export function timeStampRequest(digest: Bytes, nonce: Bytes): Bytes {
  // A positive integer: neither its sign nor leading zeros change on the way.
  const positive = new Uint8Array([0x01, ...nonce]);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: digest.buffer }),
    }),
    nonce: new asn1js.Integer({ valueHex: positive.buffer }),
    certReq: true,
  });
  return viewOf(request.toSchema().toBER());
}

/** Returns the nonce of `timeStampRequest` as `TimeStamp.nonce` says it. */
export const nonceText = (nonce: Uint8Array): string => `01${toHex(nonce)}`;

const certificate = (der: Bytes): Bytes[] => {
  try {
    return Certificate.fromBER(der) ? [der] : [];
  } catch {
    return [];
  }
};

/** Reads certificates from PEM blocks, or the one of a DER file as Windows exports it; what is no certificate is left out. */
export function certificatesOf(source: string | Bytes): Bytes[] {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  if (typeof source !== 'string' && !text.includes('-----BEGIN')) return certificate(source);
  const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return [...blocks].flatMap(([, base64 = '']) => {
    try {
      return certificate(Uint8Array.from(atob(base64.replace(/\s/g, '')), (letter) => letter.charCodeAt(0)));
    } catch {
      return [];
    }
  });
}

/** Writes a certificate as a PEM block. */
export function pemOf(der: Bytes): string {
  let binary = '';
  for (const byte of der) binary += String.fromCharCode(byte);
  const lines = btoa(binary).match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function nameOf({ typesAndValues }: RelativeDistinguishedNames): string {
  const value = (type: string) =>
    typesAndValues.find((one) => one.type === type)?.value.valueBlock.value as string | undefined;
  const [common, organisation] = [value('2.5.4.3'), value('2.5.4.10')];
  return (
    [common, organisation === common ? undefined : organisation].filter(Boolean).join(', ') || 'sans nom'
  );
}

type SignedToken = { info: TSTInfo; content: Bytes; data: SignedData; signer: SignerInfo };

/** Opens an answer of an authority; `undefined` when it holds no time stamp. */
function openAnswer(der: Bytes): SignedToken | StampProblem {
  try {
    const answer = TimeStampResp.fromBER(der);
    if (answer.status.status > 1) return 'not-granted';
    if (answer.timeStampToken?.contentType !== SIGNED_DATA) return 'unreadable';
    const data = new SignedData({ schema: answer.timeStampToken.content });
    const { eContent, eContentType } = data.encapContentInfo;
    const signer = data.signerInfos[0];
    if (!eContent || eContentType !== TST_INFO || !signer) return 'unreadable';
    const content = viewOf(eContent.getValue());
    return { info: TSTInfo.fromBER(content), content, data, signer };
  } catch {
    return 'unreadable';
  }
}

/** Finds the certificate of the signer among those that came along. */
function signerCertificate(
  { sid }: SignerInfo,
  certificates: readonly Certificate[],
): Certificate | undefined {
  if (!(sid instanceof IssuerAndSerialNumber)) return undefined;
  return certificates.find(
    ({ issuer, serialNumber }) => sid.issuer.isEqual(issuer) && sid.serialNumber.isEqual(serialNumber),
  );
}

/** Tells whether a signature holds, and is bound to its certificate as RFC 5035 and RFC 3161 ask. */
async function isSignedBy({ content, signer }: SignedToken, certificate: Certificate): Promise<boolean> {
  const { signedAttrs, digestAlgorithm, signatureAlgorithm, signature } = signer;
  const digest = digestNames[digestAlgorithm.algorithmId];
  if (!signedAttrs || !digest || digest === 'SHA-1') return false;
  const attribute = (type: string) => signedAttrs.attributes.find((one) => one.type === type)?.values[0];
  const stated = attribute(MESSAGE_DIGEST);
  if (!(stated instanceof asn1js.OctetString)) return false;
  if (toHex(viewOf(stated.getValue())) !== (await digestOf(digest, content))) return false;
  if (!(await isBoundTo(certificate, attribute(SIGNING_CERTIFICATE), attribute(SIGNING_CERTIFICATE_V2))))
    return false;
  try {
    return await getCrypto(true).verifyWithPublicKey(
      signedAttrs.encodedValue,
      signature,
      certificate.subjectPublicKeyInfo,
      signatureAlgorithm,
      digest,
    );
  } catch {
    return false;
  }
}

/** Compares the digest of a certificate with the one that the signed attributes name. */
async function isBoundTo(certificate: Certificate, first: unknown, second: unknown): Promise<boolean> {
  const inside = (value: unknown) => (value instanceof asn1js.Sequence ? value.valueBlock.value : []);
  // SigningCertificate { certs SEQUENCE OF ESSCertID { … } }: the first one is the signer's.
  const named = (value: unknown) => inside(inside(inside(value)[0])[0]);
  const der = viewOf(certificate.toSchema().toBER());
  const v2 = named(second);
  if (v2.length > 0) {
    const [algorithm, hash] = v2[0] instanceof asn1js.Sequence ? v2 : [undefined, v2[0]];
    const id = algorithm ? new AlgorithmIdentifier({ schema: algorithm }).algorithmId : SHA256;
    const digest = digestNames[id];
    if (!digest || !(hash instanceof asn1js.OctetString)) return false;
    return toHex(viewOf(hash.getValue())) === (await digestOf(digest, der));
  }
  const hash = named(first)[0];
  if (!(hash instanceof asn1js.OctetString)) return false;
  return toHex(viewOf(hash.getValue())) === (await digestOf('SHA-1', der));
}

async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  try {
    return await certificate.verify(issuer);
  } catch {
    return false;
  }
}

function mayIssue(certificate: Certificate): boolean {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === '2.5.29.19')?.parsedValue;
  return extension instanceof BasicConstraints && extension.cA;
}

const isForStamps = ({ extensions }: Certificate): boolean => {
  const usage = extensions?.find(({ extnID }) => extnID === '2.5.29.37')?.parsedValue;
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING);
};

/** Climbs from a certificate to its root; the chain is incomplete when an issuer is not there. */
async function chainFrom(first: Certificate, known: readonly Certificate[]) {
  const chain = [first];
  for (let top = first; chain.length <= MOST_LINKS; ) {
    if (top.subject.isEqual(top.issuer)) return { chain, isComplete: await isIssuedBy(top, top) };
    let issuer: Certificate | undefined;
    for (const candidate of known) {
      if (!candidate.subject.isEqual(top.issuer) || !mayIssue(candidate)) continue;
      if (await isIssuedBy(top, candidate)) issuer = candidate;
    }
    if (!issuer) break;
    chain.push(issuer);
    top = issuer;
  }
  return { chain, isComplete: false };
}

async function linkOf(certificate: Certificate): Promise<ChainLink> {
  const der = viewOf(certificate.toSchema().toBER());
  return {
    name: nameOf(certificate.subject),
    from: certificate.notBefore.value,
    until: certificate.notAfter.value,
    fingerprint: await digestOf('SHA-256', der),
    der,
  };
}

/**
 * Reads the answer of a time stamping authority, and checks it: what it stamps, its signature, its certificates at the
 * time that it says. Whether the authority deserves trust is for a person to say, by the fingerprint of its root.
 *
 * @param expected digest that was to be stamped, SHA-256 in hexadecimal
 * @param more certificates that the answer does not hold
 */
export async function checkTimeStamp(
  der: Bytes,
  expected: string,
  more: readonly Bytes[] = [],
): Promise<{ stamp: TimeStamp | undefined; problems: StampProblem[] }> {
  const signed = openAnswer(der);
  if (typeof signed === 'string') return { stamp: undefined, problems: [signed] };
  const { info, data } = signed;
  const known = [
    ...(data.certificates ?? []).filter((one): one is Certificate => one instanceof Certificate),
    ...more.map((one) => Certificate.fromBER(one)),
  ];
  const imprint = toHex(viewOf(info.messageImprint.hashedMessage.getValue()));
  const certificate = signerCertificate(signed.signer, known);
  const { chain, isComplete } = certificate
    ? await chainFrom(certificate, known)
    : { chain: [], isComplete: false };
  const stamp: TimeStamp = {
    time: info.genTime,
    serial: hexOf(info.serialNumber),
    nonce: info.nonce && hexOf(info.nonce),
    imprint,
    authority: certificate ? nameOf(certificate.subject) : 'autorité inconnue',
    chain: await Promise.all(chain.map(linkOf)),
  };
  const isSha256 = info.messageImprint.hashAlgorithm.algorithmId === SHA256;
  const wasValid = stamp.chain.every(({ from, until }) => from <= stamp.time && stamp.time <= until);
  const findings: [StampProblem, boolean][] = [
    ['other-imprint', !isSha256 || imprint !== expected],
    ['signature', certificate !== undefined && !(await isSignedBy(signed, certificate))],
    ['not-for-stamps', certificate !== undefined && !isForStamps(certificate)],
    ['certificate-expired', !wasValid],
    ['incomplete-chain', !isComplete],
  ];
  return { stamp, problems: findings.flatMap(([problem, isFound]) => (isFound ? [problem] : [])) };
}
