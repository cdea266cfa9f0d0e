import { fail } from '@latchkey/wire';
import type { Clock } from '../../world.ts';
import type { Sessions } from '../index.ts';

/**
 * Creates the checks for sensitive actions: how long ago the user proved who they are, and whether the account is on
 * hold.
 */
export function createAgeChecks(
  clock: Clock,
): Pick<Sessions, 'checkAge' | 'checkHold' | 'requireRecentLogin'> {
  const checks: ReturnType<typeof createAgeChecks> = {
    checkHold({ holdEndsMs = 0 }) {
      if (holdEndsMs <= clock.now()) return;
      fail('account_on_hold', { details: { until: Math.ceil(holdEndsMs / 1000) } });
    },

    checkAge({ authTimeMs }, mostMs) {
      if (clock.now() - authTimeMs > mostMs) fail('recent_login_required');
    },

    requireRecentLogin(app, session, purpose) {
      checks.checkHold(session);
      const mostMs = app.settings.sensitive_max_age * 1000;
      if (mostMs === 0 || clock.now() - session.authTimeMs <= mostMs) return;
      fail('recent_login_required', purpose ? { details: { purpose } } : {});
    },
  };
  return checks;
}
