import { route } from './route.ts';
import type {
  CloudFinishBody,
  CloudFinishReply,
  CloudStartBody,
  CloudStartReply,
  ICloudBody,
  ICloudContainer,
  ICloudStartReply,
} from './schemas/cloud.ts';

/** The recovery methods whose secret lies in the user's own cloud. */
export const cloudMethods = ['google-drive', 'icloud'] as const;
export type CloudMethod = (typeof cloudMethods)[number];

const codes = ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'not_supported'] as const;

/** How a person lets the wallet into their own cloud (docs/wire/protocol.md §2.11). */
export const cloudRoutes = {
  start: /* @__PURE__ */ route<CloudStartBody, CloudStartReply>({
    name: 'cloud.start',
    method: 'POST',
    path: '/api/v1/recovery/oauth/init',
    auth: 'user',
    retry: 'safe',
    codes: [...codes, 'origin_not_allowed'],
    summary: "Begins a consent at Google: the address of Google's page.",
  }),
  startICloud: /* @__PURE__ */ route<ICloudBody, ICloudStartReply>({
    name: 'cloud.startICloud',
    method: 'POST',
    path: '/api/v1/recovery/oauth/init_icloud',
    auth: 'user',
    retry: 'safe',
    codes,
    summary:
      "Begins a consent at Apple: the address of Apple's page, and the origin that its answer comes from.",
  }),
  finish: /* @__PURE__ */ route<CloudFinishBody, CloudFinishReply>({
    name: 'cloud.finish',
    method: 'POST',
    path: '/api/v1/recovery/oauth/authenticate',
    auth: 'user',
    retry: 'never',
    codes: [...codes, 'invalid_credentials', 'oauth_user_denied'],
    summary:
      'Trades the code of a consent for a handle that the wallet frame redeems, once, within five minutes.',
  }),
  getICloudConfig: /* @__PURE__ */ route<ICloudBody, ICloudContainer>({
    name: 'cloud.getICloudConfig',
    method: 'POST',
    path: '/api/v1/recovery/configuration_icloud',
    auth: 'user',
    retry: 'safe',
    codes,
    summary: "The app's CloudKit container, for native clients.",
  }),
} as const;
