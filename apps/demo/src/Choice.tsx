interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  options: readonly T[];
  value: T;
  onChange(value: T): void;
}

export function Choice<T extends string>({ legend, name, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="choice">
      <legend className="hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option}>
          <input checked={option === value} name={name} onChange={() => onChange(option)} type="radio" />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}
