import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Address, Secp256k1 } from 'ox';

/** The secrets of a wallet, from its entropy to its private key, and its address. */
export interface WalletSecrets {
  readonly entropy: Uint8Array;
  readonly mnemonic: string;
  readonly seed: Uint8Array;
  readonly rootKey: Uint8Array;
  readonly privateKey: Uint8Array;
  /** EIP-55 address at index 0. */
  readonly address: string;
}

/** Derives a wallet from its entropy by the standards only: BIP-39 without a passphrase, then BIP-32 at index 0. */
export async function toSecrets(entropy: Uint8Array): Promise<WalletSecrets> {
  const mnemonic = entropyToMnemonic(Uint8Array.from(entropy), wordlist);
  const seed = await mnemonicToSeedWebcrypto(mnemonic);
  const root = HDKey.fromMasterSeed(seed);
  const { privateKey } = root.derive("m/44'/60'/0'/0/0");
  if (!privateKey || !root.privateKey) throw new Error('no key at this index');
  const address = toAddressOfKey(privateKey) ?? '';
  return { entropy, mnemonic, seed, rootKey: root.privateKey, privateKey, address };
}

/** Returns the address of a 32-byte private key; null if the bytes are not a valid one. */
export function toAddressOfKey(bytes: Uint8Array): string | null {
  try {
    const publicKey = Secp256k1.getPublicKey({ privateKey: bytes });
    return Address.checksum(Address.fromPublicKey(publicKey));
  } catch {
    return null;
  }
}
