import { runArgon2, type StretchRequest } from './argon2.ts';

/**
 * Password worker: stretches one password and answers once. Its memory, with the copies of the password that Argon2id
 * makes there, ends with it.
 */
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listen: (event: { data: StretchRequest }) => void): void;
  postMessage(stretched: Uint8Array, transfer: ArrayBufferLike[]): void;
};

scope.addEventListener('message', async ({ data }) => {
  const stretched = Uint8Array.from(await runArgon2(data));
  scope.postMessage(stretched, [stretched.buffer]);
});
