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

/** A user who is logged in. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly accessToken: string;
  /** Opens a browser that has seen nothing of them; it can have a clock of its own. */
  openBrowser(now?: Surroundings['now']): Promise<Browser>;
  /** Opens one and logs them in there: a login opens a wallet to its own browser alone. */
  logInElsewhere(now?: Surroundings['now']): Promise<Browser>;
  listWallets(): Promise<Extract<WireAccount, { type: 'wallet' }>[]>;
}

/** The frame's own code in this process, over a real service, without a browser. */
export interface FrameFixture {
  readonly service: TestService;
  /** Paths of the service that were called, in order. */
  readonly calls: string[];
  /** The next call of a path reaches the service, but its answer never comes back; gives the moment when it was done. */
  loseAnswer(path: string): Promise<void>;
  /** Logs a new user in, or one who comes back by their address. */
  logIn(email?: string): Promise<Person>;
  /** Opens a browser that has seen nothing of anyone. */
  openBrowser(): Promise<Browser>;
  close(): Promise<void>;
}

/** What a stage has otherwise than usual. */
export interface FrameFixtureOptions extends Pick<Surroundings, 'pass' | 'stretch'> {
  /** Answers the frame's calls in place of the stage's service, for a test that lets that die. */
  readonly answer?: (request: Request) => Promise<Response>;
  /** @default the test service's own */
  readonly app?: AppInput;
  /** How the service reaches those outside. */
  readonly fetch?: typeof fetch;
  /** What the service's configuration has otherwise. */
  readonly config?: NonNullable<TestServiceOptions['config']>;
}

/** Starts a service, and lets the frame's calls reach it in place of the network. */
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

/** Has the tests of a file share a stage; each has a new user on it, with a browser that has seen nothing. */
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

/** What names an entropy in the messages of the family `privy:wallets:*`: an address of it. */
export const named = (root: string) => ({
  entropyId: root,
  entropyIdVerifier: `${root.startsWith('0x') ? 'ethereum' : 'solana'}-address-verifier`,
});

/** Whose signature of 'hello' an answer holds: the address that it recovers to, by code that is not the frame's. */
export function signerOfHello({ data = {} }: FrameAnswer): string {
  const { data: signature } = data.response as { data: Hex.Hex };
  const payload = PersonalMessage.getSignPayload(Hex.fromString('hello'));
  return Address.checksum(Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature) }));
}

/** Tells whether an answer holds a Solana wallet's signature, by Node's own Ed25519. */
export function isSignedBy({ data = {} }: FrameAnswer, address: string, message: Uint8Array): boolean {
  const { data: signed } = data.response as { data: { signature: string } };
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    fromBase58(address) ?? new Uint8Array(),
  ]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, message, key, Buffer.from(signed.signature, 'base64'));
}

/** Whose address a private key belongs to that was written for other wallets, by code that is not the frame's. */
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

/** The Ed25519 public key of a seed of 32 bytes. */
export function publicKeyOf(seed: Uint8Array): Buffer {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
  return key.export({ format: 'der', type: 'spki' }).subarray(-32);
}
