import { createDueWallets, type LatchkeyClient, needsWallet } from '@latchkey/core/startup';
import { isCode, type OAuthProvider, ServiceError } from '@latchkey/wire';
import { loadOAuth, loadTelegram } from '../doors.ts';
import type { ModalRequest, ModalResult, Outcome } from '../flow/index.ts';

/** Who is told of a visit to a provider that the page came back from. */
export interface ReturnListener<Result = ModalResult> {
  /** A login or a link in the modal, or a login that the host finishes without a screen. */
  readonly kind: 'link' | 'login' | 'unseen';
  onBegin?(): void;
  onDone(result: Result, provider: OAuthProvider | 'telegram'): void;
  onFailed(error: ServiceError, provider: OAuthProvider | 'telegram'): void;
}

/** Finishes the visit to a provider that this page came back from, if it did, in the modal or unseen. */
export async function resume(
  client: LatchkeyClient,
  open: (request: ModalRequest) => Promise<Outcome>,
  listeners: Iterable<() => ReturnListener>,
): Promise<void> {
  const { findOAuthReturn } = await loadOAuth();
  const back = await findOAuthReturn(client);
  if (!back) return resumeTelegram(client, open, listeners);
  const { act, disableSignup, provider } = back;
  const isUnseen = back.isHeadless || client.options.config?.headless === true;
  const kind = isUnseen && act === 'login' ? 'unseen' : act;
  const heard = () => [...listeners].map((get) => get()).filter((listener) => listener.kind === kind);
  for (const { onBegin } of heard()) onBegin?.();
  const request: ModalRequest =
    act === 'link'
      ? { intent: 'link', input: { method: provider, isBack: true } }
      : { intent: 'login', input: { back: provider, disableSignup } };
  const outcome = await (isUnseen ? finishUnseen(client, provider) : open(request));
  for (const { onDone, onFailed } of heard()) {
    if (outcome.ok) onDone(outcome.result, provider);
    else onFailed(outcome.error, provider);
  }
}

async function finishUnseen(client: LatchkeyClient, provider: OAuthProvider): Promise<Outcome> {
  try {
    const { finishOAuth } = await loadOAuth();
    const outcome = await finishOAuth(client);
    if (outcome.act === 'link') return { ok: true, result: outcome.change };
    // One that cannot be made now is due again at the next login.
    if (needsWallet(client.getState())) await createDueWallets(client).catch(() => null);
    const user = client.getState().user ?? outcome.login.user;
    return { ok: true, result: { ...outcome.login, user, loginMethod: `${provider}_oauth` } };
  } catch (cause) {
    return { ok: false, error: isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause }) };
  }
}

/** Logs in the person whom Telegram opened this page for, if it did and the app lets them in so. */
async function resumeTelegram(
  client: LatchkeyClient,
  open: (request: ModalRequest) => Promise<Outcome>,
  listeners: Iterable<() => ReturnListener>,
): Promise<void> {
  if (client.options.config?.headless) return; // the host's own screens take it
  const { takeTelegramReturn } = await loadTelegram();
  if (!client.getState().ready) await client.start();
  const telegram = await takeTelegramReturn(client);
  if (!telegram) return;
  const outcome = await open({ intent: 'login', input: { telegram } });
  for (const get of listeners) {
    const { kind, onDone, onFailed } = get();
    if (kind !== 'login') continue;
    if (outcome.ok) onDone(outcome.result, 'telegram');
    else onFailed(outcome.error, 'telegram');
  }
}
