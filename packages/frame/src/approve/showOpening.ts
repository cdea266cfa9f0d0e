import type { SignedAnswer } from './callVault.ts';
import { make } from './drawParts.ts';
import type { approveEn } from './generated/en.ts';
import { readTypedCode } from './readTypedCode.ts';

interface Given {
  /** Origin of the page that asks. */
  readonly requester: string;
  readonly texts: typeof approveEn.opening;
  /** Sends a code (null), or opens the wallet with the given one. */
  readonly request: (code: string | null) => Promise<SignedAnswer>;
}

/** Answer to the host page. */
type Ending = 'opened' | { readonly error: unknown };

const rejected = { type: 'error', message: 'User rejected request', code: 'user_rejected_request' } as const;
/** Failures after which the person can try again on this page. Any other is passed on to the host page. */
const curable = ['delivery_failed', 'network_error', 'client_request_timeout', 'twilio_verification_failed'];

/**
 * Asks a person for the code that brings their wallet to this browser, and waits for how it ends. No press needs the page to
 * have been in sight, as a signature's does: what counts is a code that only its owner is sent, and what it opens signs nothing
 * by itself.
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
    // Room for all of it where the host gives 320 px: whoever asks stays in sight.
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
        // The page says why, where a host's sentence would have to guess.
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
