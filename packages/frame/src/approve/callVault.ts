import {
  type ApprovedEvent,
  type ChainRequest,
  type ReleaseRequest,
  readApprovalAnswer,
  toApprovedMessage,
  toChainMessage,
  toRawSigningMessage,
  toReleaseMessage,
} from '../approval/messages.ts';
import { randomBytes, toBase64url } from '../bytes.ts';
import { refuse, toFrameError } from '../refusal.ts';
import { type Family, findVault } from '../sibling.ts';

/** Longest wait for a signature, in ms: the service is asked up to twice, each 20 s at most. */
const signedWithinMs = 45_000;
/** And for a wallet that comes to this browser: three calls of the service. */
const openedWithinMs = 65_000;
/** And for what a chain says: the service waits for a node for 3 s. */
const readWithinMs = 10_000;

/** What the vault answers: `data` or `error`, for the host to read. */
export type SignedAnswer = { readonly data: unknown } | { readonly error: unknown };

/** Has the vault in the same host page sign what a person approved. Never rejects. */
export async function requestSignature(
  family: Family,
  event: ApprovedEvent,
  data: unknown,
): Promise<SignedAnswer> {
  try {
    return await send(family, (id) => toApprovedMessage(id, event, data), signedWithinMs);
  } catch (error) {
    return { error: toFrameError(error) };
  }
}

/**
 * Makes what asks the vault to have a code sent (null), or to open a wallet with the given one. Never rejects. The request for
 * a code keeps its id until it succeeds: where the answer was lost, no second code is sent.
 */
export function createReleaseRequest(
  family: Family,
  wallet: Omit<ReleaseRequest, 'code' | 'requestId'>,
): (code: string | null) => Promise<SignedAnswer> {
  let requestId = newId();
  return async (code) => {
    const release = code === null ? { ...wallet, requestId } : { ...wallet, code };
    try {
      const answer = await send(family, (id) => toReleaseMessage(id, release), openedWithinMs);
      if (code === null && 'data' in answer) requestId = newId();
      return answer;
    } catch (error) {
      return { error: toFrameError(error) };
    }
  };
}

/** Has the vault ask the service what a chain says; null where no one knows. Never rejects. */
export async function readChain(family: Family, chain: ChainRequest): Promise<readonly unknown[] | null> {
  const answer = await send(family, (id) => toChainMessage(id, chain), readWithinMs).catch(() => null);
  const { answers } = (answer && 'data' in answer ? answer.data : {}) as { answers?: unknown };
  return Array.isArray(answers) ? answers : null;
}

/** Whether the operator lets hashes be signed that no one can read. Never rejects. */
export async function isRawSigningAllowed(family: Family): Promise<boolean> {
  const answer = await send(family, toRawSigningMessage, readWithinMs).catch(() => null);
  return answer !== null && 'data' in answer && (answer.data as { isAllowed?: unknown }).isAllowed === true;
}

const newId = () => toBase64url(randomBytes(16));

async function send(
  family: Family,
  compose: (id: string) => object,
  withinMs: number,
): Promise<SignedAnswer> {
  const vault = findVault(family) ?? refuse('error', 'There is no wallet in this page');
  const id = newId();
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
    const timer = setTimeout(() => end(() => reject(new Error('the vault did not answer'))), withinMs);
    addEventListener('message', listen);
    // To our own origin: a document of another one that took the vault's place hears nothing.
    vault.postMessage(compose(id), family.origin);
  });
}
