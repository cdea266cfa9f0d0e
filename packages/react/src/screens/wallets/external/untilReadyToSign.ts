import type { ConnectedWallet } from '@latchkey/core/startup';
import { timings } from '../../../timings.ts';

/**
 * Resolves when a wallet may be asked to sign: MetaMask on a phone shows no request that comes while it still shows the
 * pairing, so that it is given a moment, and no other wallet is (EXTW-07).
 *
 * @param signal ends the wait, which is refused then
 */
export function untilReadyToSign(
  { connectorType, meta, walletClientType }: ConnectedWallet,
  signal: AbortSignal,
): Promise<void> {
  const isMetaMask = walletClientType === 'metamask' || /^metamask\b/i.test(meta.name);
  if (connectorType !== 'wallet_connect_v2' || !isMetaMask) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timings.walletConnectSignMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
