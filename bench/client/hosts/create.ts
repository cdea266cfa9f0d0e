import { createClient, createEmailLogin, createWallet, getWalletFrameState, logout } from '@latchkey/core';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { split } from 'shamir-secret-sharing';

/** The page of the create bench: our headless client, and the parts of a wallet's creation alone. */
const { appId, apiUrl } = document.documentElement.dataset;
const client = createClient({ appId: appId ?? '', apiUrl: apiUrl ?? '' });
const login = createEmailLogin(client);

const api = {
  start: () => client.start(),
  sendCode: (email: string) => login.sendCode({ email }),
  logIn: (code: string) => login.loginWithCode({ code }),
  isFrameReady: () => getWalletFrameState(client).status === 'ready',
  logOut: () => logout(client),
  /** Creates a wallet. Returns when that began, since the Unix epoch, and how long it took, in ms by the page's clock. */
  async create() {
    const from = performance.now();
    await createWallet(client);
    return { from: performance.timeOrigin + from, ms: performance.now() - from };
  },
  /** Returns the time of two splits and the derivation of a wallet from an entropy, in ms. */
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
