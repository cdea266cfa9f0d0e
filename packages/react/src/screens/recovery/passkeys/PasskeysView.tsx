import { getEmbeddedWallet, loadRecoveryPasskeys, type RecoveryPasskey } from '@latchkey/core';
import { limits } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { passkeyErrorsTexts } from '../../../texts/generated/en/passkeyErrors.ts';
import { recoveryPasskeysTexts } from '../../../texts/generated/en/recoveryPasskeys.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, Icon } from '../../../ui/index.ts';
import { Page, StatusLine } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { passkeyFailure } from './passkeyFailure.ts';
import { usePasskeys } from './usePasskeys.ts';

export interface PasskeysProps {
  /** @default the user's Ethereum wallet */
  readonly address?: string | undefined;
  /** Passkey whose removal the user confirmed before a step-up, such as a second factor. @default none */
  readonly removing?: string | null;
}

export interface PasskeysExits {
  changed: undefined;
  failed: Failed<PasskeysProps>;
}

/** Lists, adds and removes the passkeys that open a wallet in addition to its recovery method (docs/custody.md). */
export function PasskeysView({ props, exit }: ViewProps<PasskeysProps, PasskeysExits>) {
  const texts = useTexts('recoveryPasskeys', recoveryPasskeysTexts);
  const errors = useTexts('passkeyErrors', passkeyErrorsTexts);
  const { client } = useServices();
  const [address] = useState(() => getEmbeddedWallet(client, props.address).address);
  const { passkeys, error: unlisted, refresh } = usePasskeys(address);
  const onDone = () => {
    exit('changed');
    refresh();
  };
  // `usePasskeys` has loaded the code, so the popup opens in the click handler, as browsers require.
  const add = useTask({
    work: async () => (await loadRecoveryPasskeys()).addRecoveryPasskey(client, { address }),
    onDone,
    onFailed: (error) => exit('failed', { error, again: { removing: null } }),
  });
  const remove = useTask({
    work: async (passkey: Pick<RecoveryPasskey, 'id'>) =>
      (await loadRecoveryPasskeys()).removeRecoveryPasskey(client, passkey),
    onDone,
    onFailed: (error, { id }) => exit('failed', { error, again: { removing: id } }),
  });
  const { removing } = props;
  const { run: goOn } = remove;
  const isListed = passkeys !== null;
  useEffect(() => {
    // Waits for the list: an older response would show the removed passkey again.
    if (removing && isListed) goOn({ id: removing });
  }, [removing, isListed, goOn]);
  const error = add.error ?? remove.error ?? unlisted;
  const isBusy = add.status === 'running' || remove.status === 'running';
  const isFull = (passkeys?.length ?? 0) >= limits.passkeys;
  return (
    <Page
      actions={
        <>
          <StatusLine isError={error !== null}>
            {add.status === 'running' ? texts.waiting : error && passkeyFailure(error, errors)}
          </StatusLine>
          <Button busy={isBusy} disabled={passkeys === null || isFull} onClick={add.run}>
            {texts.add}
          </Button>
        </>
      }
      detail={texts.detail}
      icon={passkeys?.length ? null : <Icon name="key" />}
      title={texts.title}
    >
      {passkeys?.length === 0 ? <p className="muted center">{texts.none}</p> : null}
      <ul className="documents">
        {passkeys?.map((passkey) => (
          <Row key={passkey.id} busy={isBusy} onRemove={remove.run} passkey={passkey} />
        ))}
      </ul>
    </Page>
  );
}

interface RowProps {
  readonly passkey: RecoveryPasskey;
  readonly busy: boolean;
  onRemove(passkey: RecoveryPasskey): void;
}

/** One passkey. Removing it takes two clicks. */
function Row({ passkey, busy, onRemove }: RowProps) {
  const texts = useTexts('recoveryPasskeys', recoveryPasskeysTexts);
  const { locale } = useSettings().intl;
  const [isAsked, setAsked] = useState(false);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(passkey.createdAt);
  return (
    <li className="document">
      {texts.added({ date })}
      <button
        aria-label={`${isAsked ? texts.confirm : texts.remove}: ${date}`}
        className="link"
        disabled={busy}
        onBlur={() => setAsked(false)}
        onClick={() => (isAsked ? onRemove(passkey) : setAsked(true))}
        type="button"
      >
        {isAsked ? texts.confirm : texts.remove}
      </button>
    </li>
  );
}
