import type { FlowFacts } from './transition.ts';

/** Facts of a page on which nothing is due: a user is signed in, and the wallet frame is loaded. */
export const calm: FlowFacts = {
  authenticated: true,
  termsDue: false,
  factorDue: null,
  isGuestWithWallet: false,
  walletDue: false,
  captchaPending: false,
  walletFrameUp: true,
  promptsForFactors: true,
  recovery: { options: [], isRequired: false, isPasswordRequired: false },
  fundingOffered: false,
  findWallet: () => null,
};
