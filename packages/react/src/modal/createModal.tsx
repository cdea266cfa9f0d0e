import {
  getEmbeddedWallet,
  getWalletFrameState,
  type LatchkeyClient,
  listWallets,
  logout,
  mountWalletFrameNow,
  needsTerms,
  needsWallet,
  sendAnalyticsEvent,
  takeUndoReference,
} from '@latchkey/core';
import { isCode, ServiceError, type WalletAccount } from '@latchkey/wire';
import { createRoot, type Root } from 'react-dom/client';
import {
  createFlow,
  exitCodes,
  type Intent,
  isLoginVisit,
  type ModalRequest,
  type Outcome,
} from '../flow/index.ts';
import { isFundingOffered } from '../screens/index.ts';
import { Boundary } from './Boundary.tsx';
import { createServices } from './createServices.ts';
import { furnishHost, type Host, keepShown } from './host.ts';
import { ModalContent } from './ModalContent.tsx';
import { refusalOf } from './refusalOf.ts';
import { type ReturnListener, resume } from './resume.ts';
import { screenOf } from './Shell.tsx';

export interface Modal {
  isOpen(): boolean;
  subscribe(listener: () => void): () => void;
  /** Opens the modal for a request. Resolves with the outcome, which may be known before the modal closes. */
  open(request: ModalRequest): Promise<Outcome>;
  /** Returns the error of a visit that was closed before it began. */
  exitOf(intent: Intent): ServiceError;
  /**
   * Finishes the visit that this page was opened to complete, if any. Notifies the listeners of a login or of linking
   * an account.
   */
  resume(listeners: Iterable<() => ReturnListener>): Promise<void>;
  close(): void;
  /** Shows visits in this element instead of a dialog. Null switches back to the dialog. */
  setPanel(element: HTMLElement | null): void;
}

/**
 * Creates a client's modal: the flow and, during a visit, a React root of its own in a shadow root. A portal is not
 * enough, because its events bubble through the host's React tree.
 */
