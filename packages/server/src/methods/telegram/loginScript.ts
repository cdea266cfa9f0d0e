import { telegramScriptPath } from '@latchkey/wire';
import type { Config } from '../../configShape.ts';
import { type Incoming, isRead } from '../../http/index.ts';

/**
 * Serves `GET /js/telegram-login.js`, which opens Telegram's login in a popup and passes the signed data to the page.
 * It has the interface of Telegram's own script, `Telegram.Login.auth(options, callback)`, which existing clients
 * call (docs/wire/protocol.md §2.7), but no buttons. https://core.telegram.org/widgets/login
 *
 * @returns the response, or null for any other request
 */
export function telegramScript({ telegramUrl }: Config, request: Incoming): Response | null {
  if (request.path !== telegramScriptPath || !isRead(request)) return null;
  const address = telegramUrl === null ? 'https://oauth.telegram.org/auth' : `${telegramUrl}/telegram/auth`;
  return new Response(scriptText(address), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      // Pages of every origin may load the script.
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}

/**
 * Returns the script that browsers load. An attacker's window could otherwise post data that logs the user in as
 * someone else. So a message is accepted only if it comes from the popup while that shows Telegram's origin. If the
 * popup closes without an answer, the callback gets `false`.
 */
const scriptText = (address: string): string => `(function (page) {
  'use strict';
  var address = ${JSON.stringify(address)};
  var origin = ${JSON.stringify(new URL(address).origin)};
  var language = (document.currentScript && document.currentScript.getAttribute('data-lang')) || 'en';

  function addressOf(options) {
    var query = new URLSearchParams({
      bot_id: String(options.bot_id),
      origin: page.location.origin,
      return_to: page.location.origin + page.location.pathname,
      lang: options.lang || language,
    });
    if (options.request_access) query.set('request_access', String(options.request_access));
    return address + '?' + query;
  }

  function read(event) {
    try {
      return typeof event.data === 'string' ? JSON.parse(event.data) : event.data;
    } catch (error) {
      return null;
    }
  }

  function auth(options, callback) {
    if (!options || !options.bot_id) throw new Error('Bot id required');
    var left = Math.max(0, (screen.width - 550) / 2);
    var top = Math.max(0, (screen.height - 470) / 2);
    var shape = 'width=550,height=470,left=' + left + ',top=' + top + ',status=0,location=0,menubar=0,toolbar=0';
    var popup = page.open(addressOf(options), 'telegram_oauth_bot' + options.bot_id, shape);
    if (!popup) return callback(false);

    function end(result) {
      page.removeEventListener('message', listen);
      clearInterval(watch);
      callback(result || false);
    }
    function listen(event) {
      if (event.source !== popup || event.origin !== origin) return;
      var message = read(event);
      if (message && message.event === 'auth_result') end(message.result);
    }
    // A last message of a popup that closes itself may still be on its way when it is seen closed.
    var isClosed = false;
    var watch = setInterval(function () {
      if (isClosed) end(false);
      isClosed = popup.closed;
    }, 250);
    page.addEventListener('message', listen);
    popup.focus();
  }

  page.Telegram = page.Telegram || {};
  page.Telegram.Login = { auth: auth };
})(window);
`;
