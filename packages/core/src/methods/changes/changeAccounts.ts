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

/** What a link or an update came to. */
export interface AccountChange {
  readonly user: User;
  /** The account that is new. */
  readonly account: LinkedAccount;
}

/** A call that changes the user's accounts and answers the user. */
// biome-ignore lint/suspicious/noExplicitAny: a route of whatever body; its type comes back through BodyOf
type ChangeRoute = Route<any, WireUser>;

/** Calls the service for the user who is signed in. @throws ServiceError `must_be_authenticated` before any request */
export async function postAsUser<Body, Reply>(
  client: LatchkeyClient,
  route: Route<Body, Reply>,
  body: Body,
): Promise<Reply> {
  return callService(contextsOf(client).frame, route, { body: body as BodyOf<Route<Body, Reply>> });
}

/**
 * Changes the user's accounts and asks for the user anew (LINK-13), so that the state and the identity token tell of it.
 *
 * @param onReply hears what the service answered besides the user, once the change is known here
 * A user who has a second factor verifies it for this change, where the service wants that.
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
  // A person who presses twice means one change.
  return flights.run(`${route.name} ${JSON.stringify(body)}`, async () => {
    const reply = await callService(frame, route, { body, purpose: 'change_account' });
    const changed = userFromWire(reply);
    const renewed = await session.renewUser().catch(() => null);
    const isRenewed = renewed?.id === changed.id;
    // What was done is done, also where the service cannot be asked again now; anyone who logged out stays so.
    if (!isRenewed && session.state.get().user?.id === changed.id) session.state.set({ user: changed });
    onReply(reply);
    return isRenewed ? renewed : changed;
  });
}

/** Says of a failure that tells nothing by itself that linking failed (LINK-22). */
export function toLinkError(cause: unknown): ServiceError {
  const isTelling = isCode(cause) && cause.code !== 'internal_error' && cause.code !== 'unknown_auth_error';
  return isTelling ? cause : new ServiceError('failed_to_link_account', { cause });
}

/** Does something for a link once a check has passed, and says of a failure what a link's says. */
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
