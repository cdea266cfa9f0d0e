export const connectionTexts = {
  connecting: (wallet: string) => `Waiting for ${wallet}`,
  approve: 'Approve the connection in your wallet.',
  switching: 'Approve the network in your wallet.',
  chain: 'Which account do you want to use?',
  scan: (wallet: string) => `Scan with ${wallet}`,
  scanDetail: 'Scan this code with your wallet or the camera of your phone.',
  code: 'QR code that opens your wallet',
  copy: 'Copy link',
  copied: 'Copied',
  open: (wallet: string) => `Open ${wallet}`,
  openDetail: 'Approve in your wallet, then come back here.',
  inWallet: (wallet: string) => `Continue in ${wallet}`,
  inWalletDetail: (wallet: string) => `This page opens in the browser of ${wallet}.`,
  install: (wallet: string) => `${wallet} isn't installed`,
  installDetail: 'Install it, then reload this page.',
  get: (wallet: string) => `Get ${wallet}`,
  sign: (wallet: string) => `Sign in ${wallet}`,
  signDetail: 'Sign a message to show that this wallet is yours. It costs nothing.',
  signButton: 'Sign',
  connected: 'Wallet connected',
  linked: 'Wallet linked',
  success: 'Success!',
  failed: 'Connect failed',
  pending: 'Open your wallet to answer',
  pendingDetail: 'It already shows a request from this page.',
  rejected: 'Request rejected',
  refused: 'Authentication failed',
  once: 'Unable to connect to wallet.',
  often: 'Unable to connect wallet.',
  timedOut: 'The request timed out. Try again.',
  taken: 'This account has already been linked to another user.',
  retry: 'Retry',
  other: 'Choose another wallet',
} as const;

/** The words of a connection in the person's language. */
export type ConnectionTexts = {
  readonly [K in keyof typeof connectionTexts]: (typeof connectionTexts)[K] extends string
    ? string
    : (wallet: string) => string;
};
