#!/bin/sh
# Writes deploy/secrets with fresh keys, and an empty deploy/apps.json, for deploy/compose.yaml. It overwrites nothing.
#
#   sh deploy/makeSecrets.sh auth.example.com wallet.example.com [folder]
#
# The names are those of the service and of the hosted pages. The folder is that of compose.yaml.
set -eu

if [ $# -lt 2 ]; then
  echo 'Name the service and the hosted pages: sh deploy/makeSecrets.sh auth.example.com wallet.example.com' >&2
  exit 1
fi
service=$1
hosted=$2
cd "${3:-$(dirname "$0")}"
if [ -e secrets ]; then
  echo 'deploy/secrets exists already. Move it away first; without its keys nobody can open the database.' >&2
  exit 1
fi

folder=$PWD
trap 'rm -rf "$folder/secrets.new"' EXIT
# Only you can enter the folder. Users of the containers may read the files that are mounted there.
umask 022
mkdir -m 700 secrets.new
cd secrets.new
key() { openssl rand -base64 32; }
password=$(openssl rand -hex 24)
recovery_password=$(openssl rand -hex 24)
token=$(key)
printf %s "$password" > postgres_password
printf %s "$recovery_password" > recovery_postgres_password
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=latchkey-recovery \
  -addext subjectAltName=DNS:latchkey-recovery -keyout recovery.key -out recovery.pem 2> openssl.txt || {
  cat openssl.txt >&2
  exit 1
}
rm openssl.txt
chmod 644 recovery.key

cat > service.env << END
LATCHKEY_URL=https://$service
LATCHKEY_HOSTED_URL=https://$hosted
LATCHKEY_DATABASE_URL=postgres://latchkey:$password@postgres:5432/latchkey
LATCHKEY_ADMIN_KEY=$(key)
LATCHKEY_PARTS_KEK=$(key)
LATCHKEY_RECOVERY_TOKEN=$token
# Put a value with $ or # into single quotes. Your mail server, such as smtps://user:password@mail.example.com:465, and the sender, such as Latchkey <login@example.com>.
LATCHKEY_SMTP_URL=
LATCHKEY_MAIL_FROM=
END

cat > recovery.env << END
LATCHKEY_RECOVERY_DATABASE_URL=postgres://latchkey:$recovery_password@recovery-postgres:5432/latchkey
LATCHKEY_RECOVERY_KEK=$(key)
LATCHKEY_RECOVERY_TOKEN=$token
END

# Every app trusts the hosted pages, so no secret belongs here.
cat > hosted.env << END
LATCHKEY_URL=https://$service
LATCHKEY_HOSTED_URL=https://$hosted
LATCHKEY_HOSTED_CHAINS=[{"id":8453,"name":"Base","rpc_url":"https://mainnet.base.org"}]
END

cat > caddy.env << END
SERVICE_SITE=$service
HOSTED_SITE=$hosted
END

cd ..
mv secrets.new secrets
[ -e apps.json ] || echo '{ "apps": [] }' > apps.json
echo 'Wrote deploy/secrets. Set the mail server in deploy/secrets/service.env, and keep a copy of the keys elsewhere.'
