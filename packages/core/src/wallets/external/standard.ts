/** A wallet of the Wallet Standard, as far as this room uses one. Every part may be missing or lie. */
export interface StandardWallet {
  readonly name: string;
  readonly icon: unknown;
  readonly chains: readonly string[];
  readonly accounts: readonly ExternalStandardAccount[];
  readonly features: Readonly<Record<string, unknown>>;
}

export interface ExternalStandardAccount {
  readonly address: string;
  readonly chains?: readonly string[];
}

/** What an app that looks for wallets hands out to them. */
export interface Registry {
  register(...wallets: readonly unknown[]): () => void;
}

/** The features of the Wallet Standard and of Solana that are used. */
export interface StandardFeatures {
  'standard:connect': { connect(input?: { silent?: boolean }): Promise<unknown> };
  'standard:disconnect': { disconnect(): Promise<void> };
  'standard:events': { on(event: 'change', listener: (change: unknown) => void): () => void };
  'solana:signIn': { signIn(input: object): Promise<readonly unknown[]> };
  'solana:signMessage': { signMessage(input: object): Promise<readonly unknown[]> };
  'solana:signTransaction': { signTransaction(input: object): Promise<readonly unknown[]> };
  'solana:signAndSendTransaction': { signAndSendTransaction(input: object): Promise<readonly unknown[]> };
}

/** Gives a feature of a wallet; null where it has none of the name. Its acts want the wallet's own object. */
export function findFeature<Name extends keyof StandardFeatures>(
  wallet: StandardWallet,
  name: Name,
): StandardFeatures[Name] | null {
  const feature = wallet.features[name];
  return feature && typeof feature === 'object' ? (feature as StandardFeatures[Name]) : null;
}
