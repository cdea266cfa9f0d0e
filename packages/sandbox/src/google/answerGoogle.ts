/** Who answers Google's question, and how. */
interface GoogleChoice {
  /** @default 'ada@gmail.example' */
  readonly account?: string;
  /** @default 'allow' */
  readonly answer?: 'allow' | 'deny';
}

/**
 * Answers the question on Google's page as a person does who presses a button, without a browser.
 *
 * @param address the address of the page, as the service gave it
 * @param send how the request is sent. @default over the network
 * @returns the address that the browser is sent back to
 * @throws Error with Google's words when it does not know the request
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
