import { type ConfirmationAct, emailRoutes, reauthenticateRoute, type TokenReply } from '@latchkey/wire';
import { decodeJwt } from 'jose';
import type { TestService } from './testService.ts';

/** Logs a user in by email code and returns the reply. Moves the clock past the cooldown instead of waiting. */
export async function logIn(
  service: TestService,
  email: string,
  options: { appId?: string; origin?: string; network?: string } = {},
): Promise<TokenReply> {
  service.clock.advance(30_000);
  const sent = await service.call(emailRoutes.sendCode, { ...options, body: { email } });
  if (sent.status !== 200)
    throw new Error(`The code for ${email} was answered ${sent.status} ${sent.json.code}`);
  const code = service.outbox.codeFor(email.toLowerCase());
  const { status, json } = await service.call(emailRoutes.authenticate, {
    ...options,
    body: { email, code },
  });
  if (status !== 200) throw new Error(`The login of ${email} was answered ${status} ${json.code}`);
  return json;
}

/**
 * Reauthenticates the user of a session by an email code. Moves the clock past the cooldown instead of waiting.
 *
 * @param act the one action that the proof is for; without it the login becomes a recent one
 */
export async function confirm(
  service: TestService,
  login: { readonly token: string | null },
  email: string,
  act?: ConfirmationAct,
  options: { appId?: string } = {},
) {
  service.clock.advance(30_000);
  await service.call(emailRoutes.sendCode, { ...options, body: { email } });
  const body = { method: 'email', email, code: service.outbox.codeFor(email), ...act };
  return service.call(reauthenticateRoute, { ...options, bearer: login.token ?? '', body });
}

interface Claims {
  sub: string;
  aud: string;
  sid: string;
  exp: number;
}

/** Returns the unverified claims of a login's token. Throws if there is none. */
export function claimsOf(token: string | null): Claims {
  return decodeJwt<Claims>(token ?? '') as Claims;
}
