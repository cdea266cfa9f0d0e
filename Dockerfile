# One image for the service, the hosted pages and the recovery store (docs/guide/containers.md):
#
#   docker build --tag latchkey .
#   docker build --target sbom --output . .

ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
# One step, so that no layer keeps the development packages.
RUN npm ci --ignore-scripts \
 && npm run build -- frame hosted server \
 && rm -rf node_modules packages/*/node_modules apps/*/node_modules \
 && npm ci --ignore-scripts --omit=dev --omit=optional --workspace=@latchkey/server \
 && sh deploy/image/assemble.sh /app > /sbom.cdx.json \
 && rm -rf /build/* /root/.npm

FROM scratch AS sbom
COPY --from=build /sbom.cdx.json /

FROM ${BASE}
# The programs need no package manager, and no folder that everyone may write to.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
 && rm -f /usr/local/bin/corepack /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && chmod go-w /run/lock /tmp /var/tmp
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production \
    LATCHKEY_BIND=0.0.0.0 \
    LATCHKEY_HOSTED_BIND=0.0.0.0 \
    LATCHKEY_RECOVERY_BIND=0.0.0.0
USER 10001:10001
# Service, recovery store, hosted pages.
EXPOSE 4000 4001 4002
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/deploy/image/checkHealth.ts"]
ENTRYPOINT ["node", "/app/packages/server/dist/main.js"]
