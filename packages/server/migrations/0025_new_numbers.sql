-- Texts of a day to numbers that are not their user's own, by whom they are counted for.
create table new_number_texts (
  app_id text not null,
  -- The day, or a keyed hash of a user and the day.
  id text not null,
  -- A keyed hash of the one number that is counted; empty where all are.
  number text not null,
  texts integer not null,
  expires_at_ms bigint not null,
  primary key (app_id, id)
);
create index new_number_texts_expires_at on new_number_texts (expires_at_ms);
