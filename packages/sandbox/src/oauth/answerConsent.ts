import type { Ending } from './provider.ts';

/** Request of a browser after a consent: to `url`, with `form` as its body if the provider uses form post. */
export interface ConsentAnswer {
  readonly url: string;
  readonly form: URLSearchParams | null;
}

/**
 * Answers a provider's consent page without a browser, as a user who clicks a button does.
 *
 * @param address URL of the page, as returned by the service
 * @param choice the user (`ada`, `grace`, `hedy`, `alan` or a new name) and the button
 * @param send sends the request. @default over the network
 * @throws Error with the error code of the provider's error page, if the provider shows one
 * @example const { url } = await answerConsent(init.json.url, { person: 'ada', answer: 'allow' });
 */
export async function answerConsent(
  address: string,
  choice: { person?: string; answer?: Ending } = {},
  send: (request: Request) => Response | Promise<Response> = fetch,
): Promise<ConsentAnswer> {
  const { person = 'ada', answer = 'allow' } = choice;
  const body = new URLSearchParams({ person, answer });
  const reply = await send(new Request(address, { method: 'POST', redirect: 'manual', body }));
  const text = await reply.text();
  const location = reply.headers.get('location');
  if (location !== null) return { url: location, form: null };
  if (!reply.ok) throw new Error(/<code>(.*?)<\/code>/.exec(text)?.[1] ?? `Status ${reply.status}`);
  const action = /<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? '';
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of fields) form.append(name, plain(value));
  return { url: plain(action), form };
}

const plain = (value: string): string =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
