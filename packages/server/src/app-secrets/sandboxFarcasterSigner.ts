import { createHash } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Farcaster account with which apps of a development service request signers: the sandbox's `latchkey-app`, derived
 * from its name as in the sandbox.
 */
export const sandboxFarcasterSigner = {
  fid: 1_000 + digest('farcaster person latchkey-app').readUIntBE(0, 4),
  custodyKey: `0x${digest('farcaster custody latchkey-app').toString('hex')}`,
} as const;
