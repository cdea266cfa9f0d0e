import type { ExportWalletBody, ExportWalletReply } from '@latchkey/wire';
import { bytesToHex } from '@noble/hashes/utils.js';
import { concatBytes } from '../bytes.ts';
import type { Session } from '../custody/sessions.ts';
import { fromBase58, toBase58 } from '../decode/base58.ts';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';
import type { ExportKind, WalletName } from '../sibling.ts';
import { chainOf, readAddress } from '../sign/address.ts';
import { toPhrase } from '../vault/entropy.ts';
import type { UnlockedWallet } from '../vault/vault.ts';
import { connectWallet, refuseLocked, toEntropyRef } from './connect.ts';

/** Wallet as the export page names it, and the address at index 0 of its entropy. */
export interface NamedWallet {
  readonly rootAddress: string;
  readonly wallet: WalletName;
}

/**
 * Exports a key or a phrase for the export page. Connects the wallet, asks the service for permission, and only then
 * takes the secret out of the vault.
 *
 * @throws Refusal `wallet_not_on_device`, `invalid_request_arguments` for a wallet of another entropy and for the
 *   phrase of an imported key, or with the service's code, such as `recent_login_required` or `missing_or_invalid_mfa`
 */
export async function exportWallet(
  frame: Frame,
  session: Session,
  given: NamedWallet & { what: Exclude<ExportKind, 'kit'> },
): Promise<string> {
  const { what } = given;
  const { owner, wallet, rootAddress } = await openNamed(frame, session, given);
  if (what !== 'key' && owner.kind === 'imported-key')
    refuse('invalid_request_arguments', 'An imported key has no recovery phrase');
  await requestPermission(frame, session, { rootAddress, address: wallet.address, what });
  const text =
    what === 'key'
      ? await frame.vault.withKey(owner, wallet, (key) => writeKey(wallet, key))
      : frame.vault.withEntropy(owner, toPhrase);
  return text ?? refuseLocked();
}

/** Unlocks the wallet that a request names. @throws Refusal like {@link exportWallet} */
export async function openNamed(
  frame: Frame,
  session: Session,
  { rootAddress: root, wallet: name }: NamedWallet,
) {
  const rootAddress = toAddress(root);
  const address = 'address' in name ? toAddress(name.address) : null;
  const owner = await connectWallet(frame, session, rootAddress);
  const wallet = owner.wallets.find((one) =>
    'address' in name
      ? one.address === address
      : one.chainType === name.chainType && one.index === name.index,
  );
  if (!wallet) refuse('invalid_request_arguments', 'This wallet is not one of the user’s');
  return { owner, wallet, rootAddress };
}

/**
 * Asks the service for permission to export now.
 *
 * @returns the wallets of the entropy
 * @throws Refusal with the service's code
 */
export async function requestPermission(
  frame: Frame,
  session: Session,
  given: { rootAddress: string; address: string; what: ExportWalletBody['what'] },
): Promise<ExportWalletReply['wallets']> {
  const { wallets } = await frame.api.call('export', session, {
    ...toEntropyRef(given.rootAddress),
    address: given.address,
    what: given.what,
  });
  return wallets;
}

function toAddress(text: string): string {
  const address = readAddress(chainOf(text), text);
  return address ?? refuse('invalid_request_arguments', 'This is not the address of a wallet');
}

/** Writes a key as other wallets of its chain import it: hex digits, or for Solana seed and public key in base 58. */
function writeKey({ chainType, address }: UnlockedWallet, key: Uint8Array): string {
  if (chainType === 'ethereum') return `0x${bytesToHex(key)}`;
  const publicKey = fromBase58(address);
  return toBase58(concatBytes(key, publicKey ?? refuseLocked()));
}
