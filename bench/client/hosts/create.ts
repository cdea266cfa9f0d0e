import { createClient, createEmailLogin, createWallet, getWalletFrameState, logout } from '@latchkey/core';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { split } from 'shamir-secret-sharing';

/** The page of the create bench: our client without pixels, and what a wallet is made of, bare. */
const { appId, apiUrl } = document.documentElement.dataset;
const client = createClient({ appId: appId ?? '', apiUrl: apiUrl ?? '' });
const login = createEmailLogin(client);

const api = {
  start: () => client.start(),
  sendCode: (email: string) => login.sendCode({ email }),
  logIn: (code: string) => login.loginWithCode({ code }),
  isFrameReady: () => getWalletFrameState(client).status === 'ready',
  logOut: () => logout(client),
  /** When a wallet was asked for, and when it was there: milliseconds since the page's time origin, by its clock. */
  async create() {
    const from = performance.now();
    await createWallet(client);
    return { from: performance.timeOrigin + from, ms: performance.now() - from };
  },
  /** Milliseconds of two splits, and of deriving the wallet of an entropy. */
  async bare(count: number) {
    const started = performance.now();
    for (let i = 0; i < count; i += 1) {
      const entropy = crypto.getRandomValues(new Uint8Array(16));
      await split(entropy, 2, 2);
      await split(entropy, 2, 2);
      const seed = await mnemonicToSeedWebcrypto(entropyToMnemonic(entropy, wordlist));
      const { publicKey } = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0");
      keccak_256(publicKey ?? seed);
    }
    return (performance.now() - started) / count;
  },
};

declare global {
  interface Window {
    createBench: typeof api;
  }
}
window.createBench = api;
