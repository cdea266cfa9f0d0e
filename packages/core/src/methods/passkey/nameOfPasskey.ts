import { passkeyName } from '@latchkey/wire';

/**
 * Returns a passkey's name for users, from its known properties.
 *
 * @param unknown the name if nothing is known
 */
export function nameOfPasskey(passkey: Parameters<typeof passkeyName>[0], unknown: string): string {
  return passkeyName(passkey, unknown);
}
