/** Stand-in for Telegram: its login in a popup, and the data with which its apps open pages. Stores nothing. */
import { Hono } from 'hono';
import { loginPage } from './loginPage.ts';
import { signWebApp, signWidget, telegramBot, telegramPeople } from './people.ts';

export { signWebApp, signWidget, type TelegramPerson, telegramBot, telegramPeople } from './people.ts';

/** Creates Telegram's endpoints under `/telegram`. */
export function createTelegramRoutes(now: () => number = Date.now): Hono {
  const routes = new Hono();
  const nowS = () => Math.floor(now() / 1000);
  const findPerson = (id: string | undefined) =>
    telegramPeople.find((person) => String(person.id) === id) ?? telegramPeople[0];

  // https://core.telegram.org/widgets/login. Telegram accepts only pages of the bot's domain; this bot accepts every
  // origin.
  routes.get('/telegram/auth', (context) => {
    const { bot_id, origin = '' } = context.req.query();
    if (bot_id !== telegramBot.id) return context.text('Bot not found', 400);
    if (!isOrigin(origin)) return context.text('Bot domain invalid', 400);
    return context.html(loginPage({ origin, nowS: nowS() }));
  });

  /** Acts as a login-url button in a chat: opens `url` with the signed data of the user `id`. */
  routes.get('/telegram/login-url', (context) => {
    const { url = '', id } = context.req.query();
    const person = findPerson(id);
    if (!URL.canParse(url) || !person) return context.text('BUTTON_URL_INVALID', 400);
    const target = new URL(url);
    for (const [name, value] of Object.entries(signWidget(person, { authDate: nowS() }))) {
      target.searchParams.set(name, String(value));
    }
    return context.redirect(target.href, 302);
  });

  routes.get('/telegram/mini-app', (context) => {
    const { url = '', id } = context.req.query();
    const person = findPerson(id);
    if (!URL.canParse(url) || !person) return context.text('WEBAPP_URL_INVALID', 400);
    const target = new URL(url);
    target.hash = new URLSearchParams({
      tgWebAppData: signWebApp(person, { authDate: nowS() }),
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: 'web',
    }).toString();
    return context.redirect(target.href, 302);
  });
  return routes;
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
