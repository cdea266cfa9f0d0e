import { hasArrived, type LatchkeyClient, toConfirmationAct, withStepUps } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import type { Intent, Intents, ModalRequest, Outcome } from './flow/index.ts';
import { lazy } from './lazy.ts';
import type { Modal, ReturnListener } from './modal/index.ts';

const loadModal = lazy(() => import('./modal/index.ts'));

/** The part of the modal that every page loads: it fetches the rest when the modal is first wanted. */
export interface ModalController {
  isOpen(): boolean;
  subscribe(listener: () => void): () => void;
  /**
   * Opens the modal and waits for what was asked for.
   *
   * @throws ServiceError `exited_auth_flow`, `user_rejected_request` or the failure that the person saw
   */
  open<I extends Intent>(intent: I, input: Intents[I]['input']): Promise<Intents[I]['result']>;
  /**
   * Has the person confirm who they are, for what was refused.
   *
   * @returns false where the host shows no modal
   * @throws ServiceError where the person did not confirm
   */
  confirm(refusal: ServiceError): Promise<boolean>;
  /**
   * Does something that needs a recent login. A login that is too old is confirmed first, where the host shows the modal,
   * which is fetched then alone.
   *
   * @throws ServiceError what the act throws, `recent_login_required` where the person did not confirm
   */
  confirmed<Result>(act: () => Promise<Result>): Promise<Result>;
  /**
   * Finishes the visit to a provider that the page came back from, if it did, and tells who listens. Once, for all who ask;
   * done when that visit has ended.
   */
  resume(): Promise<void>;
  /** Hears of such a visit; returns the function that stops it. */
  onReturn(listener: () => ReturnListener): () => void;
  /** Who hears of it. */
  readonly awaiting: ReadonlySet<() => ReturnListener>;
  /** Ends the visit, also one whose modal is still being fetched. */
  close(): void;
  setPanel(element: HTMLElement | null): void;
}

/** Creates the controller of a client's modal. */
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
    // The provider may leave the page while the code comes; what opened now would stand there with a dead client.
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
    // Code that does not come: the person logs in anew.
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
