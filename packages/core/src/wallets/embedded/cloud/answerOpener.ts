import { answerType, errorType, parameters } from './messages.ts';

type Page = Window & typeof globalThis;

/**
 * Where this page is the popup of a consent that has come back, tells the page that opened it how it ended, which closes
 * it. It does so only to its own origin: the code is nobody else's.
 *
 * @returns whether it was that popup, and has nothing else to do
 */
export function answerOpener(page: Page): boolean {
  const url = new URL(page.location.href);
  const [code, stateCode, provider] = [parameters.code, parameters.state, parameters.provider].map((name) =>
    url.searchParams.get(name),
  );
  if (!code || !stateCode || !provider || !isOpenedByOwn(page)) return false;
  const answer =
    code === 'error'
      ? { type: errorType, error: 'Something went wrong. Try again.' }
      : { type: answerType, stateCode, authorizationCode: code };
  page.opener.postMessage(answer, page.location.origin);
  // Loaded again, it is a page like any other.
  for (const name of Object.values(parameters)) url.searchParams.delete(name);
  page.history.replaceState(page.history.state, '', url);
  return true;
}

function isOpenedByOwn(page: Page): boolean {
  try {
    return (
      Boolean(page.opener) && page.opener !== page && page.opener.location.origin === page.location.origin
    );
  } catch {
    return false; // another origin's: the browser does not even tell which
  }
}
