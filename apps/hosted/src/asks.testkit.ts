import type { CrossAppAsk } from '@latchkey/wire';

/** A requester that is an app. */
export const market = {
  app_id: 'latchkey-demo-app-0000002',
  name: 'Harbour market',
  icon_url: null,
  origin: 'https://market.example',
} as const;

const later = 4_102_444_800_000;

/** Asks as the service gives them, for pages that are drawn without one. */
export const connectAsk: CrossAppAsk = {
  handle: 'h'.repeat(43),
  kind: 'connect',
  by: 'redirect',
  state: 'ready',
  until: later,
  requester: market,
  scope: 'transact',
  is_first: true,
  connection_until: Date.UTC(2027, 0, 14, 12),
  request: null,
};

export const signAsk: CrossAppAsk = {
  ...connectAsk,
  kind: 'transact',
  by: 'message',
  is_first: false,
  request: { method: 'personal_sign', params: ['Hello from the market'], chain_id: null, address: null },
};
