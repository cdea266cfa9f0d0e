import type { Sealing } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { EndpointRow } from '../table.ts';
import type { EndpointKey } from './store.ts';

/** A secret moved to another endpoint's row must not open there. */
const aadOf = ({ webhookId }: EndpointKey) => ['webhook-secret', webhookId];

/** Makes a secret of 256 bits, and what the table keeps of it. */
export async function createSecret(
  { random }: World,
  sealing: Sealing,
  key: EndpointKey,
): Promise<{ secret: Uint8Array; sealed: Uint8Array }> {
  const secret = random.bytes(32);
  return { secret, sealed: await sealing.seal(key.appId, aadOf(key), secret) };
}

/** How long the secret before signs too, for back ends that are deployed one after the other. */
export const secretOverlapMs = 24 * 60 * 60_000;

/**
 * The secrets that sign now, the newest first.
 * @throws ServiceError `internal_error` when one of the row is not this endpoint's
 */
export function openSecrets(sealing: Sealing, endpoint: EndpointRow, nowMs: number): Promise<Uint8Array[]> {
  const { appId, secret, oldSecret, oldSecretUntilMs } = endpoint;
  const sealed = oldSecret && nowMs < oldSecretUntilMs ? [secret, oldSecret] : [secret];
  return Promise.all(sealed.map((one) => sealing.open(appId, aadOf(endpoint), one)));
}
