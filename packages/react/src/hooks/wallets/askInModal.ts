import type { Binding } from '../../binding.ts';
import type { SignInput, SignUiOptions } from '../../flow/index.ts';

/**
 * The `sign` option of core's signing operations: the sign request screen, or nothing where the app signs without prompts
 * (SIGN-07), so that core signs at once.
 */
export function askInModal<Signature extends string>(
  binding: Binding,
  uiOptions?: SignUiOptions,
): { sign?: (request: SignInput) => Promise<Signature> } {
  if (binding.client.getState().settings?.embeddedWallets.noPromptOnSignature) return {};
  return { sign: askAlways(binding, uiOptions) };
}

/** The same for what is asked in every app: a hash that no one can read. */
export function askAlways<Signature extends string>(
  { door }: Binding,
  uiOptions?: SignUiOptions,
): (request: SignInput) => Promise<Signature> {
  return async (request) => {
    const { signature } = await door.open('sign', uiOptions ? { ...request, uiOptions } : request);
    return signature as Signature; // the form is that of the request's chain
  };
}
