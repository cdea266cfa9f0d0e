import { type LatchkeyClient, loadMfa, type TotpSecret } from '@latchkey/core';
import { isCode } from '@latchkey/wire';
import { type BindingResult, bindingOf, useBindingResult } from '../../binding.ts';
import type { ModalController } from '../../modalController.ts';
import { useStable } from '../useStable.ts';

export interface UseMfaEnrollment {
  /** Opens the modal, in which the user adds and removes second factors. */
  showMfaEnrollmentModal(): void;
  /** Closes it again. What is on in the modal besides stays. */
  closeMfaEnrollmentModal(): void;
  /**
   * Begins to enrol a number, which gets a code. A user who has a second factor already verifies it first, in the modal or on
   * your own screen; so does every function here that changes factors.
   *
   * Fails with `must_be_authenticated`, `recent_login_required` for a first factor ten minutes after the login, `not_supported`.
   */
  initEnrollmentWithSms(input: { phoneNumber: string }): Promise<void>;
  /** Enrols the number by the code that it got. */
  submitEnrollmentWithSms(input: { phoneNumber: string; mfaCode: string }): Promise<void>;
  /** Begins to enrol an authenticator app: its secret, and the address for a QR code. */
  initEnrollmentWithTotp(): Promise<TotpSecret>;
  /** Enrols it by a code that it shows. */
  submitEnrollmentWithTotp(input: { mfaCode: string }): Promise<void>;
  /** Begins to enrol passkeys that the user has linked. */
  initEnrollmentWithPasskey(): Promise<void>;
  /** Says which of them are second factors from now on. */
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
      if (shown.has(modal)) modal.close();
    }),
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

/** The modals that show factors: any component may close what another one has opened. */
const shown = new WeakSet<ModalController>();

async function show(result: BindingResult): Promise<void> {
  const { modal } = bindingOf(result);
  shown.add(modal);
  try {
    await modal.open('enroll-factor', undefined);
  } finally {
    shown.delete(modal);
  }
}

/** What went wrong in the modal the person has read; that it could not open, no one else hears. */
function tellDeveloper(error: unknown): void {
  if (isCode(error, 'user_rejected_request') || isCode(error, 'exited_update_flow')) return;
  // biome-ignore lint/suspicious/noConsole: a button that does nothing explains nothing.
  console.error('[latchkey] the modal for second factors failed:', isCode(error) ? error.message : error);
}
