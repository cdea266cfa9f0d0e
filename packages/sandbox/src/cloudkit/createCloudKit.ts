import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { type CloudRecord, cloudKitContainer, createRecords, type Operation } from './records.ts';
import { signInPage } from './signInPage.ts';

export interface CloudKit {
  readonly routes: Hono;
  /** Records in private databases. Tests read, edit and delete them. */
  readonly records: Map<string, CloudRecord>;
}

const tokenHeader = 'X-Apple-CloudKit-Web-Auth-Token';

/**
 * Creates CloudKit's endpoints under `/cloudkit`.
 *
 * https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference/SettingUpWebServices.html.
 * Tokens are replaced in the way that CloudKit JS reads them from responses.
 */
export function createCloudKit(): CloudKit {
  const store = createRecords();
  const routes = new Hono<{ Variables: { account: string } }>();

  routes.get('/cloudkit/sign-in', (context) => context.html(signInPage('/cloudkit/sign-in/token')));
  routes.post('/cloudkit/sign-in/token', async (context) => {
    const { account } = await context.req.parseBody();
    return context.json({ token: store.issueToken(String(account)) });
  });

  routes.use('/cloudkit/database/1/:container/:environment/*', async (context, next) => {
    // Pages of every origin may call it. Access is controlled by the tokens.
    context.header('access-control-allow-origin', '*');
    context.header('access-control-expose-headers', `X-Apple-Request-UUID,${tokenHeader}`);
    if (context.req.method === 'OPTIONS') {
      context.header('access-control-allow-headers', 'content-type');
      context.header('access-control-allow-methods', 'GET, POST');
      return context.body(null, 204);
    }
    const refuse = (status: 401 | 421, serverErrorCode: string, more: object = {}) =>
      context.json({ uuid: randomUUID(), serverErrorCode, ...more }, status);
    const { container, environment } = context.req.param();
    const isKnown =
      container === cloudKitContainer.container_identifier &&
      environment === cloudKitContainer.environment &&
      context.req.query('ckAPIToken') === cloudKitContainer.api_token;
    if (!isKnown) return refuse(401, 'AUTHENTICATION_FAILED', { reason: 'no auth method found' });
    const used = store.useToken(context.req.query('ckWebAuthToken') ?? '');
    if (!used) {
      const redirectURL = `${new URL(context.req.url).origin}/cloudkit/sign-in`;
      return refuse(421, 'AUTHENTICATION_REQUIRED', { reason: 'request needs authorization', redirectURL });
    }
    context.header(tokenHeader, used.next);
    context.set('account', used.account);
    return next();
  });

  const base = '/cloudkit/database/1/:container/:environment';
  routes.get(`${base}/public/users/caller`, (context) =>
    context.json({ userRecordName: `_${context.get('account')}` }),
  );
  routes.post(`${base}/private/records/modify`, async (context) => {
    const { operations = [] } = (await context.req.json()) as { operations?: Operation[] };
    const account = context.get('account');
    return context.json({ records: operations.map((operation) => store.modify(account, operation)) });
  });
  routes.post(`${base}/private/records/lookup`, async (context) => {
    const { records = [] } = (await context.req.json()) as { records?: { recordName: string }[] };
    const account = context.get('account');
    return context.json({ records: records.map(({ recordName }) => store.lookup(account, recordName)) });
  });

  const shown = new Hono();
  shown.route('/', routes);
  return { routes: shown, records: store.records };
}
