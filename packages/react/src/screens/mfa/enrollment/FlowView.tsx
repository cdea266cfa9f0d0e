import type { MfaMethod } from '@latchkey/wire';
import { useSyncExternalStore } from 'react';
import { mfaEnrollmentTexts } from '../../../texts/generated/en/mfaEnrollment.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, Icon } from '../../../ui/index.ts';
import { Buttons, Page } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';
import { MethodList } from './MethodList.tsx';

export interface EnrollmentFlowProps {
  /** True if the user has read the introduction. @default false */
  readonly isIntroduced?: boolean;
  /**
   * True if the user chose to cancel the removal of all factors, but another step, such as a verification, came
   * first. @default false
   */
  readonly isCanceling?: boolean;
}

export interface EnrollmentFlowExits {
  continued: undefined;
  chosen: { method: MfaMethod };
  removing: { method: MfaMethod };
  'new-codes': undefined;
  /** The removal of all factors was cancelled. */
  canceled: undefined;
  failed: Failed<EnrollmentFlowProps>;
  closed: undefined;
}

/**
 * Lists the user's second factors and those that can be added (MFA-01 to MFA-07). A user without a second factor first
 * sees an introduction, or a note that the app offers none.
 */
export function EnrollmentFlowView(view: ViewProps<EnrollmentFlowProps, EnrollmentFlowExits>) {
  const { client } = useServices();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  const enrolled = user?.mfaMethods ?? [];
  const { methods } = useSettings().mfa;
  if (enrolled.length > 0) return <MethodList {...view} enrolled={enrolled} />;
  if (methods.length === 0) return <NoMethods {...view} />;
  return view.props.isIntroduced ? <MethodList {...view} enrolled={enrolled} /> : <Intro {...view} />;
}

type Part = Pick<ViewProps<EnrollmentFlowProps, EnrollmentFlowExits>, 'exit'>;

function NoMethods({ exit }: Part) {
  const texts = useTexts('mfaEnrollment', mfaEnrollmentTexts);
  const { name } = useSettings();
  return (
    <Page
      actions={
        <Button autoFocus onClick={() => exit('closed')}>
          {texts.close}
        </Button>
      }
      detail={texts.none({ app: name })}
      icon={<FactorIcon name="shield" />}
      title={texts.noneTitle}
    />
  );
}

function Intro({ exit }: Part) {
  const texts = useTexts('mfaEnrollment', mfaEnrollmentTexts);
  return (
    <Page
      actions={
        <Buttons>
          <Button autoFocus onClick={() => exit('continued')}>
            {texts.next}
          </Button>
          <Button look="plain" onClick={() => exit('closed')}>
            {texts.later}
          </Button>
        </Buttons>
      }
      icon={<FactorIcon name="shield" />}
      title={texts.introTitle}
    >
      <ul className="warnings good">
        {Object.entries(texts.benefits).map(([name, benefit]) => (
          <li key={name}>
            <Icon name="check" />
            {benefit}
          </li>
        ))}
      </ul>
    </Page>
  );
}
