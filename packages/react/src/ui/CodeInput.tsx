import { limits } from '@latchkey/wire';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { readCode } from './readCode.ts';

/** Texts of the component, W§5. A screen may replace them by its own. */
export const codeTexts = {
  notNumeric: 'Passcode can only be numbers',
  tooLong: 'Passcode must be exactly 6 numbers',
} as const;

export interface CodeInputProps {
  label: string;
  value: string;
  /** `success` turns the boxes green one after another, `error` shakes them once. */
  state: 'idle' | 'busy' | 'success' | 'error';
  /** Shown under the boxes until the next change. */
  error: string | null;
  /** @default codeTexts */
  texts?: { notNumeric: string; tooLong: string };
  onChange(digits: string): void;
  /** Six digits stand in the boxes, by typing, pasting or autofill. */
  onComplete(digits: string): void;
}

const places = Array.from({ length: limits.codeLength }, (_, place) => place);

/**
 * Six drawn boxes over one real input, so that autofill, password managers and paste work as everywhere (architecture §5).
 * The input has no maxlength: it would cut a text before its length could be told.
 */
export function CodeInput({
  label,
  value,
  state,
  error,
  texts = codeTexts,
  onChange,
  onComplete,
}: CodeInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const locked = state === 'busy' || state === 'success';
  const shown = problem ?? error;

  // The digit after the caret is selected, so that typing replaces it as it would in a box of its own.
  useEffect(() => {
    const field = input.current;
    if (!field || caret === null || caret >= value.length) return;
    if (field.selectionEnd === field.selectionStart) field.setSelectionRange(caret, caret + 1);
  }, [caret, value]);

  function read(text: string, pasted = false): void {
    const reading = readCode(text);
    if (reading.digits === null) {
      setProblem(texts.notNumeric);
      return;
    }
    setProblem(reading.problem === 'too-long' ? texts.tooLong : null);
    onChange(reading.digits);
    const complete = reading.problem === null && reading.digits.length === limits.codeLength;
    if (complete && (pasted || reading.digits !== value)) onComplete(reading.digits);
  }

  const follow = (event: SyntheticEvent<HTMLInputElement>) =>
    setCaret(Math.min(event.currentTarget.selectionStart ?? value.length, limits.codeLength - 1));

  return (
    <div>
      <div className="code" data-state={state}>
        {places.map((place) => (
          <span
            aria-hidden="true"
            className="box"
            data-active={(caret === place && !locked) || undefined}
            data-box={place}
            data-filled={place < value.length || undefined}
            key={place}
            part="box"
          >
            {value[place] ?? ''}
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
          onBlur={() => setCaret(null)}
          onChange={(event) => read(event.currentTarget.value)}
          onFocus={follow}
          onPaste={(event) => {
            event.preventDefault();
            if (!locked) read(event.clipboardData.getData('text'), true);
          }}
          onPointerDown={(event) => {
            event.preventDefault();
            placeCaret(event.currentTarget, event.clientX);
          }}
          onSelect={follow}
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

/** Puts the caret into the box under the pointer, at most behind the last digit. */
function placeCaret(field: HTMLInputElement, x: number): void {
  const { left, width } = field.getBoundingClientRect();
  const at = Math.min(Math.floor(((x - left) / width) * limits.codeLength), field.value.length);
  field.focus();
  field.setSelectionRange(at, at);
}
