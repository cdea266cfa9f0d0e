import { hasArrived, type LatchkeyClient, toConfirmationAct, withStepUps } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import type { Intent, Intents, ModalRequest, Outcome } from './flow/index.ts';
import { lazy } from './lazy.ts';
import type { Modal, ReturnListener } from './modal/index.ts';

const loadModal = lazy(() => import('./modal/index.ts'));

/** The part of the modal that a page loads at start. */
export interface ModalController {
  isOpen(): boolean;
  subscribe(listener: () => void): () => void;
  /**
   * Opens the modal and waits for its result.
   *
   * @throws ServiceError the intent's exit code if the user leaves, such as `exited_auth_flow` or
   *   `user_rejected_request`, an error that the modal showed, or one that keeps it from opening
   */
  open<I extends Intent>(intent: I, input: Intents[I]['input']): Promise<Intents[I]['result']>;
  /**
   * Asks the user to confirm their login for a refused operation.
   *
   * @returns false if the host shows no modal
   * @throws ServiceError if the user did not confirm
   */
  confirm(refusal: ServiceError): Promise<boolean>;
  /**
   * Runs an operation that needs a recent login. If it is refused because the login is too old, and the host shows the
   * modal, the user confirms the login and the operation runs again.
   *
   * @throws ServiceError the errors of the operation; if the user did not confirm, `recent_login_required` or the last
   * error that the modal showed
   */
  confirmed<Result>(act: () => Promise<Result>): Promise<Result>;
  /**
   * Finishes the visit that this page was opened to complete, if any, such as the return from a provider. Notifies the
   * listeners of a login or a linking. Runs once for all callers until `close`.
   */
  resume(): Promise<void>;
  /**
   * Adds a listener for the result of a login or a linking that this page was opened to complete. Returns a function
   * that removes it.
   */
  onReturn(listener: () => ReturnListener): () => void;
  readonly awaiting: ReadonlySet<() => ReturnListener>;
  /** Ends the visit, even if the modal's code is still loading. */
  close(): void;
  setPanel(element: HTMLElement | null): void;
}

export function createModalController(client: LatchkeyClient): ModalController {
  let modal: Modal | null = null;
  let loading: Promise<Modal> | null = null;
  let panel: HTMLElement | null = null;
  let resumed: Promise<void> | null = null;
  let closes = 0;
  const listeners = new Set<() => void>();
  const awaiting = new Set<() => ReturnListener>();

  function load(): Promise<Modal> {
    loading ??= loadModal().then(
      ({ createModal }) => {
        modal = createModal(client);
        modal.setPanel(panel);
        modal.subscribe(() => {
          for (const listener of [...listeners]) listener();
        });
        return modal;
      },
      (cause: unknown) => {
        loading = null; // the next click tries again
        throw cause;
      },
    );
    return loading;
  }

  const open: ModalController['open'] = async (intent, input) => {
    const closesBefore = closes;
    const loaded = await load();
    // The provider may unmount while the code loads. The modal must not open after that.
    if (closes !== closesBefore) throw loaded.exitOf(intent);
    const outcome: Outcome = await loaded.open({ intent, input } as ModalRequest);
    if (!outcome.ok) throw outcome.error;
    return outcome.result as Intents[typeof intent]['result'];
  };

  const confirm: ModalController['confirm'] = async (refusal) => {
    if (client.getState().settings?.headless) return false;
    await open('confirm', toConfirmationAct(refusal));
    return true;
  };

  async function resume(): Promise<void> {
    if (!hasArrived(client)) return;
    const closesBefore = closes;
    // If the code cannot be loaded, the user must log in again.
    const loaded = await load().catch(() => null);
    if (closes === closesBefore) await loaded?.resume(awaiting).catch(() => undefined);
  }

  return {
    isOpen: () => modal?.isOpen() ?? false,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open,
    confirm,
    confirmed: (act) =>
      withStepUps(act, async (kind, refusal) => kind === 'confirm-login' && confirm(refusal)),
    resume: () => (resumed ??= resume()),
    awaiting,
    onReturn(listener) {
      awaiting.add(listener);
      return () => awaiting.delete(listener);
    },
    close() {
      closes += 1;
      resumed = null;
      modal?.close();
    },
    setPanel(element) {
      panel = element;
      modal?.setPanel(element);
    },
  };
}
