import { fromBase58, toBase58 } from '@latchkey/frame/readable';
import { embeddedWalletOf, fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import type { SessionContext } from '../../../contexts.ts';
import { notify } from '../../../store.ts';
import { assertAuthenticated } from '../getAccess.ts';
import { walletIcon } from '../walletIcon.ts';
import { chains, createSigner } from './signer.ts';
import type { SignSolana } from './transactions.ts';

export interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly SolanaChain[];
  readonly features: readonly `solana:${string}`[];
}

export interface StandardWalletParts {
  readonly session: SessionContext;
  readonly name: string;
  readonly sign: SignSolana;
  /**
   * Called when a dapp connects, except silently, and the user has no Solana wallet. It must log the user in and
   * create the wallet.
   */
  readonly connect?: () => Promise<unknown>;
}

type ChangeListener = (properties: { accounts: readonly StandardAccount[] }) => void;

const supportedTransactionVersions = ['legacy', 0] as const;
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const;

/**
 * Creates the embedded Solana wallet in the form of the Wallet Standard. After a dapp disconnects, the wallet lists
 * no accounts, but the user stays logged in, because the host page may still need the login.
 */
export function createStandardWallet({ session, name, sign, connect }: StandardWalletParts) {
  const accountOf = createAccounts(session);
  const listeners = new Set<ChangeListener>();
  let isConnected = true;
  let known = accountOf();

  const accounts = () => (isConnected ? accountOf() : []);
  function look(): void {
    const current = accounts();
    if (current === known) return;
    known = current;
    notify(listeners, { accounts: current });
  }
  const stop = session.state.subscribe(look);

  const signer = createSigner(session, sign);
  const features = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { silent?: boolean } = {}) {
        isConnected = true;
        if (!silent && accountOf().length === 0) {
          if (!connect) assertAuthenticated(session);
          await connect?.();
          if (accountOf().length === 0) fail('embedded_wallet_not_found');
        }
        look();
        return { accounts: accounts() };
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        isConnected = false;
        look();
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(event: 'change', listener: ChangeListener) {
        if (event === 'change') listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    'solana:signMessage': { version: '1.0.0', signMessage: signer.signMessage },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signTransaction: signer.signTransaction,
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signAndSendTransaction: signer.signAndSendTransaction,
    },
  } as const;

  return {
    wallet: {
      version: '1.0.0' as const,
      name,
      icon: walletIcon,
      chains,
      features,
      get accounts() {
        return accounts();
      },
    },
    stop,
  };
}

const none: readonly StandardAccount[] = [];

/**
 * Returns a function that returns the accounts of the signed-in user: the same list until the wallet changes, so a
 * change is detectable.
 */
function createAccounts(session: SessionContext): () => readonly StandardAccount[] {
  let last: readonly StandardAccount[] = none;
  return () => {
    const wallet = embeddedWalletOf(session.state.get().user?.linkedAccounts ?? [], 'solana');
    if (!wallet) last = none;
    else if (last[0]?.address !== wallet.address) {
      const publicKey = fromBase58(wallet.address) ?? new Uint8Array();
      last = [Object.freeze({ address: toBase58(publicKey), publicKey, chains, features: signing })];
    }
    return last;
  };
}
