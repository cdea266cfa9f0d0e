import type { BrowserPage } from '@latchkey/testkit';

/**
 * What a browser does with the cookies of the service's answers: those that scripts may read appear in the page, the
 * others go back with the next request to the service's own address. Paths and domains are a browser test's matter.
 */
export function cookieJar() {
  const kept = new Map<string, string>();
  return {
    /** The cookies that no script may read. */
    kept,
    async send(
      request: Request,
      page: () => BrowserPage,
      forward: () => Promise<Response>,
    ): Promise<Response> {
      const { host } = new URL(request.url);
      request.headers.set('host', host);
      const cookies = [...kept].map(([name, value]) => `${name}=${value}`);
      if (cookies.length > 0) request.headers.set('cookie', cookies.join('; '));
      const response = await forward();
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = cookie.split('; ');
        const [name = '', value = ''] = pair.split('=');
        if (!attributes.includes('HttpOnly')) page().window.document.cookie = cookie;
        else if (attributes.includes('Max-Age=0')) kept.delete(name);
        else kept.set(name, value);
      }
      return response;
    },
  };
}
