import { keyRoutes } from '../../operator/keys.ts';
import { feature } from '../feature.ts';
import { dataKeysReplySchema, kekListSchema } from '../operator/keys.ts';

/** The keys that seal the stores. */
export const keys = /* @__PURE__ */ feature('keys', keyRoutes, {
  list: { body: null, reply: kekListSchema },
  rotate: { body: null, reply: dataKeysReplySchema },
});
