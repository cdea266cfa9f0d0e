import { proveByRecovery, requestFactorRemoval } from '@latchkey/core';
import { isCode, isEmbeddedWallet, type ServiceError, type WalletAccount } from '@latchkey/wire';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { mfaLostTexts } from '../../../texts/generated/en/mfaLost.ts';
import { passkeyErrorsTexts } from '../../../texts/generated/en/passkeyErrors.ts';
import { passwordWorkTexts } from '../../../texts/generated/en/passwordWork.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, EntryButton, Icon } from '../../../ui/index.ts';
import { Page, StatusLine } from '../../Page.tsx';
import { passkeyFailure } from '../../recovery/passkeys/passkeyFailure.ts';
import { usePasskeys } from '../../recovery/passkeys/usePasskeys.ts';
import { RecoveryPasswordForm } from '../../recovery/RecoveryPasswordForm.tsx';
import { StatusPage } from '../../StatusPage.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';
import type { VerifyProps } from './verifyProps.ts';

export interface LostFactorProps extends VerifyProps {
  /** True while the user types the recovery password. @default false */
  readonly byPassword?: boolean;
  /** True if the user requested the removal and another step, such as confirming the login, came first. @default false */
  readonly isAsking?: boolean;
}

export interface LostFactorExits {
  'backup-code': undefined;
  password: undefined;
  /** The user proved that the wallet is theirs and may change factors now. */
  proved: undefined;
  failed: Failed<LostFactorProps>;
  /** The proof failed. The screen shows the error. */
  'not-proved': { error: ServiceError };
  back: undefined;
  closed: undefined;
}

type LostFactorViewProps = ViewProps<LostFactorProps, LostFactorExits>;

/** Ways back for a user who lost their second factor (docs/custody.md). */
export function LostView(view: LostFactorViewProps) {
  return view.props.byPassword ? <ByPassword {...view} /> : <Ways {...view} />;
}

/** Returns the user's oldest embedded wallet. Its recovery password or passkey stands in for the lost factor. */
function useFirstWallet(): WalletAccount | undefined {
  const { client } = useServices();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  const madeAt = ({ firstVerifiedAt, verifiedAt }: WalletAccount) =>
    (firstVerifiedAt ?? verifiedAt).getTime();
  return user?.linkedAccounts.filter(isEmbeddedWallet).toSorted((a, b) => madeAt(a) - madeAt(b))[0];
}

function Ways({ props, exit }: LostFactorViewProps) {
  const texts = useTexts('mfaLost', mfaLostTexts);
  const failures = useTexts('passkeyErrors', passkeyErrorsTexts);
  const { client } = useServices();
  const wallet = useFirstWallet();
  const { passkeys } = usePasskeys(wallet?.address);
  // Opens the popup directly in the click handler, because browsers block other popups.
  const prove = useTask({
    work: () => proveByRecovery(client, { passkey: true }),
    onDone: () => exit('proved'),
    onFailed: (error) => exit('not-proved', { error }),
  });
  const removal = useRemoval({ props, exit });
  const isBusy = prove.status === 'running' || removal.status === 'running';

  if (removal.removesAt) return <Requested onClose={() => exit('closed')} removesAt={removal.removesAt} />;
  return (
    <Page
      actions={
        <>
          <StatusLine isError={!isBusy}>
            {prove.status === 'running' ? texts.waiting : null}
            {isBusy ? null : prove.error && passkeyFailure(prove.error, failures)}
            {removal.isNotOffered ? texts.notOffered : null}
          </StatusLine>
          <Button
            busy={removal.status === 'running'}
            disabled={removal.isNotOffered}
            look="plain"
            onClick={removal.run}
          >
            {texts.removal}
          </Button>
        </>
      }
      detail={texts.detail}
      title={texts.title}
    >
      <div className="entries">
        <EntryButton
          disabled={isBusy}
          icon={<FactorIcon name="backup_code" />}
          label={texts.backupCode}
          onClick={() => exit('backup-code')}
        />
        {wallet?.recoveryMethod === 'user-passcode' ? (
          <EntryButton
            disabled={isBusy}
            icon={<Icon name="key" />}
            label={texts.password}
            onClick={() => exit('password')}
          />
        ) : null}
        {passkeys?.length ? (
          <EntryButton
            busy={prove.status === 'running'}
            disabled={isBusy}
            icon={<FactorIcon name="passkey" />}
            label={texts.passkey}
            onClick={prove.run}
          />
        ) : null}
      </div>
    </Page>
  );
}

function useRemoval({ props: { isAsking }, exit }: LostFactorViewProps) {
  const { client } = useServices();
  const [removesAt, setRemovesAt] = useState<Date | null>(null);
  const { run, status, error } = useTask({
    work: () => requestFactorRemoval(client),
    onDone: setRemovesAt,
    onFailed: (failure) => {
      if (!isCode(failure, 'not_supported')) exit('failed', { error: failure, again: { isAsking: true } });
    },
  });
  useEffect(() => {
    if (isAsking) run();
  }, [isAsking, run]);
  return { run, status, removesAt, isNotOffered: isCode(error, 'not_supported') };
}

function Requested({ removesAt, onClose }: { removesAt: Date; onClose(): void }) {
  const texts = useTexts('mfaLost', mfaLostTexts);
  const { locale } = useSettings().intl;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(removesAt);
  return (
    <StatusPage
      actions={
        <Button autoFocus onClick={onClose}>
          {texts.close}
        </Button>
      }
      detail={texts.requested({ date })}
      state="done"
      title={texts.requestedTitle}
    />
  );
}

function ByPassword({ exit }: LostFactorViewProps) {
  const texts = useTexts('mfaLost', mfaLostTexts);
  const { passwordTitle: title, passwordDetail: detail, label, submit } = texts;
  const { checking: working } = useTexts('passwordWork', passwordWorkTexts);
  const { client } = useServices();
  const { run, status, error } = useTask({
    work: (recoveryPassword: string) => proveByRecovery(client, { recoveryPassword }),
    onDone: () => exit('proved'),
    onFailed: (failure) => exit('not-proved', { error: failure }),
  });
  return (
    <RecoveryPasswordForm
      busy={status === 'running' || status === 'done'}
      error={error}
      onSubmit={run}
      texts={{ title, detail, label, submit, working }}
    />
  );
}
