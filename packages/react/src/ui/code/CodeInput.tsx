import { limits } from '@latchkey/wire';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { passcodeTexts } from '../../texts/generated/en/passcode.ts';
import { useTexts } from '../../texts/index.ts';
import { boxAt, moveOfKey, takePlace } from './codeCaret.ts';
import { readCode } from './readCode.ts';

export interface CodeInputProps {
  label: string;
  value: string;
  /** `success` turns the boxes green one after another, `error` shakes them once, `blocked` accepts no more digits. */
  state: 'idle' | 'busy' | 'success' | 'error' | 'blocked';
  /** Shown below the boxes, unless the text that was just entered has a problem of its own. */
  error: string | null;
  /** Replaces the component's own texts. */
  texts?: { notNumeric?: string; tooLong?: string };
  onChange(digits: string): void;
  /** Called when typing, pasting or autofill results in exactly six digits. */
  onComplete(digits: string): void;
  /** A new value other than null focuses the input, for example after another code was sent. */
  focusOn?: unknown;
}

const boxes = Array.from({ length: limits.codeLength }, (_, box) => box);

/**
 * Six drawn boxes over one real input, so autofill, password managers and paste work as usual
 * (packages/react/README.md). The input has no maxlength, which would cut the text before its length could be
 * reported. A browser's translator could send the code, which can open a session, to the translator's provider. Boxes
 * and input are therefore marked as not translatable.
 */
export function CodeInput({
  label,
  value,
  state,
  error,
  texts: own,
  onChange,
  onComplete,
  focusOn,
}: CodeInputProps) {
  const texts = { ...useTexts('passcode', passcodeTexts), ...own };
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sentTo = useRef<number | undefined>(undefined);
  const [place, setPlace] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const locked = state === 'busy' || state === 'success' || state === 'blocked';
  const shown = problem ?? error;

  // After a change the caret is behind the new digit, or where a key moved it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` is not read, its change is what matters.
  useLayoutEffect(() => {
    if (input.current?.matches(':focus')) setPlace(takePlace(input.current, sentTo.current));
    sentTo.current = undefined;
  }, [value]);

  useEffect(() => {
    if (focusOn) input.current?.focus();
  }, [focusOn]);

  function read(text: string, pasted = false): void {
    const reading = readCode(text, pasted);
    if (reading.digits === null) {
      setProblem(texts.notNumeric);
      return;
    }
    setProblem(reading.problem === 'too-long' ? texts.tooLong : null);
    onChange(reading.digits);
    const complete = reading.problem === null && reading.digits.length === limits.codeLength;
    if (complete && (pasted || reading.digits !== value)) onComplete(reading.digits);
  }

  return (
    <div>
      <div className="code" data-state={state} translate="no">
        {boxes.map((box) => (
          <span
            aria-hidden="true"
            className="box"
            data-active={(box === place && !locked) || undefined}
            data-box={box}
            data-filled={box < value.length || undefined}
            key={box}
            part="box"
          >
            {value[box] ?? ''}
          </span>
        ))}
        <input
          aria-describedby={`${id}-error`}
          aria-invalid={shown ? true : undefined}
          aria-label={label}
          autoComplete="one-time-code"
          data-autofocus
          enterKeyHint="done"
          inputMode="numeric"
          name="code"
          onBlur={() => setPlace(null)}
          onChange={(event) => read(event.currentTarget.value)}
          onFocus={(event) => setPlace(takePlace(event.currentTarget))}
          onKeyDown={(event) => {
            const move = locked ? null : moveOfKey(event.key, event.currentTarget);
            if (!move) return;
            event.preventDefault();
            if (move.digits === value) return setPlace(takePlace(event.currentTarget, move.to));
            sentTo.current = move.to;
            read(move.digits);
          }}
          onPaste={(event) => {
            event.preventDefault();
            if (!locked) read(event.clipboardData.getData('text'), true);
          }}
          onPointerDown={(event) => {
            event.preventDefault();
            setPlace(takePlace(event.currentTarget, boxAt(event.currentTarget, event.clientX)));
          }}
          readOnly={locked}
          ref={input}
          spellCheck={false}
          type="text"
          value={value}
        />
      </div>
      <p className="field-error" id={`${id}-error`} role="alert">
        {shown}
      </p>
    </div>
  );
}
