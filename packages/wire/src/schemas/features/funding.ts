import { feature } from '../../feature.ts';
import { fundingRoutes } from '../../funding.ts';
import {
  coinbaseEventBodySchema,
  coinbaseStatusQuerySchema,
  coinbaseStatusReplySchema,
  fundingEventReplySchema,
  fundingListReplySchema,
  initCoinbaseBodySchema,
  initCoinbaseReplySchema,
  moonpayEventBodySchema,
  signMoonpayBodySchema,
  signMoonpayReplySchema,
} from '../funding.ts';

/** Buying coins for a wallet, and what became of it. */
export const funding = /* @__PURE__ */ feature('funding', fundingRoutes, {
  signMoonpay: { body: signMoonpayBodySchema, reply: signMoonpayReplySchema },
  initCoinbase: { body: initCoinbaseBodySchema, reply: initCoinbaseReplySchema },
  coinbaseStatus: { body: coinbaseStatusQuerySchema, reply: coinbaseStatusReplySchema },
  list: { body: null, reply: fundingListReplySchema },
  moonpayEvent: { body: moonpayEventBodySchema, reply: fundingEventReplySchema },
  coinbaseEvent: { body: coinbaseEventBodySchema, reply: fundingEventReplySchema },
});
