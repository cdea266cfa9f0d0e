interface MetricFacts {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Names of labels. Their values come from fixed lists, because each value is a series of its own. */
  readonly labels: readonly string[];
  readonly help: string;
}

/**
 * Every metric of the service, following Prometheus' conventions (https://prometheus.io/docs/practices/naming): base
 * units, and `_total` for counters. The table in docs/guide/metrics.md is printed from it.
 */
export const metricTable = {
  latchkey_http_requests_total: {
    type: 'counter',
    labels: ['route', 'status'],
    help: 'Answers by route and status.',
  },
  latchkey_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['route'],
    help: 'Time from request to answer.',
  },
  latchkey_http_dropped_fields_total: {
    type: 'counter',
    labels: ['route'],
    help: 'Unknown fields in client requests.',
  },
  latchkey_logins_total: {
    type: 'counter',
    labels: ['method', 'outcome'],
    help: 'Login attempts by method (the provider for a social login, `oauth` if it failed before the provider was known) and outcome: success or the error code.',
  },
  latchkey_codes_sent_total: {
    type: 'counter',
    labels: ['channel', 'purpose'],
    help: 'One-time codes sent, by channel (email, sms) and purpose.',
  },
  latchkey_texts_refused_total: {
    type: 'counter',
    labels: ['reason'],
    help: "Text messages not sent to phone numbers that do not belong to the user yet, by reason: captcha (the user passed none, or the app has none), user (the user's daily limit is reached), app (sms_new_numbers_per_day is reached).",
  },
  latchkey_messages_total: {
    type: 'counter',
    labels: ['channel', 'outcome'],
    help: 'Emails and text messages of every kind, by outcome: success (accepted by the server or provider) or the error code.',
  },
  latchkey_wallet_releases_total: {
    type: 'counter',
    labels: ['act', 'outcome'],
    help: 'Calls about a key that only a frame makes: connect (a browser that holds the wallet), recover, export, verify (an unlocked wallet checks its session). By outcome: success or the error code.',
  },
  latchkey_events_total: {
    type: 'counter',
    labels: ['kind'],
    help: 'Committed events of the audit log by kind, such as user.created, wallet.created and wallet.recovered. The process that seals an event counts it, once.',
  },
  latchkey_webhook_tries_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Attempts to deliver a webhook: delivered, failed (will be retried), given_up after the last attempt.',
  },
  latchkey_funding_ignored_total: {
    type: 'counter',
    labels: ['reason'],
    help: 'Events of payment providers with a valid signature that changed nothing, by reason: kind (not about a purchase), unknown (of no purchase of this app), mode (of the other mode, live or test), wallet (another wallet was funded).',
  },
  latchkey_webhook_deliveries_pending: {
    type: 'gauge',
    labels: [],
    help: 'Webhook deliveries that are waiting, in the whole deployment. Every process reports the same number.',
  },
  latchkey_analytics_dropped_events_total: {
    type: 'counter',
    labels: [],
    help: 'Analytics events dropped because too many arrived.',
  },
  latchkey_database_up: {
    type: 'gauge',
    labels: [],
    help: '1 if the database answered the last check.',
  },
  latchkey_database_connections: {
    type: 'gauge',
    labels: ['state'],
    help: 'Database connections of this process or worker, by state: busy or idle.',
  },
  latchkey_database_connections_max: {
    type: 'gauge',
    labels: [],
    help: 'Maximum number of database connections of this process or worker.',
  },
  latchkey_database_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Requests that are waiting for a database connection.',
  },
} as const satisfies Record<string, MetricFacts>;

type Table = typeof metricTable;
export type MetricName = keyof Table;
export type NameOf<Type extends MetricFacts['type']> = {
  [Name in MetricName]: Table[Name]['type'] extends Type ? Name : never;
}[MetricName];
export type LabelsOf<Name extends MetricName> = Readonly<Record<Table[Name]['labels'][number], string>>;
