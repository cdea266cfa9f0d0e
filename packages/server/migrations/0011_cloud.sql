-- Client secrets that apps have at Google, for recovery by Google Drive, sealed as parts are.
create table google_drive_secrets (
  app_id text primary key,
  secret bytea not null,
  set_at_ms bigint not null
);
