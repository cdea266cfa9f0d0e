import type { AccountChange } from '@latchkey/core';
import { isCode, ServiceError } from '@latchkey/wire';
import { type BindingResult, bindingOf } from '../../binding.ts';
import type { ModalRequest } from '../../flow/index.ts';

const exits = ['exited_link_flow', 'exited_update_flow'];

/**
 * Opens the modal to link or update an account, and reports the outcome. A failure without a code is reported as
 * `failed_to_link_account` (LINK-22). Without an `onError`, a failure other than `exited_link_flow` and
 * `exited_update_flow` is written to the console.
 */
export function openChange(
  result: BindingResult,
  change: Extract<ModalRequest, { intent: 'link' | 'update' }>,
  onSuccess: ((change: AccountChange) => void) | undefined,
  onError: ((error: ServiceError) => void) | undefined,
): void {
  const open = async () => {
    const { modal } = bindingOf(result);
    return change.intent === 'link' ? modal.open('link', change.input) : modal.open('update', change.input);
  };
  open().then(onSuccess, (cause: unknown) => {
    const error = isCode(cause) ? cause : new ServiceError('failed_to_link_account', { cause });
    if (onError) return onError(error);
    if (exits.includes(error.code)) return;
    // biome-ignore lint/suspicious/noConsole: nothing else shows the developer why the account was not changed.
    console.error(`[latchkey] the account was not changed: ${error.message} (${error.docs})`);
  });
}
