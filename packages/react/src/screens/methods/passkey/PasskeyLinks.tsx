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

export interface PasskeyStarts {
  /** The browser's dialog asks for a passkey, or creates one for a user without an account. */
  passkey: { act: PasskeyAct };
  /** The user logged in with a passkey that the browser offered in the email field. */
  'passkey-used': LoginResult;
  'passkey-failed': { error: ServiceError };
}

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

/** Lets the browser offer passkeys in the email field, while the landing screen is shown. */
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
      () => undefined, // errors are ignored, because the link still works
    );
    return () => {
      isHere = false;
      end();
    };
  }, [client, exit, isOn]);
}
