import type { AccountChange } from '@latchkey/core';
import { isCode, ServiceError } from '@latchkey/wire';
import { type BindingResult, bindingOf } from '../../binding.ts';
import type { ModalRequest } from '../../flow/index.ts';

/** What the person decides themselves, and no mistake that a developer must hear of. */
const exits = ['exited_link_flow', 'exited_update_flow'];

/**
 * Opens the modal for a link or an update, unless it can be refused at once, and tells how it ended: `failed_to_link_account`
 * where nothing tells more (LINK-22). A failure that no one listens for goes to the console.
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
    // biome-ignore lint/suspicious/noConsole: no other party hears of it, and a button that does nothing explains nothing.
    console.error(`[latchkey] the account was not changed: ${error.message} (${error.docs})`);
  });
}
