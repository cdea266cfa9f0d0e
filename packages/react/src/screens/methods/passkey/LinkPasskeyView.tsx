import { type AccountChange, linkWithPasskey, nameOfPasskey, unlinkPasskey } from '@latchkey/core';
import { type ErrorCode, limits, type PasskeyAccount, type ServiceError } from '@latchkey/wire';
import { useState, useSyncExternalStore } from 'react';
import { linkPasskeyTexts } from '../../../texts/generated/en/linkPasskey.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, Icon } from '../../../ui/index.ts';
import { useErrorText } from '../../error/useErrorText.ts';
import { Page, StatusLine } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';

export type LinkPasskeyProps = Record<string, never>;

export interface LinkPasskeyExits {
  linked: AccountChange;
  removed: undefined;
  failed: Failed<LinkPasskeyProps>;
}

/** Errors for which this screen has its own text. */
const ownTexts: Partial<Record<ErrorCode, 'factor' | 'full' | 'sole'>> = {
  cannot_link_more_of_type: 'full',
  cannot_unlink_sole_account: 'sole',
  missing_or_invalid_mfa: 'factor',
};

/** Number of passkeys that are visible before the list is expanded (PASS-08). */
const preview = 2;

/** Adds a passkey to the user's accounts, and lists the existing ones (PASS-08, PASS-09, LINK-14). */
export function LinkPasskeyView({ exit }: ViewProps<LinkPasskeyProps, LinkPasskeyExits>) {
  const texts = useTexts('linkPasskey', linkPasskeyTexts);
  const { client } = useServices();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  const passkeys = user?.linkedAccounts.filter((account) => account.type === 'passkey') ?? [];
  const onFailed = (failure: ServiceError) => exit('failed', { error: failure });
  const add = useTask({
    work: () => linkWithPasskey(client),
    onDone: (change) => exit('linked', change),
    onFailed,
  });
  const remove = useTask({
    work: ({ credentialId }: PasskeyAccount) => unlinkPasskey(client, credentialId),
    onDone: () => exit('removed'),
    onFailed,
  });
  const [isAddLast, setAddLast] = useState(true);
  const isBusy = add.status === 'running' || remove.status === 'running';
  const isFull = passkeys.length >= limits.passkeys;
  // Only the result of the last action is shown.
  const { error } = isAddLast ? add : remove;
  const runAdd = () => {
    setAddLast(true);
    add.run();
  };
  const runRemove = (passkey: PasskeyAccount) => {
    setAddLast(false);
    remove.run(passkey);
  };
  return (
    <Page
      actions={
        <>
          <StatusLine isError={error !== null}>
            {error ? <Refusal error={error} /> : null}
            {!error && add.status === 'running' ? texts.waiting : null}
            {!error && isFull && add.status === 'idle' ? texts.full : null}
          </StatusLine>
          {error?.code === 'passkey_not_supported' ? null : (
            <Button busy={isBusy} disabled={isFull || add.status === 'done'} onClick={runAdd}>
              {texts.add}
            </Button>
          )}
        </>
      }
      icon={passkeys.length > 0 ? null : <Icon name="key" />}
      title={texts.title}
    >
      {passkeys.length > 0 ? (
        <PasskeyList busy={isBusy} onRemove={runRemove} passkeys={passkeys} />
      ) : (
        <ul className="warnings good">
          {Object.entries(texts.benefits).map(([name, benefit]) => (
            <li key={name}>
              <Icon name="check" />
              {benefit}
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function Refusal({ error }: { error: ServiceError }) {
  const texts = useTexts('linkPasskey', linkPasskeyTexts);
  const textOf = useErrorText();
  const own = ownTexts[error.code];
  if (own) return texts[own];
  const { detail, title } = textOf(error);
  return detail || title;
}

interface PasskeyListProps {
  readonly passkeys: readonly PasskeyAccount[];
  readonly busy: boolean;
  onRemove(passkey: PasskeyAccount): void;
}

function PasskeyList({ passkeys, busy, onRemove }: PasskeyListProps) {
  const texts = useTexts('linkPasskey', linkPasskeyTexts);
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = isUnfolded ? passkeys : passkeys.slice(0, preview);
  return (
    <div className="list">
      <h3 className="strong">{texts.list}</h3>
      <ul className="documents">
        {shown.map((passkey) => (
          <PasskeyRow busy={busy} key={passkey.credentialId} onRemove={onRemove} passkey={passkey} />
        ))}
      </ul>
      {shown.length < passkeys.length ? (
        <p>
          <button className="link" onClick={() => setUnfolded(true)} type="button">
            {texts.viewAll}
          </button>
        </p>
      ) : null}
    </div>
  );
}

interface PasskeyRowProps extends Pick<PasskeyListProps, 'busy' | 'onRemove'> {
  readonly passkey: PasskeyAccount;
}

/** One passkey. Removing it takes two clicks. */
function PasskeyRow({ passkey, busy, onRemove }: PasskeyRowProps) {
  const texts = useTexts('linkPasskey', linkPasskeyTexts);
  const { locale } = useSettings().intl;
  const [isAsked, setAsked] = useState(false);
  const name = nameOfPasskey(passkey, texts.unknown);
  const used = passkey.latestVerifiedAt ?? passkey.verifiedAt;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(used);
  const word = isAsked ? texts.confirm : texts.remove;
  return (
    <li className="document two-lines">
      <span>{name}</span>
      <button
        aria-label={`${word}: ${name}`}
        className="link"
        disabled={busy}
        onBlur={() => setAsked(false)}
        onClick={() => (isAsked ? onRemove(passkey) : setAsked(true))}
        type="button"
      >
        {word}
      </button>
      <span className="muted wide">{texts.lastUsed({ date })}</span>
    </li>
  );
}
