import { isCode, type PasskeyAssertion, type PasskeyRegistration } from '@latchkey/wire';
import { describe, expect, test } from 'vitest';
import type { App } from '../../apps/index.ts';
import { readClientData } from './clientData.ts';
import vectors from './vectors/webauthnLevel3.json' with { type: 'json' };
import { verifyNew, verifyUse } from './verify.ts';

type VectorName = keyof typeof vectors.credentials;
const names = Object.keys(vectors.credentials) as VectorName[];
const page = { origin: 'https://example.org', rpId: 'example.org' };
/** Credentials with algorithms that this service does not request: ES384, ES512 and Ed448. */
const otherAlgorithms: readonly VectorName[] = ['packed-es384', 'packed-es512', 'packed-ed448'];

const envelope = (id: string) =>
  ({
    id,
    raw_id: id,
    type: 'public-key',
    authenticator_attachment: null,
    client_extension_results: {},
  }) as const;

function registrationOf(name: VectorName) {
  const { challenge, credential_id, clientDataJSON, attestationObject } =
    vectors.credentials[name].registration;
  const response: PasskeyRegistration = {
    ...envelope(credential_id),
    response: { client_data_json: clientDataJSON, attestation_object: attestationObject },
  };
  return { response, expected: { ...page, challenge } };
}

function assertionOf(name: VectorName) {
  const { challenge, authenticatorData, clientDataJSON, signature } =
    vectors.credentials[name].authentication;
  const response: PasskeyAssertion = {
    ...envelope(vectors.credentials[name].registration.credential_id),
    response: { client_data_json: clientDataJSON, authenticator_data: authenticatorData, signature },
  };
  return { response, expected: { ...page, challenge } };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (isCode(error) ? error.code : error),
  );

test('the WebAuthn vectors contain fifteen credentials', () => {
  expect(names).toHaveLength(15);
});

describe.each(names.filter((name) => !otherAlgorithms.includes(name)))(
  '[S39] %s of WebAuthn Level 3',
  (name) => {
    // Frames around the page have a test of their own below.
    const topOrigin = name.endsWith('topOrigin') ? 'https://example.com' : null;

    test('a passkey is verified at registration and at use, but not with another challenge, origin, domain or key', async () => {
      const made = registrationOf(name);
      const passkey = await verifyNew(made.response, made.expected);
      expect(passkey.id).toBe(made.response.id);
      const used = assertionOf(name);
      await verifyUse(used.response, { ...used.expected, topOrigin }, passkey);

      const { challenge } = made.expected;
      for (const expected of [
        { ...used.expected, challenge },
        { ...used.expected, origin: 'https://example.com' },
        { ...used.expected, rpId: 'example.com' },
      ]) {
        expect(await refusal(verifyUse(used.response, { ...expected, topOrigin }, passkey))).toBe(
          'invalid_credentials',
        );
        expect(await refusal(verifyNew(made.response, expected))).toBe(
          expected.challenge === challenge && expected.origin === page.origin && expected.rpId === page.rpId
            ? 'accepted'
            : 'invalid_credentials',
        );
      }
      const other = names.find((one) => one !== name && !otherAlgorithms.includes(one)) ?? name;
      const foreign = registrationOf(other);
      const { publicKey } = await verifyNew(foreign.response, foreign.expected);
      const claim = { ...used.expected, topOrigin };
      expect(await refusal(verifyUse(used.response, claim, { count: 0, publicKey }))).toBe(
        'invalid_credentials',
      );
    });
  },
);

test.each(otherAlgorithms)('[S39] %s is refused, because its algorithm was not requested', async (name) => {
  const { response, expected } = registrationOf(name);
  expect(await refusal(verifyNew(response, expected))).toBe('invalid_credentials');
});

test('[S39] a passkey registration is refused if its id is not that of the authenticator', async () => {
  const { response, expected } = registrationOf('none-es256');
  const id = registrationOf('packed-es256').response.id;
  expect(await refusal(verifyNew({ ...response, id, raw_id: id }, expected))).toBe('invalid_credentials');
});

describe('[S39] a page in a frame of another origin', () => {
  const app = { settings: { embedding_origins: ['https://example.com'] } } as unknown as App;
  const closed = { settings: { embedding_origins: [] } } as unknown as App;
  const apps = {
    find: async () => null,
    isOriginAllowed: (_: App, origin: string) => origin === page.origin,
  };
  const read = (of: App, text: string) => {
    try {
      return readClientData(apps, { app: of, text }).topOrigin;
    } catch (error) {
      return isCode(error) ? error.code : error;
    }
  };
  const dataOf = (name: VectorName) => [
    vectors.credentials[name].registration.clientDataJSON,
    vectors.credentials[name].authentication.clientDataJSON,
  ];
  const write = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url');
  const plain = { challenge: 'AA', origin: page.origin };

  test('a passkey on a page in a frame of an origin that the app does not allow is refused, in both ceremonies', () => {
    for (const text of [...dataOf('none-es256-crossOrigin'), ...dataOf('none-es256-topOrigin')])
      expect(read(closed, text)).toBe('invalid_credentials');
  });

  test('a passkey in a frame is accepted if the browser names a top origin that the app allows to embed it', () => {
    for (const text of dataOf('none-es256-topOrigin')) expect(read(app, text)).toBe('https://example.com');
    for (const text of dataOf('none-es256-crossOrigin')) expect(read(app, text)).toBe('invalid_credentials');
    const own = { ...plain, crossOrigin: true, topOrigin: page.origin };
    expect(read(closed, write(own))).toBe(page.origin);
  });

  test('a passkey in a frame is refused if its client data is contradictory or malformed', () => {
    expect(read(app, write({ ...plain, crossOrigin: false }))).toBe(null);
    for (const bad of [
      write({ ...plain, topOrigin: page.origin }),
      write({ ...plain, crossOrigin: false, topOrigin: page.origin }),
      write({ ...plain, crossOrigin: 'true', topOrigin: page.origin }),
      write({ ...plain, crossOrigin: true, topOrigin: 7 }),
      write({ origin: page.origin }),
      write({ challenge: 'AA' }),
      write([]),
      Buffer.from('{').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ]) {
      expect(read(app, bad)).toBe('invalid_credentials');
    }
  });
});
