import { randomBytes, toBase64url } from '../bytes.ts';
import { refuse, toFrameError } from '../refusal.ts';
import { type Family, findVault } from '../sibling.ts';
import { readApprovalAnswer, toApprovedMessage } from './letters.ts';

/** Longest wait for the vault, in ms: the service is asked up to twice, each 20 s at most. */
const answerWithinMs = 45_000;

/** What the vault answers: `data` or `error`, for the host to read. */
export type SignedAnswer = { readonly data: unknown } | { readonly error: unknown };

/** Has the vault in the same host page sign what a person approved. Never rejects. */
export async function askVault(family: Family, data: unknown): Promise<SignedAnswer> {
  try {
    const vault = findVault(family) ?? refuse('error', 'There is no wallet in this page');
    return await send(vault, family, data);
  } catch (error) {
    return { error: toFrameError(error) };
  }
}

function send(vault: Window, family: Family, data: unknown): Promise<SignedAnswer> {
  const id = toBase64url(randomBytes(16));
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      settle();
    };
    const listen = (event: MessageEvent) => {
      const answer = event.source === vault ? readApprovalAnswer(event, family) : null;
      if (answer?.id !== id) return;
      end(() => resolve('error' in answer ? { error: answer.error } : { data: answer.data }));
    };
    const timer = setTimeout(() => end(() => reject(new Error('the vault did not answer'))), answerWithinMs);
    addEventListener('message', listen);
    // To our own origin: a document of another one that took the vault's place hears nothing.
    vault.postMessage(toApprovedMessage(id, data), family.origin);
  });
}
