import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and its self-signed certificate, as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** Encodes one value in DER (ITU-T X.690 §8.1): tag, length, content. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents);
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);

/** Encodes a time as `YYMMDDHHMMSSZ` (RFC 5280 §4.1.2.5.1). */
const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const dayMs = 24 * 60 * 60_000;

/**
 * Creates a self-signed certificate for these host names, valid from a day ago until a day from now (RFC 5280 §4.1).
 */
export function createCertificate(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const commonName = sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Latchkey tests')));
  const name = sequence(der(0x31, commonName));
  const dnsNames = sequence(...names.map((one) => der(0x82, Buffer.from(one))));
  const alternativeNames = sequence(oid(0x55, 0x1d, 0x11), der(0x04, dnsNames));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(Date.now() - dayMs), utcTime(Date.now() + dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  );
  const certificate = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, privateKey)));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
