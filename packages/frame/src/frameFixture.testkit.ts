import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import {
  createTestService,
  later,
  logIn,
  type TestService,
  type TestServiceOptions,
} from '@latchkey/testkit';
import { type AppInput, sessionRoutes, type WireAccount } from '@latchkey/wire';
import { Address, Hex, PersonalMessage, Secp256k1, Signature } from 'ox';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { fromBase58, toBase58 } from './decode/base58.ts';
import {
  type Browser,
  type FrameAnswer,
  openBrowser,
  type Surroundings,
  stubNetwork,
} from './frameBrowser.testkit.ts';

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly accessToken: string;
  /** Opens a browser with empty storage, optionally with a clock of its own. */
  openBrowser(now?: Surroundings['now']): Promise<Browser>;
  /** Opens a browser with empty storage, with a login of its own. */
  logInElsewhere(now?: Surroundings['now']): Promise<Browser>;
  listWallets(): Promise<Extract<WireAccount, { type: 'wallet' }>[]>;
}

/** Frame's own code in this process, over a real service, without a browser. */
export interface FrameFixture {
  readonly service: TestService;
  /** Paths of the service that the frame called, in order. */
  readonly calls: string[];
  /** Loses the answer to the next call of a path, which still reaches the service. Resolves once it has answered. */
  loseAnswer(path: string): Promise<void>;
  /** Logs in a new user, or a known one by email. */
  logIn(email?: string): Promise<Person>;
  /** Opens a browser with empty storage. */
  openBrowser(): Promise<Browser>;
  close(): Promise<void>;
}

export interface FrameFixtureOptions extends Pick<Surroundings, 'pass' | 'stretch'> {
  /** Answers the frame's calls in place of the fixture's service. */
  readonly answer?: (request: Request) => Promise<Response>;
  /** @default the test service's own */
  readonly app?: AppInput;
  /** Network of the service to third parties. */
  readonly fetch?: typeof fetch;
  readonly config?: NonNullable<TestServiceOptions['config']>;
}

/** Starts a service and routes the frame's calls to it. */
export async function openFrameFixture({
  answer,
  app: given,
  config: changed,
  fetch: reach,
  ...watching
}: FrameFixtureOptions = {}): Promise<FrameFixture> {
  const service = await createTestService({
    ...(given ? { apps: [given] } : {}),
    ...(changed ? { config: changed } : {}),
    ...(reach ? { fetch: reach } : {}),
  });
  const [parentOrigin = ''] = service.app.allowed_origins;
  const calls: string[] = [];
  const lost = new Map<string, () => void>();
  let people = 0;

  async function send(url: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url);
    calls.push(pathname);
    const response = await (answer ?? service.fetch)(new Request(url, init));
    const onLost = lost.get(pathname);
    if (!onLost) return response;
    lost.delete(pathname);
    onLost();
    return new Promise<never>(() => {});
  }
  const { config, app } = service;
  const around: Surroundings = { origin: config.url, appId: app.id, parentOrigin, send, ...watching };
  stubNetwork(around);

  return {
    service,
    calls,
    openBrowser: () => openBrowser(around),
    loseAnswer: (path) => new Promise((resolve) => lost.set(path, resolve)),
    async logIn(known) {
      people += 1;
      const email = known ?? `person${people}@example.com`;
      const reply = await logIn(service, email);
      const { user, privy_access_token: accessToken, refresh_token: refreshToken } = reply;
      if (!user || !accessToken || !refreshToken) throw new Error('the login gave no session');
      return {
        userId: user.id,
        email,
        accessToken,
        openBrowser: (now) => openBrowser({ ...around, ...(now ? { now } : {}) }, accessToken),
        async logInElsewhere(now) {
          const { privy_access_token: token } = await logIn(service, email);
          return openBrowser({ ...around, ...(now ? { now } : {}) }, token ?? '');
        },
        async listWallets() {
          const { json } = await service.call(sessionRoutes.refresh, {
            bearer: accessToken,
            body: { refresh_token: refreshToken },
          });
          const accounts = (json.user?.linked_accounts ?? []) as WireAccount[];
          return accounts.filter((account) => account.type === 'wallet');
        },
      };
    },
    async close() {
      vi.unstubAllGlobals();
      await service.close();
    },
  };
}

/** Shares one fixture among the tests of a file. Each test has a new user and a browser with empty storage. */
export function shareFrameFixture(options: FrameFixtureOptions = {}): {
  fixture: FrameFixture;
  person: Person;
  browser: Browser;
} {
  let fixture: FrameFixture | undefined;
  let person: Person | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    fixture = await openFrameFixture(options);
  });
  beforeEach(async () => {
    person = await fixture?.logIn();
    browser = await person?.openBrowser();
  });
  afterAll(() => fixture?.close());
  return { fixture: later(() => fixture), person: later(() => person), browser: later(() => browser) };
}

export const hello = new TextEncoder().encode('hello');
export const helloBase64 = 'aGVsbG8=';

/** Names an entropy in `privy:wallets:*` messages by a wallet's address. */
export const named = (root: string) => ({
  entropyId: root,
  entropyIdVerifier: `${root.startsWith('0x') ? 'ethereum' : 'solana'}-address-verifier`,
});

/** Recovers the signer of 'hello' from an answer, with code that is not the frame's. */
export function signerOfHello({ data = {} }: FrameAnswer): string {
  const { data: signature } = data.response as { data: Hex.Hex };
  const payload = PersonalMessage.getSignPayload(Hex.fromString('hello'));
  return Address.checksum(Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature) }));
}

/** Returns true if an answer contains a Solana wallet's signature, checked by Node's Ed25519. */
export function isSignedBy({ data = {} }: FrameAnswer, address: string, message: Uint8Array): boolean {
  const { data: signed } = data.response as { data: { signature: string } };
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    fromBase58(address) ?? new Uint8Array(),
  ]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, message, key, Buffer.from(signed.signature, 'base64'));
}

/** Derives the address of a private key, as other wallets write it, with the elliptic curves of `ox` and Node. */
export function addressOfKey(written: string): string {
  if (written.startsWith('0x')) {
    const publicKey = Secp256k1.getPublicKey({ privateKey: written as Hex.Hex });
    return Address.checksum(Address.fromPublicKey(publicKey));
  }
  const bytes = fromBase58(written) ?? new Uint8Array();
  const publicKey = publicKeyOf(bytes.subarray(0, 32));
  if (Buffer.compare(publicKey, bytes.subarray(32)) !== 0)
    throw new Error('its halves do not belong together');
  return toBase58(new Uint8Array(publicKey));
}

export function publicKeyOf(seed: Uint8Array): Buffer {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
  return key.export({ format: 'der', type: 'spki' }).subarray(-32);
}
