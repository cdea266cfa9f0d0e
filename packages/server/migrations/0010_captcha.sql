-- Secret keys that apps have at Cloudflare's Turnstile, sealed as parts are.
create table captcha_secrets (
  app_id text primary key,
  secret bytea not null,
  set_at_ms bigint not null
);
