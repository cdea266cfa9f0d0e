import type { SignedAnswer } from './callVault.ts';
import { make } from './drawParts.ts';
import type { approveEn } from './generated/en.ts';
import { readTypedCode } from './readTypedCode.ts';

interface Given {
  /** Origin of the host page that needs the wallet. */
  readonly requester: string;
  readonly texts: typeof approveEn.opening;
  /** Requests a code (null), or opens the wallet with the given code. */
  readonly request: (code: string | null) => Promise<SignedAnswer>;
}

/** Outcome of this page: the wallet is open, or an error for the host page. */
type Ending = 'opened' | { readonly error: unknown };

const rejected = { type: 'error', message: 'User rejected request', code: 'user_rejected_request' } as const;
/** Failures after which the user can try again on this page, besides a wrong code and too many attempts. */
const curable = ['delivery_failed', 'network_error', 'client_request_timeout', 'twilio_verification_failed'];

/**
 * Asks the user for the code that opens their wallet in this browser, and waits for the outcome. Unlike for a
 * signature, the page need not have been in sight: a malicious host page that covers it can have a code sent, but not
 * read the code, which the service sends to an address of the owner.
 */
export function showOpening(document: Document, { requester, texts, request }: Given): Promise<Ending> {
  const main = make('main', 'opening');
  const form = make('form');
  const label = make('label', '', texts.sentTo);
  const input = make('input');
  const address = make('output');
  const told = make('p', 'told');
  const submit = make('button', 'main', texts.send);
  const cancel = make('button', '', texts.cancel);
  const again = make('button', 'link', texts.again);
  const row = make('div', 'row');
  Object.assign(input, {
    id: 'code',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    spellcheck: false,
  });
  address.id = 'to';
  input.setAttribute('aria-describedby', 'to told');
  label.htmlFor = input.id;
  Object.assign(told, { id: 'told', role: 'status' });
  told.setAttribute('aria-live', 'assertive');
  for (const button of [cancel, again]) button.type = 'button';
  row.append(cancel, submit);
  form.append(label, address, input, told, row, again);
  const title = make('h2', '', texts.title);
  const advice = make('p', '', texts.advice);
  main.append(make('h1', '', requester), make('p', '', texts.wantsToUse), title, advice, form);
  document.title = `${requester} ${texts.wantsToUse}`;
  document.body.replaceChildren(main);

  let step: 'before' | 'sent' | 'closed' = 'before';
  let isBusy = false;
  const typed = () => readTypedCode(input.value);
  const tell = (text: string, isWrong = true) => {
    told.textContent = text;
    told.classList.toggle('wrong', isWrong);
  };
  function draw(): void {
    for (const part of [label, address, input, again]) part.hidden = step !== 'sent';
    // Hides texts that are no longer needed, so that the requester's origin stays in sight on a small page.
    for (const part of [title, advice]) part.hidden = step === 'sent';
    submit.hidden = step === 'closed';
    submit.textContent = step === 'sent' ? texts.open : texts.send;
    submit.disabled = isBusy || (step === 'sent' && typed().length < 6);
    again.disabled = isBusy;
    form.setAttribute('aria-busy', String(isBusy));
  }
  draw();

  return new Promise((resolve) => {
    let ending: Ending = { error: rejected };
    const end = (how: Ending) => {
      for (const button of [submit, cancel, again]) button.disabled = true;
      resolve(how);
    };

    async function work(code: string | null): Promise<void> {
      if (isBusy) return;
      isBusy = true;
      tell('');
      draw();
      const answer = await request(code);
      isBusy = false;
      if ('error' in answer) fail(answer.error);
      else if (code !== null) return end('opened');
      else show(answer.data as { sent_to?: unknown });
      draw();
    }

    function show({ sent_to: to }: { sent_to?: unknown }): void {
      if (step === 'sent') tell(texts.resent, false);
      step = 'sent';
      address.textContent = typeof to === 'string' ? to : '';
      input.value = '';
      draw();
      input.focus();
    }

    function fail(error: unknown): void {
      const { code, retry_after_s: wait } = error as { code?: unknown; retry_after_s?: unknown };
      if (code === 'invalid_credentials') {
        tell(texts.wrong);
        input.select();
      } else if (code === 'too_many_requests')
        tell(typeof wait === 'number' ? texts.wait({ seconds: wait }) : texts.later);
      else if (curable.some((one) => one === code)) tell(texts.failed);
      else if (code === 'not_supported' && step === 'before') {
        tell(texts.noAddress);
        ending = { error };
        step = 'closed';
        cancel.textContent = texts.close;
      } else end({ error });
    }

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!event.isTrusted || submit.disabled) return;
      void work(step === 'sent' ? typed() : null);
    });
    input.addEventListener('input', () => {
      if (input.value !== typed()) input.value = typed();
      draw();
    });
    again.addEventListener('click', (event) => event.isTrusted && void work(null));
    cancel.addEventListener('click', (event) => event.isTrusted && end(ending));
    addEventListener('keydown', (event) => event.isTrusted && event.key === 'Escape' && end(ending));
  });
}
