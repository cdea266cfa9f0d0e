import type { Confirmation } from '@latchkey/core/login';
import { confirmInOAuthPopup } from '@latchkey/core/oauth';
import { confirmWithPasskey } from '@latchkey/core/passkey';
import { confirmWithTelegram, isTelegramMiniApp, loadTelegramScript } from '@latchkey/core/telegram';
import {
  type ConfirmationAct,
  type LinkedAccount,
  type OAuthProvider,
  oauthProviders,
  type ServiceError,
} from '@latchkey/wire';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LinkMethod } from '../../request.ts';
import { Button, EntryButton, Icon, Title, useTexts } from '../../ui/index.ts';
import { BrandEntry } from '../methods/social/BrandEntry.tsx';
import type { ViewProps } from '../screen.ts';
import { type CodeChannel, useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface ConfirmLoginProps {
  /** The one act that it is confirmed for. @default whatever needs a recent login */
  readonly confirms?: ConfirmationAct;
  /** Whether this is a mini app that Telegram opened too long ago: Telegram confirms nothing before it opens it again. */
  readonly mustReopen?: true;
}

export interface ConfirmLoginExits {
  'code-sent': { method: CodeChannel; recipient: string };
  confirmed: Confirmation;
  /** To a screen of the method's own. */
  elsewhere: { method: LinkMethod };
  /** Telegram has to open the mini app again. */
  'must-reopen': undefined;
  failed: { error: ServiceError };
  closed: undefined;
}

export const confirmLoginTexts = {
  title: "Confirm it's you",
  detail: "It's been a while since you logged in. Confirm it's you to change your account.",
  /** In a browser that does not hold the person's wallet. */
  wallet: "Your wallet isn't in this browser yet. Confirm it's you to open it here.",
  passkey: 'Use a passkey',
  reopenTitle: 'Reopen this app',
  reopen:
    "You opened this app a while ago, so Telegram can no longer confirm it's you. Close it, reopen it in Telegram and try again.",
  /** Above the ways that are left. */
  another: 'Or confirm another way:',
  /** For users who have none of these ways. */
  logInAgain: "It's been a while since you logged in. Log out and log in again to change your account.",
  logInAgainForWallet: "Your wallet isn't in this browser yet. Log out and log in again to open it here.",
  close: 'Close',
} as const;

/** What a press leads to: a code, the browser's own dialog or a popup. */
type Way = CodeChannel | OAuthProvider | 'passkey' | 'telegram';

/**
 * Asks a person whose login is old how they prove again who they are , by any of their own accounts.
 * Providers open in a popup: what was wanted waits on this page, and would be gone with it.
 */
export function ConfirmLoginView({ props, exit }: ViewProps<ConfirmLoginProps, ConfirmLoginExits>) {
  const texts = useTexts('confirmLogin', confirmLoginTexts);
  const [ask, logInAgain] =
    props.confirms?.purpose === 'release'
      ? [texts.wallet, texts.logInAgainForWallet]
      : [texts.detail, texts.logInAgain];
  const { client } = useServices();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  const { busy, run } = useProof(props.confirms, exit);
  const has = (type: LinkedAccount['type']) => user?.linkedAccounts.some((one) => one.type === type) ?? false;
  const codes = [
    { method: 'email', icon: 'mail', recipient: user?.email?.address },
    { method: 'sms', icon: 'phone', recipient: user?.phone?.number },
  ] as const;
  const open = codes.filter(({ recipient }) => recipient !== undefined);
  const { mustReopen = false } = props;
  const isTelegram = has('telegram') && !mustReopen;
  const brands: (OAuthProvider | 'telegram')[] = oauthProviders.filter((id) => has(`${id}_oauth`));
  if (isTelegram) brands.push('telegram');
  const isAnyOpen = open.length > 0 || brands.length > 0 || has('passkey') || has('farcaster');
  useEffect(() => {
    // Before the press, whose popup waits for nothing.
    if (isTelegram && !isTelegramMiniApp(client)) loadTelegramScript(client).catch(() => undefined);
  }, [client, isTelegram]);

  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{mustReopen ? texts.reopenTitle : texts.title}</Title>
          <p className="muted">{mustReopen ? texts.reopen : isAnyOpen ? ask : logInAgain}</p>
          {mustReopen && isAnyOpen ? <p className="muted">{texts.another}</p> : null}
        </div>
        {isAnyOpen ? (
          <div className="entries">
            {has('passkey') ? (
              <EntryButton
                busy={busy === 'passkey'}
                disabled={busy !== null}
                icon={<Icon name="key" />}
                label={texts.passkey}
                onClick={() => run('passkey', '')}
              />
            ) : null}
            {open.map(({ method, icon, recipient = '' }) => (
              <EntryButton
                disabled={busy !== null}
                icon={<Icon name={icon} />}
                key={method}
                // Read from left to right in every language, the plus sign first.
                label={`\u2066${recipient}\u2069`}
                onClick={() => run(method, recipient)}
              />
            ))}
            {brands.map((brand) => (
              <BrandEntry brand={brand} busy={busy === brand} key={brand} onPress={() => run(brand, '')} />
            ))}
            {has('farcaster') ? (
              <BrandEntry brand="farcaster" onPress={() => exit('elsewhere', { method: 'farcaster' })} />
            ) : null}
          </div>
        ) : null}
      </div>
      {isAnyOpen ? null : (
        <div className="page-end">
          <Button onClick={() => exit('closed')}>{texts.close}</Button>
        </div>
      )}
    </div>
  );
}

/** Proves it in the way that the person chose, one at a time. */
function useProof(
  confirms: ConfirmationAct | undefined,
  exit: ViewProps<ConfirmLoginProps, ConfirmLoginExits>['exit'],
) {
  const { accountFlows, client } = useServices();
  const [chosen, setChosen] = useState<Way | null>(null);
  // Nothing that takes time is awaited before a popup or dialog opens: browsers open them while a press is handled.
  async function prove(way: Way, recipient: string): Promise<Confirmation | null> {
    setChosen(way);
    if (way === 'passkey') return confirmWithPasskey(client, confirms);
    if (way === 'telegram') {
      // Which it is by now, unless the press was very quick.
      if (!isTelegramMiniApp(client)) await loadTelegramScript(client);
      return confirmWithTelegram(client, confirms);
    }
    if (way !== 'email' && way !== 'sms')
      return confirmInOAuthPopup(client, { provider: way, act: confirms });
    await accountFlows.confirm[way].sendCode(recipient);
    return null;
  }
  const { run, status } = useTask({
    work: prove,
    onDone(confirmation, method, recipient) {
      if (confirmation) exit('confirmed', confirmation);
      else if (method === 'email' || method === 'sms') exit('code-sent', { method, recipient });
    },
    onFailed(error) {
      const reason = error.details?.reason;
      if (reason === 'reopen_mini_app') exit('must-reopen');
      // Anyone who closed the popup is here again.
      else if (reason !== 'closed') exit('failed', { error });
    },
  });
  return { busy: status === 'running' ? chosen : null, run };
}
