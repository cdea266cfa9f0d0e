import { loadPasskeys } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useEffect } from 'react';
import type { LoginResult } from '../../../request.ts';
import { landingTexts } from '../../../texts/generated/en/landing.ts';
import { useTexts } from '../../../texts/index.ts';
import type { Exit } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import type { MethodLinksProps } from '../methodScreens.ts';
import type { PasskeyAct } from './PasskeyLoginView.tsx';

/** What the landing's links of passkeys lead to. */
export interface PasskeyStarts {
  /** The browser's dialog asks for a passkey, or makes one for a person who has no account. */
  passkey: { act: PasskeyAct };
  /** A passkey that the browser offered in the e-mail field. */
  'passkey-used': LoginResult;
  'passkey-failed': { error: ServiceError };
}

/** The way in for who has a passkey, and one for who has no account yet, where the app lets a passkey make one. */
export function PasskeyLinks({ disableSignup, isShown, exit }: MethodLinksProps<PasskeyStarts>) {
  const texts = useTexts('landing', landingTexts);
  const { headless, loginConfig } = useSettings();
  usePasskeyOffer(!headless, exit);
  if (!isShown) return null;
  return (
    <div className="links">
      <p>
        <button className="link" onClick={() => exit('passkey', { act: 'log-in' })} type="button">
          {texts.passkey}
        </button>
      </p>
      {loginConfig.passkeySignUp && !disableSignup ? (
        <p>
          <button className="link" onClick={() => exit('passkey', { act: 'sign-up' })} type="button">
            {texts.passkeySignUp}
          </button>
        </p>
      ) : null}
    </div>
  );
}

/** Lets the browser offer passkeys in the e-mail field, while the landing shows. */
function usePasskeyOffer(isOn: boolean, exit: Exit<PasskeyStarts>): void {
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
