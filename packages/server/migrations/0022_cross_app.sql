-- What people agreed to: which app, or which pages of an origin, may use their wallets of an app. One of a person and a
-- requester; a new yes renews it in place. No token, key or request is kept.
create table cross_app_connections (
  app_id text not null,
  connection_id text not null,
  user_id text not null,
  requester_app_id text,
  requester_origin text,
  subject text not null,
  read_only boolean not null,
  created_at_ms bigint not null,
  agreed_at_ms bigint not null,
  used_at_ms bigint,
  expires_at_ms bigint not null,
  primary key (app_id, connection_id),
  check ((requester_app_id is null) <> (requester_origin is null)),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
create unique index cross_app_connections_of
  on cross_app_connections (app_id, user_id, coalesce(requester_app_id, requester_origin));
create index cross_app_connections_late on cross_app_connections (expires_at_ms);
create index cross_app_connections_subject on cross_app_connections (app_id, subject);
