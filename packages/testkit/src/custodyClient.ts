import { createHash, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  type ChainType,
  type Change,
  type CreateWalletBody,
  changeClaim,
  changeClaimContext,
  custodyRoutes,
  type Route,
  toCanonicalJson,
  walletClaim,
  walletClaimContext,
} from '@latchkey/wire';
import { ed25519ctx } from '@noble/curves/ed25519.js';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Address, Base58, Hash, Hex, Secp256k1 } from 'ox';
import { logIn } from './logIn.ts';
import type { CallInput, CallResult, TestService } from './testService.ts';

/** Values that differ from a correct call. */
export interface CallFlaws {
  /** Claims that replace the correct ones; undefined omits one. */
  claims?: Record<string, unknown>;
  /** Members of the proof's header that replace the correct ones. */
  header?: Record<string, unknown>;
  /** The whole `DPoP` header; null sends none. */
  proof?: string | null;
  token?: string;
  scheme?: string;
  appId?: string;
  /** Origin of the request; null sends none, like curl. */
  origin?: string | null;
  headers?: Record<string, string>;
  /** True to sign again if the server asks for a newer nonce, like the frame. By default true. */
  retry?: boolean;
  /** The process that answers, if it is not the client's own. */
  at?: CustodyService;
}

export interface CustodyClient {
  /** RFC 7638 thumbprint of the client's proof key. */
  readonly thumbprint: string;
  readonly lastProof: () => string;
  /** Calls a route. `parent_origin` is the client's unless the body names one. */
  call<Body extends { parent_origin?: string | undefined }, Reply>(
    route: Route<Body, Reply>,
    body: Omit<Body, 'parent_origin'> & Partial<Body>,
    flaws?: CallFlaws,
  ): Promise<CallResult<Reply>>;
}

export interface CustodyService {
  readonly app: { readonly id: string; readonly allowed_origins: readonly string[] };
  readonly config: { readonly url: string };
  readonly clock: { now(): number };
  call<Body, Reply>(route: Route<Body, Reply>, input: CallInput): Promise<CallResult<Reply>>;
}

export interface CustodyClientOptions {
  token: string;
  appId?: string;
  /** Origin of the page around the frame; by default the first of the test app. */
  parentOrigin?: string;
  /** A P-256 key that a browser kept. @default a new one */
  proofKey?: KeyObject;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const hashOf = (text: string) => base64url(createHash('sha256').update(text).digest());

/** Returns 128 random bits, in the form of the frame's ids. */
export const randomId = () => base64url(randomBytes(16));

/**
 * Creates a client of the custody routes that signs its calls like the frame (docs/custody.md), with its own P-256
 * key. A second client acts as a second browser.
 */
export async function createCustodyClient(
  service: CustodyService,
  options: CustodyClientOptions,
): Promise<CustodyClient> {
  const appId = options.appId ?? service.app.id;
  const kept = options.proofKey;
  const { publicKey, privateKey } = kept
    ? { publicKey: createPublicKey(kept), privateKey: kept }
    : await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  let nonce = '';
  let lastProof = '';

  async function sign(
    path: string,
    token: string,
    body: object,
    { claims, header }: CallFlaws,
  ): Promise<string> {
    const payload = {
      jti: randomId(),
      htm: 'POST',
      htu: service.config.url + path,
      iat: Math.floor(service.clock.now() / 1000),
      ath: hashOf(token),
      nonce,
      po: (body as { parent_origin?: string }).parent_origin,
      bh: hashOf(JSON.stringify(body)),
      ...claims,
    };
    const protectedHeader = { typ: 'dpop+jwt', alg: 'ES256', jwk, ...header };
    return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(privateKey);
  }

  async function send<Body, Reply>(route: Route<Body, Reply>, body: object, flaws: CallFlaws) {
    const token = flaws.token ?? options.token;
    const proof = flaws.proof === undefined ? await sign(route.path, token, body, flaws) : flaws.proof;
    lastProof = proof ?? '';
    const input: CallInput = {
      appId: flaws.appId ?? appId,
      body,
      headers: {
        authorization: `${flaws.scheme ?? 'DPoP'} ${token}`,
        ...(proof === null ? {} : { dpop: proof }),
        ...flaws.headers,
      },
      ...(flaws.origin === undefined ? {} : { origin: flaws.origin }),
    };
    const result = await (flaws.at ?? service).call(route, input);
    nonce = result.headers.get('dpop-nonce') ?? nonce;
    return result;
  }

  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    lastProof: () => lastProof,
    async call(route, given, flaws = {}) {
      const parentOrigin = options.parentOrigin ?? service.app.allowed_origins[0];
      const body = { parent_origin: parentOrigin, ...given };
      const first = await send(route, body, flaws);
      return first.json.code === 'use_dpop_nonce' && flaws.retry !== false ? send(route, body, flaws) : first;
    },
  };
}

