import { type FarcasterSigner, requestFarcasterSigner, watchFarcasterSigner } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useEffect, useRef, useState } from 'react';
import { farcasterTexts } from '../../texts/generated/en/farcaster.ts';
import { farcasterSignerTexts } from '../../texts/generated/en/farcasterSigner.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, useCopy } from '../../ui/index.ts';
import { Approval } from '../methods/farcaster/Approval.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { useTask } from '../useTask.ts';

export type SignerProps = Record<string, never>;

export interface SignerExits {
  approved: { signer: FarcasterSigner };
  failed: Failed<SignerProps>;
}

/**
 * Shows a QR code, or a link on a phone, that opens the Farcaster app, and waits until the user has added the signer
 * (FSIG-04, FSIG-05).
 */
export function SignerView({ exit }: ViewProps<SignerProps, SignerExits>) {
  const texts = useTexts('farcasterSigner', farcasterSignerTexts);
  const ofApproval = useTexts('farcaster', farcasterTexts);
  const { client } = useServices();
  const { name } = useSettings();
  const [uri, setUri] = useState<string | null>(null);
  const [isCopied, copy] = useCopy();
  const left = useRef(new AbortController());
  const { run, status, error } = useTask({
    async work() {
      setUri(null);
      const signer = await requestFarcasterSigner(client);
      if (signer.status === 'approved') return signer;
      setUri(signer.approvalUrl);
      return watchFarcasterSigner(client, { publicKey: signer.publicKey, signal: left.current.signal });
    },
    onDone: (signer) => exit('approved', { signer }),
    onFailed: (failure) => exit('failed', { error: failure }),
  });
  useEffect(() => {
    const waiting = new AbortController();
    left.current = waiting;
    run();
    return () => waiting.abort();
  }, [run]);

  if (error) {
    return (
      <StatusPage
        actions={
          <Button autoFocus onClick={run}>
            {texts.retry}
          </Button>
        }
        detail={detailOf(error, texts)}
        state="failed"
        title={texts.failed}
      />
    );
  }
  if (status === 'done') return <StatusPage state="done" title={texts.success} />;
  if (uri === null) return <StatusPage state="busy" title={texts.opening} />;
  return (
    <Approval detail={texts.detail({ app: name })} texts={ofApproval} title={texts.title} uri={uri}>
      <Button look="plain" onClick={() => copy(uri)}>
        {isCopied ? texts.copied : texts.copy}
      </Button>
    </Approval>
  );
}

type Texts = { readonly [Name in 'timedOut' | 'revoked' | 'wrong']: string };

function detailOf({ code }: ServiceError, texts: Texts): string {
  if (code === 'client_request_timeout') return texts.timedOut;
  return code === 'user_rejected_request' ? texts.revoked : texts.wrong;
}
