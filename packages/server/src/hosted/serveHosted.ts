import { type Answer, type Incoming, isRead } from '../http/index.ts';
import type { Answering } from '../listen.ts';
import { type BuiltPages, type PageScript, readBuiltPages } from './builtPages.ts';
import type { HostedConfig } from './hostedConfig.ts';
import { commonHeaders, pageHeaders, scriptHeaders } from './pageHeaders.ts';
import { toHtml } from './toHtml.ts';

/** The pages, which are one document. */
const pages: readonly string[] = ['/cross-app/connect', '/cross-app/transact', '/connections'];

/**
 * Answers for the hosted pages. Only what was built is ever sent, whatever an address says, and nothing of an address
 * is read but its path: what stands behind it is the page's alone, and reaches no log.
 *
 * @param options.pages the built pages, for tests; by default those of the app `hosted`
 * @throws StartError when they are not built
 */
export async function serveHosted(
  config: HostedConfig,
  options: { pages?: BuiltPages } = {},
): Promise<Answering> {
  const built = options.pages ?? (await readBuiltPages());
  const html = Buffer.from(toHtml(built, config));
  const [onPage, onScript, onOther] = [pageHeaders(config), scriptHeaders(config), otherHeaders(config)];
  let isRetired = false;

  async function find({ path, headers }: Incoming): Promise<Answer> {
    const script = built.scripts.get(path);
    if (script) return scriptAnswer(script, headers.get('accept-encoding') ?? '', onScript);
    if (pages.includes(path)) return { status: 200, headers: { ...onPage }, body: html };
    if (path === '/healthz') return textAnswer(200, 'ok');
    // No one is to be sent here any more; there is no database that could be away.
    if (path === '/readyz') return isRetired ? textAnswer(503, 'stopping') : textAnswer(200, 'ok');
    return textAnswer(404, 'Not found');
  }
  const textAnswer = (status: number, text: string): Answer => ({
    status,
    headers: { ...onOther },
    body: `${text}\n`,
  });

  return {
    async answer(request) {
      if (isRead(request)) return find(request);
      const refused = textAnswer(405, 'Only GET and HEAD');
      return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
    },
    retire() {
      isRetired = true;
    },
    // Anyone who listens waits for the answers that are under way.
    async close() {},
  };
}

async function scriptAnswer(
  script: PageScript,
  accepted: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const coding = (['br', 'gzip'] as const).find((one) => accepts(accepted, one));
  return {
    status: 200,
    headers: coding ? { ...headers, 'content-encoding': coding } : { ...headers },
    body: coding ? await script.compressed(coding) : script.plain,
  };
}

/** Whether a coding stands in `Accept-Encoding` and is not refused there. */
const accepts = (accepted: string, coding: string): boolean =>
  accepted
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .some(([name, weight]) => name === coding && !/^q=0(?:\.0*)?$/.test(weight ?? ''));

const otherHeaders = (config: HostedConfig): Record<string, string> => ({
  ...commonHeaders(config),
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
});
