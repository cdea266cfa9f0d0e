import type { MfaMethod } from '@latchkey/wire';
import { EntryButton, Title, useTexts } from '../../../ui/index.ts';
import type { ViewProps } from '../../screen.ts';
import { FactorIcon } from '../FactorIcon.tsx';
import { mfaMethodTexts, sortMfaMethods } from '../methods.ts';
import { Lost } from './Lost.tsx';
import { mfaVerificationTexts } from './texts.ts';
import type { VerifyProps } from './verifyProps.ts';

export interface VerificationExits {
  chosen: { method: MfaMethod };
  lost: undefined;
}

/** Asks a person who has several second factors which one they take (MFA-18). */
export function ChooseView({ props: { methods }, exit }: ViewProps<VerifyProps, VerificationExits>) {
  const texts = useTexts('mfaVerification', mfaVerificationTexts);
  const names = useTexts('mfaMethods', mfaMethodTexts);
  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <span className="mark">
            <FactorIcon name="shield" />
          </span>
          <Title>{texts.title}</Title>
          <p className="muted">{texts.detail}</p>
        </div>
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
      </div>
      <div className="page-end">
        <Lost onLost={() => exit('lost')} />
      </div>
    </div>
  );
}
