import { findRecentLogin, isMobile } from '@latchkey/core/login';
import { type OAuthProvider, oauthProviders, type ServiceError, type TelegramData } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { loadPasskeys } from '../../doors.ts';
import type { LoginResult } from '../../request.ts';
import { EntryButton, Icon, Title, useTexts } from '../../ui/index.ts';
import { useCaptchaStart } from '../captcha/useCaptchaStart.ts';
import { methodEntries } from '../methods/index.ts';
import type { PasskeyAct } from '../methods/passkey/PasskeyLoginView.tsx';
import { BrandEntry } from '../methods/social/BrandEntry.tsx';
import { defineScreen, type Exit, type Failed, type ViewProps } from '../screen.ts';
import { type CodeChannel, useServices, useSettings } from '../services.ts';
import { arrange, moreTexts, type LandingView as Part, type Row } from './arrange.ts';
import { LegalNote } from './LegalNote.tsx';
import { Logo } from './Logo.tsx';

export interface LandingProps {
  /** What was typed before, for a person who comes back. */
  readonly typed?: Typed;
  /** @default 'default' */
  readonly part?: Part;
  /** Whether only users who have an account get in. @default false */
  readonly disableSignup?: boolean;
}

export interface LandingExits {
  'code-sent': Typed;
  /** The person is to approve in the Farcaster app. */
  farcaster: undefined;
  /** The page is on its way to a provider. */
  social: { provider: OAuthProvider };
  /** Telegram has signed who the person is. */
  telegram: { data: TelegramData };
  failed: Failed<LandingProps, LandingExits>;
  /** The browser's dialog asks for a passkey, or makes one for a person who has no account. */
  passkey: { act: PasskeyAct };
  /** A passkey that the browser offered in the e-mail field. */
  'passkey-used': LoginResult;
  'passkey-failed': { error: ServiceError };
  /** To a list of more methods. */
  more: { part: Part };
  back: undefined;
}

/** An address or number, and the way by which it is reached. */
export interface Typed {
  readonly channel: CodeChannel;
  readonly recipient: string;
}

export const landingTexts = {
  header: 'Log in or sign up',
  passkey: 'I have a passkey',
  passkeySignUp: 'Sign up with a passkey',
  recent: 'Recent',
} as const;

function LandingView({ props, exit }: ViewProps<LandingProps, LandingExits>) {
  const texts = useTexts('landing', landingTexts);
  const more = useTexts('more', moreTexts);
  const { client } = useServices();
  const { appearance, headless, legal, loginConfig, loginMethods, loginMethodsAndOrder, name } =
    useSettings();
  const { disableSignup = false, part = 'default', typed } = props;
  // X's own app takes the consent away from a phone's browser (LAND-17).
  const hasTwitter = loginConfig.twitterOAuthOnMobileEnabled || !isMobile(window);
  const offered = (method: string) => method !== 'passkey' && (method !== 'twitter' || hasTwitter);
  const rows = arrange({
    methods: loginMethods.filter(offered),
    order: loginMethodsAndOrder && {
      primary: loginMethodsAndOrder.primary.filter(offered),
      overflow: loginMethodsAndOrder.overflow.filter(offered),
    },
    groupPriority: appearance.loginGroupPriority,
  })[part];
  const [chosen, setChosen] = useState<string>();
  const active = chosen ?? typed?.channel ?? (appearance.hideDirectWeb2Inputs ? undefined : firstInput(rows));
  useCaptchaStart(!headless);
  const hasPasskey = loginMethods.some((method) => method === 'passkey');
  usePasskeyOffer(hasPasskey && !headless, exit);
  const [recent] = useState(() => findRecentLogin(client)?.method);

  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          {appearance.logo ? <Logo appName={name} logo={appearance.logo} /> : null}
          <Title>{appearance.landingHeader ?? texts.header}</Title>
          {appearance.loginMessage ? <p className="muted">{appearance.loginMessage}</p> : null}
        </div>
        <div className="entries">
          {rows.map((row) => {
            if ('opens' in row) {
              return (
                <EntryButton
                  icon={<Icon name="more" />}
                  key={row.opens}
                  label={more[row.label]}
                  onClick={() => exit('more', { part: row.opens })}
                />
              );
            }
            const badge = row.method === recent ? texts.recent : undefined;
            if (row.method === 'wallet')
              return <WalletEntries key="wallet" wallets={appearance.walletList} />;
            const id = isProvider(row.method) ? 'oauth' : row.method;
            if (!Object.hasOwn(methodEntries, id))
              return <BrandEntry badge={badge} brand={row.method} key={row.method} />;
            const Entry = methodEntries[id as keyof typeof methodEntries];
            return (
              <Entry
                exit={exit}
                badge={badge}
                disableSignup={disableSignup}
                isActive={row.method === active}
                key={row.method}
                name={row.method}
                onActivate={() => setChosen(row.method)}
                takesFocus={row.method === chosen}
                typed={typed?.channel === row.method ? typed.recipient : ''}
              />
            );
          })}
        </div>
        {part === 'default' && hasPasskey ? (
          <PasskeyLinks
            maySignUp={loginConfig.passkeySignUp && !disableSignup}
            onPress={(act) => exit('passkey', { act })}
          />
        ) : null}
      </div>
      <LegalNote legal={legal} />
    </div>
  );
}

/** The way in for who has a passkey, and one for who has no account yet, where the app lets a passkey make one. */
function PasskeyLinks({ maySignUp, onPress }: { maySignUp: boolean; onPress(act: PasskeyAct): void }) {
  const texts = useTexts('landing', landingTexts);
  return (
    <div className="links">
      <p>
        <button className="link" onClick={() => onPress('log-in')} type="button">
          {texts.passkey}
        </button>
      </p>
      {maySignUp ? (
        <p>
          <button className="link" onClick={() => onPress('sign-up')} type="button">
            {texts.passkeySignUp}
          </button>
        </p>
      ) : null}
    </div>
  );
}

const isProvider = (method: string) => oauthProviders.some((provider) => provider === method);

/** Lets the browser offer passkeys in the e-mail field, while the landing shows. */
function usePasskeyOffer(isOn: boolean, exit: Exit<LandingExits>): void {
  const { client } = useServices();
  useEffect(() => {
    if (!isOn) return;
    let isHere = true;
    let end = () => {};
    void loadPasskeys().then(
      ({ offerPasskeys }) => {
        if (!isHere) return;
        end = offerPasskeys(client, {
          onLogin: (login) => exit('passkey-used', { ...login, loginMethod: 'passkey' }),
          onFailed: (error) => exit('passkey-failed', { error }),
        });
      },
      () => undefined, // what cannot be offered is not missed: the button is there
    );
    return () => {
      isHere = false;
      end();
    };
  }, [client, exit, isOn]);
}

/** A row for each wallet that the host names; which ones the browser has is not known here. */
function WalletEntries({ wallets }: { wallets: readonly string[] }) {
  return wallets
    .filter((wallet) => wallet !== 'detected_wallets')
    .map((wallet) => <BrandEntry brand={wallet} key={wallet} />);
}

/** The first method with an input of its own: only one shows its input at a time (LAND-14). */
function firstInput(rows: readonly Row[]): string | undefined {
  return rows
    .map((row) => ('method' in row ? row.method : ''))
    .find((method) => method === 'email' || method === 'sms');
}

export const landingScreen = defineScreen<LandingProps, LandingExits>({
  height: 'compact',
  header: { back: 'back', hasBack: ({ part = 'default' }) => part !== 'default' },
  View: LandingView,
});
