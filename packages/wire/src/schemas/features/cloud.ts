import { cloudRoutes } from '../../cloud.ts';
import {
  cloudFinishBodySchema,
  cloudFinishReplySchema,
  cloudStartBodySchema,
  cloudStartReplySchema,
  iCloudBodySchema,
  iCloudContainerSchema,
  iCloudStartReplySchema,
} from '../cloud.ts';
import { feature } from '../feature.ts';

/** Consents for recovery in an own cloud. */
export const cloud = /* @__PURE__ */ feature('cloud', cloudRoutes, {
  start: { body: cloudStartBodySchema, reply: cloudStartReplySchema },
  startICloud: { body: iCloudBodySchema, reply: iCloudStartReplySchema },
  finish: { body: cloudFinishBodySchema, reply: cloudFinishReplySchema },
  getICloudConfig: { body: iCloudBodySchema, reply: iCloudContainerSchema },
});
