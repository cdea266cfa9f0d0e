import type { ConfirmWay } from '../../changes/confirmWay.ts';

/** On the screen with what the Farcaster app opens. */
export const confirmInFarcaster: ConfirmWay = {
  effort: 'screen',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.some(({ type }) => type === 'farcaster') ? [{ name: 'farcaster' }] : [],
};
