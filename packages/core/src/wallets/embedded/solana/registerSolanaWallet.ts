import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { createStandardWallet } from './standardWallet.ts';
import { toSignFunction } from './toSignFunction.ts';
import type { SignSolana } from './transactions.ts';

export interface RegisterOptions {
  /** What apps call the wallet. @default 'Latchkey' */
  readonly name?: string;
  /** Replaces direct signing, for a host that asks the person first; it gives the signature in base 58. */
  readonly sign?: SignSolana;
  /**
   * Logs someone in and creates the Solana wallet, where an app asks to connect and there is none.
   * @default nothing: connecting fails with `must_be_authenticated`
   */
  readonly connect?: () => Promise<unknown>;
}

/** What an app that looks for wallets hands out: it takes them, and gives the function that takes them away. */
interface Registry {
  register(...wallets: readonly object[]): () => void;
}

/**
 * Shows the wallet to Solana code in this page that looks for wallets by the Wallet Standard. Does nothing at import: a
 * host calls it once its page wants that.
 *
 * @returns the function that takes the wallet away again
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
  // Apps that are there already hear `register-wallet`; apps that come later send `app-ready`.
  page.addEventListener('wallet-standard:app-ready', hear);
  page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: enter }));
  return () => {
    page.removeEventListener('wallet-standard:app-ready', hear);
    stop();
    for (const leave of unregister) leave();
  };
}
