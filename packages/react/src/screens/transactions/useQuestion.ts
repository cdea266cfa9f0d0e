import type { TransactionSignRequest } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { useCallback, useEffect, useRef, useState } from 'react';

type Signature = `0x${string}`;
export type Sign = (request: TransactionSignRequest) => Promise<Signature>;

interface Question {
  readonly request: TransactionSignRequest;
  resolve(signature: Signature): void;
  reject(error: ServiceError): void;
}

/**
 * Asks the user about a request in the wallet's own iframe, and waits for the answer. Leaving the screen rejects the
 * request.
 */
export function useQuestion(): {
  readonly asked: Question | null;
  readonly confirm: Sign;
  readonly reject: () => void;
} {
  const [asked, setAsked] = useState<Question | null>(null);
  const latest = useRef<Question | null>(null);
  const confirm: Sign = useCallback(
    (request) =>
      new Promise<Signature>((resolve, reject) => {
        latest.current = { request, resolve, reject };
        setAsked(latest.current);
      }).finally(() => setAsked(null)),
    [],
  );
  const reject = useCallback(() => latest.current?.reject(new ServiceError('user_rejected_request')), []);
  useEffect(() => reject, [reject]);
  return { asked, confirm, reject };
}
