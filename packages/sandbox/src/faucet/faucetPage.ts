import { html } from 'hono/html';
import { devnetPage } from '../page.ts';
import type { Coin } from './coins.ts';

export function faucetPage(coins: readonly Coin[], address: string, last?: { coin: Coin | null }) {
  const outcome = !last
    ? ''
    : last.coin
      ? html`<p role="status">${last.coin.gift} are on their way to ${address}.</p>`
      : html`<p role="alert">That is no address: one of Ethereum begins with 0x and has 40 hex digits, one of Solana has 32 to 44 letters and digits.</p>`;
  const gifts = [...new Set(coins.map(({ gift }) => gift))].join(' or ');
  return devnetPage(
    'Faucet',
    html`${outcome}
<p>${gifts} for a wallet, on networks that exist on this machine alone. They are worth nothing.</p>
<form method="post" action="/faucet">
<label>Address<br><input name="address" value="${address}" placeholder="0x…" autocomplete="off" spellcheck="false"></label>
<button>Get test coins</button>
</form>`,
  );
}
