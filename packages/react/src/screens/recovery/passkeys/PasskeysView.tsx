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
  /** The passkey whose removal the person confirmed before something came in between, such as a second factor. @default none */
  readonly removing?: string | null;
}

export interface PasskeysExits {
  changed: undefined;
  failed: Failed<PasskeysProps>;
}

/** The passkeys that open a wallet beside its recovery method (docs/custody.md): lists, adds and removes them. */
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
  // Loaded with the list, and called in the press itself: later the browser would open no window.
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
    // Not before the list is there: an older answer would show the passkey as still to be removed.
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

/** One passkey. To remove it takes two presses: nothing brings it back. */
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
