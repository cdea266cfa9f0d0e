import { passkeyName } from '@latchkey/wire';

/**
 * What people call a passkey, by what is known of it. Screens that list passkeys take it from here, with what else they do with
 * passkeys, so that no file of a few lines is loaded for it.
 *
 * @param unknown what it is called where nothing is known
 */
export function nameOfPasskey(passkey: Parameters<typeof passkeyName>[0], unknown: string): string {
  return passkeyName(passkey, unknown);
}
