import {
  type AccountChange,
  type Confirmation,
  type ConnectedWallet,
  confirmWithWallet,
  linkWallet,
  loginWithWallet,
} from '@latchkey/core';
import { fail, type LinkedAccount, type User } from '@latchkey/wire';
import type { LoginResult } from '../../../request.ts';
import { connectionTexts } from '../../../texts/generated/en/connection.ts';
import { useTexts } from '../../../texts/index.ts';
import { isCaptchaDue, notPassed, useCaptchaStart } from '../../captcha/useCaptchaStart.ts';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { ConnectionPage } from './ConnectionPage.tsx';
import type { Chosen } from './chosen.ts';

export interface ConnectionProps extends Chosen {
  readonly act: Exclude<Chosen['act'], 'connect'>;
  /** The wallet, if it was connected before a step-up. */
  readonly connected?: ConnectedWallet;
  /** Number of retries before a step-up. @default 0 */
  readonly retries?: number;
  /** True if only existing users can log in. @default false */
  readonly disableSignup?: boolean;
}

export interface ConnectionExits {
  verified: LoginResult;
  linked: AccountChange;
  confirmed: Confirmation;
  failed: Failed<ConnectionProps>;
  back: undefined;
}

type Done =
  | { readonly exit: 'verified'; readonly login: LoginResult }
  | { readonly exit: 'linked'; readonly change: AccountChange }
  | { readonly exit: 'confirmed'; readonly confirmation: Confirmation };

/** Connects a wallet and asks it to sign: to log in, to link it, or to confirm a login (EXTW-16). */
export function ConnectionView(view: ViewProps<ConnectionProps, ConnectionExits>) {
  // After a confirmation the flow returns to the linking that waited for it, which is a different connection.
  return <Connection {...view} key={`${view.props.act} ${view.props.option.id}`} />;
}

function Connection({ props, exit }: ViewProps<ConnectionProps, ConnectionExits>) {
  const { act, option, connected, retries, confirms, disableSignup = false } = props;
  const texts = useTexts('connection', connectionTexts);
  const services = useServices();
  const { captcha, client } = services;
  const { headless } = useSettings();
  useCaptchaStart(!headless && act !== 'confirm');

  async function use(wallet: ConnectedWallet, signal: AbortSignal): Promise<Done> {
    // Linking sends the captcha token, as a login does (CAPT-06).
    const isPassed = ['disabled', 'success'].includes(captcha.getState().status);
    if (act === 'login' ? isCaptchaDue(services) : act === 'link' && !isPassed) throw notPassed();
    if (act === 'link') {
      const user = await linkWallet(client, { wallet, signal });
      return { exit: 'linked', change: { user, account: accountOf(user, wallet) } };
    }
    if (act === 'confirm') {
      const act = confirms ? { act: confirms } : {};
      return { exit: 'confirmed', confirmation: await confirmWithWallet(client, { wallet, signal, ...act }) };
    }
    const login = await loginWithWallet(client, { wallet, signal, disableSignup });
    return { exit: 'verified', login: { ...login, loginMethod: 'wallet' } };
  }

  function leave(done: Done): void {
    if (done.exit === 'verified') exit('verified', done.login);
    else if (done.exit === 'linked') exit('linked', done.change);
    else exit('confirmed', done.confirmation);
  }

  return (
    <ConnectionPage
      {...(connected ? { connected } : {})}
      {...(retries ? { retries } : {})}
      done={act === 'link' ? texts.linked : texts.success}
      onBack={() => exit('back')}
      onDone={leave}
      onFailed={(error, again) => exit('failed', { error, again })}
      option={option}
      signs
      use={use}
    />
  );
}

/** Returns the new account. @throws ServiceError `failed_to_link_account` if the response does not contain it */
function accountOf({ linkedAccounts }: User, { address, chainType }: ConnectedWallet): LinkedAccount {
  const found = linkedAccounts.find(
    (account) => account.type === 'wallet' && account.chainType === chainType && account.address === address,
  );
  return found ?? fail('failed_to_link_account');
}
