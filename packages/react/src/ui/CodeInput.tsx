import { limits } from '@latchkey/wire';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
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

const boxes = Array.from({ length: limits.codeLength }, (_, box) => box);

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
  const [place, setPlace] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const locked = state === 'busy' || state === 'success';
  const shown = problem ?? error;

  // After a change the caret stands behind the new digit; a digit that stands there already is taken for replacing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` is not read, its change is what matters.
  useLayoutEffect(() => {
    if (input.current?.matches(':focus')) setPlace(takePlace(input.current));
  }, [value]);

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

  return (
    <div>
      <div className="code" data-state={state}>
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
            if (!locked && moveByKey(event, onChange)) setPlace(takePlace(event.currentTarget));
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

/**
 * Puts the caret into a box, by default the one where it is, and selects the digit that stands there, so that typing
 * replaces it as it would in a box of its own. Returns the box.
 */
function takePlace(field: HTMLInputElement, wished = field.selectionStart ?? field.value.length): number {
  const at = Math.max(0, Math.min(wished, field.value.length));
  field.focus();
  field.setSelectionRange(at, Math.min(at + 1, field.value.length));
  return Math.min(at, limits.codeLength - 1);
}

/** The box under a pointer. */
function boxAt(field: HTMLInputElement, x: number): number {
  const { left, width } = field.getBoundingClientRect();
  return Math.floor(((x - left) / width) * limits.codeLength);
}

/** Arrows go from box to box; Backspace clears the box that is taken and goes back (CODE-06). Tells whether it moved. */
function moveByKey(event: KeyboardEvent<HTMLInputElement>, onChange: (digits: string) => void): boolean {
  const field = event.currentTarget;
  const at = field.selectionStart ?? 0;
  const taken = (field.selectionEnd ?? 0) - at === 1;
  if (event.key === 'Backspace' && taken) {
    onChange(field.value.slice(0, at) + field.value.slice(at + 1));
    field.setSelectionRange(Math.max(0, at - 1), Math.max(0, at - 1));
  } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    const to = Math.max(0, at + (event.key === 'ArrowLeft' ? -1 : 1));
    field.setSelectionRange(to, to);
  } else {
    return false;
  }
  event.preventDefault();
  return true;
}
