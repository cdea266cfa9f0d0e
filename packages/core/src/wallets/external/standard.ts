/** Wallet of the Wallet Standard, with the fields that this module uses. A wallet may omit or falsify each of them. */
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

/** Registry that a dapp passes to wallets. */
export interface Registry {
  register(...wallets: readonly unknown[]): () => void;
}

/** Features of the Wallet Standard and of Solana that this module uses. */
export interface StandardFeatures {
  'standard:connect': { connect(input?: { silent?: boolean }): Promise<unknown> };
  'standard:disconnect': { disconnect(): Promise<void> };
  'standard:events': { on(event: 'change', listener: (change: unknown) => void): () => void };
  'solana:signIn': { signIn(input: object): Promise<readonly unknown[]> };
  'solana:signMessage': { signMessage(input: object): Promise<readonly unknown[]> };
  'solana:signTransaction': { signTransaction(input: object): Promise<readonly unknown[]> };
  'solana:signAndSendTransaction': { signAndSendTransaction(input: object): Promise<readonly unknown[]> };
}

/**
 * Returns a feature of a wallet, or null if it has none. Call its methods on the returned object, because they use
 * `this`.
 */
export function findFeature<Name extends keyof StandardFeatures>(
  wallet: StandardWallet,
  name: Name,
): StandardFeatures[Name] | null {
  const feature = wallet.features[name];
  return feature && typeof feature === 'object' ? (feature as StandardFeatures[Name]) : null;
}
