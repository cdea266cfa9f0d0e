-- Tokens of the operator's API. A reference table: they belong to no app.
create table operator_tokens (
  token_id text primary key,
  -- A keyed hash of the token, which is shown once.
  hash bytea not null,
  name text not null,
  role text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  revoked_at_ms bigint,
  last_used_at_ms bigint
);
create unique index operator_tokens_hash on operator_tokens (hash);
