import { type Api, createApi } from './api.ts';
import { type Approval, approveByHost } from './approval/approval.ts';
import { createLocks, type WithLock } from './custody/locks.ts';
import { createSessions, type Sessions } from './custody/sessions.ts';
import { createFactorMemory, type FactorMemory } from './mfa/factorMemory.ts';
import { type LoadPart, loadPart } from './parts/load.ts';
import { createPasskeySlot, type PasskeySlot } from './passkey/slot.ts';
import { type Stretch, stretchInWorker } from './password/stretch.ts';
import { type DeviceStore, openStore } from './store.ts';
import { createVault, type Vault } from './vault/vault.ts';

/** What the acts of one page work with. */
export interface Frame {
  /** The app of the frame's own path; a message can never name another. */
  readonly appId: string;
  readonly vault: Vault;
  readonly store: DeviceStore;
  readonly sessions: Sessions;
  readonly api: Api;
  readonly withLock: WithLock;
  /** Permission to sign the request in hand; null if a person must approve it on the frame's own page first. */
  readonly approval: Approval | null;
  /** Whether the operator lets hashes be signed that no one can read. */
  readonly allowsRawSigning: boolean;
  /** Fewest characters of a new recovery password. */
  readonly passwordLength: number;
  /** Makes keys of passwords, slowly. */
  readonly stretch: Stretch;
  /** Loads what most visits do without. */
  readonly loadPart: LoadPart;
  /** What a passkey gave, for the act that comes next. */
  readonly passkey: PasskeySlot;
  /** What was begun or permitted by a second factor. */
  readonly factors: FactorMemory;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Who embeds the frame, and where it stands. */
export interface FrameFacts {
  /** Origin of the service and of the frame. */
  readonly origin: string;
  readonly appId: string;
  readonly parentOrigin: string;
  /** The service's first nonce. */
  readonly nonce: string;
  /** True if a person must approve each signature on the frame's own page. */
  readonly mustApprove: boolean;
  readonly allowsRawSigning: boolean;
  readonly passwordLength: number;
}

/**
 * Puts the rooms of a frame together.
 *
 * @param open opens what this browser keeps
 * @param now the browser's clock, in Unix milliseconds
 */
export async function createFrame(
  facts: FrameFacts,
  open: (appId: string) => Promise<DeviceStore> = openStore,
  now = () => Date.now(),
): Promise<Frame> {
  const vault = createVault(now);
  const store = await open(facts.appId);
  const sessions = createSessions({
    appId: facts.appId,
    vault,
    verify: async (caller) => {
      const { user_id } = await api.call('verifyToken', caller, {});
      if (user_id !== caller.userId) throw new Error('the service answered for another user');
    },
    now,
  });
  const api = createApi({
    ...facts,
    proofKey: store.proofKey,
    onAccepted: sessions.accept,
    onRefused() {
      vault.lock();
      sessions.forget();
    },
    // What is unlocked may stay so: the next act asks the service whether it does.
    onUnverified: () => sessions.forget(),
    onUnlockedFor: (seconds) => vault.endIn(seconds === null ? null : seconds * 1000),
    now,
  });
  const { appId, mustApprove, allowsRawSigning, passwordLength } = facts;
  const approval = mustApprove ? null : approveByHost();
  const settings = { approval, allowsRawSigning, passwordLength };
  const withLock = createLocks(appId);
  const passkey = createPasskeySlot();
  const factors = createFactorMemory(now);
  const loaders = { stretch: stretchInWorker, loadPart };
  return { appId, vault, store, sessions, api, withLock, ...settings, ...loaders, passkey, factors, now };
}
