import { type Proof, toProof } from '../admission/index.ts';
import type { ConnectionRow } from './connections/table.ts';

/**
 * Returns the proof of a user who came back from another app: the subject of their connection there.
 *
 * @param addresses addresses of the user's wallets there
 */
export function toCrossAppProof(
  { appId, subject }: ConnectionRow,
  addresses: readonly string[],
  provedAtMs: number,
): Proof {
  const details = {
    subject,
    provider_app_id: appId,
    embedded_wallets: addresses.map((address) => ({ address })),
    smart_wallets: [],
  };
  return toProof({
    method: 'cross-app',
    account: { type: 'cross_app', subject, details },
    provedAtMs,
    isProfile: true,
  });
}
