import { checkFree, checkLink, checkUpdate, unlinkEmail, unlinkPhone } from '@latchkey/core/login';
import {
  getEmbeddedWallet,
  type LatchkeyClient,
  toConfirmationAct,
  tryWithDetour,
} from '@latchkey/core/startup';
import {
  type ConfirmationAct,
  fail,
  isCode,
  type OAuthProvider,
  type ServiceError,
  type User,
} from '@latchkey/wire';
import type { LinkMethod, ModalRequest, Outcome, SetRecoveryInput } from '../../flow/index.ts';

/** An account that is taken from its user. */
export type UnlinkInput =
  /** The address, the number with its calling code, the id at Farcaster or Telegram, or the credential's. */
  | { readonly type: 'email' | 'farcaster' | 'passkey' | 'phone' | 'telegram'; readonly handle: string }
  /** `subject` is the provider's id of the person. */
  | { readonly type: 'oauth'; readonly provider: OAuthProvider; readonly subject: string };

/** Why a visit would be in vain, known before any screen and any request; null where it would not (LINK-02, LINK-03). */
export function refusalOf(client: LatchkeyClient, { intent, input }: ModalRequest): ServiceError | null {
  try {
    if (
      intent === 'export-wallet' ||
      intent === 'recover' ||
      intent === 'recovery-passkeys' ||
      intent === 'set-recovery'
    )
      getEmbeddedWallet(client, input.address);
    if (intent === 'set-recovery') checkOffered(client, input);
    if (intent === 'sessions' && !client.getState().authenticated) fail('must_be_authenticated');
    // Anyone who is back from a provider may not be known yet: they are asked for first.
    if (intent === 'link' && !input.isBack) checkLinkOf(client, input.method);
    if (intent === 'update') checkUpdate(client, input.method);
    return null;
  } catch (error) {
    if (isCode(error)) return error;
    throw error;
  }
}

function checkLinkOf(client: LatchkeyClient, method: LinkMethod): void {
  if (method === 'email' || method === 'sms') checkLink(client, method);
  // Passkeys show their list also to who has as many as there may be: one can make room.
  else if (method !== 'passkey')
    checkFree(client, method === 'farcaster' || method === 'telegram' ? method : `${method}_oauth`);
  else if (!client.getState().authenticated) fail('must_be_authenticated');
}

/** Takes an account from the user. @throws ServiceError the codes of the route, `recent_login_required` among them */
export async function unlinkAccount(client: LatchkeyClient, input: UnlinkInput): Promise<User> {
  if (input.type === 'oauth') return (await import('@latchkey/core/oauth')).unlinkOAuth(client, input);
  const { type, handle } = input;
  if (type === 'farcaster')
    return (await import('@latchkey/core/farcaster')).unlinkFarcaster(client, Number(handle));
  if (type === 'passkey') return (await import('@latchkey/core/passkey')).unlinkPasskey(client, handle);
  if (type === 'telegram') return (await import('@latchkey/core/telegram')).unlinkTelegram(client, handle);
  return type === 'email' ? unlinkEmail(client, handle) : unlinkPhone(client, handle);
}

/** @throws ServiceError `not_supported` for a method that the app does not offer */
function checkOffered(client: LatchkeyClient, { method }: SetRecoveryInput): void {
  const { userOwnedRecoveryOptions: options = [], requireUserPasswordOnCreate = false } =
    client.getState().settings?.embeddedWallets ?? {};
  const isPasswordMeant = options.length === 0 || requireUserPasswordOnCreate;
  if (!method || method === 'privy' || options.includes(method)) return;
  if (method !== 'user-passcode' || !isPasswordMeant) fail('not_supported');
}

/**
 * Does something that needs a recent login. A login that is too old is confirmed first, where the host shows the modal.
 *
 * @throws ServiceError what the act throws, `recent_login_required` where the person did not confirm
 */
export async function doConfirmed<Result>(
  client: LatchkeyClient,
  act: () => Promise<Result>,
  confirm: (wanted: ConfirmationAct | undefined) => Promise<Outcome>,
): Promise<Result> {
  return tryWithDetour(act, async (kind, refusal) => {
    if (kind !== 'confirm-login' || client.getState().settings?.headless) return false;
    const outcome = await confirm(toConfirmationAct(refusal));
    if (!outcome.ok) throw outcome.error;
    return true;
  });
}
