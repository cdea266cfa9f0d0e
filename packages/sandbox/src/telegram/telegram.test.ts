import { expect, test } from 'vitest';
import { createTelegramRoutes, telegramBot } from './index.ts';

const routes = createTelegramRoutes(() => 1_700_000_000_000);
const get = (path: string) => routes.request(`http://localhost:4010/telegram/${path}`);

test("Telegram's login page is shown for the sandbox's bot and a valid origin, and refused for another bot or an invalid origin", async () => {
  const query = new URLSearchParams({ bot_id: telegramBot.id, origin: 'http://localhost:3000' });
  const page = await get(`auth?${query}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toEqual(expect.stringContaining('localhost:3000 asks who'));
  for (const [name, value] of [
    ['bot_id', '1'],
    ['origin', 'nonsense'],
    ['origin', 'http://localhost:3000/page'],
  ] as const) {
    const wrong = new URLSearchParams(query);
    wrong.set(name, value);
    expect((await get(`auth?${wrong}`)).status, name).toBe(400);
  }
});

test("a button in a chat of Telegram and a mini app open the page with the user's data", async () => {
  const url = encodeURIComponent('http://localhost:3000/?tab=1');
  const login = new URL((await get(`login-url?url=${url}&id=700000002`)).headers.get('location') ?? '');
  expect(Object.fromEntries(login.searchParams)).toEqual({
    tab: '1',
    id: '700000002',
    first_name: 'Grace',
    username: 'grace',
    auth_date: '1700000000',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const app = new URL((await get(`mini-app?url=${url}`)).headers.get('location') ?? '');
  expect(app.hash).toMatch(/^#tgWebAppData=query_id%3D/);
  const data = new URLSearchParams(new URLSearchParams(app.hash.slice(1)).get('tgWebAppData') ?? '');
  expect(JSON.parse(data.get('user') ?? '')).toMatchObject({ id: 700_000_001, first_name: 'Ada' });
  expect((await get('mini-app?url=nonsense')).status).toBe(400);
});
