import { randomBytes, toBase64url } from '../bytes.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ExportRequest, type Family, findVault, readExportAnswer, toExportMessage } from '../sibling.ts';

/** Longest wait for the vault, in ms, including its calls of the service. */
const answerWithinMs = 45_000;

/**
 * Requests an export from the vault in the same host page.
 *
 * @returns the key or phrase, or the text of the exit kit
 * @throws Refusal of the vault, or `error` if there is no vault; Error if it does not answer
 */
export function requestExport(family: Family, request: ExportRequest): Promise<string> {
  const vault = findVault(family) ?? refuse('error', 'There is no wallet in this page');
  const id = toBase64url(randomBytes(16));
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      settle();
    };
    const listen = (event: MessageEvent) => {
      if (event.source !== vault) return;
      const answer = readExportAnswer(event, family);
      if (answer?.id !== id) return;
      end(() => ('error' in answer ? reject(toRefusal(answer.error)) : resolve(answer.text)));
    };
    const timer = setTimeout(() => end(() => reject(new Error('the vault did not answer'))), answerWithinMs);
    addEventListener('message', listen);
    // The target is our own origin: a document of another origin that has replaced the vault receives nothing.
    vault.postMessage(toExportMessage(id, request), family.origin);
  });
}

function toRefusal({ type, message, code }: Pick<Refusal, 'type' | 'message'> & Partial<Refusal>): Error {
  return Object.assign(new Error(message), { name: 'Refusal', type, code });
}
