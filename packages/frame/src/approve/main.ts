import { isApprovedEvent } from '../approval/messages.ts';
import { admitSender } from '../border.ts';
import { assertChain } from '../decode/assertChain.ts';
import { assertRawSigning, isRawMethod } from '../decode/rawHash.ts';
import { dressPage } from '../page/dressPage.ts';
import { loadTexts, setLanguage } from '../page/loadTexts.ts';
import { type Envelope, toEnvelope, toPayload } from '../protocol.ts';
import { isAddress } from '../readable/index.ts';
import { refuse, toFrameError } from '../refusal.ts';
import type { Family } from '../sibling.ts';
import { createReleaseRequest, isRawSigningAllowed, readChain, requestSignature } from './callVault.ts';
import { type ChainFacts, toChainFacts } from './chainFacts.ts';
import { approvalCss } from './css.ts';
import { approveEn } from './generated/en.ts';
import { type Asked, readAsked, readFarcaster } from './readRequest.ts';
import { showOpening } from './showOpening.ts';
import { showRequest } from './showRequest.ts';

/**
 * Starts the approval page of apps with `approval: 'frame'`, which do not leave the approval of signatures to the host
 * page. The page shows the host's request as the vault beside it will sign it, and passes it on after the user's
 * approval. On this page the user also types the code that opens a wallet in a new browser.
 */
function startApproval(): void {
  const origins: Partial<DOMStringList> | undefined = location.ancestorOrigins;
  const place = {
    self: window,
    parent,
    ancestorOrigins: origins ? Array.from(origins as DOMStringList) : null,
  };
  // At top level there is no host page and no vault. A page that opened this one as a window gets no answer.
  if (parent === window) return;
  const family: Family = { self: window, parent, origin: location.origin, pathname: location.pathname };
  let host: string | null = null;
  let isAsked = false;
  const query = new URLSearchParams(location.search);
  const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
  dressPage(document, { theme, css: approvalCss });
  const loading = loadTexts(query.get('locale') ?? 'en', approveEn);
  void loading.then((loaded) => setLanguage(document, loaded));

  async function answer({ id, event, data }: Envelope, requester: string): Promise<object> {
    try {
      if (event === 'privy:iframe:ready') return { id, event, data: {} };
      const isOpening = event === 'privy:wallets:recover';
      if (!isOpening && !isApprovedEvent(event)) refuse('error', 'This page does not know this event');
      // A malicious host page could replace the request just before the user presses. This page takes only one
      // request.
      if (isAsked) refuse('error', 'This page asks for one signature only');
      isAsked = true;
      if (isOpening) return { id, event, ...(await openWallet(data, requester)) };
      const { payload, read, signer } =
        event === 'privy:farcaster:sign' ? await openSigning(data) : await openRequest(data);
      const request = read() ?? refuseToShow();
      const { accessToken: token } = payload;
      const says = await showRequest(document, {
        request,
        signer: request.signer ?? signer,
        requester,
        texts: (await loading).texts.request,
        later: readLater({ token, request, read }),
        now: () => performance.now(),
      });
      if (says === 'no') refuse('error', 'User rejected request', 'user_rejected_request');
      return { id, event, ...(await requestSignature(family, event, payload)) };
    } catch (error) {
      return { id, event, error: toFrameError(error) };
    }
  }

  /** Opens a wallet that is not in this browser. The user types a code, which bypasses the host page. */
  async function openWallet(data: unknown, requester: string): Promise<object> {
    const asked = toPayload('privy:wallets:recover', data);
    if (!asked.ok) return refuseToShow();
    const { accessToken: token, entropyId, entropyIdVerifier, ...others } = asked.payload;
    // This page opens wallets by code only. A host page sends a recovery secret to the hidden frame instead.
    if (Object.keys(others).length > 0) refuseToShow();
    const end = await showOpening(document, {
      requester,
      texts: (await loading).texts.opening,
      request: createReleaseRequest(family, { token, entropyId, entropyIdVerifier }),
    });
    return end === 'opened' ? { data: { entropyId } } : end;
  }

  /** Prepares a wallet's JSON-RPC request, which can be read again when facts from the chain arrive. */
  async function openRequest(data: unknown): Promise<Opened> {
    const asked = toPayload('privy:wallets:rpc', data);
    if (!asked.ok || !isAddress(asked.payload.entropyId)) refuseToShow();
    const { payload } = asked;
    const { chainId, entropyId: wallet, hdWalletIndex, request } = payload;
    assertChain(request, chainId);
    // Refuses a hash that the vault would refuse, before the user sees it.
    if (isRawMethod(request.method)) assertRawSigning(request.method, await isRawSigningAllowed(family));
    const signer = hdWalletIndex === 0 ? wallet : null;
    const { texts, language } = await loading;
    const reader = { texts: texts.transaction, language, domainTitle: texts.request.domain, wallet, signer };
    const read = (facts?: ChainFacts) => readAsked(request, { ...reader, facts });
    return { payload, read, signer: signer ?? `${wallet} / ${hdWalletIndex}` };
  }

  /** Prepares a message of a Farcaster account, or its hash if the operator allows that. */
  async function openSigning(data: unknown): Promise<Opened> {
    const asked = toPayload('privy:farcaster:sign', data);
    if (!asked.ok || !isAddress(asked.payload.address)) refuseToShow();
    const { payload } = asked;
    const isHashAllowed = !payload.payload.data && (await isRawSigningAllowed(family));
    const { unreadable } = (await loading).texts.transaction;
    const read = readFarcaster(payload, { isHashAllowed, unreadable });
    return { payload, read: () => read, signer: payload.address };
  }

  /** Returns the request, read again with facts from the chain, or null if there are none. Never rejects. */
  async function readLater(given: {
    token: string;
    request: Asked;
    read: (facts: ChainFacts) => Asked | null;
  }): Promise<Asked | null> {
    const { token, request, read } = given;
    if (request.chain === null) return null;
    const { chainId, questions } = request.chain;
    const answers = await readChain(family, { token, chainId, questions });
    const facts = answers && toChainFacts(questions, answers);
    return facts && read(facts);
  }

  addEventListener('message', (event) => {
    const requester = admitSender(event, place, host);
    const envelope = requester === null ? null : toEnvelope(event.data);
    if (requester === null || envelope === null) return;
    host = requester;
    void answer(envelope, requester).then((reply) => parent.postMessage(reply, requester));
  });
}

/** Request from the host page, ready to be shown. */
interface Opened {
  readonly payload: { readonly accessToken: string };
  readonly read: (facts?: ChainFacts) => Asked | null;
  /** Address or position of the wallet that signs, shown if the request does not name it. */
  readonly signer: string;
}

function refuseToShow(): never {
  refuse('invalid_request_arguments', 'This request cannot be shown to the person in full');
}

startApproval();
