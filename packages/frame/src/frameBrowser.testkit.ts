import type { FrameScript } from '@latchkey/testkit';
import type { FrameEvent, FrameRequest } from '@latchkey/wire';
import { vi } from 'vitest';
import { fetchContext } from './api.ts';
import type { Session } from './custody/sessions.ts';
import { createFrame, type Frame } from './frame.ts';
import * as cloud from './parts/cloud.ts';
import * as farcaster from './parts/farcaster.ts';
import type { LoadPart } from './parts/load.ts';
import { runArgon2 } from './password/argon2.ts';
import type { Stretch } from './password/stretch.ts';
import { toFrameError } from './refusal.ts';
import { route } from './router.ts';
import { type DeviceStore, openStore } from './store.ts';

/** Answer of the frame, as a host page receives it. */
export interface FrameAnswer {
  readonly data?: Record<string, unknown>;
  readonly error?: ReturnType<typeof toFrameError>;
}

/** Browser of one user, with the frame in it. */
export interface Browser {
  request(event: FrameEvent, data?: object): Promise<FrameAnswer>;
  /** Runs an operation directly, as the user, such as one that only the frame's own pages can request. */
  act<T>(act: (frame: Frame, session: Session) => Promise<T>): Promise<T>;
  /** Opens another tab, which shares the browser's storage but not this tab's memory. */
  openTab(): Promise<Browser>;
  /** Loads the frame again: its storage stays, its memory is gone. */
  reload(): Promise<void>;
  /** Frame for the client of a test page. */
  readonly script: FrameScript;
}

/** Environment of the frame's own code in this process. */
export interface Surroundings {
  /** Origin of the service and of the frame. */
  readonly origin: string;
  readonly appId: string;
  readonly parentOrigin: string;
  /** Stands in for the network. */
  send(url: string, init: RequestInit): Promise<Response>;
  /**
   * Called before and after each change of the browser's storage. If it never resolves, the change is never made, or
   * never completes.
   */
  pass?(moment: string): Promise<void>;
  /** @default Argon2id as in the worker, but on this thread */
  stretch?: Stretch;
  /** Returns the browser's time in Unix milliseconds. @default the time of this process */
  now?(): number;
}

/**
 * Replaces `fetch` in this process and gives the frame's calls the frame's origin, as a browser does.
 * `vi.unstubAllGlobals` restores it.
 */
export function stubNetwork({ origin, send }: Surroundings): void {
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('origin')) headers.set('origin', origin);
    return send(url, { ...init, headers });
  });
}

/** Opens a browser with empty storage. Its requests carry the access token. */
export async function openBrowser(around: Surroundings, accessToken = ''): Promise<Browser> {
  // There is no IndexedDB here, so one store in memory is kept across the frame's reloads.
  const memory = await openStore(around.appId);
  return openTab(around, watchStore(memory, around.pass ?? (async () => {})), accessToken);
}

async function openTab(around: Surroundings, store: DeviceStore, accessToken: string): Promise<Browser> {
  let frame = await load(around, store);
  const answer = async (event: FrameEvent, data: unknown): Promise<FrameAnswer> => {
    try {
      return { data: { ...(await route(frame, { id: '1', event, data })) } };
    } catch (error) {
      return { error: toFrameError(error) };
    }
  };
  return {
    // JSON drops undefined fields.
    request: (event, data = {}) => answer(event, JSON.parse(JSON.stringify({ accessToken, ...data }))),
    act: (act) => act(frame, frame.sessions.identify(accessToken)),
    async script(message, page) {
      const { id, event, data } = message as FrameRequest;
      page.post({ id, event, ...(await answer(event, data)) });
    },
    openTab: () => openTab(around, store, accessToken),
    async reload() {
      frame.vault.lock();
      frame = await load(around, store);
    },
  };
}

async function load(around: Surroundings, store: DeviceStore): Promise<Frame> {
  const { origin, appId, parentOrigin } = around;
  const body = { app_id: appId, parent_origin: parentOrigin, ancestor_origins: [parentOrigin] };
  const context = await fetchContext(origin, body);
  const facts = {
    origin,
    appId,
    parentOrigin,
    nonce: context.dpop_nonce,
    mustApprove: context.approval === 'frame',
    allowsRawSigning: context.allow_raw_signing,
    passwordLength: context.recovery_password_length,
  };
  const frame = await createFrame(facts, async () => store, around.now);
  return { ...frame, stretch: around.stretch ?? stretchHere, loadPart: loadPartHere };
}

/** Loads parts from source. The browser tests in e2e/frame load the built scripts. */
const loadPartHere: LoadPart = async (name) => ({ cloud, farcaster })[name] as never;

const stretchHere: Stretch = async (request) => Uint8Array.from(await runArgon2(request));

function watchStore(memory: DeviceStore, pass: (moment: string) => Promise<void>): DeviceStore {
  const around = async <T>(name: string, change: () => Promise<T>) => {
    await pass(`before the store's ${name}`);
    const result = await change();
    await pass(`after the store's ${name}`);
    return result;
  };
  return {
    ...memory,
    isLasting: true,
    save: (...given) => around('save', () => memory.save(...given).then(() => true)),
    update: (device) => around('update', () => memory.update(device)),
    remove: (device) => around('remove', () => memory.remove(device)),
  };
}
