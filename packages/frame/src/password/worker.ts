import { runArgon2, type StretchRequest } from './argon2.ts';

/**
 * Password worker: stretches one password and answers once. Its memory ends with it, so it leaves no copy of the
 * password. Of the served scripts, only this one's response allows WebAssembly, and it allows no network access.
 */
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listen: (event: { data: StretchRequest }) => void): void;
  postMessage(stretched: Uint8Array, transfer: ArrayBufferLike[]): void;
};

scope.addEventListener('message', async ({ data }) => {
  const stretched = Uint8Array.from(await runArgon2(data));
  scope.postMessage(stretched, [stretched.buffer]);
});
