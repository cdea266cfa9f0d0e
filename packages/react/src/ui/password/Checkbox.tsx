import { type ReactNode, useId } from 'react';
import { Icon } from '../Icon.tsx';

interface CheckboxProps {
  checked: boolean;
  children: ReactNode;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

/** A statement that a person makes their own. The whole of it can be pressed. */
export function Checkbox({ checked, children, disabled, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <label className="checkbox" htmlFor={id}>
      <input
        checked={checked}
        data-autofocus
        disabled={disabled}
        id={id}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        type="checkbox"
      />
      <span aria-hidden="true" className="checkbox-mark">
        <Icon name="check" />
      </span>
      <span>{children}</span>
    </label>
  );
}
