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
 * The page that asks a person for a signature where the app does not leave that to the host's page (strict approval). It
 * shows what the host asked for, as the vault beside it will sign it, and passes it on when the person says yes.
 */
function startApproval(): void {
  const origins: Partial<DOMStringList> | undefined = location.ancestorOrigins;
  const place = {
    self: window,
    parent,
    ancestorOrigins: origins ? Array.from(origins as DOMStringList) : null,
  };
  // At top level there is no host and no vault: the page that opened the page gets nothing.
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
      // One page, one question: a second one must not slip under a finger that is on its way.
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

  /** A wallet that is not in this browser: opened by a code that the person has, which the host page never sees. */
  async function openWallet(data: unknown, requester: string): Promise<object> {
    const asked = toPayload('privy:wallets:recover', data);
    if (!asked.ok) return refuseToShow();
    const { accessToken: token, entropyId, entropyIdVerifier, ...others } = asked.payload;
    // A secret of the host's opens the wallet in the hidden frame: here it would look as if the person had given it.
    if (Object.keys(others).length > 0) refuseToShow();
    const end = await showOpening(document, {
      requester,
      texts: (await loading).texts.opening,
      request: createReleaseRequest(family, { token, entropyId, entropyIdVerifier }),
    });
    return end === 'opened' ? { data: { entropyId } } : end;
  }

  /** A request of a wallet's JSON-RPC, to be read by what a chain says of it. */
  async function openRequest(data: unknown): Promise<Opened> {
    const asked = toPayload('privy:wallets:rpc', data);
    if (!asked.ok || !isAddress(asked.payload.entropyId)) refuseToShow();
    const { payload } = asked;
    const { chainId, entropyId: wallet, hdWalletIndex, request } = payload;
    assertChain(request, chainId);
    // No one is asked for what the vault refuses.
    if (isRawMethod(request.method)) assertRawSigning(request.method, await isRawSigningAllowed(family));
    const signer = hdWalletIndex === 0 ? wallet : null;
    const { texts, language } = await loading;
    const reader = { texts: texts.transaction, language, domainTitle: texts.request.domain, wallet, signer };
    const read = (facts?: ChainFacts) => readAsked(request, { ...reader, facts });
    return { payload, read, signer: signer ?? `${wallet} / ${hdWalletIndex}` };
  }

  /** A message of a Farcaster account, or its hash where the operator allows that. */
  async function openSigning(data: unknown): Promise<Opened> {
    const asked = toPayload('privy:farcaster:sign', data);
    if (!asked.ok || !isAddress(asked.payload.address)) refuseToShow();
    const { payload } = asked;
    const isHashAllowed = !payload.payload.data && (await isRawSigningAllowed(family));
    const { unreadable } = (await loading).texts.transaction;
    const read = readFarcaster(payload, { isHashAllowed, unreadable });
    return { payload, read: () => read, signer: payload.address };
  }

  /** The request as it reads by what a chain says of it; null where no one knows. Never rejects. */
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

/** What the page was asked for. */
interface Opened {
  readonly payload: { readonly accessToken: string };
  readonly read: (facts?: ChainFacts) => Asked | null;
  /** The wallet that signs, by its address or place, where the request does not name it. */
  readonly signer: string;
}

function refuseToShow(): never {
  refuse('invalid_request_arguments', 'This request cannot be shown to the person in full');
}

startApproval();
