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

/** Longest wait for a signature, in ms, including the vault's calls of the service. */
const signedWithinMs = 45_000;
/** Longest wait for a code to be sent or a wallet to open, in ms, including the vault's calls of the service. */
const openedWithinMs = 65_000;
/** Longest wait for facts from the chain or a setting, in ms. */
const readWithinMs = 10_000;

/** Vault's answer to this page. The answer to a signature request is passed on to the host page. */
export type SignedAnswer = { readonly data: unknown } | { readonly error: unknown };

/** Asks the vault in the same host page to sign what the user approved. Never rejects. */
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
 * Returns a function that asks the vault to have a code sent (null), or to open a wallet with the given code. It
 * never rejects. A request for a code keeps its id until it succeeds, so that the service can recognise a repetition.
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

/** Asks the service for facts from the chain, through the vault. Returns null if it gets none. Never rejects. */
export async function readChain(family: Family, chain: ChainRequest): Promise<readonly unknown[] | null> {
  const answer = await send(family, (id) => toChainMessage(id, chain), readWithinMs).catch(() => null);
  const { answers } = (answer && 'data' in answer ? answer.data : {}) as { answers?: unknown };
  return Array.isArray(answers) ? answers : null;
}

/** Returns true if the operator allows signing of unreadable hashes. Never rejects. */
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
    // The target is our own origin: a document of another origin that has replaced the vault receives nothing.
    vault.postMessage(compose(id), family.origin);
  });
}
