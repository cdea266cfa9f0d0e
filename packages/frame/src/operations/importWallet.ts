import type { ChainType } from '@latchkey/wire';
import { zero, zeroOnFailure } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import type { Imported } from '../vault/imported.ts';
import { type Opened, openRoot } from '../vault/parts.ts';
import { openDevice } from './connect.ts';
import { register } from './register.ts';

/**
 * Imports a user's existing key or recovery phrase as a separate entropy with automatic recovery. Returns only once
 * the service has everything that recovers it.
 *
 * @param given.read reads the secret; refuses an invalid one
 * @returns the address of the key, or of the phrase's wallet at index 0
 * @throws Refusal `invalid_request_arguments`; `error` with code `embedded_wallet_already_exists` for a wallet that
 *   the user had before, `linked_to_another_user` for another user's, or with another code of the service
 */
export async function importWallet(
  frame: Frame,
  session: Session,
  given: { chainType: ChainType; read: () => Imported },
): Promise<string> {
  const { kind, entropy } = given.read();
  const opened = await openRoot(kind, entropy, given.chainType);
  const address = opened.rootAddress;
  const secrets = [entropy, opened.rootKey];
  return frame.withLock(session.userId, async () => {
    if (await zeroOnFailure(secrets, () => isResumed(frame, session, opened))) {
      zero(...secrets);
      return address;
    }
    await register(frame, session, opened, { method: 'privy' }, (body) =>
      frame.api.call('import', session, {
        ...body,
        kind: kind === 'imported-key' ? kind : 'imported-phrase',
      }),
    );
    return address;
  });
}

/** Opens the same import if an earlier request completed it without being answered. Returns true if so. */
async function isResumed(frame: Frame, session: Session, { kind, rootAddress }: Opened): Promise<boolean> {
  for (const device of await frame.store.list(session.userId)) {
    const isUnanswered = device.kind === kind && device.address === rootAddress && device.state === 'pending';
    if (isUnanswered && (await openDevice(frame, session, device))) return true;
  }
  return false;
}
