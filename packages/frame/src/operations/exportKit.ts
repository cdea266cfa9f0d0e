import { zero } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { createKit, kitPasswordLength } from '../kit/exitKit.ts';
import { refuse } from '../refusal.ts';
import { refuseLocked } from './connect.ts';
import { type NamedWallet, openNamed, requestPermission } from './exportWallet.ts';

/**
 * Creates the exit kit of a wallet's entropy, under a separate password. It lists the wallets of the entropy that the
 * service knows, because another tab may have added one since the unlock.
 *
 * @returns the text of the file
 * @throws Refusal like `exportWallet`; `invalid_request_arguments` for a password that is too short
 */
export async function exportKit(
  frame: Frame,
  session: Session,
  given: NamedWallet & { password: string },
): Promise<string> {
  if (given.password.length < kitPasswordLength)
    refuse('invalid_request_arguments', `The password needs at least ${kitPasswordLength} characters`);
  const { owner, wallet, rootAddress } = await openNamed(frame, session, given);
  const asked = { rootAddress, address: wallet.address, what: 'kit' } as const;
  const listed = await requestPermission(frame, session, asked);
  const { kind } = owner;
  const wallets = listed.map(({ address, chain_type, wallet_index }) => ({
    address,
    chain_type,
    wallet_index,
  }));
  const entropy = frame.vault.withEntropy(owner, (held) => Uint8Array.from(held)) ?? refuseLocked();
  try {
    const kit = await createKit(
      { app_id: frame.appId, kind, wallets },
      entropy,
      given.password,
      frame.stretch,
    );
    return `${JSON.stringify(kit, null, 2)}\n`;
  } finally {
    zero(entropy);
  }
}
