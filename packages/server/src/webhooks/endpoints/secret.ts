import type { Sealing } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { EndpointRow } from '../table.ts';
import type { EndpointKey } from './store.ts';

/**
 * Binds a sealed secret to its endpoint. An attacker who writes to the database could otherwise move it to another
 * endpoint's row.
 */
const aadOf = ({ webhookId }: EndpointKey) => ['webhook-secret', webhookId];

/** Creates a secret of 256 bits, and its sealed form for the table. */
export async function createSecret(
  { random }: World,
  sealing: Sealing,
  key: EndpointKey,
): Promise<{ secret: Uint8Array; sealed: Uint8Array }> {
  const secret = random.bytes(32);
  return { secret, sealed: await sealing.seal(key.appId, aadOf(key), secret) };
}

/** Time that the previous secret also signs, so a back end's processes can be updated one after the other. */
export const secretOverlapMs = 24 * 60 * 60_000;

/**
 * Returns the secrets that sign now, the newest first.
 *
 * @throws ServiceError as `Sealing.open`, such as `internal_error` if a secret was sealed for another endpoint
 */
export function openSecrets(sealing: Sealing, endpoint: EndpointRow, nowMs: number): Promise<Uint8Array[]> {
  const { appId, secret, oldSecret, oldSecretUntilMs } = endpoint;
  const sealed = oldSecret && nowMs < oldSecretUntilMs ? [secret, oldSecret] : [secret];
  return Promise.all(sealed.map((one) => sealing.open(appId, aadOf(endpoint), one)));
}
