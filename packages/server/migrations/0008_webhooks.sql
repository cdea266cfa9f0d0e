-- Endpoints of apps' back ends. The secret is sealed under the parts KEK.
create table webhook_endpoints (
  app_id text not null,
  webhook_id text not null,
  url text not null,
  -- Types of event that it gets; null: all.
  types jsonb,
  secret bytea not null,
  -- The one before it, which signs too until then.
  old_secret bytea,
  old_secret_until_ms bigint not null default 0,
  -- Sequence of the last audit event that was looked at for this endpoint.
  followed_sequence bigint not null,
  -- Since when nothing has arrived.
  failing_since_ms bigint,
  disabled_at_ms bigint,
  created_at_ms bigint not null,
  primary key (app_id, webhook_id)
);

-- The queue. `facts` are those of the audit event, ids and kinds; what is sent is read when it is sent, so that no
-- copy of a user's data lies here.
create table webhook_deliveries (
  app_id text not null,
  webhook_id text not null,
  event_id text not null,
  type text not null,
  facts jsonb not null,
  state text not null check (state in ('pending', 'delivered', 'given_up', 'dropped')),
  tries integer not null default 0,
  -- Null when it is closed. While one process is at it, the time at which another may take it over.
  due_at_ms bigint,
  last_status integer,
  last_failure text,
  created_at_ms bigint not null,
  closed_at_ms bigint,
  primary key (app_id, webhook_id, event_id),
  foreign key (app_id, webhook_id) references webhook_endpoints (app_id, webhook_id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (app_id, webhook_id, due_at_ms) where due_at_ms is not null;
create index webhook_deliveries_newest on webhook_deliveries (app_id, webhook_id, created_at_ms);
create index webhook_deliveries_closed_at on webhook_deliveries (closed_at_ms) where closed_at_ms is not null;
