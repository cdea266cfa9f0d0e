import { dressPage } from '../page/dressPage.ts';
import { loadTexts, setLanguage } from '../page/loadTexts.ts';
import { refuse } from '../refusal.ts';
import type { Family } from '../sibling.ts';
import { exportCss } from './css.ts';
import { exportEn } from './generated/en.ts';
import { readQuery, takeToken } from './query.ts';
import { requestExport } from './requestExport.ts';
import { showPage } from './showPage.ts';

/** Event with the token. Our own client sends it, so that the token is not in a URL. */
const tokenEvent = 'privy:export:token';

/**
 * Starts the page that shows the user a key or a phrase, and makes exit kits. It communicates with the vault beside it
 * and sends nothing to the host page.
 */
function startExport(): void {
  let token = takeToken(location, history);
  // At top level there is no host page and no vault. A page that opened this one as a window gets no answer.
  if (parent === window) return;
  const query = readQuery(location.search);
  const family: Family = {
    self: window,
    parent,
    origin: location.origin,
    pathname: location.pathname,
  };
  dressPage(document, { ...query, css: exportCss });
  let page: { open(): void } | null = null;
  addEventListener('message', ({ source, data }) => {
    // A message of the host page can only set the token, which the vault and the service check.
    if (source !== parent || data?.event !== tokenEvent || typeof data.token !== 'string') return;
    token = data.token;
    page?.open();
  });
  const loading = loadTexts(query.language, exportEn).then((loaded) => {
    setLanguage(document, loaded);
    page = showPage(document, {
      texts: loaded.texts,
      hasPhrase: query.hasPhrase,
      take: async (what, password) => {
        const { wallet, primaryAddress } = query;
        return requestExport(family, {
          token: token ?? refuse('error', 'no token'),
          wallet,
          primaryAddress,
          what,
          ...(password === undefined ? {} : { password }),
        });
      },
      now: () => performance.now(),
      kitName: `latchkey-exit-${query.primaryAddress.slice(0, 8)}.json`,
    });
    if (token !== null) page.open();
  });
  // The start-failure script hears this error, and tells the user that the page does not work in this browser.
  loading.catch(reportError);
}

startExport();
