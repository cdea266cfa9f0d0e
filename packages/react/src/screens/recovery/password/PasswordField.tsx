import { type ReactNode, useId, useRef, useState } from 'react';
import { passwordFieldTexts } from '../../../texts/generated/en/passwordField.ts';
import { useTexts } from '../../../texts/index.ts';
import { Icon, useSheet } from '../../../ui/index.ts';
import { RecoveryIcon } from '../RecoveryIcon.tsx';
import { passwordCss } from './password.css.ts';

export interface PasswordFieldProps {
  label: string;
  value: string;
  /** What a password manager is to do: offer one that it keeps, or keep a new one. */
  autoComplete: 'current-password' | 'new-password';
  /** What a password manager files it under. */
  username: string;
  enterKeyHint: 'go' | 'next';
  busy?: boolean;
  /** What is wrong, read aloud; or a word beside it. */
  error?: string | null;
  hint?: string | null;
  /** Whether it is shown as it appears, because another user thought it up. @default false */
  shown?: boolean;
  /** Stands between the field and the words about it. */
  children?: ReactNode;
  onChange(value: string): void;
}

/** One password, hidden until it is asked for. Stands in a form, so that Enter submits and password managers see it. */
export function PasswordField(field: PasswordFieldProps) {
  const texts = useTexts('passwordField', passwordFieldTexts);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, passwordCss);
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const isShown = isAsked ?? field.shown ?? false;
  const note = field.error ?? field.hint;
  return (
    <div ref={place}>
      <label className="hidden" htmlFor={id}>
        {field.label}
      </label>
      {/* Password managers file a password under a name; no other party meets this one. */}
      <input autoComplete="username" hidden name="username" readOnly type="text" value={field.username} />
      <div className="field" data-busy={field.busy || undefined}>
        <span className="field-icon">
          <Icon name="key" />
        </span>
        <input
          aria-describedby={note ? `${id}-note` : undefined}
          aria-invalid={field.error ? true : undefined}
          autoCapitalize="none"
          autoComplete={field.autoComplete}
          autoCorrect="off"
          data-autofocus
          enterKeyHint={field.enterKeyHint}
          id={id}
          name="password"
          translate="no"
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
          placeholder={field.label}
          readOnly={field.busy}
          spellCheck={false}
          type={isShown ? 'text' : 'password'}
          value={field.value}
        />
        <button
          aria-label={isShown ? texts.hide : texts.show}
          aria-pressed={isShown}
          className="icon-button"
          onClick={() => setAsked(!isShown)}
          type="button"
        >
          <RecoveryIcon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      {field.children}
      {/* Its place is kept, so that nothing moves while someone types. */}
      <p className="password-note" data-error={Boolean(field.error)} id={`${id}-note`} role="status">
        {note}
      </p>
    </div>
  );
}
