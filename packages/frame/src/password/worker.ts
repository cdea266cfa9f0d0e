import { runArgon2, type StretchRequest } from './argon2.ts';

/**
 * The password worker: stretches one password and answers once. It has a thread and a memory of its own, which end with
 * it, so that the page does not stand still and nothing of the password stays behind. Its response alone lets
 * WebAssembly run, and lets it reach nothing.
 */
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listen: (event: { data: StretchRequest }) => void): void;
  postMessage(stretched: Uint8Array, transfer: ArrayBufferLike[]): void;
};

scope.addEventListener('message', async ({ data }) => {
  const stretched = Uint8Array.from(await runArgon2(data));
  scope.postMessage(stretched, [stretched.buffer]);
});
