import type { FrameEvent } from '@latchkey/wire';
import { refuse } from '../refusal.ts';
import type { Handlers } from './handler.ts';

const unbuilt = async () => refuse('error', 'Farcaster signers are not built yet', 'not_supported');

/** `privy:farcaster:*` (docs/wire/protocol.md §4.3). */
export const farcasterEvents: Handlers<FrameEvent & `privy:farcaster:${string}`> = {
  'privy:farcaster:init-signer': unbuilt,
  'privy:farcaster:sign': unbuilt,
};
