import type { FrameEvent } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { fromBase64url, toBase64url } from '../bytes.ts';
import { connectWallet, refuseLocked } from '../operations/connect.ts';
import { assertApproved } from '../operations/signRequest.ts';
import { toRoot } from '../operations/walletRoot.ts';
import type { FarcasterTools } from '../parts/farcaster.ts';
import type { Handlers } from './handler.ts';

/** Functions of the vault's script that the part uses, so that the part's own script need not contain them. */
const tools: FarcasterTools = {
  assertApproved,
  connectWallet,
  ed25519,
  fromBase64url,
  refuseLocked,
  toBase64url,
  toRoot,
};

/** Handlers of `privy:farcaster:*` (docs/wire/protocol.md §4.3). Their code is a part that loads on first use. */
export const farcasterEvents: Handlers<FrameEvent & `privy:farcaster:${string}`> = {
  'privy:farcaster:init-signer': async (frame, payload) =>
    (await frame.loadPart('farcaster')).initSigner(tools, frame, payload),
  'privy:farcaster:sign': async (frame, payload) =>
    (await frame.loadPart('farcaster')).signHash(tools, frame, payload),
};
