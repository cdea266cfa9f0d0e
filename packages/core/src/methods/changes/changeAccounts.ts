import {
  type BodyOf,
  isCode,
  type LinkedAccount,
  type Route,
  ServiceError,
  type User,
  userFromWire,
  type WireUser,
} from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser as callService } from '../../mfa/index.ts';

export interface AccountChange {
  readonly user: User;
  /** The linked, changed or moved account. */
  readonly account: LinkedAccount;
}

/** Route that changes the user's accounts and returns the user. */
// biome-ignore lint/suspicious/noExplicitAny: a route of whatever body; its type comes back through BodyOf
type ChangeRoute = Route<any, WireUser>;

/** Calls the service for the signed-in user. @throws ServiceError `must_be_authenticated` without a user */
export async function postAsUser<Body, Reply>(
  client: LatchkeyClient,
  route: Route<Body, Reply>,
  body: Body,
): Promise<Reply> {
  return callService(contextsOf(client).frame, route, { body: body as BodyOf<Route<Body, Reply>> });
}

/**
 * Changes the user's accounts and fetches the user again (LINK-13), so that the state and the identity token are up
 * to date. If the service requires it, a user with a second factor verifies it for this change.
 *
 * @param onReply called with the service's reply, once the client has the change
 *
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_mfa`, the codes of the route
 */
export async function changeAccounts<R extends ChangeRoute>(
  client: LatchkeyClient,
  route: R,
  body: BodyOf<R>,
  onReply: (reply: WireUser) => void = () => {},
): Promise<User> {
  const { frame, page } = contextsOf(client);
  const { session } = frame;
  const { flights } = page;
  // The same call during a running change, such as by a second click, gets the result of the running one.
  return flights.run(`${route.name} ${JSON.stringify(body)}`, async () => {
    const reply = await callService(frame, route, { body, purpose: 'change_account' });
    const changed = userFromWire(reply);
    const renewed = await session.renewUser().catch(() => null);
    const isRenewed = renewed?.id === changed.id;
    // The change is done even if the user cannot be fetched now. If the user has logged out meanwhile, they stay
    // logged out.
    if (!isRenewed && session.state.get().user?.id === changed.id) session.state.set({ user: changed });
    onReply(reply);
    return isRenewed ? renewed : changed;
  });
}

/** Replaces an error without a specific reason with `failed_to_link_account` (LINK-22). */
export function toLinkError(cause: unknown): ServiceError {
  const isTelling = isCode(cause) && cause.code !== 'internal_error' && cause.code !== 'unknown_auth_error';
  return isTelling ? cause : new ServiceError('failed_to_link_account', { cause });
}

/** Runs a check, and then a step of a link or another account change, whose errors it converts with `toLinkError`. */
export async function guardLink<Checked, Result>(
  check: () => Checked,
  act: (checked: Checked) => Promise<Result>,
) {
  const checked = check();
  try {
    return await act(checked);
  } catch (cause) {
    throw toLinkError(cause);
  }
}
