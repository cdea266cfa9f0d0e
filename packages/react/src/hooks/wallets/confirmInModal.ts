import type { Binding } from '../../binding.ts';
import type { ConfirmationUiOptions, SignInput, SignUiOptions } from '../../flow/index.ts';

/**
 * Returns true if the user must confirm: the settings require it (SIGN-07), or the host requested it for this call.
 * `uiOptions` cannot turn the prompt off. This does not stop an attacker's script in the host page, which can call the
 * frame without this modal. Approval in the frame (`approval: 'frame'`) defends against that.
 */
export function isConfirmationRequired(
  { client }: Binding,
  { showWalletUIs = false }: ConfirmationUiOptions = {},
): boolean {
  return showWalletUIs || !client.getState().settings?.embeddedWallets.noPromptOnSignature;
}

/**
 * Returns the `sign` option of core's signing operations: a function that opens the sign request screen, or none if
 * the app signs without prompts. Core then signs at once.
 */
export function confirmInModal<Signature extends string>(
  binding: Binding,
  uiOptions?: SignUiOptions,
): { sign?: (request: SignInput) => Promise<Signature> } {
  if (!isConfirmationRequired(binding, uiOptions)) return {};
  return { sign: confirmAlways(binding, uiOptions) };
}

/**
 * Returns a `sign` function that opens the screen even if the app signs without prompts, for requests that a user
 * cannot read, such as a bare hash.
 */
export function confirmAlways<Signature extends string>(
  { modal }: Binding,
  uiOptions?: SignUiOptions,
): (request: SignInput) => Promise<Signature> {
  return async (request) => {
    const { signature } = await modal.open('sign', uiOptions ? { ...request, uiOptions } : request);
    return signature as Signature; // hex, base 58 or base64url, as the request requires
  };
}
