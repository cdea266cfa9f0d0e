import {
  type CrossAppAnswerReply,
  type CrossAppScope,
  crossAppMessages,
  fail,
  type HostedRequest,
  limits,
} from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Challenges } from '../../challenges/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { UserKey } from '../../userKey.ts';
import type { Users } from '../../users/index.ts';
import type { World } from '../../world.ts';
import { type Connections, scopeOf } from '../connections/createConnections.ts';
import type { ConnectionRow } from '../connections/table.ts';
import { notConnected } from '../login.ts';
import type { Requesters } from '../requesters.ts';
import type { ArrivedRequest, Pending } from './arrival.ts';
import { listEthereumAddresses } from './listEthereumAddresses.ts';
import { readRequest, type WalletCall } from './readRequest.ts';
import { openSealed, type SealedKeys } from './sealed.ts';

interface Judged {
  readonly state: HostedRequest['state'];
  readonly scope: CrossAppScope;
  readonly row?: ConnectionRow | null;
  readonly call?: WalletCall & { readonly address: string };
  readonly sealKey?: Buffer;
  /** True if the requester's client should forget its token. */
  readonly isOver?: true;
}

type Transact = Extract<Pending, { kind: 'transact' }>;

/**
 * Time that a request of the published connector counts as used, in ms. Such a request has no timestamp that makes it
 * late.
 */
const sealedUseMs = 24 * 60 * 60_000;

