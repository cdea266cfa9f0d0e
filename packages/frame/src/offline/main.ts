/**
 * Offline page: opens an exit kit with its password if no service is left. It is one file on a disk and needs no
 * network.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bytes, concatBytes, zero } from '../bytes.ts';
import { fromBase58, toBase58 } from '../decode/base58.ts';
import { type ExitKit, openKit, readKit } from '../kit/exitKit.ts';
import { runArgon2 } from '../password/argon2.ts';
import { toAddress } from '../sign/address.ts';
import { deriveKey, toPhrase } from '../vault/entropy.ts';

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const file = byId<HTMLInputElement>('file');
const password = byId<HTMLInputElement>('password');
const form = byId<HTMLFormElement>('form');
const status = byId('status');
const result = byId('result');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void openFile().catch(() => tell("This file can't be opened."));
});

async function openFile(): Promise<void> {
  result.replaceChildren();
  const kit = readKit((await file.files?.[0]?.text()) ?? '');
  if (kit === null) return tell("This file isn't an exit kit.");
  tell('Opening your kit. This takes a few seconds.');
  // Lets the browser paint the message before the key derivation blocks its thread.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const entropy = await openKit(kit, password.value, async (request) =>
    Uint8Array.from(await runArgon2(request)),
  );
  password.value = '';
  if (entropy === null) return tell('The password is wrong, or the file has been changed.');
  try {
    await show(kit, entropy);
  } finally {
    zero(entropy);
  }
}

/** Shows the secrets in the form that other wallets import. Throws if a key does not derive the file's address. */
async function show(kit: ExitKit, entropy: Bytes): Promise<void> {
  const rows: [string, string][] = [];
  if (kit.kind !== 'imported-key') rows.push(['Recovery phrase', toPhrase(entropy)]);
  for (const { address, chain_type, wallet_index } of kit.wallets) {
    const key = await deriveKey(kit.kind, entropy, chain_type, wallet_index);
    try {
      if (toAddress(chain_type, key) !== address) throw new Error('the file names another address');
      const isSolana = chain_type === 'solana';
      const written = isSolana
        ? toBase58(concatBytes(key, fromBase58(address) ?? key))
        : `0x${bytesToHex(key)}`;
      rows.push([isSolana ? 'Solana address' : 'Ethereum address', address], ['Private key', written]);
    } finally {
      zero(key);
    }
  }
  tell('');
  for (const [name, value] of rows) {
    const term = Object.assign(document.createElement('dt'), { textContent: name });
    result.append(term, Object.assign(document.createElement('dd'), { textContent: value }));
  }
}

function tell(text: string): void {
  status.textContent = text;
}
