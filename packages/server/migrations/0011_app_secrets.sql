-- Secrets that apps have at third parties (a client secret at Google, a bot's token), by name, sealed as parts are.
create table app_secrets (
  app_id text not null,
  name text not null,
  secret bytea not null,
  set_at_ms bigint not null,
  primary key (app_id, name)
);
