import { webcrypto } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as asn1js from 'asn1js';
import {
  Accuracy,
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { pemOf } from '../../supabase/functions/_shared/evidence/time-stamp.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const HASH = 'SHA-256';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** A policy of nobody: the example arc of RFC 5612's neighbours, under which no authority issues. */
const POLICY = '1.3.6.1.4.1.32473.360';
/** Largest request that is read. */
const MOST_BYTES = 64 * 1024;

type Keys = webcrypto.CryptoKeyPair;
type Period = { from: Date; until: Date };

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<Keys>;

const extension = (extnID: string, critical: boolean, value: { toBER: () => ArrayBuffer }) =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

async function issue({
  subject,
  issuer,
  keys,
  signedBy,
  period,
  extensions,
}: {
  subject: string;
  issuer: string;
  keys: Keys;
  signedBy: Keys;
  period: Period;
  extensions: Extension[];
}): Promise<Certificate> {
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({
    valueHex: new Uint8Array([1, ...webcrypto.getRandomValues(new Uint8Array(8))]).buffer,
  });
  const name = (value: string) =>
    new AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value }) });
  certificate.subject.typesAndValues.push(name(subject));
  certificate.issuer.typesAndValues.push(name(issuer));
  certificate.notBefore.value = period.from;
  certificate.notAfter.value = period.until;
  certificate.extensions = extensions;
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey);
  await certificate.sign(signedBy.privateKey as CryptoKey, HASH);
  return certificate;
}

/** A time stamping authority of this machine, which nobody else knows. */
export type DemoAuthority = {
  /** Answers a request of RFC 3161. */
  answer: (request: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  rootPem: string;
};

const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Makes a time stamping authority with certificates of its own.
 *
 * @param clock the time that its stamps say
 * @param period validity of the certificate that signs
 * @param withRoot whether its answers hold the root too, as few authorities do
 */
export async function makeDemoAuthority({
  name = 'Autorité de démonstration (sans valeur)',
  clock = () => new Date(),
  period = { from: new Date(Date.now() - YEAR_MS), until: new Date(Date.now() + YEAR_MS) },
  purpose = TIME_STAMPING,
  withRoot = false,
}: {
  name?: string;
  clock?: () => Date;
  period?: Period;
  purpose?: string;
  withRoot?: boolean;
} = {}): Promise<DemoAuthority> {
  const [rootKeys, keys] = [await newKeys(), await newKeys()];
  const rootName = `${name}, racine`;
  const rootPeriod = {
    from: new Date(period.from.getTime() - YEAR_MS),
    until: new Date(period.until.getTime() + 10 * YEAR_MS),
  };
  const root = await issue({
    ...{ subject: rootName, issuer: rootName, keys: rootKeys, signedBy: rootKeys, period: rootPeriod },
    extensions: [extension('2.5.29.19', true, new BasicConstraints({ cA: true }).toSchema())],
  });
  const certificate = await issue({
    ...{ subject: name, issuer: rootName, keys, signedBy: rootKeys, period },
    extensions: [extension('2.5.29.37', true, new ExtKeyUsage({ keyPurposes: [purpose] }).toSchema())],
  });
  const rootDer = new Uint8Array(root.toSchema(true).toBER());
  return {
    rootPem: pemOf(rootDer),
    answer: async (bytes) => {
      const request = TimeStampReq.fromBER(bytes);
      const info = new TSTInfo({
        version: 1,
        policy: POLICY,
        messageImprint: request.messageImprint,
        serialNumber: new asn1js.Integer({
          valueHex: new Uint8Array([1, ...webcrypto.getRandomValues(new Uint8Array(8))]).buffer,
        }),
        genTime: clock(),
        accuracy: new Accuracy({ seconds: 1 }),
        ...(request.nonce ? { nonce: request.nonce } : {}),
      });
      const certificates = withRoot ? [certificate, root] : [certificate];
      return signAnswer(info.toSchema().toBER(), certificate, certificates, keys);
    },
  };
}

async function signAnswer(
  content: ArrayBuffer,
  certificate: Certificate,
  certificates: Certificate[],
  keys: Keys,
): Promise<Uint8Array<ArrayBuffer>> {
  const digest = (bytes: ArrayBuffer) => webcrypto.subtle.digest(HASH, bytes);
  const octets = (valueHex: ArrayBuffer) => new asn1js.OctetString({ valueHex });
  const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value });
  const attribute = (type: string, value: asn1js.BaseBlock) => new Attribute({ type, values: [value] });
  const attributes = [
    attribute('1.2.840.113549.1.9.3', new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })),
    attribute('1.2.840.113549.1.9.4', octets(await digest(content))),
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      sequence(sequence(sequence(octets(await digest(certificate.toSchema(true).toBER()))))),
    ),
  ];
  const set = new asn1js.Set({ value: attributes.map((one) => one.toSchema()) }).toBER();
  const signed = new SignedData({
    version: 3,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' })],
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.9.16.1.4',
      eContent: octets(content),
    }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes, encodedValue: set }),
      }),
    ],
  });
  await signed.sign(keys.privateKey as CryptoKey, 0, HASH);
  const token = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
  const answer = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token });
  return new Uint8Array(answer.toSchema().toBER());
}

/** Serves a time stamping authority on this machine alone. */
export async function serveDemoAuthority(authority: DemoAuthority, port = 0) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BYTES) request.destroy();
      chunks.push(chunk);
    });
    request.on('end', () => {
      authority.answer(new Uint8Array(Buffer.concat(chunks))).then(
        (answer) => response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer),
        () => response.writeHead(400).end(),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
