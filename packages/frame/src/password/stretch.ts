import { type Bytes, concatBytes } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import type { StretchRequest } from './argon2.ts';

/** Turns a password into 32 bytes, slowly. What is given is taken over: it is empty afterwards. */
export type Stretch = (request: StretchRequest & { password: Bytes }) => Promise<Bytes>;

/** Path of the worker's script, which names its hash; put in by the build. */
declare const passwordWorkerPath: string;

/** Longer than the slowest telephone needs for 64 MiB; `passwordWorkMs` of wire. @internal */
export const passwordWorkMs = 60_000;

/**
 * Stretches a password in a worker of its own, which is ended as soon as it has answered.
 *
 * @throws Refusal `error` where the browser lends no worker or not the memory, or the worker does not answer
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
    // Handed over, not copied: of the password nothing stays here.
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

/** The address as browsers with Trusted Types want it: the page's policy makes it of this one path alone. */
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
