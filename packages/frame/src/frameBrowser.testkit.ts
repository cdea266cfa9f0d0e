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

/** An answer of the frame, as a host page gets it. */
export interface FrameAnswer {
  readonly data?: Record<string, unknown>;
  readonly error?: ReturnType<typeof toFrameError>;
}

/** A browser of one person, with the frame in it. */
export interface Browser {
  request(event: FrameEvent, data?: object): Promise<FrameAnswer>;
  /** Does an act as the person, which a page of ours beside the frame asks for and no host page can. */
  act<T>(act: (frame: Frame, session: Session) => Promise<T>): Promise<T>;
  /** Opens a further tab: it has what the browser keeps, and nothing of what this one holds in memory. */
  openTab(): Promise<Browser>;
  /** Loads the frame again: what it keeps stays, what it held in memory is gone. */
  reload(): Promise<void>;
  /** The frame for the client of a test page. */
  readonly script: FrameScript;
}

/** What the frame's own code finds around it in this process. */
export interface Surroundings {
  /** Of the service and of the frame. */
  readonly origin: string;
  readonly appId: string;
  readonly parentOrigin: string;
  /** Stands in for the network. */
  send(url: string, init: RequestInit): Promise<Response>;
  /** Called around each change of what the browser keeps; what does not resolve is never done, or never answered. */
  pass?(moment: string): Promise<void>;
  /** @default Argon2id as in the worker, but on this thread */
  stretch?: Stretch;
  /** The browser's clock, in Unix milliseconds. @default that of this process */
  now?(): number;
}

/**
 * Puts a network in the place of this process's, on which the frame's calls have its origin as a browser's would.
 * `vi.unstubAllGlobals` gives the old one back.
 */
export function stubNetwork({ origin, send }: Surroundings): void {
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('origin')) headers.set('origin', origin);
    return send(url, { ...init, headers });
  });
}

/** Opens a browser that has seen nothing of anyone; what asks in it has this token. */
export async function openBrowser(around: Surroundings, accessToken = ''): Promise<Browser> {
  // There is no IndexedDB here: what the frame would hold in memory outlives its reloads instead.
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
    // As JSON, which leaves out what is undefined.
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

/** The parts from their sources: scripts are loaded in a browser (e2e/frame). */
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
