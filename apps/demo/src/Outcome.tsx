import { isCode } from '@latchkey/react';
import { useState } from 'react';
import { explorerLink } from './devnet.ts';

export interface Result {
  verdict: string;
  text?: string;
  signature?: string;
  hashes?: readonly string[];
}

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

/** `attempt` shows `failed` as the verdict if the action rejects, unless the user left a flow such as a link. */
export function useOutcome() {
  const [result, setResult] = useState<Result>();
  async function attempt(failed: string, act: () => Promise<void>): Promise<void> {
    setResult(undefined);
    try {
      await act();
    } catch (error) {
      // Leaving a flow is not a failure.
      if (!isExit(error)) setResult({ verdict: failed, text: reasonOf(error) });
    }
  }
  return { result, setResult, attempt };
}

/** Returns the reason to show. EIP-1193 providers report a refusal with the code 4001 instead of our own. */
function reasonOf(error: unknown): string {
  if (isCode(error, 'user_rejected_request') || codeOf(error) === 4001) return 'You declined it.';
  return error instanceof Error ? error.message : String(error);
}

const isExit = (error: unknown) => isCode(error) && error.code.includes('exited');
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
