import { mfaEnrolledTexts } from '../../../texts/generated/en/mfaEnrolled.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { ViewProps } from '../../screen.ts';
import type { Enrolled } from './EnrollCodeView.tsx';

export interface EnrolledExits {
  done: undefined;
}

/** Confirms that a second factor was added (MFA-08, MFA-10, MFA-15). */
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
