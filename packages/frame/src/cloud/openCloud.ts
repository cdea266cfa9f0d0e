import type { CloudMethod } from '@latchkey/wire';
import { equalBytes } from '@noble/curves/utils.js';
import { type Bytes, fromBase64url, toBase64url, zero } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';

/** User's own cloud as storage for the secrets that open recovery sets: texts, each written once. */
export interface TextCloud {
  /** Adds a record. @returns its name in that cloud @throws Refusal `error` with code `cloud_unavailable` */
  write(name: string, text: string): Promise<string>;
  /** @throws Refusal `error` with code `cloud_backup_missing` if there is no such record, or `cloud_unavailable` */
  read(recordName: string): Promise<string>;
}

/** User's own cloud as storage for secrets of 32 bytes. */
export interface Cloud {
  /**
   * Stores a secret in a new record and reads it back, before anything relies on it. Never overwrites a record.
   *
   * @param recoveryId names the record
   * @returns the name of the record in that cloud
   * @throws Refusal `error` with code `cloud_unavailable`, or `cloud_backup_missing` or `cloud_backup_damaged` if the
   *   record does not read back as it was written
   */
  write(recoveryId: string, secret: Bytes): Promise<string>;
  /**
   * Returns the secret of a record. The caller must overwrite the returned bytes.
   *
   * @throws Refusal `error` with code `cloud_backup_missing`, `cloud_backup_damaged` or `cloud_unavailable`
   */
  read(recordName: string): Promise<Bytes>;
}

const secretLength = 32;

/**
 * Opens the user's own cloud with the token from the host page. For iCloud this is Apple's token, for Google a
 * handle, which the service redeems for Google's token. The vault does not pass Google's token on to the host page.
 *
 * @throws Refusal with the service's code, such as `invalid_credentials` for a handle that was used or is too old, or
 *   `error` if the part `cloud` does not load
 */
export async function openCloud(
  frame: Frame,
  session: Session,
  { method, accessToken }: { method: CloudMethod; accessToken: string },
): Promise<Cloud> {
  const body = method === 'icloud' ? { method } : { method, access_token: accessToken };
  // Loads the code before the call spends the handle, which is valid once.
  const { openDrive, openICloud } = await frame.loadPart('cloud');
  const access = await frame.api.call('openCloud', session, body);
  const cloud =
    access.method === 'icloud' ? openICloud(access, accessToken) : openDrive(access.url, access.access_token);

  async function read(recordName: string): Promise<Bytes> {
    const secret = findBytes(await cloud.read(recordName));
    return secret?.length === secretLength ? secret : refuseDamaged();
  }

  return {
    async write(recoveryId, secret) {
      const recordName = await cloud.write(recoveryId, toBase64url(secret));
      const kept = await read(recordName);
      const isSame = equalBytes(kept, secret);
      zero(kept);
      return isSame ? recordName : refuseDamaged();
    },
    read,
  };
}

/** Returns the bytes of a record; null if its text is not base64url: whoever controls the account can edit it. */
function findBytes(text: string): Bytes | null {
  try {
    return fromBase64url(text);
  } catch {
    return null;
  }
}

/** Refuses a record that exists, but does not contain the secret. */
export function refuseDamaged(): never {
  return refuse(
    'error',
    "The backup in this account is damaged and can't open your wallet.",
    'cloud_backup_damaged',
  );
}
