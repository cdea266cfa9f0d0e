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

/** @throws ServiceError `internal_error` when the row's secret is not this endpoint's */
export function openSecret(sealing: Sealing, endpoint: EndpointRow): Promise<Uint8Array> {
  return sealing.open(endpoint.appId, aadOf(endpoint), endpoint.secret);
}
