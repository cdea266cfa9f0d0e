import { createHash } from 'node:crypto';
import type { RelayMessage } from './mailbox.ts';

export interface Caller {
  subscribe(topic: string): string;
  unsubscribe(topic: string): void;
  publish(relayed: Pick<RelayMessage, 'topic' | 'message' | 'tag'>, ttlS: number): void;
  fetch(topic: string): RelayMessage[];
}

export interface RelayError {
  readonly code: number;
  readonly message: string;
}

/** Maximum lifetime of a message: thirty days. */
const maxTtlS = 30 * 86_400;
const maxTopics = 500;

const refuse = (what: string): never => {
  throw Object.assign(new Error(`Invalid params: ${what}`), { code: -32602 });
};

/** Returns the id of a subscription, which clients compute as well. */
export const subscriptionOf = (client: string, topic: string) =>
  createHash('sha256')
    .update(topic + client)
    .digest('hex');

function textOf(value: unknown, what: string): string {
  return typeof value === 'string' && value.length > 0 ? value : refuse(what);
}

function topicOf(value: unknown): string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : refuse('topic');
}

function topicsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxTopics) return refuse('topics');
  return value.map(topicOf);
}

function numberOf(value: unknown, what: string, max: number): number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max ? Number(value) : refuse(what);
}

function listOf(value: unknown, what: string): Record<string, unknown>[] {
  if (!Array.isArray(value) || value.length > maxTopics) return refuse(what);
  return value.map((one: unknown) => (typeof one === 'object' && one !== null ? { ...one } : refuse(what)));
}

type Params = Readonly<Record<string, unknown>>;

function publish(caller: Caller, params: Params): void {
  const { topic, message, ttl, tag } = params;
  const relayed = {
    topic: topicOf(topic),
    message: textOf(message, 'message'),
    tag: numberOf(tag, 'tag', 2 ** 32 - 1),
  };
  const ttlS = numberOf(ttl, 'ttl', maxTtlS);
  caller.publish(relayed, ttlS > 0 ? ttlS : refuse('ttl'));
}

const shown = (messages: readonly RelayMessage[]) => ({
  messages: messages.map(({ topic, message, tag, publishedAtMs }) => ({
    topic,
    message,
    tag,
    publishedAt: publishedAtMs,
  })),
  hasMore: false,
});

/**
 * Lifetime and tags of the messages that the two session methods publish: those of the Sign API's `wc_sessionPropose`
 * and `wc_sessionSettle`.
 */
const session = { ttlS: 300, proposalTag: 1100, responseTag: 1101, settleTag: 1102 } as const;

/**
 * Methods of the relay (https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc). The two session
 * methods are newer than that page: each publishes a step of the Sign API and subscribes to the topic of its response
 * (`ProposeSession`, `ApproveSession` of the published clients for Swift and Kotlin).
 */
export const methods: Readonly<Record<string, (caller: Caller, params: Params) => unknown>> = {
  irn_subscribe: (caller, { topic }) => caller.subscribe(topicOf(topic)),
  irn_batchSubscribe: (caller, { topics }) => topicsOf(topics).map((topic) => caller.subscribe(topic)),
  irn_unsubscribe(caller, { topic, id }) {
    textOf(id, 'id');
    caller.unsubscribe(topicOf(topic));
    return true;
  },
  irn_batchUnsubscribe(caller, { subscriptions }) {
    for (const { topic } of listOf(subscriptions, 'subscriptions')) caller.unsubscribe(topicOf(topic));
    return true;
  },
  irn_publish(caller, params) {
    publish(caller, params);
    return true;
  },
  irn_batchPublish(caller, { messages }) {
    for (const one of listOf(messages, 'messages')) publish(caller, one);
    return true;
  },
  irn_fetchMessages: (caller, { topic }) => shown(caller.fetch(topicOf(topic))),
  irn_batchFetchMessages: (caller, { topics }) =>
    shown(topicsOf(topics).flatMap((topic) => caller.fetch(topic))),
  wc_proposeSession(caller, { pairingTopic, sessionProposal }) {
    const topic = topicOf(pairingTopic);
    const message = textOf(sessionProposal, 'sessionProposal');
    caller.subscribe(topic);
    caller.publish({ topic, message, tag: session.proposalTag }, session.ttlS);
    return true;
  },
  wc_approveSession(caller, params) {
    const pairing = topicOf(params.pairingTopic);
    const topic = topicOf(params.sessionTopic);
    const response = textOf(params.sessionProposalResponse, 'sessionProposalResponse');
    const settlement = textOf(params.sessionSettlementRequest, 'sessionSettlementRequest');
    caller.subscribe(topic);
    caller.publish({ topic: pairing, message: response, tag: session.responseTag }, session.ttlS);
    caller.publish({ topic, message: settlement, tag: session.settleTag }, session.ttlS);
    return true;
  },
};
