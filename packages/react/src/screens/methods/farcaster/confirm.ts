import type { ConfirmWay } from '../../changes/confirmWay.ts';

/** Confirms on the screen with the address that the Farcaster app opens. */
export const confirmInFarcaster: ConfirmWay = {
  effort: 'screen',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.some(({ type }) => type === 'farcaster') ? [{ name: 'farcaster' }] : [],
};
