import { randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { TestService } from '@latchkey/testkit';
import type { HostedRequest } from '@latchkey/wire';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hostedPage, idOf, providerId, shopOrigin, visit } from './crossApp.testkit.ts';

// Client side of the published connector, as in `@privy-io/cross-app-connect` 0.5.15: noble's curve and WebCrypto.

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

export function createPageKey() {
  const secret = secp256k1.utils.randomSecretKey();
  return {
    publicKey: toBase64(secp256k1.getPublicKey(secret)),
    /** Returns the shared secret: the shared point without its first byte. */
    sharedWith: (providerPublicKey: string) =>
      toBase64(secp256k1.getSharedSecret(secret, fromBase64(providerPublicKey)).slice(1)),
  };
}
export type PageKey = ReturnType<typeof createPageKey>;
export const publicKeyOf = () => createPageKey().publicKey;

const importKey = (shared: string, usage: 'decrypt' | 'encrypt') =>
  crypto.subtle.importKey('raw', fromBase64(shared), { name: 'AES-GCM' }, true, [usage]);

/** Seals bytes like the connector. A request is JSON in the zlib format. */
export async function sealBytes(shared: string, bytes: Uint8Array, iv = new Uint8Array(randomBytes(12))) {
  const key = await importKey(shared, 'encrypt');
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(bytes));
  return { iv: toBase64(iv), encrypted_request: toBase64(new Uint8Array(sealed)) };
}
export const seal = (shared: string, request: object) =>
  sealBytes(shared, deflateSync(Buffer.from(JSON.stringify(request))));

export async function openResult(shared: string, { encrypted, iv }: { encrypted: string; iv: string }) {
  const key = await importKey(shared, 'decrypt');
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: fromBase64(iv) },
    key,
    fromBase64(encrypted),
  );
  return inflateSync(Buffer.from(opened)).toString();
}

/** Connects pages of an origin, with the consent of a user. */
export async function connectPage(
  service: TestService,
  input: { bearer: string; key: PageKey; origin?: string },
) {
  const { bearer, key, origin = shopOrigin } = input;
  const response = await visit(service, '/cross-app/connect', {
    requester_public_key: key.publicKey,
    connect: 'true',
    provider_app_id: providerId,
    requester_origin: origin,
    smart_wallet_mode: 'false',
  });
  const page = hostedPage(service, bearer);
  const { json: asked } = await page.take(idOf(response) ?? '');
  const { json, status } = await page.answer(asked.handle);
  if (!('message' in json)) throw new Error(`The yes was answered ${status} ${JSON.stringify(json)}`);
  return { asked, ...json };
}

/** Sends a sealed request through a popup, and returns the answer that the hosted page gets. */
export async function sendSealed(
  service: TestService,
  input: {
    bearer?: string;
    key: PageKey;
    sealed: { iv: string; encrypted_request: string };
    origin?: string;
  },
) {
  const { bearer, key, origin = shopOrigin, sealed } = input;
  const response = await visit(service, '/cross-app/transact', {
    requester_public_key: key.publicKey,
    ...sealed,
    requester_origin: origin,
    provider_app_id: providerId,
    signout_enabled: 'true',
    v: '1',
  });
  const id = idOf(response);
  if (id === null) return { status: response.status, code: undefined, json: null };
  const { json, status } = await hostedPage(service, bearer).take(id);
  return { status, code: json.code, json: json as HostedRequest };
}
