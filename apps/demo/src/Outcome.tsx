import { isCode } from '@latchkey/react';
import { useState } from 'react';
import { explorerLink } from './devnet.ts';

/** What came of something that the person did. */
export interface Result {
  /** In a few words, such as `✓ Sent`. */
  verdict: string;
  /** Why, where it went wrong. */
  text?: string;
  signature?: string;
  /** The transactions that it came to, which the explorer shows. */
  hashes?: readonly string[];
}

/** The block below the buttons of a card, which says what came of the last press. */
export function Outcome({ result }: { result: Result | undefined }) {
  return (
    <output aria-live="polite">
      {result ? (
        <>
          <strong>{result.verdict}</strong>
          {result.text}
          {result.signature ? <code>{result.signature}</code> : null}
          {result.hashes?.map((hash) => (
            <a href={explorerLink(hash)} key={hash} rel="noreferrer" target="_blank">
              <code>{hash}</code>
            </a>
          ))}
        </>
      ) : null}
    </output>
  );
}

/**
 * Keeps what came of the last press. `attempt` does something that tells it by `setResult`, or fails; then `failed` says what
 * did not happen.
 */
export function useOutcome() {
  const [result, setResult] = useState<Result>();
  async function attempt(failed: string, act: () => Promise<void>): Promise<void> {
    setResult(undefined);
    try {
      await act();
    } catch (error) {
      // Closing the modal is no failure.
      if (!isExit(error)) setResult({ verdict: failed, text: reasonOf(error) });
    }
  }
  return { result, setResult, attempt };
}

/** What a person may read of an error. Our own have words; a wallet's provider answers with the codes of EIP-1193. */
function reasonOf(error: unknown): string {
  if (isCode(error, 'user_rejected_request') || codeOf(error) === 4001) return 'You declined it.';
  return error instanceof Error ? error.message : String(error);
}

const isExit = (error: unknown) => isCode(error) && error.code.includes('exited');
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
