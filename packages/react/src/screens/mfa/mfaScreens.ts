import { lazyScreen } from '../screen.ts';

// One import for each file: every further one is a line of its own in the script that opens the modal.
const loadEnrollment = () => import('./enrollment/views.ts');
const loadVerification = () => import('./verification/views.ts');

const back = { back: 'back' } as const;
/** A person with one factor alone has no choice to go back to. */
const other = {
  back: 'other',
  hasBack: ({ methods }: { readonly methods: readonly unknown[] }): boolean => methods.length > 1,
} as const;

/** The screens of second factors: enrolling, removing and verifying them. */
export const mfaScreens = {
  MFA_BACKUP_CODES_SCREEN: lazyScreen(
    async () => (await loadEnrollment()).BackupCodesView,
    // They show once: leaving is a press that says so.
    { header: { closeable: false } },
  ),
  MFA_BACKUP_CODE_SCREEN: lazyScreen(async () => (await loadVerification()).BackupCodeView, { header: back }),
  MFA_ENROLLED_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrolledView),
  MFA_ENROLLMENT_CODE_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrollCodeView, {
    header: back,
  }),
  MFA_ENROLLMENT_FLOW_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrollmentFlowView),
  MFA_ENROLLMENT_PASSKEY_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrollPasskeyView, {
    header: back,
  }),
  MFA_ENROLLMENT_SMS_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrollSmsView, { header: back }),
  MFA_ENROLLMENT_TOTP_SCREEN: lazyScreen(async () => (await loadEnrollment()).EnrollTotpView, {
    header: back,
  }),
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
