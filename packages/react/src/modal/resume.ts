import type { LatchkeyClient } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import type { LinkMethod, ModalRequest, ModalResult, Outcome } from '../flow/index.ts';
import { loginMethods } from '../screens/index.ts';

/** Listener of a mounted hook for the result of a login or of linking an account. */
export interface ReturnListener<Result = ModalResult> {
  /** `login` is a login in the modal, `unseen` one with the host's own screens, and `link` a linking in either. */
  readonly kind: 'link' | 'login' | 'unseen';
  onBegin?(): void;
  onDone(result: Result, method: LinkMethod): void;
  onFailed(error: ServiceError, method: LinkMethod): void;
}

/** Finishes the visit that this page was opened to complete, if any, in the modal or without a screen. */
export async function resume(
  client: LatchkeyClient,
  open: (request: ModalRequest) => Promise<Outcome>,
  listeners: Iterable<() => ReturnListener>,
): Promise<void> {
  for (const { findReturn } of loginMethods) {
    const back = await findReturn?.(client);
    if (!back) continue;
    const heard = () => [...listeners].map((get) => get()).filter(({ kind }) => kind === back.act);
    for (const { onBegin } of heard()) onBegin?.();
    const outcome = await back.finish(open);
    for (const { onDone, onFailed } of heard()) {
      if (outcome.ok) onDone(outcome.result, back.name);
      else onFailed(outcome.error, back.name);
    }
    return;
  }
}
