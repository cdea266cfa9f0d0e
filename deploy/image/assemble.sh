#!/bin/sh
# Copies what the programs need from a built clone with production packages into a folder, and prints the list of its
# packages (CycloneDX). The image's build calls it: assemble.sh /app > sbom.cdx.json
set -eu
application=$1

mkdir "$application"
set -- LICENSE package.json deploy/image/checkHealth.ts node_modules \
  packages/server/package.json packages/server/migrations packages/server/dist/main.js packages/server/dist/main.js.map \
  packages/server/dist/hosted packages/frame/package.json packages/frame/dist/pages
# npm puts a package there if another version of it is in the root.
if [ -d packages/server/node_modules ]; then set -- "$@" packages/server/node_modules; fi
cp -a --parents "$@" "$application"

cd "$application"
# Leave out what the programs do not need: development packages, and our packages that are part of main.js.
find . -xtype l -delete
rm -f node_modules/.package-lock.json
npm pkg delete scripts devDependencies
npm pkg set --json 'workspaces=["packages/*"]'
(cd packages/server && npm pkg delete devDependencies 'dependencies[@latchkey/wire]')
(cd packages/frame && npm pkg delete bin scripts devDependencies)
# `npm ci` also installs what development packages of the workspace need.
npm prune --ignore-scripts --no-audit --no-fund --no-package-lock >&2
npm sbom --sbom-format=cyclonedx

# Two builds are equal: one owner, fixed modes, one time.
chown -R 0:0 .
chmod -R u=rwX,go=rX .
find . -exec touch --no-dereference --date=@0 {} +
