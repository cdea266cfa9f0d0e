import { sendEventRoute } from '../../users/analytics.ts';
import { feature } from '../feature.ts';
import { sendEventBodySchema, sendEventReplySchema } from '../users/analytics.ts';

/** Events that clients tell. */
export const analytics = /* @__PURE__ */ feature(
  'analytics',
  { sendEvent: sendEventRoute },
  {
    sendEvent: { body: sendEventBodySchema, reply: sendEventReplySchema },
  },
);
