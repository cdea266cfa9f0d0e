import type { MfaMethod } from '@latchkey/wire';
import { mfaMethodsTexts } from '../../../texts/generated/en/mfaMethods.ts';
import { mfaVerificationTexts } from '../../../texts/generated/en/mfaVerification.ts';
import { useTexts } from '../../../texts/index.ts';
import { EntryButton } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import type { ViewProps } from '../../screen.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';
import { sortMfaMethods } from '../factors/list.ts';
import { Lost } from './Lost.tsx';
import type { VerifyProps } from './verifyProps.ts';

export interface VerificationExits {
  chosen: { method: MfaMethod };
  lost: undefined;
}

/** Lets a user with several second factors choose one (MFA-18). */
export function ChooseView({ props: { methods }, exit }: ViewProps<VerifyProps, VerificationExits>) {
  const texts = useTexts('mfaVerification', mfaVerificationTexts);
  const names = useTexts('mfaMethods', mfaMethodsTexts);
  return (
    <Page
      actions={<Lost onLost={() => exit('lost')} />}
      detail={texts.detail}
      icon={<FactorIcon name="shield" />}
      title={texts.title}
    >
      <div className="entries">
        {sortMfaMethods(methods).map((method) => (
          <EntryButton
            icon={<FactorIcon name={method} />}
            key={method}
            label={names[method]}
            onClick={() => exit('chosen', { method })}
          />
        ))}
      </div>
    </Page>
  );
}
