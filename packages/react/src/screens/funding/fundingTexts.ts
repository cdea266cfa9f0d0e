/** What several screens of funding say, and the choice of a way. */
export const fundingTexts = {
  title: (app: string) => `Add funds to your ${app} wallet`,
  toComplete: (chain: string) => `Add funds on ${chain} to complete transaction.`,
  amount: 'Amount',
  balance: 'Balance',
  card: 'Pay with card',
  coinbase: 'Pay with Coinbase',
  wallet: 'Transfer from a wallet',
  bridge: 'Transfer from another network',
  manual: 'Receive funds',
  ways: 'Ways to add funds',
  none: 'No way to add funds is offered on this network.',
  received: (amount: string) => `Received ${amount}`,
  onlyNetwork: (asset: string, network: string) =>
    `Send only ${asset} on ${network}. Funds sent on another network may be lost.`,
  continue: 'Continue',
  close: 'Close',
  later: 'Not now',
  again: 'Try again',
  otherWay: 'Use another method',
} as const;
