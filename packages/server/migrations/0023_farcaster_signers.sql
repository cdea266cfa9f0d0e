-- Keys by which an app writes to Farcaster for its users: the newest that each asked for. What counts as approved is what the
-- chain says; `status` is what it or Farcaster said last.
create table farcaster_signers (
  app_id text not null,
  user_id text not null,
  fid bigint not null,
  -- 0x and hex of an Ed25519 key.
  public_key text not null,
  -- Names the request at Farcaster, sealed under the parts KEK in this very place. Null where none was needed.
  request_token bytea,
  approval_url text,
  status text not null check (status in ('pending_approval', 'approved', 'revoked')),
  created_at_ms bigint not null,
  deadline_ms bigint not null,
  primary key (app_id, user_id, fid),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
