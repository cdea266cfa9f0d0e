import { createClient, ServiceError } from '@latchkey/core';
import { type HostedRequest, openHostedRequest, takeHostedRequest } from '@latchkey/core/hosted';
import { showConnect } from './connect/connectPage.ts';
import { showConnections } from './connections/connectionsPage.ts';
import { type Context, createContext, fetchWalletUiSoon } from './context.ts';
import { element } from './page/dom.ts';
import { addSheets, setLook } from './page/look.ts';
import { noticeCard, waitCard } from './page/notice.ts';
import { type Language, loadLanguage } from './page/texts/index.ts';
import { readPageConfig, toHostConfig } from './pageConfig.ts';
import { announceExit } from './request/answerOpener.ts';
import { findKeptHostedRequest, keepHostedRequest } from './request/keepHostedRequest.ts';
import { type PageAddress, readAddress } from './request/readAddress.ts';
import { showEnd, showLogin } from './request/showEnd.ts';
import { showTransact } from './transact/transactPage.ts';

/** Shows a hosted request in its current state, and stores it for a reload. */
async function showHostedRequest(context: Context, hostedRequest: HostedRequest): Promise<void> {
  keepHostedRequest(context.appId, hostedRequest);
  const again = () => reopen(context, hostedRequest);
  // The session may have been restored while the request was taken.
  const { authenticated, isFactorPending } = context.client.getState();
  if (hostedRequest.state === 'login' && authenticated && !isFactorPending) {
    const opened = await openHostedRequest(context.client, hostedRequest).catch(() => null);
    if (opened && opened.state !== 'login') return showHostedRequest(context, opened);
  }
  await (hostedRequest.kind === 'connect'
    ? showConnect(context, hostedRequest, again)
    : showTransact(context, hostedRequest, again));
}

/** Shows a request again, for example after a login. If a user is logged in, loads it with its handle. */
async function reopen(context: Context, kept: HostedRequest): Promise<void> {
  context.show('card', waitCard(context.language.texts.loading));
  try {
    const { authenticated } = context.client.getState();
    await showHostedRequest(
      context,
      authenticated ? await openHostedRequest(context.client, kept) : { ...kept, state: 'login' },
    );
  } catch (error) {
    showEnd(context, error, () => reopen(context, kept));
  }
}

/** Takes the request that the URL names, or continues with this window's stored request. */
async function begin(context: Context, { id, isReturn }: PageAddress): Promise<void> {
  const { client } = context;
  context.show('card', waitCard(context.language.texts.loading));
  const starting = client.start();
  const kept = findKeptHostedRequest(context.appId);
  try {
    const taken = id === null ? null : await takeHostedRequest(client, { id });
    if (taken) keepHostedRequest(context.appId, taken);
    await starting;
    assertStarted(context);
    const hostedRequest = taken ?? kept;
    if (!hostedRequest) throw new ServiceError('not_found');
    announceExit(hostedRequest, context.storagePrefix);
    if (isReturn && id === null) await showLogin(context, hostedRequest, () => window.close());
    await (taken ? showHostedRequest(context, taken) : reopen(context, hostedRequest));
    fetchWalletUiSoon();
  } catch (error) {
    // If the taken request could be stored, a second try continues with its handle.
    const left = findKeptHostedRequest(context.appId);
    showEnd(context, error, () =>
      begin(context, { appId: context.appId, id: left ? null : id, isReturn: false }),
    );
  }
}

/** @throws ServiceError the error that kept the client from loading its settings */
function assertStarted({ client }: Context): void {
  const { error, settings } = client.getState();
  if (!settings) throw error ?? new ServiceError('service_unavailable');
}

async function list(context: Context): Promise<void> {
  context.show('card', waitCard(context.language.texts.loading));
  try {
    await context.client.start();
    assertStarted(context);
    await showConnections(context);
    fetchWalletUiSoon();
  } catch (error) {
    showEnd(context, error, () => list(context));
  }
}

function start(): void {
  const address = readAddress();
  addSheets();
  setLook({ scheme: 'system', accent: null });
  // Another script reports a page that stays empty (`startFailure`). This page's texts may load slowly, so the root is
  // added first.
  const root = element('div', { class: 'hosted' });
  document.body.replaceChildren(root);
  void loadLanguage(navigator.languages).then((language) => open(root, address, language));
}

/** Shows the page that the URL names. */
function open(root: HTMLElement, address: PageAddress, language: Language): void {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
  const { expired, expiredHelp, unavailable, unavailableHelp } = language.texts.ended;
  if (address.appId === null) {
    root.append(noticeCard({ sign: 'clock', title: expired, help: expiredHelp }));
    return;
  }
  let context: Context;
  try {
    context = openContext({ appId: address.appId, language, root });
  } catch {
    // `createClient` rejected the configuration.
    root.append(noticeCard({ sign: 'stop', title: unavailable, help: unavailableHelp }));
    return;
  }
  if (window.location.pathname === '/connections') void list(context);
  else void begin(context, address);
}

/** @throws ServiceError if the client rejects the configuration of the page */
function openContext(parts: Pick<Context, 'appId' | 'language' | 'root'>): Context {
  const { appId, language } = parts;
  const config = readPageConfig();
  const storagePrefix = `${appId}:`;
  const client = createClient({
    appId,
    storagePrefix,
    apiUrl: config.apiUrl,
    config: toHostConfig(config, language.tag),
  });
  return createContext({ ...parts, client, config, storagePrefix });
}

// An attacker's page could frame this page and trick the user into clicking its buttons. The headers forbid framing,
// and in a frame this script does not start either.
if (window.top === window) start();
