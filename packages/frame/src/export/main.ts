import { dressPage } from '../page/dressPage.ts';
import { refuse } from '../refusal.ts';
import type { Family } from '../sibling.ts';
import { exportCss } from './css.ts';
import { readQuery, takeToken } from './query.ts';
import { requestExport } from './requestExport.ts';
import { showPage } from './showPage.ts';
import { exportWordsOf } from './words.ts';

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
  const page = showPage(document, {
    words: exportWordsOf(query.language),
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
  addEventListener('message', ({ source, data }) => {
    // A token is all that the host may hand in; whose it is, the vault and the service decide.
    if (source !== parent || data?.event !== tokenEvent || typeof data.token !== 'string') return;
    token = data.token;
    page.open();
  });
  if (token !== null) page.open();
}

startExport();
