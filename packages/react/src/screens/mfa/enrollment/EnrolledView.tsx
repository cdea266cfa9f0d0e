import { Button, useTexts } from '../../../ui/index.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { ViewProps } from '../../screen.ts';
import type { Enrolled } from './EnrollCodeView.tsx';

export interface EnrolledExits {
  done: undefined;
}

export const mfaEnrolledTexts = {
  titles: {
    passkey: 'Passkey verification added',
    sms: 'SMS verification added',
    totp: 'Authenticator App verification added',
  },
  next: 'Next, save your backup codes in case you lose it.',
  done: 'Done',
} as const;

/** Says that a second factor was added (MFA-08, MFA-10, MFA-15). */
export function EnrolledView({ props: { method, isFirst }, exit }: ViewProps<Enrolled, EnrolledExits>) {
  const texts = useTexts('mfaEnrolled', mfaEnrolledTexts);
  return (
    <StatusPage
      {...(isFirst ? { detail: texts.next } : {})}
      actions={
        <Button autoFocus onClick={() => exit('done')}>
          {texts.done}
        </Button>
      }
      state="done"
      title={texts.titles[method]}
    />
  );
}
