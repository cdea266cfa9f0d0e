import type { CloudMethod } from '@latchkey/wire';
import { equalBytes } from '@noble/curves/utils.js';
import { type Bytes, fromBase64url, toBase64url, zero } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';

/** A person's own cloud, as far as it keeps the secrets that open recovery sets: texts, written once. */
export interface TextCloud {
  /** Adds a record. @returns its name in that cloud */
  write(name: string, text: string): Promise<string>;
  /** @throws Refusal `error` with code `cloud_backup_missing` where there is none */
  read(recordName: string): Promise<string>;
}

/** The same for secrets of 32 bytes. */
export interface Cloud {
  /**
   * Keeps a secret in a record of its own and reads it back, before anything relies on it. Never overwrites one.
   *
   * @param recoveryId names the record
   * @returns what the record is called in that cloud
   */
  write(recoveryId: string, secret: Bytes): Promise<string>;
  /**
   * The secret of a record, which the caller overwrites.
   *
   * @throws Refusal `error` with code `cloud_backup_missing` or `cloud_backup_damaged`
   */
  read(recordName: string): Promise<Bytes>;
}

const secretLength = 32;

/**
 * Opens a person's own cloud by what the host page was given at the end of a consent. For Google that is a handle, which
 * the service redeems here alone; for iCloud Apple's own token, which the service has no use for.
 *
 * @throws Refusal `error` with the service's code: `invalid_credentials` for a handle that was used or is too old
 */
export async function openCloud(
  frame: Frame,
  session: Session,
  { method, accessToken }: { method: CloudMethod; accessToken: string },
): Promise<Cloud> {
  const body = method === 'icloud' ? { method } : { method, access_token: accessToken };
  // Before the handle, which is good once, is used up.
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

/** The bytes of what a record holds, or null where it is no text of ours: anyone with the account can edit it. */
function findBytes(text: string): Bytes | null {
  try {
    return fromBase64url(text);
  } catch {
    return null;
  }
}

/** The record is there, but is not what was written: edited, or another's. */
export function refuseDamaged(): never {
  return refuse(
    'error',
    "The backup in this account is damaged and can't open your wallet.",
    'cloud_backup_damaged',
  );
}
