import { dressPage } from '../page/dressPage.ts';
import { loadTexts, setLanguage } from '../page/loadTexts.ts';
import { refuse } from '../refusal.ts';
import type { Family } from '../sibling.ts';
import { exportCss } from './css.ts';
import { exportEn } from './generated/en.ts';
import { readQuery, takeToken } from './query.ts';
import { requestExport } from './requestExport.ts';
import { showPage } from './showPage.ts';

/** How our own client hands the token over: never in an address. */
const tokenEvent = 'privy:export:token';

/**
 * The page that shows a key to the person, and to no other party: it speaks to the vault beside it, and says nothing to
 * the host page.
 */
function startExport(): void {
  let token = takeToken(location, history);
  // At top level there is no host and no vault: the page that opened the page gets nothing.
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
    // A token is all that the host may hand in; whose it is, the vault and the service decide.
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
  // The script beside this one says of a browser that lacks something why the page stays empty.
  loading.catch(reportError);
}

startExport();
