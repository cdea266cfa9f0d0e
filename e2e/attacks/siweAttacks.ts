/**
 * An attacker who has read EIP-4361 and wants to log in as the owner of a wallet. The owner signs what the attacker's
 * own site shows. The attacker also sees what the owner signs elsewhere, and has a wallet of their own. Imports none
 * of Latchkey's code.
 */
import type { PrivateKeyAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';

/** The service and the apps that the attacker can reach. */
export interface SiweTarget {
  readonly url: string;
  readonly appId: string;
  /** Another app of the same service, run by the attacker. */
  readonly ownAppId: string;
  readonly origin: string;
  send(request: Request): Promise<Response>;
  /** Current time in Unix milliseconds. */
  now(): number;
  /** Advances the clock. */
  wait(ms: number): void;
}

export interface SiweLoginResponse {
  readonly status: number;
  readonly code: string | undefined;
  readonly userId: string | undefined;
}

type Signer = Pick<PrivateKeyAccount, 'address' | 'signMessage'>;

/** A change to a message of the app, its signer, or the request that submits it. */
interface Trick {
  readonly domain?: string;
  readonly uri?: string;
  readonly scheme?: string;
  readonly nonce?: string;
  readonly issuedAtMs?: number;
  readonly expiresAtMs?: number;
  readonly chainId?: number;
  /** Changes the text before it is signed. */
  readonly rewrite?: (text: string) => string;
  /** Changes the text after it was signed. */
  readonly forge?: (text: string) => string;
  readonly signer?: Signer;
  readonly body?: object;
}

/** Creates an attacker who calls the service as a page would, or as a program without an origin. */
export function createAttacker(target: SiweTarget) {
  const { appId, origin, url } = target;

  async function post(path: string, body: object, { app = appId, from = origin as string | null } = {}) {
    const headers: Record<string, string> = { 'privy-app-id': app, 'content-type': 'application/json' };
    if (from !== null) headers.origin = from;
    const response = await target.send(
      new Request(url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  const requestNonce = async (address: string, app = appId) =>
    String((await post('/api/v1/siwe/init', { address }, { app })).json.nonce);

  /** Signs a message of the app for the owner's wallet, changed by a trick. */
  async function sign(owner: Signer, trick: Trick = {}): Promise<{ message: string; signature: string }> {
    const text = createSiweMessage({
      address: owner.address,
      chainId: trick.chainId ?? 1,
      domain: trick.domain ?? new URL(origin).host,
      nonce: trick.nonce ?? (await requestNonce(owner.address)),
      uri: trick.uri ?? origin,
      version: '1',
      issuedAt: new Date(trick.issuedAtMs ?? target.now()),
      statement: 'Log in',
      ...(trick.scheme === undefined ? {} : { scheme: trick.scheme }),
      ...(trick.expiresAtMs === undefined ? {} : { expirationTime: new Date(trick.expiresAtMs) }),
    });
    const signed = trick.rewrite?.(text) ?? text;
    const signature = await (trick.signer ?? owner).signMessage({ message: signed });
    return { message: trick.forge?.(signed) ?? signed, signature };
  }

  async function show(
    shown: object,
    as: { app?: string; from?: string | null } = {},
  ): Promise<SiweLoginResponse> {
    const { status, json } = await post('/api/v1/siwe/authenticate', shown, as);
    const user = json.user as { id?: string } | undefined;
    return { status, code: json.code as string | undefined, userId: user?.id };
  }

  return { requestNonce, show, sign };
}

/**
 * Tries every trick to log in as the owner. Returns the responses by trick. For one message that is sent four times at
 * once, `status` is the number of logins that succeeded.
 */
export async function tryForgedMessages(
  target: SiweTarget,
  { owner, thief }: { owner: Signer; thief: Signer },
): Promise<Record<string, SiweLoginResponse>> {
  const { requestNonce, show, sign } = createAttacker(target);
  const minute = 60_000;
  const tricks: Record<string, Trick> = {
    'a message of a site of theirs': { domain: 'evil.example', uri: 'https://evil.example' },
    'a domain of theirs over a page of the app': { domain: 'evil.example' },
    'a page of theirs under the app’s domain': { uri: 'https://evil.example' },
    'a host that ends like the app’s': { rewrite: (text) => text.replaceAll('localhost', 'evil-localhost') },
    'a Cyrillic letter': {
      rewrite: (text) => text.replaceAll('localhost', 'lоcalhost'),
    },
    'another scheme': { scheme: 'https', uri: 'https://localhost:3000' },
    'a user before the host': { uri: 'http://localhost:3000@evil.example/' },
    'a nonce of their own making': { nonce: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
    'a nonce of their app': { nonce: await requestNonce(owner.address, target.ownAppId) },
    'a nonce of their wallet': { nonce: await requestNonce(thief.address) },
    'a key of theirs': { signer: thief },
    'another address in the text, once it is signed': {
      signer: thief,
      rewrite: (text) => text.replace(owner.address, thief.address),
      forge: (text) => text.replace(thief.address, owner.address),
    },
    'an address in small letters': {
      rewrite: (text) => text.replace(owner.address, owner.address.toLowerCase()),
    },
    'a second message behind the first': { forge: (text) => `${text}\n${text}` },
    'a line feed at the end': { forge: (text) => `${text}\n` },
    'a nonce in the statement': { rewrite: (text) => text.replace('Log in', 'x\nNonce: 12345678') },
    'Windows line ends': { rewrite: (text) => text.replaceAll('\n', '\r\n') },
    'another version': { rewrite: (text) => text.replace('Version: 1', 'Version: 2') },
    'a chain that the body denies': { body: { chainId: 'eip155:5' } },
    tomorrow: { issuedAtMs: target.now() + 24 * 60 * minute },
    'what is over': { expiresAtMs: target.now() - 2 * minute },
    'a wallet that calls itself embedded': { signer: owner, body: { walletClientType: 'privy' } },
  };
  const answers: Record<string, SiweLoginResponse> = {};
  for (const [name, trick] of Object.entries(tricks)) {
    answers[name] = await show({ ...(await sign(owner, trick)), ...trick.body });
  }
  const used = await sign(owner);
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => show(used)));
  const won = [first, ...others].filter((one) => one?.status === 200);
  answers['what was used'] = await show(used);
  answers['one message by four at once'] = {
    status: won.length,
    code: undefined,
    userId: won[0]?.userId,
  };
  // The same signature with the other S, which is equally valid in ECDSA.
  answers['the twin of a used signature'] = await show({ ...used, signature: twinOf(used.signature) });
  const kept = await sign(owner);
  answers['what was signed for the app, on a page of theirs'] = await show(kept, {
    from: 'https://evil.example',
  });
  const other = await sign(owner);
  answers['what was signed for the app, in an app of theirs'] = await show(other, { app: target.ownAppId });
  const late = await sign(owner);
  target.wait(5 * minute);
  answers['what is five minutes old'] = await show(late);
  return answers;
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function twinOf(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = Number.parseInt(signature.slice(130), 16);
  return `${signature.slice(0, 66)}${(order - s).toString(16).padStart(64, '0')}${(v === 27 ? 28 : 27).toString(16)}`;
}
