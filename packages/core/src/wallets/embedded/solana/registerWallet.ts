import type { Internals } from '../../../internals.ts';
import { createStandardWallet } from './standardWallet.ts';
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
 * Registers the wallet by the two events of the Wallet Standard: apps that are there already hear the first, apps that
 * come later send the second.
 */
export function registerWallet(
  internals: Internals,
  { name = 'Latchkey', sign, connect }: RegisterOptions & { sign: SignSolana },
): () => void {
  const page = internals.environment.window;
  if (!page) return () => undefined;
  const { wallet, stop } = createStandardWallet({
    internals,
    name,
    sign,
    ...(connect ? { connect } : {}),
  });
  const unregister = new Set<() => void>();
  const enter = ({ register }: Registry) => unregister.add(register(wallet));
  const hear = (event: Event) => enter((event as CustomEvent<Registry>).detail);
  page.addEventListener('wallet-standard:app-ready', hear);
  page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: enter }));
  return () => {
    page.removeEventListener('wallet-standard:app-ready', hear);
    stop();
    for (const leave of unregister) leave();
  };
}
