interface GoogleChoice {
  /** @default 'ada@gmail.example' */
  readonly account?: string;
  /** @default 'allow' */
  readonly answer?: 'allow' | 'deny';
}

/**
 * Answers Google's consent page without a browser, as a user who clicks a button does.
 *
 * @param address URL of the page, as returned by the service
 * @param send sends the request. @default over the network
 * @returns the URL that the browser is redirected to
 * @throws Error with Google's message if it does not accept the request
 * @example const callback = await answerGoogle(init.json.url, { answer: 'deny' });
 */
export async function answerGoogle(
  address: string,
  { account = 'ada@gmail.example', answer = 'allow' }: GoogleChoice = {},
  send: typeof fetch = fetch,
): Promise<string> {
  const { searchParams } = new URL(address);
  const body = new URLSearchParams([...searchParams, ['account', account], ['answer', answer]]);
  const reply = await send(new URL('/google/consent', address), { method: 'POST', redirect: 'manual', body });
  const location = reply.headers.get('location');
  if (location === null) throw new Error(await reply.text());
  return location;
}
