import { signRequest } from '@latchkey/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SignInput } from '../../request.ts';
import { signRequestTexts } from '../../texts/generated/en/signRequest.ts';
import { useTexts } from '../../texts/index.ts';
import { AddressChip, Button, Title, useSheet } from '../../ui/index.ts';
import { useExplanation } from '../explanation.ts';
import { Buttons, Page, PageHeading } from '../Page.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { findPermit, PermitSummary } from '../transactions/PermitSummary.tsx';
import { YesButton } from '../transactions/YesButton.tsx';
import { useTask } from '../useTask.ts';
import { ApprovalView } from './ApprovalView.tsx';
import { RequestContents, readTransaction } from './RequestContents.tsx';
import { SolanaSummary } from './SolanaSummary.tsx';
import { signingCss } from './signing.css.ts';
import { useSolanaFacts } from './solanaFacts.ts';
import { useFrameReady } from './useFrameReady.ts';

export interface SignRequestProps {
  readonly request: SignInput;
  /**
   * True if the user clicked 'Sign' before a step-up, such as the wallet's recovery. The request is then signed without
   * another click. Not set if the wallet's own iframe asks. @default false
   */
  readonly isApproved?: boolean;
}

export interface SignRequestExits {
  signed: { signature: string };
  rejected: undefined;
  failed: Failed<SignRequestProps>;
}

type SignRequestViewProps = ViewProps<SignRequestProps, SignRequestExits>;

export function SignRequestView(view: SignRequestViewProps) {
  const { approval } = useSettings().embeddedWallets;
  return approval === 'frame' ? <SignInFrame {...view} /> : <SignHere {...view} />;
}

/** A bare hash is shown as a hash: a malicious host could claim that it stands for something else. */
const looksOf = (request: SignInput) =>
  request.method === 'farcaster_signMessage' && !request.message ? 'secp256k1_sign' : request.method;

/** Asks in the wallet's own iframe (strict approval). */
function SignInFrame({ props: { request }, exit }: SignRequestViewProps) {
  const texts = useTexts('signRequest', signRequestTexts);
  const [isSigned, setSigned] = useState(false);
  if (isSigned) return <Signed />;
  return (
    <Page className="tight">
      <Title>{texts.titles[looksOf(request)]}</Title>
      <ApprovalView
        label={texts.contents}
        onFailed={(error) => exit('failed', { error })}
        onRejected={() => exit('rejected')}
        onSigned={(signature) => {
          setSigned(true);
          exit('signed', { signature });
        }}
        request={request}
      />
    </Page>
  );
}

function Signed() {
  const texts = useTexts('signRequest', signRequestTexts);
  return <StatusPage state="done" title={texts.done} />;
}

function SignHere({ props, exit }: SignRequestViewProps) {
  const texts = useTexts('signRequest', signRequestTexts);
  const { request, isApproved = false } = props;
  const { name } = useSettings();
  const { client } = useServices();
  const { address } = request;
  const looks = looksOf(request);
  const ui = request.uiOptions ?? {};
  const facts = useSolanaFacts(request);
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, signingCss);
  const confirm = request.method === 'solana_signAndSendTransaction' ? texts.confirmSending : texts.confirm;
  useExplanation(texts.explanation);
  const sign = useTask({
    work: () => signRequest(client, request),
    onDone: (signature) => exit('signed', { signature }),
    // A request that the user approved continues by itself after the wallet's recovery or a fresh login. An approval
    // counts for one retry; if that fails too, the user is asked again.
    onFailed: (error) => exit('failed', { error, again: { isApproved: !isApproved } }),
  });

  // The user cannot agree while the network's simulation of a transaction is loading.
  const isReady =
    useFrameReady(client, (error) => exit('failed', { error, again: { isApproved: false } })) &&
    facts !== 'loading';
  const { run } = sign;
  // The user approved this request before the step-up.
  useEffect(() => {
    if (isApproved && isReady) run();
  }, [isApproved, isReady, run]);

  const permit = useMemo(
    () => (request.method === 'eth_signTypedData_v4' ? findPermit(request.data) : null),
    [request],
  );
  if (sign.status === 'done') return <Signed />;
  const isSummed = permit !== null || facts !== 'none';
  // No control has the focus at first. A key that the user pressed for the host page could otherwise sign a request
  // unread.
  return (
    <Page
      actions={
        <Buttons>
          <YesButton
            again={texts.confirmTwice}
            busy={isApproved || sign.status === 'running'}
            disabled={!isReady}
            isDangerous={looks === 'secp256k1_sign' || Boolean(permit?.warnings.length)}
            label={ui.buttonText ?? confirm}
            onPress={run}
          />
          <Button disabled={sign.status === 'running'} look="plain" onClick={() => exit('rejected')}>
            {texts.reject}
          </Button>
        </Buttons>
      }
      className={isSummed ? '' : 'tight'}
      pageRef={place}
    >
      <PageHeading
        detail={ui.description ?? `${texts.requestsSignature({ app: name })} ${texts.advice[looks]}`}
        picture={
          ui.iconUrl ? (
            <img alt="" className="sign-icon" referrerPolicy="no-referrer" src={ui.iconUrl} />
          ) : null
        }
        title={ui.title ?? texts.titles[looks]}
      />
      {permit ? <PermitSummary permit={permit} /> : null}
      {typeof facts === 'string' || request.method !== 'solana_signAndSendTransaction' ? null : (
        <SolanaSummary facts={facts} parts={readTransaction(request.data)} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (axe). */}
      <section aria-label={texts.contents} className="sheet" tabIndex={0}>
        <RequestContents request={request} />
      </section>
      <div className="center">
        <AddressChip address={address} />
      </div>
    </Page>
  );
}
