import { createPublicKey, verify } from 'node:crypto';
import { createTestService, type FrameScript, logIn, type TestService } from '@latchkey/testkit';
import type { FrameEvent, FrameRequest, WireAccount } from '@latchkey/wire';
import { sessionRoutes } from '@latchkey/wire';
import { Address, Hex, PersonalMessage, Secp256k1, Signature } from 'ox';
import { vi } from 'vitest';
import { fetchContext } from './api.ts';
import { createFrame, type Frame } from './frame.ts';
import { runArgon2 } from './password/argon2.ts';
import { fromBase58 } from './readable/base58.ts';
import { toFrameError } from './refusal.ts';
import { route } from './router.ts';
import { type DeviceStore, openStore } from './store.ts';

/** An answer of the frame, as a host page gets it. */
export interface Answer {
  readonly data?: Record<string, unknown>;
  readonly error?: ReturnType<typeof toFrameError>;
}

/** A browser of one person, with the frame in it. */
export interface Browser {
  ask(event: FrameEvent, data?: object): Promise<Answer>;
  /** Loads the frame again: what it keeps stays, what it held in memory is gone. */
  reload(): Promise<void>;
  /** The frame for the client of a test page. */
  readonly script: FrameScript;
}

/** Somebody who is logged in. */
export interface Person {
  readonly userId: string;
  readonly accessToken: string;
  /** Opens a browser that has seen nothing of them. */
  openBrowser(): Promise<Browser>;
  listWallets(): Promise<Extract<WireAccount, { type: 'wallet' }>[]>;
}

/** The frame's own code in this process, over a real service, without a browser. */
export interface FrameStage {
  readonly service: TestService;
  /** Paths of the service that were called, in order. */
  readonly calls: string[];
  /** The next call of a path reaches the service, but its answer never comes back; gives the moment when it was done. */
  loseAnswer(path: string): Promise<void>;
  logIn(): Promise<Person>;
  /** Opens a browser that has seen nothing of anybody. */
  openBrowser(): Promise<Browser>;
  close(): Promise<void>;
}

/** Starts a service, and lets the frame's calls reach it in place of the network. */
export async function openFrameStage(): Promise<FrameStage> {
  const service = await createTestService();
  const { url: origin } = service.config;
  const appId = service.app.id;
  const [parentOrigin = ''] = service.app.allowed_origins;
  const calls: string[] = [];
  const lost = new Map<string, () => void>();
  let people = 0;

  async function send(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    const { pathname } = new URL(url);
    calls.push(pathname);
    const response = await service.fetch(new Request(url, { ...init, headers }));
    const onLost = lost.get(pathname);
    if (!onLost) return response;
    lost.delete(pathname);
    onLost();
    return new Promise<never>(() => {});
  }
  vi.stubGlobal('fetch', send);

  async function load(store: DeviceStore): Promise<Frame> {
    const body = { app_id: appId, parent_origin: parentOrigin, ancestor_origins: [parentOrigin] };
    const context = await fetchContext(origin, body);
    const { dpop_nonce: nonce, recovery_password_length: passwordLength } = context;
    const facts = { origin, appId, parentOrigin, nonce, mustApprove: false, passwordLength };
    const frame = await createFrame(facts, async () => store);
    // There are no workers of the browser's here: passwords are stretched in this thread.
    return { ...frame, stretch: async (request) => Uint8Array.from(await runArgon2(request)) };
  }

  async function openBrowser(accessToken = ''): Promise<Browser> {
    // There is no IndexedDB here: what the frame would hold in memory outlives its reloads instead.
    const memory = await openStore(appId);
    const store: DeviceStore = {
      ...memory,
      isLasting: true,
      save: (...given) => memory.save(...given).then(() => true),
    };
    let frame = await load(store);
    const answer = async (event: FrameEvent, data: unknown): Promise<Answer> => {
      try {
        return { data: { ...(await route(frame, { id: '1', event, data })) } };
      } catch (error) {
        return { error: toFrameError(error) };
      }
    };
    return {
      // As JSON, which leaves out what is undefined.
      ask: (event, data = {}) => answer(event, JSON.parse(JSON.stringify({ accessToken, ...data }))),
      async script(message, page) {
        const { id, event, data } = message as FrameRequest;
        page.post({ id, event, ...(await answer(event, data)) });
      },
      async reload() {
        frame.vault.lock();
        frame = await load(store);
      },
    };
  }

  return {
    service,
    calls,
    openBrowser: () => openBrowser(),
    loseAnswer: (path) => new Promise((resolve) => lost.set(path, resolve)),
    async logIn() {
      people += 1;
      const reply = await logIn(service, `person${people}@example.com`);
      const { user, privy_access_token: accessToken, refresh_token: refreshToken } = reply;
      if (!user || !accessToken || !refreshToken) throw new Error('the login gave no session');
      return {
        userId: user.id,
        accessToken,
        openBrowser: () => openBrowser(accessToken),
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

/** Whose signature of 'hello' an answer holds: the address that it recovers to, by code that is not the frame's. */
export function signerOfHello({ data = {} }: Answer): string {
  const { data: signature } = data.response as { data: Hex.Hex };
  const payload = PersonalMessage.getSignPayload(Hex.fromString('hello'));
  return Address.checksum(Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature) }));
}

/** Tells whether an answer holds a Solana wallet's signature, by Node's own Ed25519. */
export function isSignedBy({ data = {} }: Answer, address: string, message: Uint8Array): boolean {
  const { data: signed } = data.response as { data: { signature: string } };
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    fromBase58(address) ?? new Uint8Array(),
  ]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, message, key, Buffer.from(signed.signature, 'base64'));
}
