/**
 * Schemas of requests and replies, apart from the routes: clients import routes and never schemas, so that no schema
 * library reaches a host page. The service checks every body with them, and the API reference is printed from them. A
 * feature joins its routes with their schemas in one file of `features/`.
 */
import { methodIds } from '../methods/ids.ts';
import type { AnyCheckedRoute, Feature } from './feature.ts';
import { activeSessions } from './features/active-sessions.ts';
import { admin } from './features/admin.ts';
import { allowlist } from './features/allowlist.ts';
import { analytics } from './features/analytics.ts';
import { app } from './features/app.ts';
import { appSecrets } from './features/app-secrets.ts';
import { audit } from './features/audit.ts';
import { captcha } from './features/captcha.ts';
import { cloud } from './features/cloud.ts';
import { crossApp } from './features/cross-app.ts';
import { custody } from './features/custody.ts';
import { devices } from './features/devices.ts';
import { directory } from './features/directory.ts';
import { funding } from './features/funding.ts';
import { methodSchemas } from './features/index.ts';
import { keys } from './features/keys.ts';
import { me } from './features/me.ts';
import { mfa } from './features/mfa.ts';
import { prices } from './features/prices.ts';
import { recoveryPasskeys } from './features/recovery-passkeys.ts';
import { session } from './features/session.ts';
import { undo } from './features/undo.ts';
import { webhooks } from './features/webhooks.ts';

export type { CheckedRoute } from './feature.ts';
export { methodSchemas } from './features/index.ts';

const methods = methodIds.map((id) => methodSchemas[id].routes);

const { 'captcha.setSecret': setSecret, ...captchas } = captcha;
const {
  'admin.rotateSigningKey': rotateSigningKey,
  'admin.revokeSigningKey': revokeSigningKey,
  ...operatedApps
} = admin;

/** The features, in the order of the API document. */
const features = [
  ...[app, allowlist, captchas, cloud, ...methods, session, custody, mfa],
  ...[analytics, me, activeSessions, undo, devices, recoveryPasskeys, prices, funding, crossApp, directory],
  ...[operatedApps, { 'captcha.setSecret': setSecret }, appSecrets, audit],
  ...[{ 'admin.rotateSigningKey': rotateSigningKey, 'admin.revokeSigningKey': revokeSigningKey }],
  ...[keys, webhooks],
] as const satisfies readonly Partial<Feature>[];

type NamesIn<Routes> = Routes extends Routes ? Extract<keyof Routes, string> : never;
/**
 * The name of every route, `room.act`, from the features that are listed here. Whatever goes by a route's name is typed by
 * it, so that a misspelt one does not compile: a limit under a name that is none would hold no one off.
 */
export type RouteName = NamesIn<(typeof features)[number]>;

/** Every route of the service that takes or gives JSON, in the order of the API document. */
export const checkedRoutes: readonly AnyCheckedRoute[] = /* @__PURE__ */ features.flatMap((one) =>
  Object.values(one),
);
