import { pageConfig } from './pageConfig.ts';

/** The demo is two apps on two sites of one machine: `localhost` holds wallets, `127.0.0.1` uses them. */
const holderId = 'latchkey-demo-app-0000001';
const marketId = 'latchkey-demo-app-0000002';

const isMarketSite = window.location.hostname === '127.0.0.1';

/** Id of this page's app. */
export const appId = pageConfig.appId ?? (isMarketSite ? marketId : holderId);

/** App whose wallets are used here. Null if users have wallets in this app. */
export const walletApp = appId === marketId ? { id: holderId, name: 'Latchkey Demo' } : null;
