import { approveRequest, type TransactionSignRequest } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useCallback } from 'react';
import type { SignInput } from '../../request.ts';
import { useServices } from '../services.ts';
import { type WalletPage, WalletPageView } from './WalletPageView.tsx';

interface ApprovalViewProps {
  readonly request: SignInput | TransactionSignRequest;
  readonly label: string;
  onSigned(signature: string): void;
  onRejected(): void;
  onFailed(error: ServiceError): void;
}

/** The wallet's own iframe, which shows a request and asks the user about it. */
export function ApprovalView({ request, onSigned, ...rest }: ApprovalViewProps) {
  const { client } = useServices();
  const run = useCallback((page: WalletPage) => approveRequest(client, request, page), [client, request]);
  return <WalletPageView run={run} onDone={onSigned} {...rest} />;
}
