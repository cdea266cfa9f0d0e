import type { ConfirmWay } from '../../changes/confirmWay.ts';

export const confirmInFarcaster: ConfirmWay = {
  effort: 'screen',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.some(({ type }) => type === 'farcaster') ? [{ name: 'farcaster' }] : [],
};
