import {
  type EnrollmentBegun,
  type EnrollmentInput,
  type EnrollmentProof,
  type LatchkeyClient,
  loadMfa,
  type TotpSecret,
} from '@latchkey/core';
import { isCode, type MfaMethod } from '@latchkey/wire';
import { type BindingResult, bindingOf, useBindingResult } from '../../binding.ts';
import type { ModalController } from '../../modalController.ts';
import { useStable } from '../useStable.ts';

export interface UseMfaEnrollment {
  /** Opens the modal, where the user adds and removes second factors. */
  showMfaEnrollmentModal(): void;
  /** Closes the modal if a visit that `showMfaEnrollmentModal` requested has not ended. Otherwise it stays open. */
  closeMfaEnrollmentModal(): void;
  /** Starts to enrol a second factor of the given method: `initEnrollment('totp')` is `initEnrollmentWithTotp()`. */
  initEnrollment<Method extends MfaMethod>(
    method: Method,
    ...input: EnrollmentInput<Method>
  ): Promise<EnrollmentBegun<Method>>;
  /** Completes the enrolment: `submitEnrollment('totp', { mfaCode })` is `submitEnrollmentWithTotp({ mfaCode })`. */
  submitEnrollment<Method extends MfaMethod>(
    method: Method,
    ...proof: EnrollmentProof<Method>
  ): Promise<void>;
  /** Removes a second factor; for passkeys, all of them. */
  unenroll(method: MfaMethod): Promise<void>;
  /**
   * Starts to enrol a phone number and sends it a code. A user who already has a second factor verifies it first, in
   * the modal or on your own screen, as before every change of factors.
   *
   * Fails with `must_be_authenticated`, `recent_login_required` (for the first factor, if the login is too old),
   * `not_supported`.
   */
  initEnrollmentWithSms(input: { phoneNumber: string }): Promise<void>;
  /** Enrols the phone number with the code that it received. */
  submitEnrollmentWithSms(input: { phoneNumber: string; mfaCode: string }): Promise<void>;
  /** Starts to enrol an authenticator app. Returns its secret and the URL for a QR code. */
  initEnrollmentWithTotp(): Promise<TotpSecret>;
  /** Enrols the authenticator app with a code that it shows. */
  submitEnrollmentWithTotp(input: { mfaCode: string }): Promise<void>;
  /** Starts to enrol passkeys that the user has linked. */
  initEnrollmentWithPasskey(): Promise<void>;
  /** Sets which of the user's passkeys are second factors from now on. */
  submitEnrollmentWithPasskey(input: { credentialIds: string[] }): Promise<void>;
  unenrollWithSms(): Promise<void>;
  unenrollWithTotp(): Promise<void>;
  unenrollWithPasskey(): Promise<void>;
}

type Operations = Awaited<ReturnType<typeof loadMfa>>;

/**
 * Adds and removes second factors, in the modal or on screens of your own.
 *
 * @example
 * ```tsx
 * const { showMfaEnrollmentModal } = useMfaEnrollment();
 * return <button onClick={showMfaEnrollmentModal}>Protect your wallet</button>;
 * ```
 */
export function useMfaEnrollment(): UseMfaEnrollment {
  const result = useBindingResult();
  const run = useStable(
    async <Result>(
      act: (operations: Operations, client: LatchkeyClient) => Promise<Result>,
    ): Promise<Result> => {
      const { client } = bindingOf(result);
      return act(await loadMfa(), client);
    },
  );
  return {
    showMfaEnrollmentModal: useStable(() => void show(result).catch(tellDeveloper)),
    closeMfaEnrollmentModal: useStable(() => {
      const { modal } = bindingOf(result);
      if (shown.get(modal)) modal.close();
    }),
    initEnrollment: useStable((method, ...input) =>
      run((operations, client) => operations.initEnrollment(client, method, ...input)),
    ),
    submitEnrollment: useStable((method, ...proof) =>
      run((operations, client) => operations.submitEnrollment(client, method, ...proof)),
    ),
    unenroll: useStable((method) => run((operations, client) => operations.unenroll(client, method))),
    initEnrollmentWithSms: useStable((input) =>
      run((operations, client) => operations.initEnrollmentWithSms(client, input)),
    ),
    submitEnrollmentWithSms: useStable((input) =>
      run((operations, client) => operations.submitEnrollmentWithSms(client, input)),
    ),
    initEnrollmentWithTotp: useStable(() =>
      run((operations, client) => operations.initEnrollmentWithTotp(client)),
    ),
    submitEnrollmentWithTotp: useStable((input) =>
      run((operations, client) => operations.submitEnrollmentWithTotp(client, input)),
    ),
    initEnrollmentWithPasskey: useStable(() =>
      run((operations, client) => operations.initEnrollmentWithPasskey(client)),
    ),
    submitEnrollmentWithPasskey: useStable((input) =>
      run((operations, client) => operations.submitEnrollmentWithPasskey(client, input)),
    ),
    unenrollWithSms: useStable(() => run((operations, client) => operations.unenroll(client, 'sms'))),
    unenrollWithTotp: useStable(() => run((operations, client) => operations.unenroll(client, 'totp'))),
    unenrollWithPasskey: useStable(() => run((operations, client) => operations.unenroll(client, 'passkey'))),
  };
}

/**
 * Number of visits that this hook requested and that have not ended, for each modal. Shared by all components: each can
 * close a modal that another opened.
 */
const shown = new WeakMap<ModalController, number>();
const count = (modal: ModalController, more: 1 | -1) => shown.set(modal, (shown.get(modal) ?? 0) + more);

async function show(result: BindingResult): Promise<void> {
  const { modal } = bindingOf(result);
  count(modal, 1);
  try {
    await modal.open('enroll-factor', undefined);
  } finally {
    count(modal, -1);
  }
}

/** Logs a failure for the developer, because the user sees nothing if the modal does not open. */
function tellDeveloper(error: unknown): void {
  if (isCode(error, 'user_rejected_request') || isCode(error, 'exited_update_flow')) return;
  // biome-ignore lint/suspicious/noConsole: nothing else shows the developer why the modal did not open.
  console.error('[latchkey] the modal for second factors failed:', isCode(error) ? error.message : error);
}
