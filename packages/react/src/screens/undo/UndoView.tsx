import { createUndo, findRemoval, type UndoneRemoval } from '@latchkey/core';
import { isCode, type Removal, type ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { Button, type StatusProps, useTexts } from '../../ui/index.ts';
import { CodeForm } from '../methods/one-time-code/CodeForm.tsx';
import { Page, StatusLine } from '../Page.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface UndoProps {
  /** What came with the link in the letter. */
  readonly reference: string;
}

export interface UndoExits {
  undone: UndoneRemoval;
  failed: { error: ServiceError };
  closed: undefined;
}

export type UndoDoneProps = UndoneRemoval;

export interface UndoDoneExits {
  done: undefined;
}

export const undoTexts = {
  title: 'Undo this change',
  removed: (address: string, date: string) => `${address} was removed from your account on ${date}.`,
  replaced: (address: string) => `It was replaced by ${address}.`,
  detail:
    "We'll send a code to the removed address. Enter it to restore the address and log out every browser. For 24 hours, your wallet will be locked and your account can't be changed.",
  send: 'Send code',
  leaving:
    'This address has since been used for another account, which has a wallet. If you undo the change, no one will be able to log in to that account.',
  leave: 'Undo anyway',
  tooMany: 'Too many requests. Please wait before trying again.',
  failed: "We couldn't send the code. Try again.",
  goneTitle: 'This can no longer be undone',
  gone: "The change was made more than seven days ago or has already been undone. If you didn't make it, contact the app's support.",
  doneTitle: 'Change undone',
  done: (date: string) =>
    `Every browser was logged out. Until ${date}, your wallet is locked and your account can't be changed. After that, remove anything you don't recognize from your account.`,
  close: 'Done',
} as const;

type Step = 'ask' | 'code' | 'gone';

/** Undoes that an address was removed: says what was changed and when, sends the code and takes it. */
export function UndoView({ props: { reference }, exit }: ViewProps<UndoProps, UndoExits>) {
  const { client } = useServices();
  const [step, setStep] = useState<Step>('ask');
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [undo] = useState(() => {
    let isLeaving = false;
    return {
      flow: createUndo(client, () => isLeaving),
      leave: () => {
        isLeaving = true;
      },
    };
  });
  const [isLeaving, setLeaving] = useState(false);
  const onFailed = (error: ServiceError) => {
    if (isCode(error, 'not_found')) setStep('gone');
    else if (isCode(error, 'cannot_unlink_sole_account')) {
      undo.leave();
      setLeaving(true);
      setStep('ask');
    }
  };
  const { run } = useTask({
    work: () => findRemoval(client, reference),
    onDone: setRemoval,
    onFailed: (error) => (isCode(error, 'not_found') ? setStep('gone') : exit('failed', { error })),
  });
  useEffect(run, [run]);
  useEffect(() => () => undo.flow.reset(), [undo]);

  if (step === 'gone') return <Gone onClose={() => exit('closed')} />;
  if (step === 'code')
    return (
      <CodeForm
        flow={undo.flow}
        onDone={(undone) => exit('undone', undone)}
        onFailed={onFailed}
        recipient={removal?.address ?? ''}
        submit={undo.flow.submitCode}
      />
    );
  const send = () => undo.flow.sendCode(reference);
  return (
    <ConfirmUndo
      isLeaving={isLeaving}
      onFailed={onFailed}
      onSent={() => setStep('code')}
      removal={removal}
      send={send}
    />
  );
}

interface ConfirmUndoProps {
  readonly removal: Removal | null;
  readonly isLeaving: boolean;
  send(): Promise<void>;
  onSent(): void;
  onFailed(error: ServiceError): void;
}

function ConfirmUndo({ removal, isLeaving, send, onSent, onFailed }: ConfirmUndoProps) {
  const texts = useTexts('undo', undoTexts);
  const { locale } = useSettings().intl;
  const { run, status, error } = useTask({ work: send, onDone: onSent, onFailed });
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  // Isolated, so that an address reads the same in a sentence of either direction.
  const isolated = (address: string) => `\u2068${address}\u2069`;
  return (
    <Page
      actions={
        <>
          <StatusLine isError>
            {error && (isCode(error, 'too_many_requests') ? texts.tooMany : texts.failed)}
          </StatusLine>
          <Button busy={status === 'running'} disabled={removal === null} onClick={run}>
            {isLeaving ? texts.leave : texts.send}
          </Button>
        </>
      }
      paragraphs={
        <>
          {removal && !isLeaving ? (
            <p className="strong">
              {texts.removed(isolated(removal.address), format.format(removal.removedAt))}{' '}
              {removal.replacedBy === null ? null : texts.replaced(isolated(removal.replacedBy))}
            </p>
          ) : null}
          <p className="muted">{isLeaving ? texts.leaving : texts.detail}</p>
        </>
      }
      title={texts.title}
    />
  );
}

/** Says what became of it, and until when. */
export function UndoDoneView({ props, exit }: ViewProps<UndoDoneProps, UndoDoneExits>) {
  const texts = useTexts('undo', undoTexts);
  const { locale } = useSettings().intl;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const detail = texts.done(format.format(props.holdUntil));
  return <End detail={detail} onClose={() => exit('done')} state="done" title={texts.doneTitle} />;
}

function Gone({ onClose }: { onClose(): void }) {
  const texts = useTexts('undo', undoTexts);
  return <End detail={texts.gone} onClose={onClose} state="failed" title={texts.goneTitle} />;
}

function End({ onClose, ...status }: StatusProps & { onClose(): void }) {
  const texts = useTexts('undo', undoTexts);
  return <StatusPage {...status} actions={<Button onClick={onClose}>{texts.close}</Button>} />;
}
