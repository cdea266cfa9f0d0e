import type { BrowserPage } from '@latchkey/testkit';

/**
 * Simulates a browser's cookies, as the service's replies set them. Cookies that scripts may read appear in the page.
 * HttpOnly cookies are sent with every later request, whatever their path and domain.
 */
export function cookieJar() {
  const kept = new Map<string, string>();
  return {
    /** HttpOnly cookies. */
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