export function createModal(client: LatchkeyClient): Modal {
  const services = createServices(client);
  const { captcha } = services;
  const flow = createFlow({
    getFacts: () => ({
      authenticated: client.getState().authenticated,
      termsDue: needsTerms(client.getState()),
      factorDue: factorDueOf(client),
      isGuestWithWallet: client.getState().user?.isGuest === true && listWallets(client).length > 0,
      walletDue: needsWallet(client.getState()),
      captchaPending: !['disabled', 'success'].includes(captcha.getState().status),
      walletFrameUp: ['mounting', 'ready'].includes(getWalletFrameState(client).status),
      promptsForFactors: !client.getState().settings?.mfa.noPromptOnMfaRequired,
      recovery: recoveryFactsOf(client),
      fundingOffered: isPromptWanted(client),
      findWallet: (address) => findWallet(client, address),
    }),
    leave: (entry, reason) => screenOf(entry).onClose?.(entry.props, services, reason),
    logOut: () => void logout(client),
  });
  let panel: HTMLElement | null = null;
  let shown: { host: Host; root: Root; inPlace: boolean } | null = null;
  let opener: HTMLElement | null = null;

  function show(): void {
    const inPlace = panel !== null;
    const element = panel ?? document.createElement('latchkey-modal');
    if (!inPlace) {
      keepShown(element);
      document.body.append(element);
    }
    const host = furnishHost(element);
    captcha.setPlace(host.captchaPlace);
    const root = createRoot(host.ground);
    shown = { host, root, inPlace };
    root.render(
      // Ends the visit if the modal cannot be shown, because the caller would otherwise wait forever.
      <Boundary onBreak={breakOff}>
        <ModalContent flow={flow} host={host} inPlace={inPlace} services={services} />
      </Boundary>,
    );
  }

  function breakOff(cause: unknown): void {
    flow.fail(cause);
    flow.close('broken');
  }

  function hide(): void {
    if (!shown) return;
    shown.root.unmount();
    captcha.setPlace(null);
    shown.host.captchaPlace.remove();
    if (!shown.inPlace) shown.host.element.remove();
    shown = null;
    void sendAnalyticsEvent(client, 'modal_closed');
  }

  flow.subscribe(() => {
    const state = flow.getState();
    const { phase } = state;
    if (state.phase === 'opening' && !shown) {
      show();
      void sendAnalyticsEvent(client, 'modal_open', { initialScreen: state.entry.name });
    }
    if (phase === 'idle') hide();
    // Closing the native dialog restores the focus if the browser can, but the host may have focused the body
    // meanwhile.
    if (phase === 'closing')
      queueMicrotask(() => opener?.isConnected && opener.focus({ preventScroll: true }));
    if (phase === 'open') whenIdle(() => mountWalletFrameNow(client));
  });

  /**
   * Returns true if a visit for the login's second factor is needed. An open login visit asks for the factor itself.
   * Otherwise waits for the end of the present visit.
   */
  async function isWanted(): Promise<boolean> {
    const state = flow.getState();
    if (state.phase === 'idle') return true;
    if (isOpen() && isLoginVisit(state.request.intent)) return false;
    await new Promise<void>((resolve) => {
      const stop = flow.subscribe(() => {
        if (flow.getState().phase !== 'idle') return;
        stop();
        resolve();
      });
    });
    return client.getState().isFactorPending;
  }

  const isOpen = () => ['opening', 'open'].includes(flow.getState().phase);
  const open: Modal['open'] = async (request) => {
    if (request.intent === 'verify-login' && !(await isWanted()))
      return { ok: true, result: { verified: true } };
    const error = refusalOf(client, request, isOpen());
    if (error) return { ok: false, error };
    if (isOutdated()) return refuseOutdated();
    if (flow.getState().phase === 'idle') opener = focusedElement();
    return flow.open(request);
  };

  async function refuseOutdated(): Promise<Outcome> {
    const { showOutdated } = await import('./showOutdated.ts');
    const { intl } = client.getState().settings ?? client.options.config ?? {};
    await showOutdated(intl?.locale ?? 'en', panel);
    return {
      ok: false,
      error: new ServiceError('not_supported', { details: { reason: 'outdated_browser' } }),
    };
  }

  return {
    isOpen,
    subscribe: flow.subscribe,
    open,
    exitOf: (intent) => new ServiceError(exitCodes[intent]),
    async resume(listeners) {
      // A headless host takes the reference itself.
      const reference = client.options.config?.headless ? null : takeUndoReference(client);
      if (reference !== null) await open({ intent: 'undo', input: { reference } });
      else await resume(client, open, listeners);
    },
    close: () => flow.close('unmounted'),
    setPanel(element) {
      if (panel === element) return;
      panel = element;
      // A visit in a panel that leaves the page can no longer be finished.
      if (shown?.inPlace) flow.close('unmounted');
    },
  };
}

/** Returns true if the browser lacks an API that the modal needs. */
function isOutdated(): boolean {
  return !('adoptedStyleSheets' in document && 'showModal' in document.createElement('dialog'));
}

function factorDueOf(client: LatchkeyClient) {
  const { isFactorPending, settings, user } = client.getState();
  if (!isFactorPending || settings?.mfa.noPromptOnMfaRequired || settings?.headless) return null;
  return (user?.mfaMethods ?? []).filter((method) => settings?.mfa.methods.includes(method));
}

function recoveryFactsOf(client: LatchkeyClient) {
  const wallets = client.getState().settings?.embeddedWallets;
  return {
    options: wallets?.userOwnedRecoveryOptions ?? [],
    isRequired: wallets?.requireUserOwnedRecoveryOnCreate ?? false,
    isPasswordRequired: wallets?.requireUserPasswordOnCreate ?? false,
  };
}

/** Returns true if funding is offered after the creation of a wallet. The funding screen must have something to offer. */
function isPromptWanted(client: LatchkeyClient): boolean {
  const { settings } = client.getState();
  const funding = settings?.fundingConfig;
  if (!settings || !funding?.promptFundingOnWalletCreation) return false;
  return isFundingOffered(settings, { id: Number(funding.defaultRecommendedCurrency.chain.split(':')[1]) });
}

function findWallet(client: LatchkeyClient, address: string | undefined): WalletAccount | null {
  try {
    return getEmbeddedWallet(client, address);
  } catch (error) {
    if (isCode(error)) return null;
    throw error;
  }
}

function focusedElement(): HTMLElement | null {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null;
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
}
