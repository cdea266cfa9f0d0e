-- One row a session. A refresh changes no indexed column and leaves room in the page, so that it stays a HOT update.
create table sessions (
  app_id text not null,
  session_id text not null,
  user_id text not null,
  -- SHA-256 of the secret that all refresh tokens of the session share: tells a used token from an invented one.
  family_hash bytea not null,
  -- SHA-256 of the newest refresh token.
  current_hash bytea not null,
  -- Used refresh tokens, newest first: packages/server/src/sessions/usedTokens.ts.
  used bytea not null default '',
  rotated_at_ms bigint not null,
  started_at_ms bigint not null,
  -- When the user last proved who they are.
  auth_time_ms bigint not null,
  expires_at_ms bigint not null,
  primary key (app_id, session_id),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
) with (fillfactor = 60);
create index sessions_by_user on sessions (app_id, user_id);
create index sessions_expires_at on sessions (expires_at_ms);

-- Keys that sign the access tokens of an app. The private part is sealed under the parts KEK.
create table signing_keys (
  app_id text not null,
  generation integer not null,
  kid text not null,
  public_jwk jsonb not null,
  private_key bytea not null,
  -- When it was put into the key set.
  created_at_ms bigint not null,
  -- It signs from then on, until the next generation does.
  signs_from_ms bigint not null,
  primary key (app_id, generation)
);

-- Tokens of forks, each good for one new session.
create table session_forks (
  app_id text not null,
  -- SHA-256 of the token.
  token_hash bytea not null,
  -- The session that was forked. It must still live when the token is used.
  session_id text not null,
  expires_at_ms bigint not null,
  primary key (app_id, token_hash)
);
create index session_forks_expires_at on session_forks (expires_at_ms);
