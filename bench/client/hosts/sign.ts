import {
  connectWallet,
  createClient,
  createEmailLogin,
  createWallet,
  initEnrollmentWithTotp,
  signMessage,
  submitEnrollmentWithTotp,
} from '@latchkey/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** The page of the sign bench: our headless client, bare signing, and an echo frame on the service's site. */
const { appId, apiUrl } = document.documentElement.dataset;
const client = createClient({ appId: appId ?? '', apiUrl: apiUrl ?? '' });
const login = createEmailLogin(client);
const key = secp256k1.utils.randomSecretKey();

function echo(frame: HTMLIFrameElement, message: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow) return;
      window.removeEventListener('message', listen);
      resolve();
    };
    window.addEventListener('message', listen);
    frame.contentWindow?.postMessage(message, '*');
  });
}

const api = {
  start: () => client.start(),
  sendCode: (email: string) => login.sendCode({ email }),
  async logIn(code: string) {
    await login.loginWithCode({ code });
    await createWallet(client);
    await connectWallet(client, {});
  },
  /** Begins to enrol an authenticator app, and returns its `otpauth:` address. */
  async beginFactor() {
    return (await initEnrollmentWithTotp(client)).authUrl;
  },
  enrolFactor: (mfaCode: string) => submitEnrollmentWithTotp(client, { mfaCode }),
  /** Adds the echo frame, on another site than this page. */
  addEcho(url: string) {
    const frame = document.createElement('iframe');
    frame.id = 'echo';
    frame.src = url;
    document.body.append(frame);
    return new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
  },
  /** Returns the time of one signature through the client in ms, on average over a batch. */
  async ours(count: number) {
    const started = performance.now();
    for (let i = 0; i < count; i += 1) await signMessage(client, { message: `message ${i}` });
    return (performance.now() - started) / count;
  },
  /** Returns the time of hashing and signing alone in ms. */
  bare(count: number) {
    const encoder = new TextEncoder();
    const started = performance.now();
    for (let i = 0; i < count; i += 1) {
      secp256k1.sign(keccak_256(encoder.encode(`message ${i}`)), key, {
        prehash: false,
        format: 'recovered',
      });
    }
    return (performance.now() - started) / count;
  },
  /** Returns the time of one message round trip to a frame on another site in ms. */
  async roundTrip(count: number) {
    const frame = document.querySelector<HTMLIFrameElement>('#echo');
    if (!frame) throw new Error('no echo frame');
    const started = performance.now();
    for (let i = 0; i < count; i += 1) await echo(frame, `message ${i}`);
    return (performance.now() - started) / count;
  },
};

declare global {
  interface Window {
    bench: typeof api;
  }
}
window.bench = api;
