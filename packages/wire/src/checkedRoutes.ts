import { adminFeature } from './admin.ts';
import { allowlistFeature, operatorAllowlistFeature } from './allowlist.ts';
import { appFeature } from './app-config/routes.ts';
import { captchaFeature } from './captcha.ts';
import { cloudFeature } from './cloud.ts';
import { crossAppFeature } from './cross-app/routes.ts';
import { custodyFeature } from './custody/index.ts';
import type { AnyCheckedRoute, Feature } from './feature.ts';
import { forkFeature } from './fork.ts';
import { fundingFeature } from './funding.ts';
import { methodIds } from './methodFacts.ts';
import { methodSchemas } from './methods/index.ts';
import { mfaFeature } from './mfa/index.ts';
import { appSecretsFeature } from './operator/app-secrets.ts';
import { auditFeature } from './operator/audit.ts';
import { keysFeature } from './operator/keys.ts';
import { operatorTokensFeature } from './operator/operator-tokens.ts';
import { webhooksFeature } from './operator/webhooks.ts';
import { pricesFeature } from './prices.ts';
import { reauthenticateFeature } from './reauthenticate.ts';
import { sessionFeature } from './session.ts';
import { analyticsFeature } from './users/analytics.ts';
import { devicesFeature } from './users/devices.ts';
import { directoryFeature } from './users/directory.ts';
import { lookupFeature } from './users/lookups.ts';
import { meFeature } from './users/me.ts';
import { operatorUsersFeature } from './users/operator.ts';
import { recoveryPasskeysFeature } from './users/recoveryPasskeys.ts';
import { activeSessionsFeature } from './users/sessions.ts';
import { undoFeature } from './users/undo.ts';

export type { CheckedRoute } from './feature.ts';

/** Makes the features, in the order of the API document. */
function makeFeatures() {
  const byMethod = methodSchemas();
  const methods = methodIds.map((id) => byMethod[id].routes);
  const { 'captcha.setSecret': setSecret, ...captchas } = captchaFeature();
  const {
    'admin.rotateSigningKey': rotateSigningKey,
    'admin.revokeSigningKey': revokeSigningKey,
    ...operatedApps
  } = adminFeature();
  const { 'sessions.refresh': refresh, 'sessions.recoverFork': recoverFork, ...others } = sessionFeature();
  const sessions = {
    'sessions.refresh': refresh,
    ...forkFeature(),
    'sessions.recoverFork': recoverFork,
    ...reauthenticateFeature(),
    ...others,
  };
  const ofPeople = [
    ...[analyticsFeature(), meFeature(), activeSessionsFeature(), undoFeature(), devicesFeature()],
    ...[
      recoveryPasskeysFeature(),
      pricesFeature(),
      fundingFeature(),
      crossAppFeature(),
      directoryFeature(),
      lookupFeature(),
    ],
  ];
  return [
    ...[appFeature(), allowlistFeature(), captchas, cloudFeature(), ...methods],
    ...[sessions, custodyFeature(), mfaFeature()],
    ...ofPeople,
    ...[operatedApps, { 'captcha.setSecret': setSecret }, appSecretsFeature(), auditFeature()],
    ...[{ 'admin.rotateSigningKey': rotateSigningKey, 'admin.revokeSigningKey': revokeSigningKey }],
    ...[keysFeature(), webhooksFeature()],
    ...[operatorTokensFeature(), operatorUsersFeature(), operatorAllowlistFeature()],
  ] as const satisfies readonly Partial<Feature>[];
}

type NamesIn<Routes> = Routes extends Routes ? Extract<keyof Routes, string> : never;
/**
 * Name of a route, `module.operation`, from the features listed here. Code that refers to a route by name uses this
 * type, so that a misspelt name does not compile: a limit under a wrong name would limit nothing.
 */
export type RouteName = NamesIn<ReturnType<typeof makeFeatures>[number]>;

/**
 * All routes of the service's API with their schemas, in the order of the API document. No client imports this file.
 */
export const checkedRoutes: readonly AnyCheckedRoute[] = /* @__PURE__ */ makeFeatures().flatMap((one) =>
  Object.values(one),
);
