import type { FlowFacts } from './transition.ts';

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
