import { linkWithPasskey, nameOfPasskey, submitEnrollmentWithPasskey } from '@latchkey/core';
import { limits, type PasskeyAccount, type ServiceError } from '@latchkey/wire';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { mfaPasskeyTexts } from '../../../texts/generated/en/mfaPasskey.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, iconPaths, LineIcon, useSheet } from '../../../ui/index.ts';
import { Page, StatusLine } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { Enrolled } from '../enrollment/EnrollCodeView.tsx';
import { mfaCss } from '../mfa.css.ts';

export interface EnrollPasskeyProps {
  /** True if the user pressed 'Enable' and another step, such as confirming the login, came first. @default false */
  readonly isEnabling?: boolean;
}

export interface EnrollPasskeyExits {
  enrolled: Enrolled;
  added: undefined;
  failed: Failed<EnrollPasskeyProps>;
  back: undefined;
}

/**
 * Enrols the user's passkeys as second factors. Offers to add a passkey until the user has the maximum (MFA-10 to
 * MFA-13).
 */
export function EnrollPasskeyView({ props, exit }: ViewProps<EnrollPasskeyProps, EnrollPasskeyExits>) {
  const { client } = useServices();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  const passkeys = user?.linkedAccounts.filter((account) => account.type === 'passkey') ?? [];
  const [isFirst] = useState(() => client.getState().user?.mfaMethods.length === 0);
  const add = useTask({
    work: () => linkWithPasskey(client),
    onDone: () => exit('added'),
    onFailed: (error: ServiceError) => exit('failed', { error }),
  });
  const enable = useTask({
    work: () =>
      submitEnrollmentWithPasskey(client, {
        credentialIds: passkeys.map(({ credentialId }) => credentialId),
      }),
    onDone: () => exit('enrolled', { method: 'passkey', isFirst }),
    onFailed: (error: ServiceError) => exit('failed', { error, again: { isEnabling: true } }),
  });
  const { isEnabling = false } = props;
  const { run } = enable;
  useEffect(() => {
    if (isEnabling) run();
  }, [isEnabling, run]);
  const isBusy = [add.status, enable.status].includes('running');
  const parts = { isBusy, isAdding: add.status === 'running', onAdd: add.run };

  if (passkeys.length === 0) return <NoPasskeys {...parts} />;
  return (
    <PasskeyChoice
      {...parts}
      isEnabling={enable.status === 'running' || enable.status === 'done'}
      onEnable={run}
      passkeys={passkeys}
    />
  );
}

interface PartProps {
  readonly isBusy: boolean;
  readonly isAdding: boolean;
  onAdd(): void;
}

function NoPasskeys({ isBusy, isAdding, onAdd }: PartProps) {
  const texts = useTexts('mfaPasskey', mfaPasskeyTexts);
  return (
    <Page
      actions={
        <>
          <Waiting isOn={isAdding} />
          <Button autoFocus busy={isBusy} onClick={onAdd}>
            {texts.addFirst}
          </Button>
        </>
      }
      detail={texts.setUp}
      icon={<LineIcon path={iconPaths.key} />}
      title={texts.setUpTitle}
    />
  );
}

interface PasskeyChoiceProps extends PartProps {
  readonly isEnabling: boolean;
  readonly passkeys: readonly PasskeyAccount[];
  onEnable(): void;
}

function PasskeyChoice({ passkeys, isBusy, isAdding, isEnabling, onAdd, onEnable }: PasskeyChoiceProps) {
  const texts = useTexts('mfaPasskey', mfaPasskeyTexts);
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, mfaCss);
  const [isUnfolded, setUnfolded] = useState(false);
  const canAdd = passkeys.length < limits.passkeys;
  // Shows up to three passkeys, or two if there are more (MFA-11).
  const shown = isUnfolded || passkeys.length <= 3 ? passkeys : passkeys.slice(0, 2);
  return (
    <Page
      actions={
        <>
          <Waiting isOn={isAdding} />
          <div className={canAdd ? 'buttons' : 'buttons last'}>
            <Button autoFocus busy={isEnabling} disabled={isAdding} onClick={onEnable}>
              {texts.enable}
            </Button>
            {canAdd ? (
              <Button busy={isAdding} disabled={isBusy && !isAdding} look="plain" onClick={onAdd}>
                {texts.add}
              </Button>
            ) : null}
          </div>
        </>
      }
      pageRef={place}
      title={texts.title}
    >
      <ul className="documents passkeys">
        {shown.map((passkey) => (
          <PasskeyRow key={passkey.credentialId} passkey={passkey} />
        ))}
      </ul>
      {shown.length < passkeys.length ? (
        <p className="center">
          <button className="link" onClick={() => setUnfolded(true)} type="button">
            {texts.viewAll}
          </button>
        </p>
      ) : null}
    </Page>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyAccount }) {
  const texts = useTexts('mfaPasskey', mfaPasskeyTexts);
  const { locale } = useSettings().intl;
  const used = passkey.latestVerifiedAt ?? passkey.verifiedAt;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(used);
  return (
    <li className="document two-lines">
      <span className="wide">{nameOfPasskey(passkey, texts.unknown)}</span>
      <span className="muted wide">{texts.lastUsed({ date })}</span>
    </li>
  );
}

function Waiting({ isOn }: { isOn: boolean }) {
  const texts = useTexts('mfaPasskey', mfaPasskeyTexts);
  return <StatusLine>{isOn ? texts.waiting : null}</StatusLine>;
}
