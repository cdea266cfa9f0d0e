/**
 * An attacker who reads the owner's mail, so they can log in as the owner at any time from their own machine. They know
 * the wire protocol, create a proof key (RFC 9449), and try to open the wallet and to change what protects it.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The service and the account that the attacker can reach. */
export interface LoginThiefTarget {
  readonly url: string;
  readonly appId: string;
  readonly origin: string;
  readonly email: string;
  send(request: Request): Promise<Response>;
  /** Returns the code of the latest mail. */
  readCode(): Promise<string>;
  /** Current time in Unix milliseconds. */
  now(): number;
}

export interface ThiefResponse {
  readonly status: number;
  readonly code: string | undefined;
  readonly json: Record<string, unknown>;
}

/** A login of the attacker, with the attacker's own proof key. */
export interface Login {
  readonly token: string;
  readonly address: string;
  /** Sends a request as the service's own frame would. */
  requestAsFrame(path: string, body?: object): Promise<ThiefResponse>;
  /** Sends a request as a page of the app would. */
  requestAsPage(path: string, body?: object, method?: string): Promise<ThiefResponse>;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const hashOf = (text: string) => base64url(createHash('sha256').update(text).digest());

/** Logs in with a code from the owner's mail. */
export async function breakIn(target: LoginThiefTarget): Promise<Login> {
  const { appId, email, origin, url } = target;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  let token = '';
  let nonce = '';

  async function request(path: string, init: RequestInit): Promise<ThiefResponse> {
    const headers = { 'privy-app-id': appId, 'content-type': 'application/json', ...init.headers };
    const response = await target.send(new Request(url + path, { ...init, headers }));
    nonce = response.headers.get('dpop-nonce') ?? nonce;
    const json = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    return { status: response.status, code: json.code as string | undefined, json };
  }

  const requestAsPage: Login['requestAsPage'] = (path, body = {}, method = 'POST') =>
    request(path, {
      method,
      headers: { origin, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });

  function prove(path: string, text: string): string {
    const claims = {
      jti: base64url(randomBytes(16)),
      htm: 'POST',
      htu: url + path,
      iat: Math.floor(target.now() / 1000),
      ath: hashOf(token),
      nonce,
      po: origin,
      bh: hashOf(text),
    };
    const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
    const signed = [head, claims].map((part) => base64url(Buffer.from(JSON.stringify(part)))).join('.');
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${base64url(signature)}`;
  }

  const requestAsFrame: Login['requestAsFrame'] = async (path, body = {}) => {
    const text = JSON.stringify({ ...body, parent_origin: origin });
    const send = () =>
      request(path, {
        method: 'POST',
        body: text,
        headers: { origin: url, authorization: `DPoP ${token}`, dpop: prove(path, text) },
      });
    const first = await send();
    return first.code === 'use_dpop_nonce' ? send() : first;
  };

  await requestAsPage('/api/v1/passwordless/init', { email });
  const { json } = await requestAsPage('/api/v1/passwordless/authenticate', {
    email,
    code: await target.readCode(),
  });
  token = String(json.privy_access_token);
  const accounts = (json.user as { linked_accounts: { type: string; address?: string }[] }).linked_accounts;
  const address = accounts.find(({ type }) => type === 'wallet')?.address ?? '';
  return { token, address, requestAsFrame, requestAsPage };
}

/** Tries to open the wallet and to change what protects it. Returns the responses by what the attacker would gain. */
export async function tryStolenLogin(login: Login, email: string): Promise<Record<string, ThiefResponse>> {
  const wallet = { entropy_id: login.address, entropy_id_verifier: 'ethereum-address-verifier' };
  const number = '+12015550143';
  const guess = 'A'.repeat(43);
  return {
    'the wallet': await login.requestAsFrame('/api/v1/frame/wallets/recover', wallet),
    'the key': await login.requestAsFrame('/api/v1/frame/wallets/export', {
      ...wallet,
      address: login.address,
      what: 'key',
    }),
    "the owner's cloud": await login.requestAsFrame('/api/v1/frame/recovery/cloud', { method: 'icloud' }),
    'an authenticator app of theirs': await login.requestAsFrame('/api/v1/mfa/totp/init'),
    'an authenticator app without beginning': await login.requestAsFrame('/api/v1/mfa/totp/enroll', {
      code: '123456',
    }),
    'a number of theirs': await login.requestAsFrame('/api/v1/mfa/passwordless_sms/init', {
      action: 'enroll',
      phoneNumber: number,
    }),
    'a number of theirs, from a page': await login.requestAsPage('/api/v1/mfa/passwordless_sms/init', {
      action: 'enroll',
      phoneNumber: number,
    }),
    'no authenticator app': await login.requestAsFrame('/api/v1/mfa/totp/unenroll'),
    'no passkeys': await login.requestAsFrame('/api/v1/mfa/passkeys/enrollment', { credential_ids: [] }),
    'backup codes of theirs': await login.requestAsFrame('/api/v1/mfa/backup_codes/init'),
    'a backup code by chance': await login.requestAsFrame('/api/v1/mfa/backup_codes/verify', {
      code: '0123-4567-89AB-CDEF',
    }),
    'a recovery by chance': await login.requestAsFrame('/api/v1/mfa/recovery/verify', {
      ...wallet,
      proof: guess,
    }),
    'the owner put out of the mail': await login.requestAsPage('/api/v1/passwordless/unlink', {
      address: email,
    }),
  };
}

/**
 * Makes the calls with which an attacker who has a login tries to open a wallet with strict approval. Returns the
 * responses by call.
 */
export async function tryToOpen(login: Login, email: string, readCode: LoginThiefTarget['readCode']) {
  const wallet = { entropy_id: login.address, entropy_id_verifier: 'ethereum-address-verifier' };
  const recover = (code?: string) =>
    login.requestAsFrame('/api/v1/frame/wallets/recover', { ...wallet, ...(code ? { code } : {}) });
  const atOnce = await recover();
  const { key } = atOnce.json.data as { key: string };
  const confirm = async (): Promise<ThiefResponse> => {
    await login.requestAsPage('/api/v1/passwordless/init', { email });
    const proof = { method: 'email', email, code: await readCode() };
    return login.requestAsPage('/api/v1/sessions/reauthenticate', { ...proof, purpose: 'release', key });
  };
  const confirmed = await confirm();
  return {
    atOnce,
    confirmed,
    afterConfirming: await recover(),
    byCodeOfLogin: await recover(await readCode()),
    bySent: await login.requestAsFrame('/api/v1/frame/wallets/recover/code', wallet),
    byGuess: await recover('123456'),
    exported: await login.requestAsFrame('/api/v1/frame/wallets/export', {
      ...wallet,
      address: login.address,
      what: 'key',
    }),
  };
}
