import { type Bytes, concatBytes } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import type { StretchRequest } from './argon2.ts';

/** Turns a password into 32 bytes, slowly on purpose. Takes over the password's buffer, which may be empty afterwards. */
export type Stretch = (request: StretchRequest & { password: Bytes }) => Promise<Bytes>;

/** Path of the worker's script, which contains its hash. The build defines it. */
declare const passwordWorkerPath: string;

/** Time limit in ms. Same as `passwordWorkMs` of wire. @internal */
export const passwordWorkMs = 60_000;

/**
 * Stretches a password in a separate worker, which ends as soon as it has answered.
 *
 * @throws Refusal `error` if the browser refuses a worker or its memory, or the worker does not answer
 */
export async function stretchInWorker(request: StretchRequest & { password: Bytes }): Promise<Bytes> {
  let worker: Worker | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const started = new Worker(toWorkerAddress(passwordWorkerPath) as string);
    worker = started;
    const answer = new Promise<Bytes>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), passwordWorkMs);
      started.onerror = () => reject(new Error('failed'));
      started.onmessage = ({ data }) => resolve(concatBytes(data as Uint8Array));
    });
    // Transfers the bytes instead of copying them, so that they do not stay in this thread.
    started.postMessage(request, [request.password.buffer]);
    return await answer;
  } catch {
    return refuse(
      'error',
      'The password could not be computed in this browser. Close other tabs and try again.',
    );
  } finally {
    clearTimeout(timer);
    worker?.terminate();
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null;

/** Returns the URL in the form that browsers with Trusted Types require. The policy accepts only this path. */
function toWorkerAddress(path: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return path;
  policy ??= trustedTypes.createPolicy('latchkey-password', {
    createScriptURL(address) {
      if (address !== path) throw new Error('not the password worker');
      return address;
    },
  });
  return policy.createScriptURL(path);
}
