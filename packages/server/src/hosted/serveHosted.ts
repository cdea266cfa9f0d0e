import { type Answer, type Incoming, isRead } from '../http/index.ts';
import type { Answering } from '../listen.ts';
import { type BuiltPages, type PageScript, readBuiltPages } from './builtPages.ts';
import type { HostedConfig } from './hostedConfig.ts';
import { hostedHeaders, hostedPageHeaders, scriptHeaders } from './hostedPageHeaders.ts';
import { toHtml, toPageConfig } from './toHtml.ts';

export interface HostedPages extends Answering {
  /** Reason why no page can start with the configuration; null if all can. */
  readonly fault: string | null;
}

const pages: readonly string[] = ['/cross-app/connect', '/cross-app/transact', '/connections'];

/**
 * Creates the server of the hosted pages. It sends built files and short texts, and of a URL it reads only the path.
 * The query is for the page's script.
 *
 * @param options.pages the built pages, for tests; by default those of the app `hosted`
 * @throws StartError if they are not built
 */
export async function serveHosted(
  config: HostedConfig,
  options: { pages?: BuiltPages } = {},
): Promise<HostedPages> {
  const built = options.pages ?? (await readBuiltPages());
  const html = Buffer.from(toHtml(built, config));
  const fault = findFault(built, config);
  const [onPage, onScript, onOther] = [
    hostedPageHeaders(config),
    scriptHeaders(config),
    otherHeaders(config),
  ];
  let isRetired = false;
  const textAnswer = (status: number, text: string): Answer => ({
    status,
    headers: { ...onOther },
    body: `${text}\n`,
  });

  async function find({ path, headers }: Incoming): Promise<Answer> {
    const script = built.scripts.get(path);
    if (script) return scriptAnswer(script, headers.get('accept-encoding') ?? '', onScript);
    if (pages.includes(path)) return { status: 200, headers: { ...onPage }, body: html };
    if (path === '/healthz') return textAnswer(200, 'ok');
    // There is no database that could fail. Only the configuration may be wrong, or the process is stopping.
    if (path === '/readyz') {
      const reason = isRetired ? 'stopping' : fault;
      return reason === null ? textAnswer(200, 'ok') : textAnswer(503, reason);
    }
    return textAnswer(404, 'Not found');
  }

  return {
    fault,
    async answer(request) {
      if (isRead(request)) return find(request);
      const refused = textAnswer(405, 'Only GET and HEAD');
      return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
    },
    retire() {
      isRetired = true;
    },
    // The listener waits for the answers in progress.
    async close() {},
  };
}

/** Returns the reason why the client of every page would refuse its configuration, or null. */
function findFault({ checkConfig }: BuiltPages, config: HostedConfig): string | null {
  try {
    checkConfig(toPageConfig(config));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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

/** Returns true if `Accept-Encoding` contains a coding and does not refuse it. */
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
  ...hostedHeaders(config),
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
});
