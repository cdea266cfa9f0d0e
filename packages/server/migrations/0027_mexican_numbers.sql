-- Mexico dropped the 1 behind its calling code in 2019: +52 1 and ten digits is the number of +52 and those digits. Rows of both
-- writings may be two users', and stay as they are.
update linked_accounts as old
set subject = '+52' || substr(old.subject, 5),
  details = jsonb_set(old.details, '{phoneNumber}', to_jsonb('+52' || substr(old.subject, 5)))
where old.type = 'phone' and old.subject ~ '^[+]521[0-9]{10}$' and not exists (
  select from linked_accounts as other
  where other.app_id = old.app_id and other.type = 'phone' and other.subject = '+52' || substr(old.subject, 5)
);
update app_allowlist as old
set value = '+52' || substr(old.value, 5)
where old.type = 'phone' and old.value ~ '^[+]521[0-9]{10}$' and not exists (
  select from app_allowlist as other
  where other.app_id = old.app_id and other.type = 'phone' and other.value = '+52' || substr(old.value, 5)
);
