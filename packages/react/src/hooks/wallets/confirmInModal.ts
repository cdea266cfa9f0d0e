import type { Binding } from '../../binding.ts';
import type { ConfirmationUiOptions, SignInput, SignUiOptions } from '../../flow/index.ts';

/**
 * Whether a person is asked: as the app says (SIGN-07), but for a request whose host wants it asked in any case. No host
 * can do without where the app asks: its page could be another's by a script.
 */
export function isConfirmationRequired(
  { client }: Binding,
  { showWalletUIs = false }: ConfirmationUiOptions = {},
): boolean {
  return showWalletUIs || !client.getState().settings?.embeddedWallets.noPromptOnSignature;
}

/**
 * The `sign` option of core's signing operations: the sign request screen, or nothing where the app signs without prompts,
 * so that core signs at once.
 */
export function confirmInModal<Signature extends string>(
  binding: Binding,
  uiOptions?: SignUiOptions,
): { sign?: (request: SignInput) => Promise<Signature> } {
  if (!isConfirmationRequired(binding, uiOptions)) return {};
  return { sign: confirmAlways(binding, uiOptions) };
}

/** The same for what is asked in every app: a hash that no one can read. */
export function confirmAlways<Signature extends string>(
  { modal }: Binding,
  uiOptions?: SignUiOptions,
): (request: SignInput) => Promise<Signature> {
  return async (request) => {
    const { signature } = await modal.open('sign', uiOptions ? { ...request, uiOptions } : request);
    return signature as Signature; // the form is that of the request's chain
  };
}
