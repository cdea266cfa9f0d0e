-- What clients tell of their use. No user and no address: only the id that a browser makes for itself and drops at log-out.
create table analytics_events (
  app_id text not null,
  event_id text not null,
  event_name text not null,
  client_id text,
  analytics_id text,
  payload jsonb,
  received_at_ms bigint not null,
  primary key (app_id, event_id)
);
create index analytics_events_received_at on analytics_events (received_at_ms);
