import { expect, test } from 'vitest';
import { readSignInMessage, recoverSigner } from './index.ts';
import vectors from './vectors/spruceid.json' with { type: 'json' };

// Vectors of https://github.com/spruceid/siwe (Apache-2.0 or MIT), commit 940a66ac.

test.each(Object.entries(vectors.parsing_positive))(
  '[S38] readSignInMessage reads the message "%s"',
  (_, { message, fields }) => {
    const read = readSignInMessage(message);
    expect(read).toMatchObject({
      domain: fields.domain,
      address: fields.address,
      uri: fields.uri,
      chainId: fields.chainId,
      nonce: fields.nonce,
      issuedAtMs: Date.parse(fields.issuedAt),
      statement: 'statement' in fields ? fields.statement : null,
      scheme: 'scheme' in fields ? fields.scheme : null,
      resources: 'resources' in fields ? fields.resources : [],
    });
  },
);

test.each(Object.entries(vectors.parsing_negative))(
  '[S38] readSignInMessage refuses the message "%s"',
  (_, message) => {
    expect(readSignInMessage(message)).toBeNull();
  },
);

interface Fields {
  domain: string;
  address: string;
  statement: string;
  uri: string;
  version: string;
  chainId: number;
  nonce: string;
  issuedAt: string;
  expirationTime?: string;
  notBefore?: string;
  signature: string;
}
const textOf = (given: Fields) =>
  [
    `${given.domain} wants you to sign in with your Ethereum account:\n${given.address}\n\n${given.statement}\n`,
    `URI: ${given.uri}\nVersion: ${given.version}\nChain ID: ${given.chainId}\nNonce: ${given.nonce}`,
    `Issued At: ${given.issuedAt}`,
    ...(given.expirationTime ? [`Expiration Time: ${given.expirationTime}`] : []),
    ...(given.notBefore ? [`Not Before: ${given.notBefore}`] : []),
  ].join('\n');
const signerOf = (given: Fields) =>
  recoverSigner({ message: textOf(given), signature: given.signature as `0x${string}` });

test.each(Object.entries<Fields>(vectors.verification_positive))(
  '[S38] recoverSigner finds the account as the signer of the message "%s"',
  (_, given) => {
    expect(readSignInMessage(textOf(given))?.address).toBe(given.address);
    expect(signerOf(given)).toBe(given.address.toLowerCase());
  },
);

/** Negative vectors that are invalid for every page, nonce and time. */
const isFlawed = [
  'malformed signature',
  'wrong signature',
  'invalid issuedAt',
  'invalid notBefore',
  'invalid expirationTime',
];

test.each(Object.entries<Fields>(vectors.verification_negative).filter(([name]) => isFlawed.includes(name)))(
  '[S38] the message "%s" is refused, or the account is not recovered as its signer',
  (_, given) => {
    const read = readSignInMessage(textOf(given));
    expect(read === null || signerOf(given) !== given.address.toLowerCase()).toBe(true);
  },
);
