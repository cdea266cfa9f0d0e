-- Codes that were sent. A used or voided one loses its hash and stays as the record of a send until it expires.
-- Recipients and networks are keyed hashes: the table tells no one's address. Each row is changed about once, by the try
-- that uses it, and finds room for that in its page.
create table codes (
  app_id text not null,
  recipient text not null,
  -- Counts the codes of a recipient: of two requests at once one gets the number, the other looks again.
  number integer not null,
  code_id text not null,
  code_hash bytea,
  -- The network that asked for the code, and whether the recipient had logged in from it before.
  network text not null,
  is_known_network boolean not null,
  -- Tries so far: by network, and of all networks but the asking one together.
  tries jsonb not null default '{}',
  foreign_tries integer not null default 0,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  primary key (app_id, recipient, number)
) with (fillfactor = 50);
create index codes_expires_at on codes (expires_at_ms);

-- Networks from which a recipient has given a right code.
create table code_networks (
  app_id text not null,
  recipient text not null,
  network text not null,
  seen_at_ms bigint not null,
  primary key (app_id, recipient, network)
);
create index code_networks_seen_at on code_networks (seen_at_ms);

-- Ids that may be used once, such as those of proofs of possession (RFC 9449 §11.1).
create table used_ids (
  app_id text not null,
  kind text not null,
  id text not null,
  expires_at_ms bigint not null,
  primary key (app_id, kind, id)
);
create index used_ids_expires_at on used_ids (expires_at_ms);

-- Secrets that are good once, such as the state of a consent at a cloud or the handle of what it gave. The table knows
-- them by their SHA-256; what hangs on one is sealed.
create table tickets (
  app_id text not null,
  kind text not null,
  id text not null,
  -- Null for anyone who comes.
  user_id text,
  value bytea not null,
  expires_at_ms bigint not null,
  primary key (app_id, kind, id)
);
create index tickets_user on tickets (app_id, user_id);
create index tickets_expires_at on tickets (expires_at_ms);
