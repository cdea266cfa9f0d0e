import type { approveRequest } from '@latchkey/core';
import { isCode, ServiceError } from '@latchkey/wire';
import { useEffect, useRef } from 'react';
import { readLook } from './readLook.ts';

export type WalletPage = Parameters<typeof approveRequest>[2];

interface WalletPageProps<Result> {
  /** Shows the wallet's iframe in the container and waits for its answer. A new function asks again. */
  readonly run: (page: WalletPage) => Promise<Result>;
  readonly label: string;
  onDone(result: Result): void;
  onRejected(): void;
  onFailed(error: ServiceError): void;
}

/**
 * An attacker's script in the host page could change what this modal shows. If the app does not trust the page with a
 * question, the wallet's own iframe asks it, on its own origin.
 */
export function WalletPageView<Result>({ run, label, ...tell }: WalletPageProps<Result>) {
  const place = useRef<HTMLElement>(null);
  const latest = useRef(tell);
  latest.current = tell;

  useEffect(() => {
    const container = place.current;
    if (!container) return;
    const left = new AbortController();
    const theme = /dark/.test(getComputedStyle(container).colorScheme) ? 'dark' : 'light';
    const { locale } = readLook(container);
    run({ container, theme, locale, signal: left.signal }).then(
      (result) => left.signal.aborted || latest.current.onDone(result),
      (reason: unknown) => {
        if (left.signal.aborted) return;
        if (isCode(reason, 'user_rejected_request')) latest.current.onRejected();
        else
          latest.current.onFailed(
            isCode(reason) ? reason : new ServiceError('internal_error', { cause: reason }),
          );
      },
    );
    return () => left.abort();
  }, [run]);

  return <section aria-label={label} className="approval" ref={place} />;
}
