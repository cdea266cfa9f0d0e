import { mfaMethods } from '@latchkey/wire';
import { lazyView } from '../../ui/index.ts';
import { lazyScreen } from '../screen.ts';
import { enrollScreenOf } from './factors/enrolling.ts';
import type { EnrollScreens } from './factors/list.ts';

// One `import()` for each file: further imports make the script that opens the modal larger.
const loadEnrollment = () => import('./enrollment/views.ts');
const loadFactors = () => import('./factors/list.ts');
const loadVerification = () => import('./verification/views.ts');

const back = { back: 'back' } as const;
/** A user with only one factor has no choice to go back to. */
const other = {
  back: 'other',
  hasBack: ({ methods }: { readonly methods: readonly unknown[] }): boolean => methods.length > 1,
} as const;

const enrollScreens: EnrollScreens = Object.assign(
  {},
  ...mfaMethods.map((method) => ({
    [enrollScreenOf(method)]: {
      height: 'compact',
      header: back,
      View: lazyView<never>(async () => (await loadFactors()).factorScreens[method].loadView()),
    },
  })),
);

export const mfaScreens = {
  ...enrollScreens,
  MFA_BACKUP_CODES_SCREEN: lazyScreen(
    async () => (await loadEnrollment()).BackupCodesView,
    // The codes are shown once, so the user leaves the screen with the button that confirms that they are saved.
    { header: { closeable: false } },
  ),
  MFA_BACKUP_CODE_SCREEN: lazyScreen(async () => (await loadVerification()).BackupCodeView, { header: back }),
  MFA_ENROLLED_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrolledView),
  MFA_ENROLLMENT_CODE_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrollCodeView, {
    header: back,
  }),
  MFA_ENROLLMENT_FLOW_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrollmentFlowView),
  MFA_LOST_SCREEN: lazyScreen(async () => (await loadVerification()).LostView, {
    header: back,
  }),
  MFA_REMOVAL_SCREEN: lazyScreen(async () => (await loadEnrollment()).RemovalView, {
    header: back,
  }),
  MFA_VERIFICATION_CODE_SCREEN: lazyScreen(async () => (await loadVerification()).VerifyCodeView, {
    header: other,
  }),
  MFA_VERIFICATION_PASSKEY_SCREEN: lazyScreen(async () => (await loadVerification()).VerifyPasskeyView, {
    header: other,
  }),
  MFA_VERIFICATION_SCREEN: lazyScreen(async () => (await loadVerification()).ChooseView),
};