/** Logs a user in, and creates a custody client and a wallet for them. The wallet is not registered yet. */
export async function enterCustody(service: TestService, email: string, appId = service.app.id) {
  const {
    user,
    token,
    privy_access_token: privyAccessToken,
    refresh_token: refreshToken,
  } = await logIn(service, email, { appId });
  if (!user || !token || !privyAccessToken || !refreshToken) throw new Error('The login gave no tokens');
  const client = await createCustodyClient(service, { token: privyAccessToken, appId });
  const wallet = makeWallet({ appId, userId: user.id });
  return { user: { userId: user.id, token, privyAccessToken, refreshToken }, client, wallet };
}

/** Logs a user in and registers a wallet for them. */
export async function createWalletOwner(service: TestService, email: string, appId?: string) {
  const owner = await enterCustody(service, email, appId);
  const { json } = await owner.client.call(custodyRoutes.create, owner.wallet.body);
  if (!json.created) throw new Error(`The wallet was not created: ${json.code}`);
  return owner;
}

type AutomaticSet = Extract<CreateWalletBody['recovery'], { method: 'privy' }>;

/**
 * Creates a wallet in the form that a frame registers: real key and claim, and random bytes as the parts, which the
 * server does not check.
 */
export function makeWallet(owner: { appId: string; userId: string }, chainType: ChainType = 'ethereum') {
  const privateKey = Secp256k1.randomPrivateKey();
  const address = toAddress(chainType, privateKey);
  const entropyUid = randomId();
  const part = () => base64url(randomBytes(17));
  const signature = signClaim({ ...owner, entropyUid, chainType, address }, privateKey);
  const body: Omit<CreateWalletBody, 'parent_origin'> & { recovery: AutomaticSet } = {
    request_id: randomId(),
    entropy_uid: entropyUid,
    wallets: [{ address, chain_type: chainType, wallet_index: 0, signature }],
    device: { device_id: randomId(), auth_part: part() },
    recovery: {
      recovery_id: randomId(),
      recovery_version: 1,
      method: 'privy',
      auth_part: part(),
      ciphertext: base64url(randomBytes(45)),
      recovery_key: base64url(randomBytes(32)),
    },
  };
  const ref = { entropy_id: address, entropy_id_verifier: `${chainType}-address-verifier` } as const;
  const toChange = (change: Change) => ({
    ...ref,
    request_id: randomId(),
    entropy_uid: entropyUid,
    signature: signChange({ ...owner, entropyUid, chainType }, change, privateKey),
  });
  return { address, privateKey, entropyUid, body, ref, toChange };
}

/** Returns the Ethereum address of a key, or the Solana address of the key as a seed. */
function toAddress(chainType: ChainType, privateKey: Hex.Hex): string {
  if (chainType === 'solana') return Base58.fromBytes(ed25519ctx.getPublicKey(Hex.toBytes(privateKey)));
  return Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });
}

/** Signs a wallet claim, base64url: r, s and recovery bit for Ethereum, the default; Ed25519ctx for Solana. */
export function signClaim(
  claim: { appId: string; userId: string; entropyUid: string; chainType?: ChainType; address: string },
  privateKey: Hex.Hex,
): string {
  return signText(walletClaim(claim), walletClaimContext, claim.chainType, privateKey);
}

export function signChange(
  owner: { appId: string; userId: string; entropyUid: string; chainType?: ChainType },
  change: Change,
  privateKey: Hex.Hex,
): string {
  const contentHash = hashOf(toCanonicalJson(change.content));
  const text = changeClaim(owner, { ...change, contentHash });
  return signText(text, changeClaimContext, owner.chainType, privateKey);
}

function signText(
  text: string,
  title: string,
  chainType: ChainType | undefined,
  privateKey: Hex.Hex,
): string {
  if (chainType === 'solana') {
    const context = Buffer.from(title, 'utf8');
    return base64url(ed25519ctx.sign(Buffer.from(text, 'utf8'), Hex.toBytes(privateKey), { context }));
  }
  const payload = Hash.keccak256(Hex.fromString(text));
  const { r, s, yParity } = Secp256k1.sign({ payload, privateKey });
  const bytes = [Hex.toBytes(Hex.fromNumber(r, { size: 32 })), Hex.toBytes(Hex.fromNumber(s, { size: 32 }))];
  return base64url(Buffer.concat([...bytes, Uint8Array.of(yParity)]));
}
