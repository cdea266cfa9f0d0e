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

export interface Frame {
  /** App id from the frame's own path. A host page cannot name another app in a message. */
  readonly appId: string;
  readonly vault: Vault;
  readonly store: DeviceStore;
  readonly sessions: Sessions;
  readonly api: Api;
  readonly withLock: WithLock;
  /** Permission to sign the request in hand; null if the user must approve it on the frame's own page first. */
  readonly approval: Approval | null;
  /** True if the operator allows signing of hashes that nobody can read. */
  readonly allowsRawSigning: boolean;
  /** Minimum length of a new recovery password, in characters. */
  readonly passwordLength: number;
  readonly stretch: Stretch;
  readonly loadPart: LoadPart;
  /** Passkey result from the popup, for the next operation. */
  readonly passkey: PasskeySlot;
  readonly factors: FactorMemory;
  /** Returns Unix milliseconds. */
  readonly now: () => number;
}

export interface FrameFacts {
  /** Origin of the service and of the frame. */
  readonly origin: string;
  readonly appId: string;
  readonly parentOrigin: string;
  /** First nonce from the service. */
  readonly nonce: string;
  /** True if the user must approve each signature on the frame's own page. */
  readonly mustApprove: boolean;
  readonly allowsRawSigning: boolean;
  readonly passwordLength: number;
}

/**
 * Creates a frame from its modules.
 *
 * @param open opens the storage of this browser
 * @param now returns the browser's time in Unix milliseconds
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
    // The vault stays unlocked. Its next use asks the service about the token.
    onUnverified: () => sessions.forget(),
    onUnlockedFor: (seconds) => vault.endIn(seconds === null ? null : seconds * 1000),
    now,
  });
  const { appId, mustApprove, allowsRawSigning, passwordLength } = facts;
  const approval = mustApprove ? null : approveByHost();
  const settings = { approval, allowsRawSigning, passwordLength };
  const withLock = createLocks(appId);
  const passkey = createPasskeySlot(now);
  const factors = createFactorMemory(now);
  const loaders = { stretch: stretchInWorker, loadPart };
  return { appId, vault, store, sessions, api, withLock, ...settings, ...loaders, passkey, factors, now };
}
