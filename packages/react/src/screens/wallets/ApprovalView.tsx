import type { TransactionSignRequest } from '@latchkey/core/startup';
import { approveRequest } from '@latchkey/core/startup';
import { isCode, ServiceError } from '@latchkey/wire';
import { useEffect, useRef } from 'react';
import type { SignInput } from '../../request.ts';
import { useServices } from '../services.ts';
import { readLook } from './readLook.ts';

interface ApprovalViewProps {
  readonly request: SignInput | TransactionSignRequest;
  /** Names the wallet's page. */
  readonly label: string;
  onSigned(signature: string): void;
  onRejected(): void;
  onFailed(error: ServiceError): void;
}

/**
 * The wallet's own page, on its own origin: it shows the request and takes the answer where the app does not leave that to
 * the host's page, in which this modal stands.
 */
export function ApprovalView({ request, label, ...tell }: ApprovalViewProps) {
  const { client } = useServices();
  const place = useRef<HTMLElement>(null);
  const latest = useRef(tell);
  latest.current = tell;

  useEffect(() => {
    const container = place.current;
    if (!container) return;
    const left = new AbortController();
    const theme = /dark/.test(getComputedStyle(container).colorScheme) ? 'dark' : 'light';
    const { locale } = readLook(container);
    approveRequest(client, request, { container, theme, locale, signal: left.signal }).then(
      (signature) => left.signal.aborted || latest.current.onSigned(signature),
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
  }, [client, request]);

  return <section aria-label={label} className="approval" ref={place} />;
}
