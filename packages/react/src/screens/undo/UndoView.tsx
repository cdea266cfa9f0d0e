import { createUndo, findRemoval, type UndoneRemoval } from '@latchkey/core';
import { isCode, type Removal, type ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { undoTexts } from '../../texts/generated/en/undo.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, type StatusProps } from '../../ui/index.ts';
import { CodeForm } from '../methods/one-time-code/CodeForm.tsx';
import { Page, StatusLine } from '../Page.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface UndoProps {
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

type Step = 'ask' | 'code' | 'gone';

/**
 * Undoes the removal of an email address or a phone number: shows what was changed and when, sends a code and submits
 * it.
 */
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
  // Isolates an address, so it reads the same in a sentence of either direction.
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
              {texts.removed({ address: isolated(removal.address), date: format.format(removal.removedAt) })}{' '}
              {removal.replacedBy === null ? null : texts.replaced({ address: isolated(removal.replacedBy) })}
            </p>
          ) : null}
          <p className="muted">{isLeaving ? texts.leaving : texts.detail}</p>
        </>
      }
      title={texts.title}
    />
  );
}

export function UndoDoneView({ props, exit }: ViewProps<UndoDoneProps, UndoDoneExits>) {
  const texts = useTexts('undo', undoTexts);
  const { locale } = useSettings().intl;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const detail = texts.done({ date: format.format(props.holdUntil) });
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
