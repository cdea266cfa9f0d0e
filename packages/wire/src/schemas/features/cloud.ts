import { cloudRoutes } from '../../cloud.ts';
import { feature } from '../feature.ts';
import {
  cloudFinishBodySchema,
  cloudFinishReplySchema,
  cloudStartBodySchema,
  cloudStartReplySchema,
  iCloudBodySchema,
  iCloudContainerSchema,
  iCloudStartReplySchema,
} from '../recovery/cloud.ts';

/** Consents for recovery in an own cloud. */
export const cloud = /* @__PURE__ */ feature(cloudRoutes, {
  start: { body: cloudStartBodySchema, reply: cloudStartReplySchema },
  startICloud: { body: iCloudBodySchema, reply: iCloudStartReplySchema },
  finish: { body: cloudFinishBodySchema, reply: cloudFinishReplySchema },
  getICloudConfig: { body: iCloudBodySchema, reply: iCloudContainerSchema },
});
