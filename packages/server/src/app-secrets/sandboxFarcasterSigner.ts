import { createHash } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * The Farcaster account that apps of a development service ask for signers by: `latchkey-app` of the sandbox, derived of its
 * name as there.
 */
export const sandboxFarcasterSigner = {
  fid: 1_000 + digest('farcaster person latchkey-app').readUIntBE(0, 4),
  custodyKey: `0x${digest('farcaster custody latchkey-app').toString('hex')}`,
} as const;
