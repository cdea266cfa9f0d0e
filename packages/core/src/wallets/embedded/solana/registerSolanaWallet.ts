import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { createStandardWallet } from './standardWallet.ts';
import { toSignFunction } from './toSignFunction.ts';
import type { SignSolana } from './transactions.ts';

export interface RegisterOptions {
  /** Name of the wallet in dapps. @default 'Latchkey' */
  readonly name?: string;
  /** Replaces direct signing, for a host that asks the user first. Returns the signature in base58. */
  readonly sign?: SignSolana;
  /**
   * Called when a dapp connects, except silently, and the user has no Solana wallet. It must log the user in and
   * create the wallet.
   * @default none: connecting fails with `must_be_authenticated` or `embedded_wallet_not_found`
   */
  readonly connect?: () => Promise<unknown>;
}

/** Registry of a dapp that looks for wallets. `register` returns a function that removes the wallets again. */
interface Registry {
  register(...wallets: readonly object[]): () => void;
}

/**
 * Makes the wallet available to Solana dapp code in this page through the Wallet Standard.
 *
 * @returns a function that removes the wallet again
 * @example
 * const unregister = await registerSolanaWallet(client);
 */
export async function registerSolanaWallet(
  client: LatchkeyClient,
  options: RegisterOptions = {},
): Promise<() => void> {
  const { name = 'Latchkey', connect } = options;
  const { frame, session } = contextsOf(client);
  const page = frame.page.environment.window;
  if (!page) return () => undefined;
  const { wallet, stop } = createStandardWallet({
    session,
    name,
    sign: toSignFunction(frame, options),
    ...(connect ? { connect } : {}),
  });
  const unregister = new Set<() => void>();
  const enter = ({ register }: Registry) => unregister.add(register(wallet));
  const hear = (event: Event) => enter((event as CustomEvent<Registry>).detail);
  // Dapps that are loaded already receive `register-wallet`. Dapps that load later send `app-ready`.
  page.addEventListener('wallet-standard:app-ready', hear);
  page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: enter }));
  return () => {
    page.removeEventListener('wallet-standard:app-ready', hear);
    stop();
    for (const leave of unregister) leave();
  };
}