/** Creates the operations of the hosted pages: show a request, judge it, and carry out the user's answer. */
export function createHostedRequests(
  { clock }: Pick<World, 'clock'>,
  deps: {
    readonly challenges: Pick<Challenges, 'tickets' | 'usedIds'>;
    readonly connections: Connections;
    readonly requesters: Requesters;
    readonly sealedKeys: SealedKeys;
    readonly users: Pick<Users, 'findWireUser'>;
    /** Returns the address of the requester's page to redirect the user to. */
    comeBack(state: string, answer: { readonly connectionId: string } | 'denied'): Promise<string | null>;
  },
) {
  const { connections, requesters, sealedKeys, users } = deps;
  const { tickets, usedIds } = deps.challenges;

  /**
   * Returns the request in the form in which it is stored for the page.
   * @throws ServiceError `invalid_data`, `not_supported`, `not_found` for a request that was shown before
   */
  async function toPending(app: App, arrival: ArrivedRequest): Promise<Pending> {
    const nowMs = clock.now();
    if (arrival.kind === 'connect') return { ...arrival, untilMs: nowMs + limits.crossAppHandleMs };
    const use = (lifeMs: number) =>
      usedIds.use({ appId: app.id, kind: 'cross-app-request', id: arrival.useId, lifeMs });
    if (arrival.by === 'sealed') {
      if (!(await use(sealedUseMs))) fail('not_found');
      const { useId: _, ...kept } = arrival;
      return { ...kept, untilMs: nowMs + limits.crossAppWaitMs };
    }
    const requester = { type: 'app', id: arrival.token.azp } as const;
    const { atMs, call, page } = readRequest(arrival.request);
    const isTheirs = await requesters.isPageOf(requester, page);
    if (!isTheirs) fail('invalid_data', { message: 'The page that asks is none of the app' });
    const untilMs = atMs + limits.crossAppWaitMs;
    // A request with a timestamp too far in the future counts as late.
    const isEarly = atMs > nowMs + limits.crossAppSkewMs;
    if (nowMs <= untilMs && !isEarly && !(await use(untilMs - nowMs + limits.crossAppSkewMs)))
      fail('not_found');
    const kept = { kind: 'transact', by: 'message', requester, page, call } as const;
    return { ...kept, connectionId: arrival.token.sub, untilMs: isEarly ? 0 : untilMs };
  }

  /** Judges a request for a connection. @throws ServiceError `not_supported` */
  async function judgeConnect(app: App, { requester }: Pending, session: Session | null): Promise<Judged> {
    const scope = (await requesters.findScope(app, requester)) ?? notConnected();
    if (!session) return { state: 'login', scope };
    return { state: 'ready', scope, row: await connections.findOf(session, requester) };
  }

  async function judgeTransact(app: App, pending: Transact, session: Session | null): Promise<Judged> {
    const listed = await requesters.findScope(app, pending.requester);
    const scope = listed ?? 'transact';
    if (clock.now() > pending.untilMs) return { state: 'late', scope };
    if (!session) return { state: 'login', scope };
    const row = await findRow(app, pending, session);
    if (!row || !listed) return { state: 'not_connected', scope, row, isOver: true };
    if (row.userId !== session.userId) return { state: 'other_user', scope, row };
    const sealKey = pending.by === 'sealed' ? sealedKeys.sharedKeyOf(row, pending.publicKey) : undefined;
    const call = pending.by === 'message' ? pending.call : sealKey && openSealed(sealKey, pending);
    if (!call) return { state: 'not_connected', scope, row, isOver: true };
    if (row.readOnly || listed === 'read') return { state: 'read_only', scope: 'read', row };
    const address = await findAddress(session, call);
    if (address === null) return { state: 'not_connected', scope, row };
    return { state: 'ready', scope, row, call: { ...call, address }, ...(sealKey ? { sealKey } : {}) };
  }

  async function findRow(app: App, pending: Transact, session: Session): Promise<ConnectionRow | null> {
    if (pending.by === 'sealed') return connections.findOf(session, pending.requester);
    const row = await connections.find({ appId: app.id, connectionId: pending.connectionId });
    // The MAC proves the requester in the token. The row must name the same requester.
    return row?.requesterAppId === pending.requester.id ? row : null;
  }

  /** Finds the user's wallet that a request is for. Returns null if they have none, or not the one that it names. */
  async function findAddress(user: UserKey, { address }: WalletCall): Promise<string | null> {
    const own = await listEthereumAddresses(users, user);
    const isMeant = (one: string) => address === null || one.toLowerCase() === address.toLowerCase();
    return own.find(isMeant) ?? null;
  }

  /** Returns the request for the page, and records a wallet request once. */
  async function show(
    app: App,
    handle: string,
    pending: Pending,
    session: Session | null,
  ): Promise<HostedRequest> {
    const judged =
      pending.kind === 'connect'
        ? await judgeConnect(app, pending, session)
        : await judgeTransact(app, pending, session);
    if (pending.kind === 'transact' && session && !pending.isNoted && judged.row) {
      if (judged.state === 'ready') await connections.noteUse(judged.row, session);
      else await connections.noteRefusal(judged.row, session, judged.state);
      await tickets.replace({ appId: app.id, kind: 'cross-app-handle', secret: handle }, {
        ...pending,
        isNoted: true,
      } satisfies Pending);
    }
    return toWire(handle, pending, judged);
  }

  async function toWire(handle: string, pending: Pending, judged: Judged): Promise<HostedRequest> {
    const { call, isOver, row, scope, sealKey, state } = judged;
    const nowMs = clock.now();
    const isConnect = pending.kind === 'connect';
    const isCovered = row && (scope === 'read' || scopeOf(row) === 'transact');
    return {
      handle,
      kind: pending.kind,
      by: pending.by,
      state,
      until: pending.untilMs,
      scope,
      requester: await requesters.describe(pending.requester, pending.page),
      is_first: isConnect ? !isCovered : false,
      connection_until: isConnect ? nowMs + limits.crossAppConnectionMs : (row?.expiresAtMs ?? nowMs),
      request: call
        ? {
            method: call.method,
            params: [...call.params],
            chain_id: call.chainId,
            address: call.address,
          }
        : null,
      ...(sealKey ? { seal_key: sealKey.toString('base64') } : {}),
      ...(isOver ? { token: { action: 'clear' as const } } : {}),
    };
  }

  /** Treats a session whose second factor is not verified yet as signed out. */
  const whole = (session: Session | null) => (session?.isHalfIn ? null : session);
  const handleOf = (app: App, secret: string) =>
    ({ appId: app.id, kind: 'cross-app-handle', secret }) as const;

  return {
    /**
     * Takes a request, once.
     * @throws ServiceError `not_found` for an id or a request that was used, `not_supported`, `invalid_data`
     */
    async take(app: App, id: string, session: Session | null): Promise<HostedRequest> {
      const found = await tickets.consume<ArrivedRequest>({
        appId: app.id,
        kind: 'cross-app-id',
        secret: id,
      });
      if (!found) return fail('not_found');
      const pending = await toPending(app, found.value);
      const handle = await tickets.issue({
        appId: app.id,
        kind: 'cross-app-handle',
        lifeMs: limits.crossAppHandleMs,
        value: pending,
      });
      return show(app, handle, pending, whole(session));
    },

    /**
     * Returns a taken request again.
     * @throws ServiceError `not_found` for a handle that was answered or has expired, `not_supported`, `invalid_data`
     */
    async open(app: App, handle: string, session: Session): Promise<HostedRequest> {
      const found = await tickets.find<Pending>(handleOf(app, handle));
      return found ? show(app, handle, found.value, session) : fail('not_found');
    },

    /**
     * Carries out the user's answer, once.
     *
     * @param authenticate returns the user's session; called if they agree
     * @throws ServiceError `not_found`; `not_supported` for a requester that was removed from the list, and for a
     *   refusal that the hosted page itself reports to the requester; what `authenticate` throws;
     *   `embedded_wallet_not_found` if the user has no address for the message to the requester, and the handle then
     *   stays valid
     */
    async answer(
      app: App,
      { allow, handle }: { readonly allow: boolean; readonly handle: string },
      authenticate: () => Promise<Session>,
    ): Promise<CrossAppAnswerReply> {
      const found = await tickets.find<Pending>(handleOf(app, handle));
      // The result of a wallet request goes from the hosted page to the requester's page, not through this route.
      if (found?.value.kind !== 'connect') return fail('not_found');
      const pending = found.value;
      const burn = async () => {
        if (!(await tickets.consume(handleOf(app, handle)))) fail('not_found');
      };
      if (!allow) {
        await burn();
        if (pending.by === 'message')
          return fail('not_supported', { message: noMessage, details: { reason: 'cross_app_message' } });
        return { redirect_to: (await deps.comeBack(pending.state, 'denied')) ?? fail('not_found') };
      }
      const session = await authenticate();
      const { scope } = await judgeConnect(app, pending, session);
      const [address] = pending.by === 'message' ? await listEthereumAddresses(users, session) : [''];
      if (address === undefined) return fail('embedded_wallet_not_found');
      await burn();
      const row = await connections.agree(session, pending.requester, scope);
      if (pending.by === 'redirect') {
        const back = await deps.comeBack(pending.state, { connectionId: row.connectionId });
        return { redirect_to: back ?? fail('not_found') };
      }
      const message = {
        type: crossAppMessages.connected,
        address,
        exp: row.expiresAtMs,
        providerPublicKey: sealedKeys.publicKeyOf(row, pending.publicKey),
      };
      return { message, origin: pending.page };
    },
  };
}

const noMessage = 'A no is told to this requester by the page itself';

export type HostedRequests = ReturnType<typeof createHostedRequests>;
